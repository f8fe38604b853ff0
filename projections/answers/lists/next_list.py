"""The list that is due next, before it is out: who moves, who is new or gone, which
titles, and what is still open (`selo list next`). It says what publishing would say
then, as far as everything is known now.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Annotated

from msgspec import field

from ledger.days import days_later
from messages.answer import Answer, Date, Moment, columns, json_value
from projections.answers.asking import CsvSheet, Ledger, ListName, Timed, about
from projections.answers.lists.awaited import (
    LIST,
    REPORTS,
    DueRow,
    due_rows,
)
from projections.answers.lists.compared_lists import (
    ListDifference,
    ListSide,
    compared,
    moved_among,
    published_side,
    reading_known_at,
)
from projections.answers.lists.listed import published_list
from projections.answers.lists.published import publications
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import titled_list
from projections.answers.titles import TitleRow, titles
from projections.tables.notes import Published

YEAR = 366  # days to look ahead: a list that is due is due each year at least


class OpenRow(Answer, frozen=True, kw_only=True):
    """What waits for the office: a `draft`, or a `case`."""

    what: str
    number: int
    at: Moment


class NextList(Answer, frozen=True, kw_only=True):
    """A list as it would be published on its day, beside the one published last."""

    list: str
    as_of: Date
    due: Date | None
    published: str | None
    published_as_of: Date | None
    players: int
    moved: int
    added: int
    gone: int
    rows: tuple[ListDifference, ...]
    titles: tuple[TitleRow, ...]


class NextListsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list next`; `missing` are reports of tournaments that end by the
    day of the last of the lists.
    """

    lists: tuple[NextList, ...]
    missing: tuple[DueRow, ...]
    open: tuple[OpenRow, ...]
    basis: Basis


class ListsNext(Timed, frozen=True, kw_only=True):
    """The lists that are due next, before they are out: who moves, who is new or gone,
    titles, what is still open.
    """

    line = ("list",)
    examples = ("selo list next", "selo list next pelo --moved")
    list_name: Annotated[
        ListName | None, about("Default: those that are due next, else all of them.")
    ] = field(default=None, name="list")
    moved: Annotated[
        bool, about("Only whose rating changes, and who is new or gone.")
    ] = False

    @contextmanager
    def seen(self, ledger: Ledger, today: str) -> Iterator[Reading]:
        """Open the ledger as for any question, with the drafts and cases that wait for
        the office.
        """
        with super().seen(ledger, today) as reading:
            reading.open_questions = ledger.open_questions()
            yield reading

    def ask(self, reading: Reading) -> NextListsAnswer:
        """Return the lists that are due next, or the one asked for."""
        return next_lists(reading, self.list_name, self.moved)

    def sheet(self, answer: Answer) -> CsvSheet:
        """Make a row of each player of each list, with the list and its day before."""
        assert isinstance(answer, NextListsAnswer)
        rows = []
        for each in answer.lists:
            of_list = {"list": each.list, "as_of": each.as_of}
            for row in each.rows:
                rows.append(of_list | json_value(row))
        header = ("list", "as_of", *columns(ListDifference))
        return CsvSheet(rows, header)


def next_lists(
    reading: Reading, list_name: str | None = None, only_moved: bool = False
) -> NextListsAnswer:
    """Return the lists that are due next, each on the day it is due; of a list without
    such days, as of today.

    `list_name`: this list alone, whether it is due first or not. `only_moved`: leave
    out whose rating stays. The calendar is looked at for a year ahead; where several
    lists are due on the first day, all of them are in the answer.
    """
    calendar = due_rows(reading, days_later(reading.as_of, YEAR))
    asked = [list_name] if list_name else reading.lists()
    days = {name: due_next(reading, name, calendar) for name in asked}
    first = min(filter(None, days.values()), default=None)
    lists = []
    for name, day in days.items():
        if list_name or day == first:
            lists.append(coming_list(reading, name, day, only_moved))

    until = max((each.as_of for each in lists), default=reading.as_of)
    waiting = (one._asdict() for one in reading.open_questions)

    return NextListsAnswer(
        lists=tuple(lists),
        missing=missing_reports(calendar, until),
        open=tuple(OpenRow(**fields) for fields in waiting),
        basis=reading.basis(),
    )


def missing_reports(calendar: Sequence[DueRow], until: str) -> tuple[DueRow, ...]:
    """Return the reports of tournaments that end by a day, of all that is awaited.

    `calendar`: what is awaited. `until`: YYYY-MM-DD, included.
    """
    reports = (row for row in calendar if row.what in REPORTS)
    return tuple(row for row in reports if row.end <= until)


def due_next(
    reading: Reading, list_name: str, calendar: Sequence[DueRow]
) -> str | None:
    """Return the first day on which a list is due after the one that was published
    last.

    `calendar`: what is awaited, in the order of days. None where no day of the list is
    in it.
    """
    last = newest_published(reading, list_name)
    for row in calendar:
        if row.what == LIST and row.id == list_name:
            if last is None or row.due > last.as_of:
                return row.due
    return None


def newest_published(reading: Reading, list_name: str) -> Published | None:
    """Return the newest published list up to the day of the reading, in its newest
    revision.

    None where nothing was published yet.
    """
    by_day = attrgetter("as_of", "seq")
    return max(publications(reading, list_name), key=by_day, default=None)


def coming_list(
    reading: Reading, list_name: str, due_on: str | None, only_moved: bool = True
) -> NextList:
    """Return a list as it would be published on a day with what is known now; without a
    day, on that of the reading.

    `due_on`: YYYY-MM-DD. Titles are told only of the list that titles go by. Where
    nothing was published before, everybody is new.
    """
    then = reading
    if due_on is not None and due_on != reading.as_of:
        then = reading.at(due_on, reading.known_seq)

    frozen = published_list(then, list_name)
    coming = ListSide("", then.as_of, frozen, then.known_seq)
    last = newest_published(then, list_name)
    older = ListSide("", "", (), then.known_seq)
    label = last_day = None

    if last is not None:
        label = last.label
        last_day = last.as_of
        older = published_side(then, list_name, label, last.revision)

    comparison = compared(then, list_name, older, coming)
    rows = comparison.rows
    if only_moved:
        rows = moved_among(rows)

    changed_titles: tuple[TitleRow, ...] = ()
    if titled_list(then) == list_name:
        changed_titles = _titles(then, last)

    return NextList(
        list=list_name,
        as_of=then.as_of,
        due=due_on,
        published=label,
        published_as_of=last_day,
        players=len(frozen),
        moved=comparison.moved,
        added=comparison.added,
        gone=comparison.gone,
        rows=rows,
        titles=changed_titles,
    )


def _titles(then: Reading, last: Published | None) -> tuple[TitleRow, ...]:
    """Return the titles whose state has changed since the last list was published.

    `then`: the reading of the day of the next list. `last`: the list that was published
    last; without one, every title is new.
    """
    known = set[tuple[object, ...]]()

    if last is not None:
        before = reading_known_at(then, last.as_of, last.known_seq)
        for row in titles(before).rows:
            player = then.timeline.resolve(row.player)
            known.add(_state(row, player))

    changed = []
    for row in titles(then).rows:
        state = _state(row, row.player)
        if state not in known:
            changed.append(row)

    return tuple(changed)


def _state(row: TitleRow, player: str) -> tuple[object, ...]:
    """Return what a list would say of a title, which is `player`'s.

    Two states that are equal need no line on a list.
    """
    return (
        player,
        row.title,
        row.on,
        row.tournament,
        row.game,
        row.status,
        row.standing,
    )
