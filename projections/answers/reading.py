"""Open a ledger for a question: which events are known, which read tables answer."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import chain
from typing import Any, TypeVar, cast

from ledger.bodies import SettingsStated
from ledger.office import MemberRegister, WaitingForOffice, settings_of
from ledger.schedules import edition_in
from ledger.store.database import Connection, snapshot
from ledger.store.events import head, only_publications_after, recorded_at
from ledger.timeline import Timeline
from messages.answer import Answer, Date, Moment
from projections.answers import WHOLE, Question, Sight
from projections.answers.policy import Policy
from projections.answers.times import asked_times, catch_up_if_behind
from projections.answers.workings import Workings
from projections.replay.entry import Version
from projections.replay.tally import Tally, TitleAt, Total
from projections.replay.unit_row import Spot, UnitRow
from projections.tables import entries, schema, units
from projections.tables.entries import Cut, Span
from projections.tables.lookups import Index
from projections.tables.players import Everybody, OwnRows, everybody, titles_in
from rulebooks import LISTS
from rulebooks.entries import Entry

__all__ = [
    "Basis",
    "Question",
    "Reading",
    "after_day",
    "cut_at",
    "known_now",
    "reading",
]

T = TypeVar("T")


class Basis(Answer, frozen=True, kw_only=True):
    """What an answer rests on: the two times of the question and the rules in force."""

    as_of: Date
    known_seq: int
    known_at: Moment | None
    rules: str

    @property
    def until(self) -> str:
        """The day on which a picture ends: the day asked about, or that of the newest
        event known.
        """
        return (
            self.as_of if self.known_at is None else min(self.as_of, self.known_at[:10])
        )


class Reading:
    """A ledger as known at a seq and cut at a day. `tables` answers; `events` is always
    the ledger itself.
    """

    def __init__(
        self,
        events: Connection,
        tables: Connection,
        as_of: str,
        known_seq: int,
        timeline: Timeline | None = None,
    ) -> None:
        self.events = events
        self.tables = tables
        self.as_of = as_of
        self.known_seq = known_seq
        self.cut = Cut(after_day(as_of), known_seq)
        self.index = Index(tables, known_seq, events)
        self.timeline: Timeline = timeline or self.index.timeline()
        self.own_rows = OwnRows(tables, self.cut)
        self.sight = WHOLE  # of whoever asks; a face that answers strangers says so
        # of those questions that ask for it
        self.register: MemberRegister | None = None
        self.open_questions: Sequence[WaitingForOffice] = ()  # of those too
        self._policies: dict[Sight, Policy] = {}
        self._everybody_on: dict[str, Everybody] = {}
        # the tournament asked for last, with every version of its units
        self._versions_in: tuple[str, list[UnitRow]] = "", []
        self._once: dict[tuple[str, str], Any] = {}

    def at(self, as_of: str, known_seq: int) -> "Reading":
        """Return a reading of the same ledger at other times, for the same asker."""
        other = Reading(self.events, self.tables, as_of, known_seq)
        other.sight = self.sight
        return other

    @property
    def policy(self) -> Policy:
        """The policy that says what of people whoever asks may see."""
        if self.sight not in self._policies:
            self._policies[self.sight] = Policy(self.events, self.sight, self.as_of)
        return self._policies[self.sight]

    @cached_property
    def settings(self) -> SettingsStated:
        """The settings that the office has stated."""
        return settings_of(self.events)

    @cached_property
    def workings(self) -> Workings:
        """The workings of entries, for those questions that ask why."""
        return Workings(self.events, self.tables, self.known_seq, self.timeline)

    def parts(self) -> int:
        """Count the parts of the ledger that the questions so far have brought into
        memory.
        """
        return self.index.streams_read + self.workings.parts()

    def once(self, what: str, list_name: str, work_out: Callable[[], T]) -> T:
        """Return something about a list, worked out once for every question that this
        reading answers.
        """
        key = (what, list_name)
        if key not in self._once:
            self._once[key] = work_out()
        return cast(T, self._once[key])

    def entries(
        self,
        *,
        player: str | None = None,
        list_name: str | None = None,
        tournament: str | None = None,
        unit: str | None = None,
        before_place: str | None = None,
    ) -> list[Entry]:
        """Return entries up to the day, as known, in order."""
        cut = (
            self.cut
            if before_place is None
            else self.cut._replace(before=min(self.cut.before, before_place))
        )
        rows: Iterable[UnitRow]
        if tournament is not None:
            rows = [
                row
                for row in entries.in_force(self.versions_in(tournament), cut)
                if row.list in LISTS
            ]
            # in the order of their career, where some units of a day are on several
            # lists
            if player is not None:
                rows = sorted(rows, key=lambda row: (row.place, LISTS.index(row.list)))
        elif player is not None:
            lists = (
                [list_name]
                if list_name is not None
                else [name for name in self.own_rows.lists(player) if name in LISTS]
            )
            by_list = (self.own_rows.in_force(name, player, cut) for name in lists)
            rows = sorted(chain.from_iterable(by_list), key=lambda row: row.place)
        else:
            rows = entries.of_list(self.tables, cut, list_name)
        return [
            self.workings.entry(row, figure)
            for row in rows
            if (tournament is None or row.tournament == tournament)
            and (unit is None or row.unit == unit)
            and (list_name is None or row.list == list_name)
            for figure in entries.figures_of(row, player)
        ]

    def careers(
        self, list_name: str, since: str = "", known: int | None = None
    ) -> Mapping[str, list[Entry]]:
        """Return everybody's entries on a list up to the day, as known, in order: each
        unit is read once, and not for each of its players. `since`: of those before it
        only each one's last, and what came in after seq `known`.
        """
        careers, last = defaultdict[str, list[Entry]](list), dict[str, UnitRow]()
        for row in entries.of_list(self.tables, self.cut, list_name):
            if row.place >= since or (known is not None and row.seq > known):
                for figure in row.figures:
                    careers[figure.player].append(self.workings.entry(row, figure))
            else:
                last.update({figure.player: row for figure in row.figures})
        for player, row in last.items():
            entry = self.workings.entry(row, row.of(player)[-1])
            careers[player] = sorted(
                [entry, *careers[player]], key=lambda one: one.place
            )
        return careers

    def versions(self, *, player: str, list_name: str) -> list[Version]:
        """Return a player's entries up to the day, the superseded ones beside those in
        force, in order.
        """
        return self.as_versions(
            entries.spans(self.own_rows.every(list_name, player), player)
        )

    def as_versions(self, spans: Iterable[Span]) -> list[Version]:
        """Return stored entries with what is worked out again of each when somebody
        asks.
        """
        return list(map(self._version, spans))

    def every_version(self) -> Iterator[Version]:
        """Yield every entry up to the day that was ever known, in order."""
        return map(
            self._version,
            entries.spans(entries.up_to(self.cut, units.of_lists(self.tables))),
        )

    def _version(self, span: Span) -> Version:
        return Version(
            self.workings.entry(span.row, span.figure), span.known_from, span.known_to
        )

    def totals(self, list_name: str) -> Sequence[Total]:
        """Return the totals of everybody's entries on a list by the day, as known, in
        the order of players.
        """
        return self._everybody(list_name).totals

    def under_way(self, list_name: str) -> Sequence[str]:
        """Return the tournaments with a unit on the list that has begun by the day and
        ends after it, as known.
        """
        return self._everybody(list_name).under_way

    def _everybody(self, list_name: str) -> Everybody:
        if list_name not in self._everybody_on:
            self._everybody_on[list_name] = everybody(
                self.tables, self.cut, list_name, self.as_of, newest=self.knows_all()
            )
        return self._everybody_on[list_name]

    def total(self, list_name: str, player: str) -> Tally | None:
        """Return one player's total on a list; None if something of theirs comes after
        the day or was known later.
        """
        if not self.knows_all():
            return None
        tally = self.own_rows.own(player).tally(list_name) or Tally()
        return tally if tally.place < self.cut.before else None

    def is_under_way(self, list_name: str, player: str) -> bool:
        """Tell whether a unit with the player has begun by the day and ends after it.
        Most players have no unit after the day, and then no other player is looked at.
        """
        if self.total(list_name, player) is not None:
            return False
        rows = self.own_rows.of_all_time(list_name, player)
        return any(
            entries.under_way(row, self.cut, self.as_of) and row.sits(player)
            for row in rows
        )

    def versions_in(self, tournament: str) -> list[UnitRow]:
        """Return every version of every unit of a tournament, in the order of places.
        An answer about a tournament asks for them more than once.
        """
        if self._versions_in[0] != tournament:
            self._versions_in = (
                tournament,
                units.of_tournament(self.tables, tournament),
            )
        return self._versions_in[1]

    def rows_in(self, tournament: str) -> dict[Spot, UnitRow]:
        """Return the rows of a tournament's units, as known."""
        rows = entries.in_force(self.versions_in(tournament), self.cut)
        return {row.spot: row for row in rows}

    def titles(
        self, list_name: str, player: str | None = None
    ) -> list[tuple[TitleAt, int | None]]:
        """Return titles up to the day that were ever known, with the seq that closed
        each.
        """
        before, known = self.cut
        titles = (
            titles_in(self.tables, list_name)
            if player is None
            else self.own_rows.own(player).titles_in(list_name)
        )
        return [
            (title, to)
            for title, to in titles
            if title.place < before and title.known_from <= known
        ]

    def steps(self, after: int, upto: int) -> list[int]:
        """Return the last seq of every submission in (after, upto]."""
        return entries.steps(self.tables, after, upto)

    def step_of(self, seq: int) -> tuple[int, int] | None:
        """Return the (first, last) seq of the submission an event belongs to."""
        return None if seq > self.known_seq else entries.step_of(self.tables, seq)

    def is_step(self, seq: int) -> bool:
        """Tell whether the tables know this state: the end of a submission, or the
        beginning.
        """
        return seq == self.followed or entries.is_step(self.tables, seq)

    def rating(self, list_name: str, player: str) -> int | None:
        """Return a player's rating on the day, as known."""
        rows = self.own_rows.in_force(list_name, player, self.cut)
        ratings = [
            figure.after for row in rows for figure in entries.figures_of(row, player)
        ]
        return ratings[-1] if ratings else None

    def knows_all(self) -> bool:
        """Tell whether the question knows everything that the tables follow."""
        return self.known_seq >= self.followed

    @cached_property
    def followed(self) -> int:
        """The last event that the read tables follow."""
        return schema.followed(self.tables).seq

    def basis(self) -> Basis:
        return self._basis

    @cached_property
    def _basis(self) -> Basis:
        known_at = recorded_at(self.events, self.known_seq)
        return Basis(
            as_of=self.as_of,
            known_seq=self.known_seq,
            known_at=known_at,
            rules=self.rules(),
        )

    def lists(self) -> list[str]:
        """Return the lists the ledger keeps on the day: those some rules were adopted
        for, and that have begun.
        """
        return self._lists

    @cached_property
    def _lists(self) -> list[str]:
        return [name for name in LISTS if self.timeline.keeps(name, self.as_of)]

    def first_list(self) -> str:
        """Return the list of a question that names none: the first kept, before the
        first event the first there is.
        """
        return next(iter(self.lists()), LISTS[0])

    def rules(self) -> str:
        """Name the edition in force on the day; spelled out by list where the lists
        differ.
        """
        editions = {name: self.edition(name) for name in self.lists()}
        if len(set(editions.values())) == 1:
            return next(iter(editions.values()))
        return " ".join(f"{name}={edition}" for name, edition in editions.items())

    def edition(self, list_name: str) -> str:
        """Return the edition of a list's rules in force on the day."""
        return edition_in(self.timeline.schedule(list_name), self.as_of)


