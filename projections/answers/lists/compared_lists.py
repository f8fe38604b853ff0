"""Compare two published lists, player by player: rank, rating, games since, why a
rating moved (`selo list compare`).

`selo list next`: the list that is due next, before it is out. Who moves, who is new or
gone, which titles, and what is still open. It says what publishing would say then, as
far as everything is known now.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, NamedTuple

from msgspec import field
from msgspec.structs import replace

from ledger.bodies import PublishedRow
from messages import say
from messages.answer import Answer, Date, Moment, columns, plain
from projections.answers.asking import (
    CsvSheet,
    FirstList,
    Ledger,
    ListName,
    Text,
    Timed,
    about,
)
from projections.answers.career import listed, names_of
from projections.answers.lists.awaited import (
    LIST,
    REPORTS,
    DueRow,
    awaited,
    shifted,
)
from projections.answers.lists.late import beyond, late_in
from projections.answers.lists.listed import published_list
from projections.answers.lists.published import publication, publications
from projections.answers.reading import Basis, Reading, after_day
from projections.answers.titles import TitleRow, titled_list, titles
from projections.tables.notes import Published


class ListDifference(Answer, frozen=True, kw_only=True):
    """A player on both lists or on one. `why`: the tournaments between, those of before
    that came in since, and CORRECTED where earlier results moved the rating as well.
    """

    rank: int | None
    rank_before: int | None
    player: str
    name: str | None
    old: int | None
    new: int | None
    change: int | None
    games: int
    why: tuple[str, ...]


class ComparedLists(Answer, frozen=True, kw_only=True):
    """The answer of `list compare`: by the rank on the newer list, then those who are
    not on it any more.
    """

    list: str
    older: str
    newer: str
    older_as_of: Date
    newer_as_of: Date
    moved: int
    added: int
    gone: int
    rows: tuple[ListDifference, ...]
    basis: Basis


class ListsCompared(Timed, frozen=True, kw_only=True):
    """Two published lists by their labels: rank, rating, games between, and why a
    rating changed.
    """

    line = ("older", "newer")
    examples = ("selo list compare 2024-04 2024-07",)
    table = "rows"
    older: Text
    newer: Text
    list_name: FirstList = field(default=None, name="list")
    moved: Annotated[
        bool, about("Only whose rating changed, and who is new or gone.")
    ] = False

    def ask(self, reading: Reading) -> ComparedLists:
        compared = compare_lists(
            reading, self.list_name or reading.first_list(), self.older, self.newer
        )
        rows = tuple(row for row in compared.rows if not self.moved or row.change != 0)
        return replace(compared, rows=rows)


CORRECTED = say("earlier results corrected")


class ListSide(NamedTuple):
    """One of two lists: its label, its day, its rows in order, and the last event it
    rests on.
    """

    label: str
    as_of: str
    rows: Sequence[PublishedRow]
    known_seq: int


def compare_lists(
    reading: Reading, list_name: str, older: str, newer: str
) -> ComparedLists:
    """Compare the latest revisions of two labels; a merged player is one player on
    both.
    """
    first, old_body, _ = publication(reading, list_name, older)
    second, new_body, _ = publication(reading, list_name, newer)
    sides = [
        ListSide(label, row.as_of, body.rows, body.known_seq)
        for label, row, body in ((older, first, old_body), (newer, second, new_body))
    ]
    return compared(reading, list_name, *sides)


def compared(
    reading: Reading, list_name: str, older: ListSide, newer: ListSide
) -> ComparedLists:
    """Compare two lists, player by player."""
    resolve = reading.timeline.resolve
    old = {resolve(row.player): (rank, row) for rank, row in enumerate(older.rows, 1)}
    new = {resolve(row.player): (rank, row) for rank, row in enumerate(newer.rows, 1)}
    players = [*new, *(player for player in old if player not in new)]
    names = names_of(reading, players)
    since = _Since(reading, list_name, older, newer)
    rows = []
    for player in players:
        rank_before, before = old.get(player, (None, None))
        rank, after = new.get(player, (None, None))
        was = None if before is None else before.rating
        is_now = None if after is None else after.rating
        change = None if was is None or is_now is None else is_now - was
        games, why = since.of(player, was) if change != 0 else (since.games(player), ())
        rows.append(
            ListDifference(
                rank=rank,
                rank_before=rank_before,
                player=player,
                name=names.get(player),
                old=was,
                new=is_now,
                change=change,
                games=games,
                why=why,
            )
        )
    return ComparedLists(
        list=list_name,
        older=older.label,
        newer=newer.label,
        older_as_of=older.as_of,
        newer_as_of=newer.as_of,
        moved=sum(bool(row.change) for row in rows),
        added=sum(player not in old for player in new),
        gone=sum(player not in new for player in old),
        rows=listed(reading, rows),
        basis=reading.basis(),
    )


def as_known_at(reading: Reading, day: str, seq: int) -> Reading:
    """Return a reading of a day as known at a seq. A state inside a submission is not
    in the tables; then what is known today answers.
    """
    known = reading.at(day, min(seq, reading.known_seq))
    return (
        known if known.is_step(known.known_seq) else reading.at(day, reading.known_seq)
    )


class _Since:
    """The time between two lists, as the newer one knew it."""

    def __init__(
        self, reading: Reading, list_name: str, older: ListSide, newer: ListSide
    ) -> None:
        known = as_known_at(reading, max(older.as_of, newer.as_of), newer.known_seq)
        # without a list before, everything
        since = after_day(older.as_of) if older.as_of else ""
        self._careers = known.careers(list_name, since, older.known_seq)
        self._days, self._known_seq = (older.as_of, newer.as_of), older.known_seq

    def of(self, player: str, published: int | None) -> tuple[int, tuple[str, ...]]:
        """Return the games and the tournaments in between, with those of before that
        came in since; CORRECTED is among them if the older rating came out different by
        more than these.
        """
        older, newer = self._days
        career = self._careers.get(player, ())
        late = late_in(career, older, self._known_seq)
        entries = late + [entry for entry in career if older < entry.on <= newer]
        why = list(dict.fromkeys(entry.tournament or entry.unit for entry in entries))
        if published is not None and beyond(career, older, late, published) != 0:
            why.append(CORRECTED)
        return sum(entry.figure.games for entry in entries), tuple(why)

    def games(self, player: str) -> int:
        return self.of(player, None)[0]


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
        with super().seen(ledger, today) as reading:
            reading.open_questions = ledger.open_questions()
            yield reading

    def ask(self, reading: Reading) -> NextListsAnswer:
        return next_lists(reading, self.list_name, self.moved)

    def sheet(self, answer: Answer) -> CsvSheet:
        assert isinstance(answer, NextListsAnswer)
        rows = [
            {"list": each.list, "as_of": each.as_of} | plain(row)
            for each in answer.lists
            for row in each.rows
        ]
        return CsvSheet(rows, ("list", "as_of", *columns(ListDifference)))


def next_lists(
    reading: Reading, list_name: str | None = None, only_moved: bool = False
) -> NextListsAnswer:
    """Return the lists that are due next, each on the day it is due; of a list without
    such days, as of today.
    """
    calendar = awaited(reading, shifted(reading.as_of, YEAR))
    days = {
        name: due_next(reading, name, calendar)
        for name in ([list_name] if list_name else reading.lists())
    }
    first = min(filter(None, days.values()), default=None)
    lists = tuple(
        coming_list(reading, name, day, only_moved)
        for name, day in days.items()
        if list_name or day == first
    )
    until = max((each.as_of for each in lists), default=reading.as_of)
    return NextListsAnswer(
        lists=lists,
        missing=missing_reports(calendar, until),
        open=tuple(OpenRow(**waiting._asdict()) for waiting in reading.open_questions),
        basis=reading.basis(),
    )


def missing_reports(calendar: Sequence[DueRow], until: str) -> tuple[DueRow, ...]:
    """Return the reports of tournaments that end by a day, of all that is awaited."""
    return tuple(row for row in calendar if row.what in REPORTS and row.end <= until)


def due_next(
    reading: Reading, list_name: str, calendar: Sequence[DueRow]
) -> str | None:
    """Return the first day on which a list is due after the one that was published
    last.
    """
    last = _last(reading, list_name)
    days = (row.due for row in calendar if row.what == LIST and row.id == list_name)
    return next((day for day in days if last is None or day > last.as_of), None)


def _last(reading: Reading, list_name: str) -> Published | None:
    """Return the newest published list up to the day of the reading, in its newest
    revision.
    """
    return max(
        publications(reading, list_name),
        key=lambda row: (row.as_of, row.seq),
        default=None,
    )


def coming_list(
    reading: Reading, list_name: str, due_on: str | None, only_moved: bool = True
) -> NextList:
    """Return a list as it would be published on a day with what is known now; without a
    day, on that of the reading.
    """
    then = (
        reading
        if due_on in (None, reading.as_of)
        else reading.at(str(due_on), reading.known_seq)
    )
    rows, last = published_list(then, list_name), _last(then, list_name)
    older = ListSide("", "", (), then.known_seq)
    if last is not None:
        body = publication(then, list_name, last.label, last.revision)[1]
        older = ListSide(last.label, last.as_of, body.rows, body.known_seq)
    compare = compared(
        then, list_name, older, ListSide("", then.as_of, rows, then.known_seq)
    )
    return NextList(
        list=list_name,
        as_of=then.as_of,
        due=due_on,
        published=last and last.label,
        published_as_of=last and last.as_of,
        players=len(rows),
        moved=compare.moved,
        added=compare.added,
        gone=compare.gone,
        rows=tuple(row for row in compare.rows if not only_moved or row.change != 0),
        titles=_titles(then, last) if titled_list(then) == list_name else (),
    )


def _titles(then: Reading, last: Published | None) -> tuple[TitleRow, ...]:
    """Return the titles whose state has changed since the last list was published."""
    known = set[tuple[object, ...]]()
    if last is not None:
        resolve = then.timeline.resolve
        before = as_known_at(then, last.as_of, last.known_seq)
        known = {(resolve(row.player), *_state(row)) for row in titles(before).rows}
    return tuple(
        row for row in titles(then).rows if (row.player, *_state(row)) not in known
    )


def _state(row: TitleRow) -> tuple[object, ...]:
    return row.title, row.on, row.tournament, row.game, row.status, row.standing
