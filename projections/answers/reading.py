"""Opening a ledger for a question: which events are known, which read tables answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ledger.answer import Answer
from ledger.store.database import Connection, older, snapshot
from ledger.store.events import events_after, head, only_publications_after, recorded_at
from ledger.timeline import Timeline
from projections.answers.times import Question, asked_day, known_seq
from projections.replay.rows import ListEntry, Version, entry_of, row_in, version_of
from projections.tables import entries, schema
from projections.tables.entries import Cut
from projections.tables.lookups import Index
from rulebooks import LISTS
from rulebooks.base import Entry

__all__ = ["Basis", "Question", "Reading", "after_day", "known_now", "reading", "replayed", "seq_known", "whole"]


class Basis(Answer, frozen=True, kw_only=True):
    """What an answer rests on: the two times of the question and the rules in force."""

    as_of: str
    known_seq: int
    known_at: str | None
    rules: str


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

    @property
    def cut(self) -> Cut:
        return Cut(after_day(self.as_of), self.known_seq)

    def entries(
        self,
        *,
        player: str | None = None,
        list_name: str | None = None,
        tournament: str | None = None,
        unit: str | None = None,
        before_place: str | None = None,
    ) -> list[Entry]:
        """Entries up to the day, as known, in order."""
        rows = entries.rows(
            self.tables, self.cut, player=player, list_name=list_name, tournament=tournament, unit=unit,
            before_place=before_place,
        )  # fmt: skip
        return [entry_of(row_in(row)) for row in rows]

    def versions(
        self, *, player: str | None = None, list_name: str | None = None, changed_by: int | None = None
    ) -> list[Version]:
        """Entries up to the day with the superseded ones beside those in force, in order."""
        rows = entries.rows(
            self.tables, self.cut, player=player, list_name=list_name, changed_by=changed_by, all_versions=True
        )
        return [version_of(row) for row in rows]

    def list_entries(self, list_name: str) -> list[ListEntry]:
        """What a list needs of the entries up to the day, by player, in order."""
        return entries.list_entries(self.tables, self.cut, list_name)

    def steps(self, after: int, upto: int) -> list[int]:
        """The last seq of every submission in (after, upto]."""
        return entries.steps(self.tables, after, upto)

    def step_of(self, seq: int) -> tuple[int, int] | None:
        """(first, last) seq of the submission an event belongs to."""
        return None if seq > self.known_seq else entries.step_of(self.tables, seq)

    def is_step(self, seq: int) -> bool:
        """Whether the tables know this state: the end of a submission, or the beginning."""
        return entries.is_step(self.tables, seq)

    def changed_players(self, list_name: str, step: int) -> list[str]:
        """Whose entries up to the day a step wrote or closed."""
        return sorted(self.changed_tournaments(list_name, step))

    def changed_tournaments(self, list_name: str, step: int) -> dict[str, set[str]]:
        """By player the tournaments where a step changed their entries; for openings and rulings their own id."""
        changed: dict[str, set[str]] = {}
        for player, tournament in entries.changed(self.tables, self.cut, list_name, step):
            changed.setdefault(player, set()).add(tournament or player)
        return changed

    def rating(self, list_name: str, player: str) -> int | None:
        """A player's rating on the day, as known."""
        return entries.rating(self.tables, self.cut, list_name, player)

    def title_candidates(self, list_name: str, least: int) -> set[str]:
        """Players with a rating that a title may need, or an opening that brought one, in any version."""
        return entries.title_candidates(self.tables, self.cut, list_name, least)

    def basis(self) -> Basis:
        known_at = recorded_at(self.events, self.known_seq)
        return Basis(as_of=self.as_of, known_seq=self.known_seq, known_at=known_at, rules=self.rules())

    def lists(self) -> list[str]:
        """The lists the ledger keeps: those some rules were adopted for."""
        return [name for name in LISTS if self.timeline.schedule(name)]

    def first_list(self) -> str:
        """What a question means that names no list; before the first event, the first there is."""
        return next(iter(self.lists()), LISTS[0])

    def rules(self) -> str:
        """The edition in force on the day; spelled out by list where they differ."""
        editions = {name: self._edition(name) for name in self.lists()}
        if len(set(editions.values())) == 1:
            return next(iter(editions.values()))
        return " ".join(f"{name}={edition}" for name, edition in editions.items())

    def _edition(self, list_name: str) -> str:
        schedule = self.timeline.schedule(list_name)
        # before its first day an edition is not in force, but the first one answers for everything earlier
        in_force = [edition for day, edition in schedule if day <= self.as_of]
        return in_force[-1] if in_force else schedule[0][1]


def after_day(day: str) -> str:
    """As of a day is inclusive: every place of that day sorts before this."""
    return day + "~"


@contextmanager
def reading(path: str, question: Question, today: str) -> Iterator[Reading]:
    """The ledger, caught up, cut at the two times of the question."""

    def catch_up(connection: Connection) -> None:
        # a process that died after storing left the tables behind; whoever reads next brings them up to date
        if older(connection) or schema.projected(connection) != (schema.VERSION, head(connection)):
            _catch_up(path)

    with _cut(path, question, today, catch_up) as (connection, as_of, known):
        if entries.is_step(connection, known):
            yield Reading(connection, connection, as_of, known)
        else:
            # what the tables cannot answer is answered by the same tables made from the events known then
            with _replay(connection, known) as tables:
                yield Reading(connection, tables, as_of, known)


def seq_known(path: str, question: Question, today: str) -> int:
    """The last seq that a question may know."""
    with _cut(path, question, today) as (_, _, known):
        return known


@contextmanager
def replayed(path: str, question: Question, today: str) -> Iterator[Reading]:
    """The same, from the events alone: no stored table is read."""
    with _cut(path, question, today) as (connection, as_of, known), _replay(connection, known) as tables:
        yield Reading(connection, tables, as_of, known)


@contextmanager
def whole(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Every fact known, in the timeline, and no read table: for runs that are booked nowhere."""
    with _cut(path, question, today) as (connection, as_of, known):
        # every event is applied in order: a timeline that reads streams one by one would be slower for all of them
        timeline = Timeline()
        for event in events_after(connection, 0, known):
            timeline.apply(event)
        yield Reading(connection, connection, as_of, known, timeline)


@contextmanager
def _cut(
    path: str, question: Question, today: str, ready: Callable[[Connection], None] = lambda connection: None
) -> Iterator[tuple[Connection, str, int]]:
    """The file opened for reading, one state of it for all of the answer, with the day and the seq asked for."""
    with snapshot(path, ready) as connection:
        as_of = asked_day(question.as_of, today)
        yield connection, as_of, known_seq(connection, question, head(connection), today)


@contextmanager
def _replay(connection: Connection, known: int) -> Iterator[Connection]:
    from projections.replay.build import rebuild
    from projections.tables.memory import memory_tables

    with memory_tables() as memory:
        rebuild(connection, memory, known)
        yield memory


@contextmanager
def known_now(connection: Connection, as_of: str) -> Iterator[Reading]:
    """Inside a write transaction: earlier documents of the same submission are stored and not projected yet."""
    followed = schema.projected(connection)[1]
    # a published list moves no rating, so the tables still answer although they do not follow its event yet
    if only_publications_after(connection, followed):
        yield Reading(connection, connection, as_of, followed)
    else:
        newest = head(connection)
        with _replay(connection, newest) as tables:
            yield Reading(connection, tables, as_of, newest)


def _catch_up(path: str) -> None:
    from ledger.store.event_log import Store
    from projections.replay.build import catch_up

    with Store(path) as store, store.writing() as writer:
        catch_up(writer.connection)
