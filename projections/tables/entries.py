"""Reading rows, titles and steps: the queries of all answers, cut at a day and at what
was known.

`known_from` and `known_to` are the last seq of the submission that wrote a row and of
the one that closed it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from ledger.store.database import Connection
from projections.replay.unit_row import UnitRow
from projections.tables import schema, units
from projections.tables.schema import MISSING, checked, damaged
from rulebooks.entries import Figure


class Cut(NamedTuple):
    """The two times of a question: entries whose place sorts before `before`, as known
    at `known_seq`.
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


class Changed(NamedTuple):
    """A unit of which a step wrote or closed a version."""

    list: str
    place: str
    number: int


STARTS_AT = len("2000-01-01 1 ")  # where the place of a unit has its first day


def in_force(rows: Iterable[UnitRow], cut: Cut) -> Iterator[UnitRow]:
    """Yield the rows that count up to the cut, as known."""
    before, known = cut
    return (row for row in rows if row.place < before and is_known(row, known))


def is_known(row: UnitRow, known_seq: int) -> bool:
    """Tell whether a version was in force as known at a seq."""
    return row.known_from <= known_seq and (
        row.known_to is None or row.known_to > known_seq
    )


def under_way(row: UnitRow, cut: Cut, day: str) -> bool:
    """Tell whether a unit has begun by the day and ends after the cut, as known."""
    begun = row.kind == "games" and row.place[STARTS_AT : STARTS_AT + 10] <= day
    return begun and row.place >= cut.before and is_known(row, cut.known_seq)


def up_to(cut: Cut, rows: Iterable[UnitRow]) -> list[UnitRow]:
    """List every version that is known up to the cut, superseded or not."""
    return [
        row
        for row in rows
        if row.place < cut.before and row.known_from <= cut.known_seq
    ]


def of_list(
    tables: Connection, cut: Cut, list_name: str | None = None
) -> Iterator[UnitRow]:
    """Yield the rows of a list, or of all lists, in order, as known. They have to be
    read to the end, where they are proven.
    """
    return in_force(units.of_lists(tables, list_name), cut)


def changed_by_step(tables: Connection) -> dict[int, list[Changed]]:
    """Map each step to the units of which it wrote or closed a version, in the order of
    lists and places.
    """
    steps: dict[int, list[Changed]] = defaultdict(list)
    for row in units.of_lists(tables):
        changed = Changed(row.list, row.place, row.number)
        for step in (row.known_from, row.known_to):
            if step is not None and (not steps[step] or steps[step][-1] != changed):
                steps[step].append(changed)
    return {step: sorted(own) for step, own in steps.items()}


def spans(rows: Sequence[UnitRow], player: str | None = None) -> Iterator[Span]:
    """Yield each entry with the time it was known, from all versions of some units in
    order.
    """
    for _, versions in groupby(rows, key=lambda row: (row.place, row.list)):
        yield from _spans_of_unit(list(versions), player)


def _spans_of_unit(versions: Sequence[UnitRow], player: str | None) -> Iterator[Span]:
    """Yield the spans of one unit. An entry that a later version leaves unchanged is
    one span.
    """
    ended: list[Span] = []
    going_on: dict[tuple[str, str], Span] = {}
    for row in versions:
        dated = list(row.dated(player))
        still = {
            (figure.player, figure.kind)
            for figure, since in dated
            if since != row.known_from
        }
        for key in [key for key in going_on if key not in still]:
            ended.append(going_on.pop(key))
        for figure, since in dated:
            key = (figure.player, figure.kind)
            span = going_on.get(key)
            first_row, known_from = (
                (row, since) if span is None else (span.row, span.known_from)
            )
            going_on[key] = Span(first_row, figure, known_from, row.known_to)
    ended += going_on.values()
    yield from sorted(
        ended,
        key=lambda span: (
            span.figure.kind != "elo-step",
            span.known_from,
            span.figure.player,
        ),
    )


def figures_of(row: UnitRow, player: str | None) -> list[Figure]:
    """Return the changes of everybody in a unit, or of one player; none when they do
    not sit in it.
    """
    if player is None:
        return row.figures
    # an answer asks each row for one player; a table of everybody, as `row.of` makes,
    # would be made for nobody else
    return [figure for figure in row.figures if figure.player == player]


def steps(tables: Connection, after: int, upto: int) -> list[int]:
    """Return the last seq of every submission in (after, upto]."""
    return [last for last, _ in _submissions(tables, after + 1, upto) if last <= upto]


def step_of(tables: Connection, seq: int) -> tuple[int, int] | None:
    """Return the (first, last) seq of the submission an event belongs to."""
    if not 0 < seq <= schema.followed(tables).seq:
        return None
    last, first = _submissions(tables, seq, seq)[0]
    return first, last


def is_step(tables: Connection, seq: int) -> bool:
    """Tell whether the tables know this state: the end of a submission, or the
    beginning.
    """
    if seq in (0, schema.followed(tables).seq):
        return True
    step = step_of(tables, seq)
    return step is not None and step[1] == seq


def _submissions(tables: Connection, first: int, last: int) -> list[tuple[int, int]]:
    """Return (last, first) seq of each submission with events of a span.

    Each begins where the one before it ended, so that none of them can be missing, or
    be another.
    """
    newest = schema.followed(tables).seq
    read = "SELECT * FROM step WHERE seq"
    before = tables.execute(
        f"{read} < ? ORDER BY seq DESC LIMIT 1", (first,)
    ).fetchall()
    inside = tables.execute(
        f"{read} BETWEEN ? AND ? ORDER BY seq", (first, last)
    ).fetchall()
    after = tables.execute(f"{read} > ? ORDER BY seq LIMIT 1", (last,)).fetchall()
    steps = [
        (row[0], row[1])
        for row in (checked("step", row) for row in (*before, *inside, *after))
    ]
    for earlier, later in pairwise(
        [(0, 0)][len(before) :] + steps + [(newest + 1, newest + 1)][len(after) :]
    ):
        if later[1] != earlier[0] + 1:
            raise damaged(MISSING)
    return steps[len(before) :]
