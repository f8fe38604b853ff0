"""Propose which column of a table of games is what, under headings that nobody here knows.

    white=2,black=4,result=5,round=1    columns are counted from 1

The officer says yes or names others. The table is then written under headings that are
known, line by line, and read as every table of games: a proposal that does not fit is
refused with its lines.
"""

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from exchange.results.names_in_rows import WORD, has_two_words
from exchange.results.written_results import result
from exchange.text.dates import readings
from exchange.text.numbers import whole_number
from exchange.text.tables import tabbed_cells

# of a table that columns are proposed for
LEAST_COLUMNS, LEAST_ROWS, MOST_ROWS, MOST_COLUMNS = 3, 2, 20_000, 100
ROLES = ("round", "white", "black", "result", "date", "board")
SEPARATORS = "\t;|,"
MOST_ROUND = 60
# a number alone may be a heading
_BOTH_SIDES = re.compile(r"\S+ ?[-–−:] ?\S")


class TextTable(NamedTuple):
    """A table of a text.

    separator: what parts its columns.

    rows: the lines of one width by their number, from 1; the first of them is the
    heading, if there is one.
    """

    separator: str
    rows: dict[int, list[str]]

    def column(self, at: int, below: int) -> list[str]:
        """Return what a column, from 0, has in the rows below a line, but for empty
        cells.

            of the column 1 below line 1: every White, in the order of the lines
        """
        cells = []
        for number, row in self.rows.items():
            if number > below and row[at]:
                cells.append(row[at])

        return cells


class ColumnsProposal(NamedTuple):
    """What the columns may be, and how they are headed.

    text: as `--columns` has it, counted from 1; empty where nothing fits.

    heads: for the officer, `1 'Krs', 2 'V'`, the first twelve.

    is_headless: the first row has the result of a game, so nothing heads the columns.
    """

    text: str
    heads: str
    is_headless: bool = False


def table_of(lines: Sequence[str]) -> TextTable | None:
    """Find the separator that makes most lines equally wide; None: it is no table.

    At least three rows of three columns. A tab wins over `;` where both fit as well.

        Krs;V;M;Tulos
        1;Aho, Aino;Berg, Bea;1-0
        1;Cho, Cai;Salo, Eero;½-½

    At `;` three lines are four wide; at `,` two are three wide, so `;` it is.
    """
    best: TextTable | None = None
    most_rows = LEAST_ROWS
    for mark in SEPARATORS:
        cut: dict[int, list[str]] = {}
        for number, line in enumerate(lines[:MOST_ROWS], 1):
            row = _cut(line, mark) if mark in line else []
            if row:
                cut[number] = row

        # the width that most lines have; of several the largest
        widths = Counter(map(len, cut.values()))
        width = max(widths, key=lambda one: (widths[one], one), default=0)
        if not LEAST_COLUMNS <= width <= MOST_COLUMNS:
            continue

        rows = {number: row for number, row in cut.items() if len(row) == width}
        if len(rows) > most_rows:
            most_rows = len(rows)
            best = TextTable(mark, rows)

    return best


def _cut(line: str, mark: str) -> list[str]:
    """Cut a line at a mark, with quotes as CSV has them; nothing where these do not
    match.

        1;"Aho; Aino";1-0    1 | Aho; Aino | 1-0
        1;"Aho; Aino;1-0     nothing: the quote is never closed
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
    there are any on both sides. Else the text of the proposal is empty. Rounds and days
    are proposed where a column fits.
    """
    table = table_of(lines)
    if table is None:
        return None

    head, first = next(iter(table.rows.items()))
    heads = ", ".join(f"{at} {cell[:20]!r}" for at, cell in enumerate(first[:12], 1))

    columns = {at: table.column(at, head) for at in range(len(first))}

    # the first row is the heading: it has a word over the results
    results = [
        at
        for at, cells in columns.items()
        if _are_results(cells) and result(first[at]) is None
    ]

    names = _columns_of_names(columns, rows=len(table.rows) - 1)
    if len(results) != 1 or len(names) < 2:
        is_headless = any(_BOTH_SIDES.match(cell) and result(cell) for cell in first)
        return ColumnsProposal("", heads, is_headless)

    [of_results] = results

    # White stands left of the result, and Black right of it, where both sides have a
    # name
    left = [at for at in names if at < of_results]
    right = [at for at in names if at > of_results]
    # where all names stand on one side, the first two of them are taken
    white, black = names[:2]
    if left and right:
        white = left[-1]
        black = right[0]

    chosen = {"white": white, "black": black, "result": of_results}
    for role, fits in (("round", _are_rounds), ("date", _are_days)):
        for at, cells in columns.items():
            if at not in chosen.values() and fits(cells):
                chosen[role] = at
                break

    columns_named = [f"{role}={chosen[role] + 1}" for role in ROLES if role in chosen]
    return ColumnsProposal(",".join(columns_named), heads)


