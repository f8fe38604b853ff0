"""Propose which column of a table of games is what, under headings that nobody here knows.

    white=2,black=4,result=5,round=1    columns are counted from 1

The officer says yes or names others. The table is then written under headings that are
known, line by line, and read as every table of games: a proposal that does not fit is
refused with its lines.
"""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from exchange.results.names_in_rows import WORD
from exchange.results.written_results import result
from exchange.text.dates import readings
from exchange.text.numbers import whole
from exchange.text.tables import tabbed

# of a table that columns are proposed for
LEAST_COLUMNS, LEAST_ROWS, MOST_ROWS, MOST_COLUMNS = 3, 2, 20_000, 100
ROLES = ("round", "white", "black", "result", "date", "board")
SEPARATORS = "\t;|,"
MOST_ROUND = 60
_TWO_WORDS = re.compile(r"[^\W\d_]{2,}.*[\s,].*[^\W\d_]")


class TextTable(NamedTuple):
    """A table: the separator, the lines of one width by their number, and the first of
    them if it is a heading.
    """

    separator: str
    rows: dict[int, list[str]]

    def column(self, at: int, below: int) -> list[str]:
        """Return what a column has in the rows below a line, but for empty cells."""
        return [
            row[at] for number, row in self.rows.items() if number > below and row[at]
        ]


class ColumnsProposal(NamedTuple):
    """What the columns may be, as `--columns` has it, and how they are headed; empty
    where nothing fits.
    """

    text: str
    heads: str


def table_of(lines: Sequence[str]) -> TextTable | None:
    """Find the separator that makes most lines equally wide; None: it is no table.

    At least three rows of three columns. A tab wins over `;` where both fit as well.
    """
    best = TextTable("", {})
    for mark in SEPARATORS:
        numbered = (
            (number, line)
            for number, line in enumerate(lines[:MOST_ROWS], 1)
            if mark in line
        )
        cut = {number: row for number, line in numbered if (row := _cut(line, mark))}
        widths = Counter(map(len, cut.values()))
        width = max(widths, key=lambda one: (widths[one], one), default=0)
        rows = {number: row for number, row in cut.items() if len(row) == width}
        if LEAST_COLUMNS <= width <= MOST_COLUMNS and len(rows) > max(
            LEAST_ROWS, len(best.rows)
        ):
            best = TextTable(mark, rows)

    return best if best.rows else None


def _cut(line: str, mark: str) -> list[str]:
    """Cut a line at a mark, with quotes as CSV has them; nothing where these do not
    match.
    """
    try:
        return [
            cell.strip()
            for cell in next(csv.reader([line], delimiter=mark, strict=True), [])
        ]
    except csv.Error:
        return []


def proposal(lines: Sequence[str]) -> ColumnsProposal | None:
    """Propose which column is what; None: the text is no table at all.

        Krs;V;M;Tulos             round=1,white=2,black=3,result=4
        1;Aho, Aino;Berg, Bea;1-0

    One column alone must be of results, and two of names: those beside the results, if
    there are any on both sides. Else the text of the proposal is empty.
    """
    table = table_of(lines)
    if table is None:
        return None

    head, first = next(iter(table.rows.items()))
    places = range(len(first))
    # the first row is the heading: it has a word over the results
    results = [
        at
        for at in places
        if _are_results(table.column(at, head)) and result(first[at]) is None
    ]
    heads = ", ".join(f"{at} {cell[:20]!r}" for at, cell in enumerate(first[:12], 1))
    if len(results) != 1:
        return ColumnsProposal("", heads)

    names = [
        at for at in places if _are_names(table.column(at, head), len(table.rows) - 1)
    ]
    whole_names = [
        at
        for at in names
        if all(_TWO_WORDS.search(cell) for cell in table.column(at, head))
    ]
    names = whole_names if len(whole_names) > 1 else names
    if len(names) < 2:
        return ColumnsProposal("", heads)

    left, right = (
        [at for at in names if at < results[0]],
        [at for at in names if at > results[0]],
    )
    white, black = (left[-1], right[0]) if left and right else names[:2]
    chosen = {"white": white, "black": black, "result": results[0]}
    for role, fits in (("round", _are_rounds), ("date", _are_days)):
        place = next(
            (
                at
                for at in places
                if at not in chosen.values() and fits(table.column(at, head))
            ),
            None,
        )
        if place is not None:
            chosen[role] = place

    return ColumnsProposal(
        ",".join(f"{role}={chosen[role] + 1}" for role in ROLES if role in chosen),
        heads,
    )


def _are_results(cells: Sequence[str]) -> bool:
    """Return whether all cells are results, and one of them is more than a number: a
    rank or a board is none.
    """
    return (
        bool(cells)
        and all(map(result, cells))
        and any(not cell.isdigit() for cell in cells)
    )


def _are_names(cells: Sequence[str], rows: int) -> bool:
    """Return whether every row has a name there, and not all have the same.

    `rows`: how many rows there are. A column of one event or club is none of names.
    """
    distinct = len(set(cells))
    return (
        len(cells) == rows
        and distinct > 1
        and all(WORD.search(cell) and not result(cell) for cell in cells)
    )


def _are_rounds(cells: Sequence[str]) -> bool:
    """Return whether these are rounds: from 1, never going down, and at least two games
    in one of them.
    """
    numbers = [whole(cell.rstrip(".")) or 0 for cell in cells]
    rising = all(one <= other for one, other in pairwise(numbers))
    return (
        bool(numbers)
        and numbers[0] == 1
        and rising
        and numbers[-1] <= MOST_ROUND
        and len(set(numbers)) < len(numbers)
    )


def _are_days(cells: Sequence[str]) -> bool:
    """Return whether all cells can be read as days, in any order of day and month."""
    return bool(cells) and all(map(readings, cells))


def under_heads(
    lines: Sequence[str], columns: str, round_no: int | None
) -> list[str] | None:
    """Write the table under known headings, each row in its own line; None: no heading,
    or no such columns.

    Lines of another width go if they stand above, and else stay, to be refused.
    `round_no`: where no column has it.

    `columns`: what the officer said, as `white=2,black=4,result=5,round=1`, counted
    from 1. White, black and result have to be among them.
    """
    table = table_of(lines)
    places = {
        role: int(at) - 1
        for role, _, at in (one.partition("=") for one in columns.split(","))
    }
    if table is None or not places.keys() >= {"white", "black", "result"}:
        return None

    first, row = next(iter(table.rows.items()))
    if max(places.values()) >= len(row) or ("round" not in places and round_no is None):
        return None

    more = [] if "round" in places else [str(round_no)]
    heads = "\t".join([*places, *("round" for _ in more)])
    if result(row[places["result"]]) is not None:
        return None  # a row, not a heading

    written = [""] * (first - 1) + [heads]
    for number in range(first + 1, len(lines) + 1):
        known = table.rows.get(number)
        written.append(
            tabbed([known[at] for at in places.values()] + more)
            if known
            else lines[number - 1]
        )

    return written
