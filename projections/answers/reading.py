"""Opening a ledger for a question: which events are known, which read tables answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ledger.answer import Answer
from ledger.store.database import Connection, check_schema, connect, in_words, look, older
from ledger.timeline import Timeline
from projections.answers.times import Question, asked_day, known_seq
from projections.replay.rows import COLUMNS
from projections.tables import schema
from projections.tables.lookups import Index, events_after
from projections.tables.memory import memory_tables
from projections.tables.published import only_publications_after
from rulebooks import LISTS

__all__ = ["Basis", "Question", "Reading", "after_day", "known_now", "reading", "replayed", "whole"]


class Basis(Answer, frozen=True, kw_only=True):
    """What an answer rests on: the two times of the question and the rules in force."""

    as_of: str
    known_seq: int
    known_at: str | None
    rules: str

    def as_dict(self) -> dict[str, Any]:
        """For the answers that are still dicts."""
        return {"as_of": self.as_of, "known_seq": self.known_seq, "known_at": self.known_at, "rules": self.rules}


class Reading:
    """A ledger as known at a seq and cut at a day. `tables` answers; `events` is always the ledger itself."""

    def __init__(
        self, events: Connection, tables: Connection, as_of: str, known_seq: int, timeline: Timeline | None = None
    ) -> None:
        self.events = events
        self.tables = tables
        self.as_of = as_of
        self.known_seq = known_seq
        self.index = Index(tables, known_seq, events)
        self.timeline: Timeline = timeline or self.index.timeline()

    def rows(self, condition: str = "", *values: Any, all_versions: bool = False) -> list[tuple[Any, ...]]:
        """Entries up to the day, as known, in order; with known_from and known_to behind the columns."""
        where = ["place < ?", "known_from <= ?"]
        given: list[Any] = [after_day(self.as_of), self.known_seq]
        if not all_versions:
            where.append("(known_to IS NULL OR known_to > ?)")
            given.append(self.known_seq)
        if condition:
            where.append(condition)
        rows: list[tuple[Any, ...]] = self.tables.execute(
            f"SELECT {', '.join(COLUMNS)}, known_from, known_to FROM entry WHERE {' AND '.join(where)}"
            " ORDER BY place, step, known_from",
            (*given, *values),
        ).fetchall()
        return rows

    def light(self, list_name: str) -> list[tuple[Any, ...]]:
        """Only what a list needs, by player, in order."""
        rows: list[tuple[Any, ...]] = self.tables.execute(
            "SELECT player, kind, on_day, after, games, normal_games, standing FROM entry WHERE list = ? AND place < ?"
            " AND known_from <= ? AND (known_to IS NULL OR known_to > ?) ORDER BY player, place, step",
            (list_name, after_day(self.as_of), self.known_seq, self.known_seq),
        ).fetchall()
        return rows

    def steps(self, after: int, upto: int) -> list[int]:
        """The last seq of every submission in (after, upto]."""
        rows = self.tables.execute(
            "SELECT seq FROM step WHERE seq > ? AND seq <= ? ORDER BY seq", (after, upto)
        ).fetchall()
        return [row[0] for row in rows]

    def step_of(self, seq: int) -> tuple[int, int] | None:
        """(first, last) seq of the submission an event belongs to."""
        if seq > self.known_seq:
            return None
        row = self.tables.execute("SELECT first, seq FROM step WHERE seq >= ? ORDER BY seq LIMIT 1", (seq,)).fetchone()
        return None if row is None or row[0] > seq else (row[0], row[1])

    def is_step(self, seq: int) -> bool:
        """Whether the tables know this state: the end of a submission, or the beginning."""
        return _is_step(self.tables, seq)

    def changed_players(self, list_name: str, step: int) -> list[str]:
        """Whose rows up to the day a step wrote or closed."""
        rows = self.tables.execute(
            "SELECT DISTINCT player FROM entry WHERE list = ? AND place < ? AND (known_from = ? OR known_to = ?)",
            (list_name, after_day(self.as_of), step, step),
        ).fetchall()
        return sorted(row[0] for row in rows)

    def changed_tournaments(self, list_name: str, step: int) -> dict[str, set[str]]:
        """For each player the tournaments and, for openings and rulings, himself where a step changed his rows."""
        rows = self.tables.execute(
            "SELECT DISTINCT player, tournament FROM entry WHERE list = ? AND place < ?"
            " AND (known_from = ? OR known_to = ?)",
            (list_name, after_day(self.as_of), step, step),
        ).fetchall()
        found: dict[str, set[str]] = {}
        for player, tournament in rows:
            found.setdefault(player, set()).add(tournament or player)
        return found

    def number(self, list_name: str, player: str) -> int | None:
        """A player's number on the day, as known."""
        row = self.tables.execute(
            "SELECT after FROM entry WHERE player = ? AND list = ? AND place < ? AND known_from <= ?"
            " AND (known_to IS NULL OR known_to > ?) ORDER BY place DESC, step DESC LIMIT 1",
            (player, list_name, after_day(self.as_of), self.known_seq, self.known_seq),
        ).fetchone()
        return None if row is None else row[0]

    def title_candidates(self, least: int) -> set[str]:
        """Players with a value that a title may need, or an opening that brought one, in any version."""
        rows = self.tables.execute(
            "SELECT DISTINCT player FROM entry WHERE list = 'selo' AND known_from <= ?"
            " AND (best >= ? OR formula LIKE 'opening %')",
            (self.known_seq, least),
        ).fetchall()
        return {row[0] for row in rows}

    def basis(self) -> Basis:
        row = self.events.execute("SELECT recorded_at FROM event WHERE seq = ?", (self.known_seq,)).fetchone()
        known_at = row[0] if row is not None else None
        return Basis(as_of=self.as_of, known_seq=self.known_seq, known_at=known_at, rules=self.rules())

    def lists(self) -> list[str]:
        """The lists the ledger keeps: those some rules were adopted for."""
        return [name for name in LISTS if self.timeline.schedule(name)]

    def first_list(self) -> str:
        """What a question means that names no list; before the first event, the first there is."""
        return next(iter(self.lists()), LISTS[0])

    def rules(self) -> str:
        """The edition in force on the day; spelled out by list where they differ."""
        found = {name: self._edition(name) for name in self.lists()}
        if len(set(found.values())) == 1:
            return next(iter(found.values()))
        return " ".join(f"{name}={edition}" for name, edition in found.items())

    def _edition(self, list_name: str) -> str:
        schedule = self.timeline.schedule(list_name)
        in_force = [edition for day, edition in schedule if day <= self.as_of]
        return in_force[-1] if in_force else schedule[0][1]