def _columns_of_names(columns: Mapping[int, Sequence[str]], rows: int) -> list[int]:
    """Return the columns that may be of names; where at least two have two words in
    every row, only those.

    columns: by their number what stands in them. rows: how many rows there are.

        Aho, Aino | Tampere | Berg, Bea    the first and the third
        Aho | Tampere | Berg               all three: none has two words
    """
    names = [at for at, cells in columns.items() if _are_names(cells, rows)]

    of_two_words = []
    for at in names:
        if all(map(has_two_words, columns[at])):
            of_two_words.append(at)

    return of_two_words if len(of_two_words) > 1 else names


def _are_results(cells: Sequence[str]) -> bool:
    """Return whether all cells are results, and one of them is more than a number: a
    rank or a board is none.

        1-0, ½-½, 0-1    True
        1, 0, 1          False: they may be boards
    """
    if not cells or not all(map(result, cells)):
        return False
    return any(not cell.isdigit() for cell in cells)


def _are_names(cells: Sequence[str], rows: int) -> bool:
    """Return whether every row has a name there, and not all have the same.

    `rows`: how many rows there are. A column of one event or club is none of names.
    """
    distinct = len(set(cells))
    if len(cells) != rows or distinct < 2:
        return False

    return all(WORD.search(cell) and not result(cell) for cell in cells)


def _are_rounds(cells: Sequence[str]) -> bool:
    """Return whether these are rounds: from 1, never going down, and at least two games
    in one of them.

        1, 1, 2, 2, 3    True
        1, 2, 3, 4       False: it may number the lines
        1, 1, 3, 2       False
    """
    numbers = [whole_number(cell.rstrip(".")) or 0 for cell in cells]

    if not numbers or numbers[0] != 1 or numbers[-1] > MOST_ROUND:
        return False

    # every round stands in one piece, and one of them has two games
    never_falls = all(one <= other for one, other in pairwise(numbers))
    has_two_games = len(set(numbers)) < len(numbers)

    return never_falls and has_two_games


def _are_days(cells: Sequence[str]) -> bool:
    """Return whether all cells can be read as days, in any order of day and month; no
    cells are none.
    """
    return bool(cells) and all(map(readings, cells))


def table_under_heads(
    lines: Sequence[str], columns: str, round_no: int | None
) -> list[str] | None:
    """Write the table under known headings, each row in its own line; None: no heading,
    or no such columns.

    lines: of the file. columns: what the officer said, as
    `white=2,black=4,result=5,round=1`, counted from 1. White, black and result have to
    be among them.

    round_no: where no column has it; every game is of this round then.

    Lines of another width go if they stand above, and else stay, to be refused.

        Krs;V;M;Tulos                round  white      black      result
        1;Aho, Aino;Berg, Bea;1-0    1      Aho, Aino  Berg, Bea  1-0

    of `round=1,white=2,black=3,result=4`, with tabs between the columns.
    """
    table = table_of(lines)

    chosen = {}
    for one in columns.split(","):
        role, _, column = one.partition("=")
        chosen[role] = int(column) - 1

    if table is None or not chosen.keys() >= {"white", "black", "result"}:
        return None

    first, row = next(iter(table.rows.items()))
    if max(chosen.values()) >= len(row):
        return None
    if result(row[chosen["result"]]) is not None:
        return None  # a row, not a heading

    heads = list(chosen)
    of_every_game: list[str] = []
    if "round" not in chosen:
        if round_no is None:
            return None
        heads.append("round")
        of_every_game = [str(round_no)]

    written = [""] * (first - 1)
    written.append("\t".join(heads))
    # a problem in a row is told with the number of its line in the officer's file
    for number in range(first + 1, len(lines) + 1):
        known = table.rows.get(number)
        if known is None:
            written.append(lines[number - 1])
        else:
            cells = [known[at] for at in chosen.values()]
            written.append(tabbed_cells(cells + of_every_game))

    return written
