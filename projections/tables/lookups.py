"""Look-ups for deciding and reaching: which documents are here, who plays where, and the events behind them."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from ledger.bodies import ListPublished
from ledger.events import EarlierDocument, Event
from ledger.store.database import Connection
from ledger.store.events import (
    event_at,
    events_of,
    events_of_streams,
    players_with_title_decisions,
    registered_players,
)
from ledger.store.persons import Personal, digest, former_names, look_up, salt_of, same_name, some
from ledger.timeline import Timeline, TournamentNow
from projections.tables.published import note_published
from projections.tables.seals import checked, sealed
from projections.tables.units import tournaments_of


class Index:
    """Look-ups on the read tables, and events up to a seq; `Lookups` for deciding and `Index` for reaching.

    `events` is the ledger when the read tables stand elsewhere, in memory.
    """

    def __init__(self, connection: Connection, upto: int | None = None, events: Connection | None = None) -> None:
        self._db = connection
        self._events = events or connection
        self._upto = upto
        self._expected: dict[str, list[Event]] = {}
        self.streams_read = 0

    def by_key(self, key: str) -> EarlierDocument | None:
        return self._said("submission_key", key)

    def by_digest(self, digest: str) -> EarlierDocument | None:
        return self._said("digest", digest)

    def _said(self, column: str, value: str) -> EarlierDocument | None:
        """The latest event with this key or digest."""
        row = self._db.execute(f"SELECT * FROM said WHERE {column} = ? ORDER BY seq DESC LIMIT 1", (value,)).fetchone()
        if row is None:
            return None
        seq, _, document, _ = checked("said", row)
        return EarlierDocument(seq, document)

    def event(self, seq: int) -> Event | None:
        return None if self._upto is not None and seq > self._upto else event_at(self._events, seq)

    def expect(self, streams: Sequence[str]) -> None:
        """Reads together what is about to be asked for one by one."""
        self._expected = events_of_streams(self._events, streams, self._upto)

    def stream(self, name: str) -> Iterator[Event]:
        self.streams_read += 1
        expected = self._expected.pop(name, None)
        return iter(expected) if expected is not None else events_of(self._events, name, self._upto)

    def timeline(self) -> Timeline:
        return Timeline(self.stream, expect=self.expect)

    def take(self, event: Event, timeline: Timeline) -> None:
        """Noted already, when it was stored."""

    def tournaments_of(self, player: str) -> list[str]:
        return tournaments_of(self._db, player)

    def all_tournaments(self) -> list[str]:
        return [row[0] for row in self._db.execute("SELECT tournament FROM tournament").fetchall()]

    def all_players(self) -> list[str]:
        return registered_players(self._events)

    def decided_titles(self) -> list[str]:
        """Players about whose titles something was decided."""
        return players_with_title_decisions(self._events)

    def person(self, player: str) -> Personal | None:
        return look_up(self._events, player)

    def people(self, players: Sequence[str]) -> dict[str, Personal]:
        return some(self._events, players)

    def former_names(self, player: str) -> Sequence[Personal]:
        return former_names(self._events, player)

    def person_then(self, player: str, details: str) -> Personal | None:
        """The person as an event with this digest had them, if their name changed since; else as they are today."""
        former = former_names(self._events, player)
        salt = self.salt(player) or "" if former else ""
        then = (person for person in former if digest(salt, person) == details)
        return next(then, None) or self.person(player)

    def same_name(self, name: str, player: str) -> list[str]:
        return same_name(self._events, name, player)

    def salt(self, player: str) -> str | None:
        return salt_of(self._events, player)


_INSERT_SAID = "INSERT INTO said (seq, submission_key, digest, checksum) VALUES (?, ?, ?, ?)"
_INSERT_STEP = "INSERT INTO step (seq, first, checksum) VALUES (?, ?, ?)"
_INSERT_TOURNAMENT = (
    "INSERT INTO tournament (tournament, name, start_day, end_day, withdrawn, version, games, checksum)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def note(connection: Connection, event: Event, tournament: TournamentNow | None) -> None:
    """An event into the indexes, as soon as it is stored: the next document may ask for it."""
    if event.digest is not None:
        connection.execute(_INSERT_SAID, sealed(event.seq, event.key, event.digest))
    if isinstance(event.body, ListPublished):
        note_published(connection, event.seq, event.body)
    if tournament is None:
        return
    connection.execute("DELETE FROM tournament WHERE tournament = ?", (tournament.id,))
    connection.execute(_INSERT_TOURNAMENT, _tournament_row(tournament))


def _tournament_row(tournament: TournamentNow) -> tuple[Any, ...]:
    header = tournament.header
    return sealed(
        tournament.id, header.name, header.start, header.end, int(tournament.withdrawn), tournament.version,
        tournament.size,
    )  # fmt: skip


class Notes:
    """The same look-ups while everything is rebuilt: collected in memory and written once, in order."""

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []
        self.tournaments: dict[str, tuple[Any, ...]] = {}
        self._seated: dict[str, list[Collection[str]]] = {}  # by tournament, its players whenever they were others
        self._plays: dict[str, dict[str, None]] | None = None
        self.published: list[tuple[int, ListPublished]] = []
        self.steps: list[tuple[int, int]] = []
        self.players: set[str] = set()

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
        if event.digest is not None:
            self.said.append(sealed(event.seq, event.key, event.digest))
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

    def pour(self, connection: Connection) -> None:
        connection.executemany(_INSERT_SAID, self.said)
        connection.executemany(_INSERT_TOURNAMENT, sorted(self.tournaments.values()))
        for seq, body in self.published:
            note_published(connection, seq, body)
        connection.executemany(_INSERT_STEP, [sealed(*step) for step in self.steps])


def note_step(connection: Connection, first: int, last: int) -> None:
    connection.execute(_INSERT_STEP, sealed(last, first))