def after_day(day: str) -> str:
    """Return a text that sorts behind every place of the day: "as of a day" includes
    that day.
    """
    return day + "~"


@contextmanager
def reading(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open the ledger, caught up, cut at the two times of the question."""
    with cut_at(path, question, today, partial(catch_up_if_behind, path)) as (
        connection,
        as_of,
        known,
    ):
        opened = Reading(connection, connection, as_of, known)
        if opened.is_step(known):
            yield opened
        else:
            # what the tables cannot answer is answered by the same tables made from the
            # events known then
            from projections.tables.build import replayed_tables

            with replayed_tables(connection, known) as tables:
                yield Reading(connection, tables, as_of, known)


@contextmanager
def cut_at(
    path: str,
    question: Question,
    today: str,
    ready: Callable[[Connection], None] = lambda connection: None,
) -> Iterator[tuple[Connection, str, int]]:
    """Open the file for reading, one state of it for all of the answer, with the day
    and the seq asked for.
    """
    with snapshot(path, ready) as connection:
        yield connection, *asked_times(connection, question, today)


@contextmanager
def known_now(connection: Connection, as_of: str) -> Iterator[Reading]:
    """Open a reading inside a write transaction: earlier documents of the same
    submission are stored and not projected yet.
    """
    followed = schema.projected(connection)[1]
    # a published list moves no rating, so the tables still answer although they do not
    # follow its event yet
    if only_publications_after(connection, followed):
        yield Reading(connection, connection, as_of, followed)
    else:
        from projections.tables.build import replayed_tables

        newest = head(connection)
        with replayed_tables(connection, newest) as tables:
            yield Reading(connection, tables, as_of, newest)
