"""An opened ledger and a cut through it: what a question is answered from.

Why: docs/design/027-opening-a-ledger.md
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ledger.bodies import SettingsStated
from ledger.known_events import KnownEvents
from ledger.office import WaitingForOffice
from ledger.schedules import edition_in
from ledger.store.events import recorded_at
from ledger.timeline import Timeline
from messages import Message
from messages.answer import Answer, Date, Moment
from projections.answers import WHOLE, Viewer
from projections.answers.privacy import Policy
from projections.answers.workings import Workings
from projections.opened_ledger import OpenedLedger
from projections.replay.entry import Version
from projections.replay.tally import Tally, TitleAt, Total
from projections.replay.unit_row import UnitKey, UnitRow
from projections.tables import entries, units
from projections.tables.entries import Cut, Span
from projections.tables.everybody import Everybody, everybody
from projections.tables.own_rows import OwnRows
from projections.tables.players import titles_in
from rulebooks import LISTS, rulebook
from rulebooks.base import Standing
from rulebooks.entries import Entry, Figure

T = TypeVar("T")
P = ParamSpec("P")


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
        if self.known_at is None:
            return self.as_of
        return min(self.as_of, self.known_at[:10])


class FindsPeople(Protocol):
    """Somebody who finds whom a text means that is no id."""

    def meant(self, reading: "Reading", text: str) -> str | None: ...

    def near(self, reading: "Reading", text: str) -> Message: ...


class Reading:
    """A ledger as of a day, as known at a seq.

    `events` is always the ledger itself, and `tables` are the read tables that answer:
    its own, or some in memory. `as_of` is the last day that counts, `known_seq` the
    last event. What one question works out serves the next that the same reading
    answers.
    """

    def __init__(
        self,
        ledger: OpenedLedger,
        as_of: str,
        known_seq: int,
        timeline: Timeline | None = None,
        by_name: FindsPeople | None = None,
    ) -> None:
        """`by_name` finds people whom a question means by their names; without it, only
        ids are known.
        """
        self.ledger = ledger
        self.events = ledger.events
        self.tables = ledger.tables
        self.as_of = as_of
        self.known_seq = known_seq
        self.cut = Cut(after_day(as_of), known_seq)
        self.known_events = KnownEvents(ledger.events, known_seq)
        self.timeline: Timeline = timeline or self.known_events.timeline()
        self.own_rows = OwnRows(ledger.tables, self.cut)
        self.by_name = by_name
        self.viewer = WHOLE  # of whoever asks; a face that answers strangers says so
        # where the ledger is of a question, for what is kept beside it; else empty
        self.path = ""
        # only for those questions that ask for them
        self.open_questions: Sequence[WaitingForOffice] = ()
        # what `cached_on_reading` keeps
        self.cached: dict[tuple[Any, ...], Any] = {}
        self._policies: dict[Viewer, Policy] = {}
        self._everybody_on: dict[str, Everybody] = {}
        self._last_tournament = ""  # the one asked for last
        self._last_versions: list[UnitRow] = []  # every version of its units

    def at(self, as_of: str, known_seq: int) -> "Reading":
        """Return a reading of the same ledger at other times, for the same asker."""
        other = Reading(self.ledger, as_of, known_seq, by_name=self.by_name)
        other.viewer = self.viewer
        return other

    # what whoever asks may see

    @property
    def policy(self) -> Policy:
        """The policy that says what of people whoever asks may see."""
        policy = self._policies.get(self.viewer)
        if policy is None:
            policy = Policy(self.ledger, self.viewer, self.as_of)
            self._policies[self.viewer] = policy
        return policy

    @property
    def settings(self) -> SettingsStated:
        """The settings that the office has stated."""
        return self.ledger.settings

    # the two times, and the rules in force

    def knows_all(self) -> bool:
        """Tell whether the question knows everything that the tables follow."""
        return self.known_seq >= self.followed

    def knows_newest(self) -> bool:
        """Tell whether the question knows the newest event that there is."""
        return self.known_seq == self.ledger.newest

    @property
    def followed(self) -> int:
        """The last event that the read tables follow."""
        return self.ledger.followed

    def basis(self) -> Basis:
        """Return what every answer says of itself."""
        return self._basis

    @cached_property
    def _basis(self) -> Basis:
        """Make what every answer says of itself, once."""
        return Basis(
            as_of=self.as_of,
            known_seq=self.known_seq,
            known_at=recorded_at(self.events, self.known_seq),
            rules=self.rules(),
        )

    def lists(self) -> list[str]:
        """Return the lists the ledger keeps on the day: those some rules were adopted
        for, and that have begun.
        """
        return self._lists

    @cached_property
    def _lists(self) -> list[str]:
        """Return the lists that the ledger keeps on the day, once for all questions."""
        return [name for name in LISTS if self.timeline.keeps(name, self.as_of)]

    def first_list(self) -> str:
        """Return the list of a question that names none: the first kept, before the
        first event the first there is.
        """
        return next(iter(self.lists()), LISTS[0])

    def rules(self) -> str:
        """Name the edition in force on the day; spelled out by list where the lists
        differ.

            "elo-16-32", or "selo=elo-16-32 pelo=..." where they differ

        Empty where no list is kept.
        """
        editions = {name: self.edition(name) for name in self.lists()}

        different = {*editions.values()}
        if len(different) == 1:
            return different.pop()

        return " ".join(f"{name}={edition}" for name, edition in editions.items())

    def edition(self, list_name: str) -> str:
        """Return the edition of a list's rules in force on the day."""
        return edition_in(self.timeline.schedule(list_name), self.as_of)

    # submissions

    def steps(self, after: int, upto: int) -> list[int]:
        """Return the last seq of every submission in (after, upto]."""
        return entries.steps(self.tables, after, upto)

    def submission_of(self, seq: int) -> entries.Submission | None:
        """Return the submission an event belongs to; None for one that is not known."""
        if seq > self.known_seq:
            return None
        return entries.submission_of(self.tables, seq)

    def is_step(self, seq: int) -> bool:
        """Tell whether the tables know this state: the end of a submission, or the
        beginning.
        """
        return seq == self.followed or entries.is_step(self.tables, seq)

    # entries

    @cached_property
    def workings(self) -> Workings:
        """The workings of entries, for those questions that ask why."""
        return Workings(self.events, self.known_seq, self.timeline)

    def entries(
        self,
        *,
        player: str | None = None,
        list_name: str | None = None,
        tournament: str | None = None,
        unit: str | None = None,
    ) -> list[Entry]:
        """Return the entries of a tournament, else of a player, else of a list, as
        known, up to the day, in order.

        Each further argument leaves out what is not of it.

        `tournament` and `unit` are ids. Nobody is looked up by name here: `player` is
        the id that counts.
        """
        if tournament is not None:
            rows = self._rows_of_tournament(tournament, player)
        elif player is not None:
            rows = self._rows_of_player(player, list_name)
        else:
            rows = entries.of_list(self.tables, self.cut, list_name)

        of_rows = []
        for row in rows:
            if not _is_of(row, tournament, unit, list_name):
                continue
            for figure in entries.figures_of(row, player):
                of_rows.append(self.workings.entry(row, figure))

        return of_rows

    def _rows_of_tournament(
        self, tournament: str, player: str | None
    ) -> Iterable[UnitRow]:
        """Return the rows of a tournament that are in force, of lists that there are."""
        in_force = entries.rows_in_force(self.versions_in(tournament), self.cut)
        rows = [row for row in in_force if row.list in LISTS]

        if player is not None:
            # in the order of their career, where some units of a day are on several
            # lists
            rows.sort(key=lambda row: (row.place, LISTS.index(row.list)))
        return rows

    def _rows_of_player(self, player: str, list_name: str | None) -> Iterable[UnitRow]:
        """Return the rows of a player that are in force, on one list or on all, by place."""
        if list_name is not None:
            return self.own_rows.in_force(list_name, player, self.cut)

        rows: list[UnitRow] = []
        for name in self.own_rows.lists(player):
            if name in LISTS:
                rows += self.own_rows.in_force(name, player, self.cut)

        rows.sort(key=attrgetter("place"))
        return rows

    def careers(
        self, list_name: str, since: str = "", known: int | None = None
    ) -> Mapping[str, list[Entry]]:
        """Return everybody's entries on a list up to the day, as known, in order, by
        player: each unit is read once, and not for each of its players.

        `since`, a place: of the entries before it only each player's last is returned,
        and with `known` those that came in after that seq.

        Whoever has no entry on the list is missing.
        """
        careers = defaultdict[str, list[Entry]](list)
        last_earlier: dict[str, UnitRow] = {}

        for row in entries.of_list(self.tables, self.cut, list_name):
            came_in_late = known is not None and row.seq > known

            if row.place >= since or came_in_late:
                for figure in row.figures:
                    entry = self.workings.entry(row, figure)
                    careers[figure.player].append(entry)
            else:
                for figure in row.figures:
                    last_earlier[figure.player] = row

        for player, row in last_earlier.items():
            last_figure = row.changes_of(player)[-1]
            career = careers[player]
            career.insert(0, self.workings.entry(row, last_figure))
            career.sort(key=attrgetter("place"))

        return careers

    def versions(self, *, player: str, list_name: str) -> list[Version]:
        """Return a player's entries up to the day, the superseded ones beside those in
        force, in order.
        """
        rows = self.own_rows.every(list_name, player)
        return self.as_versions(entries.spans(rows, player))

    def as_versions(self, spans: Iterable[Span]) -> list[Version]:
        """Return stored entries with what is worked out again of each when somebody
        asks.
        """
        return list(map(self._version, spans))

    def every_version(self) -> Iterator[Version]:
        """Yield every entry up to the day that was ever known, in order."""
        rows = entries.versions_up_to(self.cut, units.of_lists(self.tables))
        return map(self._version, entries.spans(rows))

    def _version(self, span: Span) -> Version:
        """Return a stored entry as one that can be worked out."""
        entry = self.workings.entry(span.row, span.figure)
        return Version(entry, span.known_from, span.known_to)

    def listed_rating(self, list_name: str, player: str) -> int | None:
        """Return what the list of the day shows of a player, as known.

        `player`: the id that counts. None for whoever is not on it, as with a first
        rating that waits for the next list of FIDE.
        """
        figure = self._last_figure(list_name, player, self.cut)
        if figure is None:
            return None

        shown = rulebook(list_name).shown(figure.standing, self.as_of)
        return shown.rating if shown.listed else None

    def last_rating(self, list_name: str, player: str, known_seq: int) -> int | None:
        """Return the rating after a player's last entry up to the day, as known at a
        seq, in the figures of `history`: what waits for a later list is in it.

        `player`: the id that counts. `known_seq`: need not be that of the reading. None
        for whoever has no entry by then.
        """
        cut = self.cut._replace(known_seq=known_seq)
        figure = self._last_figure(list_name, player, cut)
        return None if figure is None else figure.after

    def standing_before(self, list_name: str, player: str, place: str) -> Standing:
        """Return a player's standing on a list before a place in the order of
        computation, up to the day, as known.

        `player`: the id that counts. `place`: a text that sorts in the order of
        computation. A first standing, without a rating, where there is no entry before.
        """
        cut = self.cut._replace(before=min(self.cut.before, place))
        figure = self._last_figure(list_name, player, cut)
        return Standing() if figure is None else figure.standing

    def _last_figure(self, list_name: str, player: str, cut: Cut) -> Figure | None:
        """Return the figure of a player's last entry up to the cut; None without one."""
        rows = self.own_rows.of_all_time(list_name, player)

        # from the newest on, so that the rows of a career are not all unpacked
        for row in entries.rows_in_force(reversed(rows), cut):
            figures = entries.figures_of(row, player)
            if figures:
                return figures[-1]

        return None

    # sums of entries

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
        """Return the sums of a list, which are read once for the reading."""
        sums = self._everybody_on.get(list_name)
        if sums is None:
            newest = self.knows_all()
            sums = everybody(
                self.tables, self.cut, list_name, self.as_of, newest=newest
            )
            self._everybody_on[list_name] = sums
        return sums

    def total(self, list_name: str, player: str) -> Tally | None:
        """Return one player's total on a list; None if something of theirs comes after
        the day or was known later.

        A total without games is returned for whoever has no entry on the list.
        """
        if not self.knows_all():
            return None

        tally = self.own_rows.own(player).tally(list_name)
        if tally is None:
            return Tally()

        return tally if tally.place < self.cut.before else None

    def is_under_way(self, list_name: str, player: str) -> bool:
        """Tell whether a unit with the player has begun by the day and ends after it.

        Most players have no unit after the day, and then no other player is looked at.

        `player`: the id that counts.
        """
        if self.total(list_name, player) is not None:
            return False

        for row in self.own_rows.of_all_time(list_name, player):
            if entries.is_under_way(row, self.cut, self.as_of) and row.sits(player):
                return True

        return False

    # units and titles

    def versions_in(self, tournament: str) -> list[UnitRow]:
        """Return every version of every unit of a tournament, in the order of places.

        An answer about a tournament asks for them more than once.
        """
        if self._last_tournament != tournament:
            self._last_versions = units.of_tournament(self.tables, tournament)
            self._last_tournament = tournament
        return self._last_versions

    def rows_in(self, tournament: str) -> dict[UnitKey, UnitRow]:
        """Return the rows of a tournament's units, as known.

        They are by list and place.
        """
        rows = entries.rows_in_force(self.versions_in(tournament), self.cut)
        return {row.key: row for row in rows}

    def titles(
        self, list_name: str, player: str | None = None
    ) -> list[tuple[TitleAt, int | None]]:
        """Return titles up to the day that were ever known, everybody's or one
        player's, with the seq that closed each.

        `player`: the id that counts. A seq is None for a title that nothing has closed.
        """
        if player is None:
            titles = titles_in(self.tables, list_name)
        else:
            titles = self.own_rows.own(player).titles_in(list_name)

        before, known = self.cut
        ever_known = []
        for title, known_to in titles:
            if title.place < before and title.known_from <= known:
                ever_known.append((title, known_to))

        return ever_known

    def parts(self) -> int:
        """Count the parts of the ledger that the questions so far have brought into
        memory.
        """
        return self.known_events.streams_read + self.workings.parts()


def _is_of(
    row: UnitRow, tournament: str | None, unit: str | None, list_name: str | None
) -> bool:
    """Tell whether a unit is of this tournament, has this id, and is on this list;
    None: whichever.
    """
    return (
        tournament in (None, row.tournament)
        and unit in (None, row.unit)
        and list_name in (None, row.list)
    )


def cached_on_reading(
    function: Callable[Concatenate[Reading, P], T],
) -> Callable[Concatenate[Reading, P], T]:
    """Let a function of a reading work its answer out once, for every question that the
    reading answers. Its other arguments have to be hashable.

        @cached_on_reading
        def highest_titles(reading: Reading) -> dict[str, str]: ...
    """

    @wraps(function)
    def cached(
        reading: Reading,
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        answers: dict[tuple[Any, ...], T] = reading.cached
        named = sorted(kwargs.items())
        key = (function, *args, *named)
        if key not in answers:
            answers[key] = function(reading, *args, **kwargs)
        return answers[key]

    return cached


def after_day(day: str) -> str:
    """Return a text that sorts behind every place of the day: "as of a day" includes
    that day.

    For example:

        after_day("2024-01-13")  ->  "2024-01-13~"
    """
    return day + "~"
