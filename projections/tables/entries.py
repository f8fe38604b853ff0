"""Reading rows, titles and steps: the queries of all answers, cut at a day and at what was known.

`known_from` and `known_to` are the last seq of the submission that wrote a row and of the one that closed it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ledger.store.database import Connection
from projections.replay.tally import TitleAt
from projections.replay.unit_row import Spot, UnitRow
from projections.tables import units
from projections.tables.seals import MISSING, checked, damaged
from projections.tables.shelf import seat_numbers, titles_in
from rulebooks.entries import Figure


class Cut(NamedTuple):
    """The two times of a question: entries whose place sorts before `before`, as known at `known_seq`."""

    before: str
    known_seq: int


class Span(NamedTuple):
    """A figure with its row, and the seqs between which it was known; `known_to` None: still in force."""

    row: UnitRow
    figure: Figure
    known_from: int
    known_to: int | None


STARTS_AT = len("2000-01-01 1 ") + 1  # where the place of a unit has its first day
_AS_KNOWN = "known_from <= ? AND (known_to IS NULL OR known_to > ?)"
_IN_FORCE = f"place < ? AND {_AS_KNOWN}"


def rows_in_force(tables: Connection, cut: Cut, condition: str, values: Sequence[Any]) -> Iterator[UnitRow]:
    """Rows in order, as known."""
    known = (cut.before, cut.known_seq, cut.known_seq)
    return units.versions(tables, f"{condition} AND {_IN_FORCE}", (*values, *known))


def units_under_way(tables: Connection, cut: Cut, list_name: str, day: str) -> list[str]:
    """The tournaments with a unit on the list that has begun by the day and ends after the cut, as known."""
    rows = tables.execute(
        "SELECT DISTINCT tournament FROM unit WHERE list = ? AND place >= ? AND kind = 'games'"
        f" AND substr(place, {STARTS_AT}, 10) <= ? AND {_AS_KNOWN} ORDER BY tournament",
        (list_name, cut.before, day, cut.known_seq, cut.known_seq),
    )
    return [row[0] for row in rows.fetchall()]


def row_at(tables: Connection, cut: Cut, spot: Spot) -> UnitRow:
    """The row of a unit before the cut, as known.

    The place is not compared with the cut as well: SQLite would then read all rows up to it.
    """
    rows = units.versions(tables, f"list = ? AND place = ? AND {_AS_KNOWN}", (*spot, cut.known_seq, cut.known_seq))
    row = next(rows, None)
    if row is None:
        raise damaged(MISSING)  # a disk that lost a page: whoever asks named a place of another row
    return row


def rows_of_player(tables: Connection, cut: Cut, list_name: str, player: str, *, every: bool = False) -> list[UnitRow]:
    """The rows in which the player has a seat, in order; with `every` those that were superseded too."""
    numbers = seat_numbers(tables, list_name, [player]).get(player, [])
    rows: list[UnitRow] = []
    for start in range(0, len(numbers), 500):
        some = numbers[start : start + 500]
        condition = f"number IN ({', '.join('?' * len(some))})"
        if every:
            rows += units.versions(
                tables, f"{condition} AND place < ? AND known_from <= ?", (*some, cut.before, cut.known_seq)
            )
        else:
            rows += rows_in_force(tables, cut, condition, some)
    return [row for row in rows if row.seat(player) is not None]


def every_row(tables: Connection, cut: Cut) -> Iterator[UnitRow]:
    """All versions of all units."""
    return units.versions(tables, "place < ? AND known_from <= ?", (cut.before, cut.known_seq))


def changed_rows(tables: Connection, cut: Cut, step: int) -> Iterator[UnitRow]:
    """All versions of the units of which a step wrote or closed one."""
    numbers = "SELECT number FROM unit WHERE known_from = ? UNION SELECT number FROM unit WHERE known_to = ?"
    condition = f"number IN ({numbers}) AND place < ? AND known_from <= ?"
    return units.versions(tables, condition, (step, step, cut.before, cut.known_seq))


def spans(rows: Sequence[UnitRow], player: str | None = None) -> Iterator[Span]:
    """Each entry with the time it was known, from all versions of some units in order."""
    for _, versions in groupby(rows, key=lambda row: (row.place, row.list)):
        yield from _spans_of_unit(list(versions), player)


def _spans_of_unit(versions: Sequence[UnitRow], player: str | None) -> Iterator[Span]:
    """An entry that a later version holds unchanged goes on; `since` says so."""
    ended: list[Span] = []
    going_on: dict[tuple[str, str], Span] = {}
    for row in versions:
        figures = figures_of(row, player)
        still = {(figure.player, figure.kind) for figure in figures if figure.since != row.known_from}
        for key in [key for key in going_on if key not in still]:
            ended.append(going_on.pop(key))
        for figure in figures:
            key = (figure.player, figure.kind)
            span = going_on.get(key)
            going_on[key] = Span(
                row if span is None else span.row,
                figure,
                figure.since if span is None else span.known_from,
                row.known_to,
            )
    ended += going_on.values()
    yield from sorted(ended, key=lambda span: (span.figure.kind != "elo-step", span.known_from, span.figure.player))


def figures_of(row: UnitRow, player: str | None) -> list[Figure]:
    """Of everybody in a unit, or of one player; none when they do not sit in it."""
    if player is None:
        return row.every_figure()
    seat = row.seat(player)
    return [] if seat is None else row.figures(seat)


def is_current(tables: Connection, cut: Cut, list_name: str) -> bool:
    """Whether the question is about everything there is: then nothing has to be added up."""
    newest = _step(tables, "ORDER BY seq DESC LIMIT 1", ())
    if newest is not None and cut.known_seq < newest[0]:
        return False
    later = "SELECT 1 FROM unit WHERE list = ? AND place >= ? AND known_to IS NULL LIMIT 1"
    return tables.execute(later, (list_name, cut.before)).fetchone() is None


def title_spans(
    tables: Connection, cut: Cut, list_name: str, player: str | None = None
) -> list[tuple[TitleAt, int | None]]:
    """Titles up to the day that were ever known by the seq, with the seq that closed each."""
    return [
        (title, known_to)
        for title, known_to in titles_in(tables, list_name, player)
        if title.place < cut.before and title.known_from <= cut.known_seq
    ]


def steps(tables: Connection, after: int, upto: int) -> list[int]:
    """The last seq of every submission in (after, upto]."""
    rows = tables.execute("SELECT * FROM step WHERE seq > ? AND seq <= ? ORDER BY seq", (after, upto)).fetchall()
    return [checked("step", row)[0] for row in rows]


def step_of(tables: Connection, seq: int) -> tuple[int, int] | None:
    """(first, last) seq of the submission an event belongs to."""
    step = _step(tables, "WHERE seq >= ? ORDER BY seq LIMIT 1", (seq,))
    return None if step is None or step[1] > seq else (step[1], step[0])


def is_step(tables: Connection, seq: int) -> bool:
    """Whether the tables know this state: the end of a submission, or the beginning."""
    return seq == 0 or _step(tables, "WHERE seq = ?", (seq,)) is not None


def _step(tables: Connection, which: str, values: tuple[int, ...]) -> Sequence[int] | None:
    """The last and the first seq of one submission."""
    row = tables.execute(f"SELECT * FROM step {which}", values).fetchone()
    return None if row is None else checked("step", row)
