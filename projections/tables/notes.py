"""What is noted of each event as it is stored, so that it is found again: documents,
tournaments, lists, steps. And how tournaments and published lists are found by it.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ledger.bodies import ListPublished, PersonErased
from ledger.events import Event, PlayerRegistered
from ledger.store import counted
from ledger.store.counted import (
    LOG,
    Counting,
    added,
    differs,
    events_between,
    held_rows,
    of_topic,
)
from ledger.store.database import Connection
from ledger.store.details import sealed_of, sealed_rows, sealed_sums
from ledger.store.logs.tree import root_at
from ledger.store.people_facts import PeopleFacts
from ledger.store.persons import sums_of
from ledger.store.tables import batches
from ledger.timeline import Timeline, TournamentNow
from projections.tables.schema import (
    MISSING,
    PUBLISHED,
    bucket,
    checked,
    damaged,
    mark,
    sealed,
)

_OF_LIST = (
    "seq, list, label, revision, as_of, known_seq, rules, row_count, sha256, root"
)


class Published(NamedTuple):
    """`root`: what is printed under the list, over all events up to its own."""

    seq: int
    list: str
    label: str
    revision: int
    as_of: str
    known_seq: int
    rules: str
    row_count: int
    sha256: str
    root: str


def note_published(
    events: Connection, connection: Connection, seq: int, body: ListPublished
) -> None:
    connection.execute(
        f"INSERT INTO published ({_OF_LIST}, checksum) VALUES ({', '.join('?' * 11)})",
        published_row(events, seq, body),
    )


def published_row(events: Connection, seq: int, body: ListPublished) -> tuple[Any, ...]:
    return sealed(
        seq,
        body.list,
        body.label,
        body.revision,
        body.as_of,
        body.known_seq,
        body.rules,
        len(body.rows),
        body.sha256,
        root_at(events, seq),
    )


def published(
    tables: Connection, known_seq: int, as_of: str, list_name: str | None = None
) -> list[Published]:
    """Return the lists that had been published by then, for days up to the day, in the
    order of publication.
    """
    return [
        row
        for row in every_published(tables)
        if row.seq <= known_seq and row.as_of <= as_of and list_name in (None, row.list)
    ]


def every_published(tables: Connection) -> list[Published]:
    """Return all published lists, proven by their count. What this transaction has
    published itself is not
    counted yet.
    """
    rows = tables.execute(
        f"SELECT {_OF_LIST}, checksum FROM published ORDER BY seq"
    ).fetchall()
    counts = held_rows(tables, [LOG, PUBLISHED])
    if (
        added(row[-1] for row in rows if row[0] <= counts[LOG].events)
        != counts[PUBLISHED].rows
    ):
        raise damaged(differs(PUBLISHED))
    return [Published(*checked("published", row)[:-1]) for row in rows]


_OF_TOURNAMENT = (
    "tournament, name, start_day, end_day, withdrawn, version, games, checksum"
)
_STREAM = "tournament:"


def starting_on(connection: Connection, day: str) -> list[str]:
    """Return the tournaments in force that begin on this day.

    Only these are held against what is counted: a booking asks, and of 20,000
    tournaments all would take 160 ms.
    """
    rows = connection.execute(
        f"SELECT {_OF_TOURNAMENT} FROM tournament WHERE start_day = ?", (day,)
    ).fetchall()
    counts = counted.held(connection, "rows", [_STREAM + row[0] for row in rows])
    return sorted(
        line.tournament
        for line in _tournament_lines(connection, rows, counts)
        if not line.withdrawn
    )


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """Return the tournament ids that begin with a text, in order."""
    rows = connection.execute(
        "SELECT tournament FROM tournament WHERE tournament >= ? AND tournament < ?"
        " ORDER BY 1 LIMIT ?",
        (start, start + "\x7f", limit),
    ).fetchall()
    return [row[0] for row in rows]


class TournamentLine(NamedTuple):
    """A row of the tournament table: a tournament as it stands."""

    tournament: str
    name: str
    start: str
    end: str
    games: int
    version: int
    withdrawn: bool


def every_tournament(connection: Connection) -> list[TournamentLine]:
    rows = connection.execute(f"SELECT {_OF_TOURNAMENT} FROM tournament").fetchall()
    counts = counted.held_under(connection, "rows", _STREAM)
    return _tournament_lines(
        connection, rows, dict.fromkeys((_STREAM + row[0] for row in rows), 0) | counts
    )


def names_among(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return the names of tournaments by id."""
    names: dict[str, str] = {}
    for some in batches([*ids]):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT {_OF_TOURNAMENT} FROM tournament WHERE tournament IN ({marks})",
            some,
        ).fetchall()
        counts = counted.held(connection, "rows", [_STREAM + name for name in some])
        names |= {
            line.tournament: line.name
            for line in _tournament_lines(connection, rows, counts)
        }
    return names


