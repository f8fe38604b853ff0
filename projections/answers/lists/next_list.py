"""`selo lists next`: the list that is due next, before it is out. Who moves, who is new or gone, which titles, and what
is still open. It says what publishing would say then, as far as everything is known now.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

from msgspec import field

from messages.answer import Answer, Date, Moment, columns, plain
from projections.answers.asking import Ledger, ListName, Sheet, Timed, about
from projections.answers.lists.compared_lists import ListDifference, Side, as_known_at, compared
from projections.answers.lists.due import LIST, DueRow, due
from projections.answers.lists.listed import published_list
from projections.answers.lists.published import publication, publications
from projections.answers.reading import Basis, Reading
from projections.answers.titles import TitleRow, titled_list, titles
from projections.tables.published import Published

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
    """The answer of `lists next`; `missing` are reports of tournaments that end by the day of the last of the lists."""

    lists: tuple[NextList, ...]
    missing: tuple[DueRow, ...]
    open: tuple[OpenRow, ...]
    basis: Basis


class ListsNext(Timed, frozen=True, kw_only=True):
    """The lists that are due next, before they are out: who moves, who is new or gone, titles, what is still open."""

    remembered = False  # what waits for the office is in no event
    costly = True
    line = ("list",)
    examples = ("selo lists next", "selo lists next pelo --moved")
    list_name: Annotated[ListName | None, about("Default: those that are due next, else all of them.")] = field(
        default=None, name="list"
    )
    moved: Annotated[bool, about("Only whose rating changes, and who is new or gone.")] = False

    @contextmanager
    def seen(self, ledger: Ledger, today: str) -> Iterator[Reading]:
        with super().seen(ledger, today) as reading:
            reading.open_questions = ledger.open_questions()
            yield reading

    def ask(self, reading: Reading) -> NextListsAnswer:
        return next_lists(reading, self.list_name, self.moved)

    def sheet(self, answer: Answer) -> Sheet:
        assert isinstance(answer, NextListsAnswer)
        rows = [{"list": each.list, "as_of": each.as_of} | plain(row) for each in answer.lists for row in each.rows]
        return Sheet(rows, ("list", "as_of", *columns(ListDifference)))


def next_lists(reading: Reading, list_name: str | None = None, only_moved: bool = False) -> NextListsAnswer:
    """Return the lists that are due next, each on the day it is due; of a list without such days, as of today."""
    calendar = due(reading, YEAR).rows
    days = {name: _due_next(reading, name, calendar) for name in ([list_name] if list_name else reading.lists())}
    first = min(filter(None, days.values()), default=None)
    lists = tuple(_coming(reading, name, day, only_moved) for name, day in days.items() if list_name or day == first)
    until = max((each.as_of for each in lists), default=reading.as_of)
    return NextListsAnswer(
        lists=lists,
        missing=tuple(row for row in calendar if row.what != LIST and row.end <= until),
        open=tuple(OpenRow(**waiting._asdict()) for waiting in reading.open_questions),
        basis=reading.basis(),
    )


def _due_next(reading: Reading, list_name: str, calendar: Sequence[DueRow]) -> str | None:
    """Return the first day on which a list is due after the one that was published last."""
    last = _last(reading, list_name)
    days = (row.due for row in calendar if row.what == LIST and row.id == list_name)
    return next((day for day in days if last is None or day > last.as_of), None)


def _last(reading: Reading, list_name: str) -> Published | None:
    """Return the newest published list up to the day of the reading, in its newest revision."""
    return max(publications(reading, list_name), key=lambda row: (row.as_of, row.seq), default=None)


def _coming(reading: Reading, list_name: str, due_on: str | None, only_moved: bool) -> NextList:
    """Return a list as it would be published on a day with what is known now."""
    then = reading if due_on in (None, reading.as_of) else reading.at(str(due_on), reading.known_seq)
    rows, last = published_list(then, list_name), _last(then, list_name)
    older = Side("", "", ())
    if last is not None:
        older = Side(last.label, last.as_of, publication(then, list_name, last.label, last.revision)[1].rows)
    compare = compared(then, list_name, older, Side("", then.as_of, rows), then.known_seq)
    return NextList(
        list=list_name, as_of=then.as_of, due=due_on, published=last and last.label,
        published_as_of=last and last.as_of, players=len(rows), moved=compare.moved, added=compare.added,
        gone=compare.gone, rows=tuple(row for row in compare.rows if not only_moved or row.change != 0),
        titles=_titles(then, last) if titled_list(then) == list_name else (),
    )  # fmt: skip


def _titles(then: Reading, last: Published | None) -> tuple[TitleRow, ...]:
    """Return the titles whose state has changed since the last list was published."""
    known = set[tuple[object, ...]]()
    if last is not None:
        resolve = then.timeline.resolve
        before = as_known_at(then, last.as_of, last.known_seq)
        known = {(resolve(row.player), *_state(row)) for row in titles(before).rows}
    return tuple(row for row in titles(then).rows if (row.player, *_state(row)) not in known)


def _state(row: TitleRow) -> tuple[object, ...]:
    return row.title, row.on, row.tournament, row.game, row.status, row.standing
