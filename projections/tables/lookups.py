"""Look-ups for deciding and reaching: which documents are here, who plays where, and the events behind them."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from ledger.bodies import ListPublished, PersonErased
from ledger.events import EarlierDocument, Event
from ledger.sealed import PlayerRegistered
from ledger.store.counted import LOG, Counting, added, differs, events_between, held_rows, of_topic
from ledger.store.database import Connection
from ledger.store.details import sealed_of, sealed_rows, sealed_sums
from ledger.store.events import (
    event_at,
    events_of,
    events_of_streams,
    players_with_title_decisions,
    registered_players,
)
from ledger.store.persons import Personal, digest, former_names, look_up, prove, salt_of, same_name, some, sums_of
from ledger.store.tables import worth
from ledger.store.told import Told
from ledger.timeline import Timeline, TournamentNow
from projections.tables.counts import BUCKET, PUBLISHED, bucket
from projections.tables.players import own_rows
from projections.tables.published import every_published, note_published, published_row
from projections.tables.seals import MISSING, checked, damaged, sealed
from projections.tables.tournaments import everything
from projections.tables.units import of_numbers


class Index:
    """Look-ups on the read tables, and events up to a seq; `Lookups` for deciding and `Index` for reaching.

    `events` is the ledger when the read tables stand elsewhere, in memory.
    """

    def __init__(self, connection: Connection, upto: int | None = None, events: Connection | None = None) -> None:
        self._db = connection
        self._events = events or connection
        self._upto = upto
        self._expected: dict[str, list[Event]] = {}
        self._people_proven = False
        self.streams_read = 0

    def by_key(self, key: str) -> EarlierDocument | None:
        return self._said("key", key)

    def by_digest(self, digest: str) -> EarlierDocument | None:
        return self._said("digest", digest)

    def _said(self, field: str, value: str) -> EarlierDocument | None:
        """Return the latest event with this key or digest."""
        wanted = mark(field, value)
        first = wanted >> BUCKET << BUCKET
        rows = self._db.execute(
            "SELECT * FROM said WHERE mark BETWEEN ? AND ? ORDER BY seq", (first, first + (1 << BUCKET) - 1)
        ).fetchall()
        counts = held_rows(self._db, [LOG, bucket(wanted)])
        sums = added(checked("said", row)[-1] for row in rows if row[1] <= counts[LOG].events)
        if sums != counts[bucket(wanted)].rows:
            raise damaged(differs(bucket(wanted)))
        seqs = [row[1] for row in rows if row[0] == wanted]
        if not seqs:
            return None
        event = event_at(self._events, seqs[-1])
        if event is None or event.digest is None or getattr(event, field) != value:
            raise damaged(MISSING)
        return EarlierDocument(event.seq, event.digest)

    def event(self, seq: int) -> Event | None:
        return None if self._upto is not None and seq > self._upto else event_at(self._events, seq)

    def expect(self, streams: Sequence[str]) -> None:
        """Read the events of these streams together, because they are about to be asked for one by one."""
        self._expected = events_of_streams(self._events, streams, self._upto)

    def stream(self, name: str) -> Iterator[Event]:
        self.streams_read += 1
        expected = self._expected.pop(name, None)
        return iter(expected) if expected is not None else events_of(self._events, name, self._upto)

    def timeline(self) -> Timeline:
        return Timeline(self.stream, expect=self.expect)

    def take(self, event: Event, timeline: Timeline) -> None:
        """Do nothing: the event was noted when it was stored."""

    def tournaments_of(self, player: str) -> list[str]:
        numbers = own_rows(self._db, [player])[player].every_number()
        return sorted({row.tournament for row in of_numbers(self._db, [*numbers]) if row.tournament is not None})

    def all_tournaments(self) -> list[str]:
        return [line.tournament for line in everything(self._db)]

    def all_players(self) -> list[str]:
        return registered_players(self._events)

    def decided_titles(self) -> list[str]:
        """Return the players about whose titles something was decided."""
        return players_with_title_decisions(self._events)

    def person(self, player: str) -> Personal | None:
        return look_up(self._events, player)

    def people(self, players: Sequence[str]) -> dict[str, Personal]:
        return some(self._events, players)

    def former_names(self, player: str) -> Sequence[Personal]:
        return former_names(self._events, player)

    def person_then(self, player: str, details: str) -> Personal | None:
        """Return the person as an event with this digest had them, if their name changed since; else as they are
        today."""
        former = former_names(self._events, player)
        salt = self.salt(player) or "" if former else ""
        then = (person for person in former if digest(salt, person) == details)
        return next(then, None) or self.person(player)

    def same_name(self, name: str, player: str) -> list[str]:
        if not self._people_proven:  # that nobody is found has to be true
            prove(self._events)
            self._people_proven = True
        return same_name(self._events, name, player)

    def salt(self, player: str) -> str | None:
        return salt_of(self._events, player)


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


def mark(field: str, value: str) -> int:
    """Under which number a document is found again by its digest, or by its key."""
    return worth((field, value))


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
        self.told = Told()

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
        self.told.take(event.seq, event.body)
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
    """The events of a step, and what was noted of them; `timeline` has gone past them."""
    first, last = events[0].seq, events[-1].seq
    streams = set()
    for stream, topic, count in events_between(connection, first - 1, last):
        counting.add("events", stream, count)
        counting.add("events", of_topic(topic), count)
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