def _tournament_lines(
    connection: Connection, rows: Sequence[Sequence[Any]], counts: counted.Counts
) -> list[TournamentLine]:
    """Return the rows, proven by their counts. A row that the asking transaction wrote
    itself is not counted yet.
    """
    sums = {_STREAM + row[0]: row[-1] for row in rows}
    differ = (
        stream for stream, checksum in counts.items() if sums.get(stream, 0) != checksum
    )
    for stream in counted.not_ours(connection, differ):
        raise damaged(counted.differs(stream))
    return [
        TournamentLine(tournament, name, start, end, games, version, bool(withdrawn))
        for tournament, name, start, end, withdrawn, version, games, _ in (
            checked("tournament", row) for row in rows
        )
    ]


_INSERT_SAID = "INSERT INTO said (mark, seq, checksum) VALUES (?, ?, ?)"
_INSERT_STEP = "INSERT INTO step (seq, first, checksum) VALUES (?, ?, ?)"
_INSERT_TOURNAMENT = (
    "INSERT INTO tournament (tournament, name, start_day, end_day, withdrawn, version,"
    " games, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def note(
    connection: Connection, event: Event, tournament: TournamentNow | None
) -> None:
    """Put an event into the indexes as soon as it is stored: the next document may ask
    for it.
    """
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
        tournament.id,
        header.name,
        header.start,
        header.end,
        int(tournament.withdrawn),
        tournament.version,
        tournament.size,
    )


class CollectedNotes:
    """Look-ups for a rebuild, like those of `Index`: collected in memory and written
    once, in order.
    """

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []
        self.tournaments: dict[str, tuple[Any, ...]] = {}
        # by tournament, its players whenever they were others
        self._seated: dict[str, list[Collection[str]]] = {}
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
        players = (
            tournament.players()
            if tournament.columns is None
            else tournament.columns.players
        )
        if not states or states[-1] != players:
            states.append(players)
        self._plays = None

    def pour(self, events: Connection, connection: Connection) -> None:
        connection.executemany(_INSERT_SAID, sorted(self.said))
        connection.executemany(_INSERT_TOURNAMENT, sorted(self.tournaments.values()))
        for seq, body in self.published:
            note_published(events, connection, seq, body)
        connection.executemany(_INSERT_STEP, [sealed(*step) for step in self.steps])


def count_step(
    connection: Connection,
    events: Sequence[Event],
    timeline: Timeline,
    counting: Counting,
) -> None:
    """Count the events of a step, and what was noted of them; `timeline` has gone past
    them.
    """
    first, last = events[0].seq, events[-1].seq
    streams = set()
    for stream, topic, count in events_between(connection, first - 1, last):
        counting.add("events", stream, count)
        counting.add("events", of_topic(topic), count)
        streams.add(stream)
    counting.put("events", {LOG: last})
    people = {
        event.target
        for event in events
        if isinstance(event.body, PlayerRegistered | PersonErased)
    }
    if people:
        counting.put(
            "people",
            sums_of(connection, people) | dict.fromkeys(map(sealed_of, people), 0),
        )
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
            counting.add(
                "rows", PUBLISHED, published_row(connection, event.seq, event.body)[-1]
            )


def note_step(connection: Connection, first: int, last: int) -> None:
    before = connection.execute("SELECT MAX(seq) FROM step").fetchone()[0] or 0
    if before != first - 1:
        raise damaged(MISSING)
    connection.execute(_INSERT_STEP, sealed(last, first))
