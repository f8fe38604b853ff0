"""Rows of units and steps as answers read them: cut at a day, and at what was known.

`known_from` and `known_to` are the last seq of the submission that wrote a row and of
the one that closed it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from ledger.store.connection import Connection
from projections.replay.unit_row import UnitRow
from projections.tables import units
from projections.tables.checked_rows import MISSING, checked_row, damaged
from projections.tables.followed import followed_by
from rulebooks.entries import Figure


class Cut(NamedTuple):
    """The two times of a question: entries whose place sorts before `before`, as known
    at `known_seq`.

    before: a place, such as a day; every place that sorts at it or behind it is left
    out.
    known_seq: the number of the last event that is known.
    """

    before: str
    known_seq: int


class Span(NamedTuple):
    """A figure with its row, and the seqs between which it was known; `known_to` None:
    still in force.
    """

    row: UnitRow
    figure: Figure
    known_from: int
    known_to: int | None


class ChangedUnit(NamedTuple):
    """A unit of which a step wrote or closed a version.

    list, place: where the unit stands.
    number: what seats call it by.
    """

    list: str
    place: str
    number: int


STARTS_AT = len("2000-01-01 1 ")  # where the place of a unit has its first day


def rows_in_force(rows: Iterable[UnitRow], cut: Cut) -> Iterator[UnitRow]:
    """Yield the rows that count up to the cut, as known.

    A version that was closed by then does not count; nor does one that came later.
    """
    before, known = cut
    for row in rows:
        if row.place < before and is_known(row, known):
            yield row


def is_known(row: UnitRow, known_seq: int) -> bool:
    """Tell whether a version was in force as known at a seq.

    It was from its `known_from` on, and no longer at its `known_to`.
    """
    if row.known_from > known_seq:
        return False
    return row.known_to is None or row.known_to > known_seq


def is_under_way(row: UnitRow, cut: Cut, day: str) -> bool:
    """Tell whether a unit has begun by the day and ends after the cut, as known.

    `day`: YYYY-MM-DD. Openings and rulings are never under way.
    """
    if row.kind != "games" or row.place < cut.before:
        return False
    start = row.place[STARTS_AT : STARTS_AT + 10]
    if start > day:
        return False
    return is_known(row, cut.known_seq)


def versions_up_to(cut: Cut, rows: Iterable[UnitRow]) -> list[UnitRow]:
    """List every version that is known up to the cut, superseded or not.

    Those that were closed by then stay in: a history shows them as superseded.
    """
    before, known = cut
    return [row for row in rows if row.place < before and row.known_from <= known]


def of_list(
    tables: Connection, cut: Cut, list_name: str | None = None
) -> Iterator[UnitRow]:
    """Yield the rows of a list, or of all lists, in order, as known. They have to be
    read to the end, where they are proven.

    `list_name`: None stands for all lists.
    """
    return rows_in_force(units.of_lists(tables, list_name), cut)


def changed_by_step(tables: Connection) -> dict[int, list[ChangedUnit]]:
    """Map each step to the units of which it wrote or closed a version, in the order of
    lists and places.

    A step is named by the last seq of its submission. One that changed no unit is not
    in the answer. Every version of every list is read for it.
    """
    units_of: dict[int, set[ChangedUnit]] = defaultdict(set)
    for row in units.of_lists(tables):
        changed = ChangedUnit(row.list, row.place, row.number)
        for step in (row.known_from, row.known_to):
            if step is not None:
                units_of[step].add(changed)
    return {step: sorted(changed) for step, changed in units_of.items()}


def spans(rows: Sequence[UnitRow], player: str | None = None) -> Iterator[Span]:
    """Yield each entry with the time it was known, from all versions of some units in
    order.

    `player`: only their entries; without, everybody's. `rows`: in the order of places
    and of knowledge, so that the versions of a unit follow each other.
    """
    for _, versions in groupby(rows, key=attrgetter("place", "list")):
        yield from _spans_of_unit(versions, player)


def _spans_of_unit(versions: Iterable[UnitRow], player: str | None) -> Iterator[Span]:
    """Yield the spans of one unit. An entry that a later version leaves unchanged is
    one span.

    `versions`: those of one unit, in the order in which they became known.
    """
    every_span: list[Span] = []
    going_on: dict[tuple[str, str], Span] = {}  # by player and kind
    for row in versions:
        before, going_on = going_on, {}
        for figure, since in row.dated(player):
            key = (figure.player, figure.kind)
            span = Span(row, figure, since, row.known_to)
            # only an entry that is older than the version goes on from the one before
            if since != row.known_from and key in before:
                earlier = before.pop(key)
                span = earlier._replace(figure=figure, known_to=row.known_to)
            going_on[key] = span
        every_span += before.values()

    every_span += going_on.values()
    yield from sorted(every_span, key=_order_of_spans)


def _order_of_spans(span: Span) -> tuple[bool, int, str]:
    """Return the key by which spans stand in order within a unit: steps of 3.7 first.

    Of one kind, what became known earlier comes first, then who has the earlier id.
    """
    figure = span.figure
    return figure.kind != "elo-step", span.known_from, figure.player


def figures_of(row: UnitRow, player: str | None) -> list[Figure]:
    """Return the changes of everybody in a unit, or of one player; none when they do
    not sit in it.

    They are in the order of the row, a step of 3.7 before the change by games.
    """
    if player is None:
        return row.figures
    # an answer asks each row for one player; the table of everybody that
    # `row.changes_of` makes would be made for nobody else
    return [figure for figure in row.figures if figure.player == player]


def steps(tables: Connection, after: int, upto: int) -> list[int]:
    """Return the last seq of every submission in (after, upto].

    A submission of which the last event lies behind `upto` is not whole by then, and is
    left out.
    """
    submissions = _submissions(tables, after + 1, upto)
    return [submission.last for submission in submissions if submission.last <= upto]


class Submission(NamedTuple):
    """The seqs of a submission's first and last event: a row of the table `step`."""

    first: int
    last: int


