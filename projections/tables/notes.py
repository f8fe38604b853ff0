"""Note of each event, as it is stored, what it is found again by: documents, tournaments, lists, steps."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from ledger.bodies import ListPublished, PersonErased
from ledger.events import Event, PlayerRegistered
from ledger.store.counted import BY_STREAM, LOG, Counting, events_between, of_topic, topic_in
from ledger.store.database import Connection
from ledger.store.details import PeopleFacts, sealed_of, sealed_rows, sealed_sums
from ledger.store.persons import sums_of
from ledger.timeline import Timeline, TournamentNow
from projections.tables.lookups import mark
from projections.tables.published import every_published, note_published, published_row
from projections.tables.seals import MISSING, PUBLISHED, bucket, damaged, sealed

_INSERT_SAID = "INSERT INTO said (mark, seq, checksum) VALUES (?, ?, ?)"
_INSERT_STEP = "INSERT INTO step (seq, first, checksum) VALUES (?, ?, ?)"
_INSERT_TOURNAMENT = (
    "INSERT INTO tournament (tournament, name, start_day, end_day, withdrawn, version, games, checksum)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def note(connection: Connection, event: Event, tournament: TournamentNow | None) -> None:
    """Put an event into the indexes as soon as it is stored: the next document may ask for it."""
    for row in _said(event):
        connection.execute(_INSERT_SAID, row)
    if isinstance(event.body, ListPublished):
        every_published(connection)  # a false one may have the place of this one
        note_published(connection, connection, event.seq, event.body)
    if tournament is None:
        return
    connection.execute("DELETE FROM tournament WHERE tournament = ?", (tournament.id,))
    connection.execute(_INSERT_TOURNAMENT, _tournament_row(tournament))


def _said(event: Event) -> Iterator[tuple[int, ...]]:
    if event.digest is not None:
        yield sealed(mark("digest", event.digest), event.seq)
    if event.key is not None:
        yield sealed(mark("key", event.key), event.seq)


def _tournament_row(tournament: TournamentNow) -> tuple[Any, ...]:
    header = tournament.header
    return sealed(
        tournament.id, header.name, header.start, header.end, int(tournament.withdrawn), tournament.version,
        tournament.size,
    )  # fmt: skip


class Notes:
    """Look-ups for a rebuild, like those of `Index`: collected in memory and written once, in order."""

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []
        self.tournaments: dict[str, tuple[Any, ...]] = {}
        self._seated: dict[str, list[Collection[str]]] = {}  # by tournament, its players whenever they were others
        self._plays: dict[str, dict[str, None]] | None = None
        self.published: list[tuple[int, ListPublished]] = []
        self.steps: list[tuple[int, int]] = []
        self.players: set[str] = set()
        self.people_facts = PeopleFacts()

    def tournaments_of(self, player: str) -> list[str]:
        if self._plays is None:  # only a merge asks
            self._plays = {}
            for name, states in self._seated.items():
                for seated in chain.from_iterable(states):
                    self._plays.setdefault(seated, {})[name] = None
        return list(self._plays.get(player, ()))

    def all_tournaments(self) -> list[str]:
        return list(self.tournaments)

    def all_players(self) -> list[str]:
        return list(self.players)

    def take(self, event: Event, timeline: Timeline) -> None:
        self.said += _said(event)
        self.people_facts.take(event.seq, event.body)
        if isinstance(event.body, ListPublished):
            self.published.append((event.seq, event.body))
        if event.stream.startswith("player:"):
            self.players.add(event.stream.partition(":")[2])
        if not event.stream.startswith("tournament:"):
            return
        tournament = timeline.tournament(event.target)
        assert tournament is not None
        self.tournaments[tournament.id] = _tournament_row(tournament)
        states = self._seated.setdefault(tournament.id, [])
        players = tournament.players() if tournament.columns is None else tournament.columns.players
        if not states or states[-1] != players:
            states.append(players)
        self._plays = None

    def pour(self, events: Connection, connection: Connection) -> None:
        connection.executemany(_INSERT_SAID, sorted(self.said))
        connection.executemany(_INSERT_TOURNAMENT, sorted(self.tournaments.values()))
        for seq, body in self.published:
            note_published(events, connection, seq, body)
        connection.executemany(_INSERT_STEP, [sealed(*step) for step in self.steps])


def count_step(connection: Connection, events: Sequence[Event], timeline: Timeline, counting: Counting) -> None:
    """Count the events of a step, and what was noted of them; `timeline` has gone past them."""
    first, last = events[0].seq, events[-1].seq
    streams = set()
    for stream, topic, count in events_between(connection, first - 1, last):
        counting.add("events", stream, count)
        counting.add("events", of_topic(topic), count)
        if of_topic(topic) in BY_STREAM:
            counting.add("events", topic_in(of_topic(topic), stream), count)
        streams.add(stream)
    counting.put("events", {LOG: last})
    people = {event.target for event in events if isinstance(event.body, PlayerRegistered | PersonErased)}
    if people:
        counting.put("people", sums_of(connection, people) | dict.fromkeys(map(sealed_of, people), 0))
        counting.put("people", sealed_sums(sealed_rows(connection, people)))
    for stream in streams:
        name = stream.removeprefix("tournament:")
        tournament = timeline.tournament(name) if name != stream else None
        if tournament is not None:
            counting.put("rows", {stream: _tournament_row(tournament)[-1]})
    for event in events:
        for row in _said(event):
            counting.add("rows", bucket(row[0]), row[-1])
        if isinstance(event.body, ListPublished):
            counting.add("rows", PUBLISHED, published_row(connection, event.seq, event.body)[-1])


def note_step(connection: Connection, first: int, last: int) -> None:
    before = connection.execute("SELECT MAX(seq) FROM step").fetchone()[0] or 0
    if before != first - 1:
        raise damaged(MISSING)
    connection.execute(_INSERT_STEP, sealed(last, first))