def after_day(day: str) -> str:
    """As of a day is inclusive: every place of that day sorts before this."""
    return day + "~"


@contextmanager
def reading(path: str, question: Question, today: str) -> Iterator[Reading]:
    """The ledger, caught up, cut at the two times of the question."""

    def catch_up(connection: Connection) -> None:
        if older(connection) or schema.projected(connection) != (schema.VERSION, schema.head(connection)):
            _catch_up(path)

    with _cut(path, question, today, catch_up) as (connection, as_of, known):
        if _is_step(connection, known):
            yield Reading(connection, connection, as_of, known)
        else:
            # what the tables cannot answer is answered by the same tables made from the events known then
            with _replay(connection, known) as tables:
                yield Reading(connection, tables, as_of, known)


@contextmanager
def replayed(path: str, question: Question, today: str) -> Iterator[Reading]:
    """The same, from the events alone: no stored table is read."""
    with _cut(path, question, today) as (connection, as_of, known), _replay(connection, known) as tables:
        yield Reading(connection, tables, as_of, known)


@contextmanager
def whole(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Every fact known, in the timeline, and no read table: for runs that are booked nowhere."""
    with _cut(path, question, today) as (connection, as_of, known):
        timeline = Timeline()
        for event in events_after(connection, 0, known):
            timeline.apply(event)
        yield Reading(connection, connection, as_of, known, timeline)


@contextmanager
def _cut(
    path: str, question: Question, today: str, ready: Callable[[Connection], None] = lambda connection: None
) -> Iterator[tuple[Connection, str, int]]:
    """The file opened for reading, one state of it for all of the answer, with the day and the seq asked for."""
    look(path)
    with in_words(path):
        connection = connect(path, write=False)
        try:
            check_schema(connection, path)
            ready(connection)
            connection.execute("BEGIN")
            as_of = asked_day(question.as_of, today)
            yield connection, as_of, known_seq(connection, question, schema.head(connection), today)
        finally:
            connection.close()


@contextmanager
def _replay(connection: Connection, known: int) -> Iterator[Connection]:
    from projections.replay.build import rebuild

    with memory_tables() as memory:
        rebuild(connection, memory, known)
        yield memory


@contextmanager
def known_now(connection: Connection, as_of: str) -> Iterator[Reading]:
    """Inside a write transaction: earlier documents of the same submission are stored and not projected yet."""
    followed = schema.projected(connection)[1]
    if only_publications_after(connection, followed):
        yield Reading(connection, connection, as_of, followed)
    else:
        head = schema.head(connection)
        with _replay(connection, head) as tables:
            yield Reading(connection, tables, as_of, head)


def _catch_up(path: str) -> None:
    from ledger.store.event_log import Store
    from projections.replay.build import catch_up

    with Store(path) as store, store.writing() as writer:
        catch_up(writer.connection)


def _is_step(connection: Connection, known: int) -> bool:
    return known == 0 or connection.execute("SELECT 1 FROM step WHERE seq = ?", (known,)).fetchone() is not None