def submission_of(tables: Connection, seq: int) -> Submission | None:
    """Return the submission an event belongs to; None for an event that the tables do
    not follow.
    """
    newest = followed_by(tables).seq
    if not 0 < seq <= newest:
        return None
    submission, *_ = _submissions(tables, seq, seq)
    return submission


def is_step(tables: Connection, seq: int) -> bool:
    """Tell whether the tables know this state: the end of a submission, or the
    beginning.

    False for an event in the middle of a submission: no row says what was known there.
    """
    if seq in (0, followed_by(tables).seq):
        return True
    submission = submission_of(tables, seq)
    return submission is not None and submission.last == seq


def _submissions(tables: Connection, first: int, last: int) -> list[Submission]:
    """Return the submissions with events of a span, in order.

    Each begins where the one before it ended, so that none of them can be missing, or
    be another.

    Also returned is the next one, if there is one: the last event may belong to it. The
    ledger is refused as damaged where a row between them is missing.
    """
    before = _steps(tables, "< ? ORDER BY seq DESC LIMIT 1", first)
    inside = _steps(tables, "BETWEEN ? AND ? ORDER BY seq", first, last)
    after = _steps(tables, "> ? ORDER BY seq LIMIT 1", last)
    beyond = followed_by(tables).seq + 1
    chain = [
        *(before or [Submission(0, 0)]),
        *inside,
        *(after or [Submission(beyond, beyond)]),
    ]
    for earlier, later in pairwise(chain):
        if later.first != earlier.last + 1:
            raise damaged(MISSING)

    return inside + after


def _steps(tables: Connection, condition: str, *seqs: int) -> list[Submission]:
    """Read and check rows of the table `step`.

    `condition`: what follows `WHERE seq`, with a question mark for each of the seqs.
    """
    query = f"SELECT * FROM step WHERE seq {condition}"
    rows = tables.execute(query, seqs).fetchall()
    steps = []
    for row in rows:
        last, first, _ = checked_row("step", row)
        steps.append(Submission(first, last))
    return steps
