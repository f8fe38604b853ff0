"""Read a round robin as a matrix: row and column n are one player, their crossing is
marked; no colours, no rounds.

    1  Aho, Aino    *  1  ½  1
    2  Berg, Bea    0  *  1  ½
    3  Salo, Eero   ½  0  *  1
    4  Urho, Unto   0  ½  0  *

Spreadsheets often colour the diagonal and leave its cells empty. Such a matrix is
known by its results: all of them are there, and both rows of each game agree.

The caller says how colours and rounds are given: by the Berger table of the row
numbers, or White to the upper row. Two results in a cell are those of a double round
robin. Both rows must agree, as in every table here.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from exchange.results.cross_row import CrossRow
from exchange.results.heads import name_column, printed_columns, printed_texts
from exchange.results.names_in_rows import (
    name_in,
    name_of,
    text_before_word,
    usual_column,
)
from exchange.results.written_results import Points
from exchange.text.cells import BLANK, Cell, PairedGame, cell_problems, pair
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from ledger.errors import Problem
from messages import say

Colours = Literal["berger", "unknown", "alternate"]
LEAST, MOST = 3, 100
_MARK = re.compile(r"\*+|[xX]{1,3}|[■█▓▒░#●]+|\\+")
_ONE = r"(?:1/2|0[.,]5|[210½=+-])"
_CELL = re.compile(rf"({_ONE})(?:\s*({_ONE}))?")
# what stands on a diagonal without a mark; a dash alone is a forfeit elsewhere
_UNMARKED = ("", "-", "--", "---", "–", "—", "/")
_POINTS = {"2": 2.0, "1": 1.0, "0": 0.0, "½": 0.5, "=": 0.5, "+": 1.0, "-": 0.0}
_DOUBLED = {"2": "1", "1": "=", "0": "0", "+": "+", "-": "-"}  # two points a game
_CODES = {
    "1": "1",
    "0": "0",
    "½": "=",
    "=": "=",
    "1/2": "=",
    "0.5": "=",
    "0,5": "=",
    "+": "+",
    "-": "-",
}
_HINT = say(
    "a row a player, the diagonal marked with *, the points against each opponent in"
    " the other cells"
)
_IN_ORDER = say(
    "the rows and columns of the players have to be in the same order, none twice and"
    " none left out; send groups one by one"
)


class MatrixRow(NamedTuple):
    """A row of the matrix.

    line: its number in the file, from 1. fields: the row cut. first: the field where
    its results begin. separator: what parts the fields; None: blanks.

    text: the whole line, of rows cut at blanks; empty where a mark parts the columns.
    """

    line: int
    fields: list[str]
    first: int
    separator: str | None
    text: str = ""

    def name(self, column: int | None) -> str:
        """Return the name in the row.

        column: the one headed as the name, or None; it is not asked for where blanks
        part the fields.

        Where blanks part the fields, a name of two words fills two of them, so it is
        looked for in the text before the first result.
        """
        if self.text:
            before = text_before_word(self.text, self.first)
            return name_in(before)

        before_results = self.fields[: self.first]

        return name_of(before_results, column)


@dataclass(frozen=True, slots=True)
class Matrix:
    """A round robin: players in the order of their rows, games with the rows as
    players.
    """

    source: TextFile
    players: tuple[CrossRow, ...]
    games: tuple[PairedGame, ...]
    warnings: tuple[Problem, ...]
    doubled: bool  # two points a game, as it is stated or as the results look


def matrix_rows(lines: Sequence[str]) -> list[MatrixRow]:
    """Find the longest run of rows whose mark moves one column to the right from row to
    row; empty: there is none.

    lines: of the text. A tab is tried first as what parts the columns, then a
    semicolon, a bar, a comma and blanks; the first that gives rows is taken. Fewer
    than 3 rows or more than 100 are none.

    The marks of these rows stand at the fields 2, 3 and 4, so they are a matrix:

        1;Aho, Aino;*;1;½
        2;Berg, Bea;0;*;1
        3;Salo, Eero;½;0;*
    """
    best: list[MatrixRow] = []
    for mark in ("\t", ";", "|", ",", None):
        # a blank line in between does not end the table
        rows = [
            MatrixRow(number, _fields(line, mark), 0, mark, "" if mark else line)
            for number, line in enumerate(lines, 1)
            if line.strip()
        ]

        marks = [_marks(row.fields) for row in rows]
        for at in range(len(rows)):
            run = _marked_run(rows, marks, at)
            if not run and mark:
                run = _unmarked_run(rows, at)
            if len(run) > len(best):
                best = run

        # a table that a mark cuts is not cut at another, or a comma in a name would do
        # it
        if best:
            break

    if not LEAST <= len(best) <= MOST:
        return []

    # where a win is 2, a half is no result
    codes = _codes(best)
    if "2" in codes and not codes <= _DOUBLED.keys():
        return []

    return best


def _rows_left_out(lines: Sequence[str], rows: Sequence[MatrixRow]) -> Iterator[int]:
    """Yield the lines, counted from 1, of rows like those of the matrix that are not in
    it: a row of results with or without a mark, where a separator shows the columns;
    with a mark, where there are blanks only. The row directly above is one whatever its
    results are.

    Whoever stands there would lose all games in silence.

    The last row stands behind a heading, so that three rows are taken for the matrix:

        3;Salo, Eero;½;0;*;1
        Group B
        4;Urho, Unto;0;½;0;*
    """
    if not rows:
        return

    inside = {row.line for row in rows}
    above = _row_above(lines, rows[0])
    if rows[0].separator is None:
        for number, line in enumerate(lines, 1):
            is_like_one = number == above or _is_marked_row(line)
            if number not in inside and is_like_one:
                yield number
        return

    for number, line in enumerate(lines, 1):
        fields = _fields(line, rows[0].separator)

        row = rows[0]._replace(line=number, fields=fields)
        cells = fields[row.first :]
        results = [text for text in cells if _CELL.fullmatch(text)]
        is_like_one = len(_marks(fields)) == 1 or _is_whole_row(row, len(rows))
        # one result alone may be a rating list's column or a sum
        is_left_out = number == above or (len(results) > 1 and is_like_one)
        if number not in inside and is_left_out:
            yield number


def _row_above(lines: Sequence[str], first: MatrixRow) -> int | None:
    """Return the line directly above the matrix, from 1, if its only mark stands one
    column before the first row's: a row of the same matrix with a cell that is no
    result. None: it is no such row.

    first: the first row of the matrix. Where there are blanks only, columns are counted
    from the end, for a name may be of any number of words.

        1;Aho, Aino;*;1;F;F    the line above
        2;Berg, Bea;F;*;1;½    the first row, if the other is no row of results
    """
    texts = lines[: first.line - 1]
    number = next(
        (at for at in range(len(texts), 0, -1) if texts[at - 1].strip()), None
    )
    if number is None:
        return None

    fields = _fields(texts[number - 1], first.separator)
    expected = first.first - 1
    if first.separator is None:
        expected += len(fields) - len(first.fields)

    return number if _marks(fields) == [expected] else None


def _is_marked_row(line: str) -> bool:
    """Return whether a line that blanks part is a row like those of a matrix: a mark, a
    result, and no words behind the mark.

        4 Urho, Unto 0 ? ½ *              True
        Key: * = no game, 1 = a win       False
    """
    fields = _fields(line, None)
    marks = _marks(fields)
    if len(marks) != 1:
        return False

    behind = fields[marks[0] + 1 :]
    if any(letter.isalpha() for text in behind for letter in text):
        return False

    # the first field may be the number of the row
    return any(_CELL.fullmatch(text) for text in fields[1:])


def _codes(rows: Sequence[MatrixRow]) -> set[str]:
    """Return every result that stands in the matrix, as written: `1`, `½`, `0,5`, `+`.

    A 2 among them means that a win counts two points.

    Marks of the diagonal and empty cells are left out, and so are the columns behind
    the matrix: a sum of points may be a 2.
    """
    codes: set[str] = set()
    for row in rows:
        end = row.first + len(rows)

        for text in row.fields[row.first : end]:
            match = _CELL.fullmatch(text)
            if match is not None:
                codes.update(code for code in match.groups() if code)

    return codes


def _fields(line: str, mark: str | None) -> list[str]:
    """Cut a line at a mark, or at blanks where `mark` is None, without blanks and
    quotes around a field. A comma in quotes, as in a name, cuts nothing.

        1;"Aho, Aino";*;1   at a semicolon      1 | Aho, Aino | * | 1
        1,"Aho, Aino",*,1   at a comma          1 | Aho, Aino | * | 1
        1  Aho, Aino  *  1  at blanks (None)    1 | Aho, | Aino | * | 1
    """
    if mark == "," and '"' in line:
        # quotes that are never closed are cut like any other text
        with suppress(csv.Error):
            return [field.strip() for field in next(csv.reader([line], strict=True))]

    return [field.strip().strip('"') for field in line.split(mark)]


def _marked_run(
    rows: Sequence[MatrixRow], marks: Sequence[list[int]], at: int
) -> list[MatrixRow]:
    """Return the matrix beginning with the first of these rows: its mark is the first
    cell, the last row's the last.

    rows: all of the text. marks: of each row, the fields that are marks. at: where it
    begins. Empty: a row of the run has a cell that is no result.
    """
    run: list[MatrixRow] = []
    end = at + MOST
    for row, own in zip(rows[at:end], marks[at:end], strict=True):
        # rows that are split at blanks begin at different places: only the distance to
        # the mark is the same
        first = own[0] - len(run) if len(own) == 1 else -1
        # no name and no number would stand before the results
        if first < 1:
            break
        run.append(row._replace(first=first))

    size = len(run)
    return run if all(_is_whole_row(row, size) for row in run) else []


def _unmarked_run(rows: Sequence[MatrixRow], at: int) -> list[MatrixRow]:
    """Return the matrix beginning with the first of these rows, if its diagonal has no
    mark: every other cell is a result, and the two of each game give one point
    together, or two in all games where a win counts two.

    rows: all of the text. at: where it begins. Empty: there is none.

        1;Aho, Aino;;1;½      rows 1 to 3, results from field 2 on
        2;Berg, Bea;0;;1
        3;Salo, Eero;½;0;
    """
    fields = rows[at].fields
    results_from = _counts_of_results(fields)
    for first in range(1, len(fields)):
        sign = fields[first]
        if sign not in _UNMARKED:
            continue

        size = 1 + results_from[first + 1]

        # behind the last opponent a sum of points and a place may look like results
        for players in (size, size - 1, size - 2):
            run = rows[at : at + players]
            is_whole = (
                LEAST <= players <= MOST
                and not _has_results_around(rows, at, first, players)
                and _is_square(run, first, players, sign)
            )
            if is_whole:
                return [row._replace(first=first) for row in run]

    return []


def _counts_of_results(fields: Sequence[str]) -> list[int]:
    """Return for each field, and for the end, how many results begin there without
    anything between.

        Aho | 1 | ½ | 3rd | 0    0, 2, 1, 0, 1, 0
    """
    counts = [0]
    for text in reversed(fields):
        counts.append(counts[-1] + 1 if _CELL.fullmatch(text) else 0)

    return counts[::-1]


def _is_square(run: Sequence[MatrixRow], first: int, size: int, sign: str) -> bool:
    """Return whether `size` rows are a whole matrix without a mark: the sign on its
    diagonal, and results that agree in all other cells.

    first: the field where the results begin.
    """
    if len(run) != size:
        return False

    cells = [row.fields[first : first + size] for row in run]
    if not all(
        len(row) == size and row[place] == sign for place, row in enumerate(cells)
    ):
        return False

    totals: set[float | None] = set()
    for one, other in combinations(range(size), 2):
        totals.update(_points_of_both(cells[one][other], cells[other][one]))
        if totals not in ({1.0}, {2.0}):
            return False

    return True


def _points_of_both(ours: str, theirs: str) -> Iterator[float | None]:
    """Yield what two players got together in each of their games, by the cells of both;
    None where a cell is no result, or only one of them has that game.

        "1", "0"      ->  1.0
        "1½", "0½"    ->  1.0, 1.0
        "1", ""       ->  None
    """
    mine, yours = _CELL.fullmatch(ours), _CELL.fullmatch(theirs)
    if mine is None or yours is None:
        yield None
        return

    for one, other in zip(mine.groups(), yours.groups(), strict=True):
        if one is not None and other is not None:
            yield _points(one) + _points(other)
        elif one is not None or other is not None:
            yield None


def _has_results_around(
    rows: Sequence[MatrixRow], at: int, first: int, size: int
) -> bool:
    """Return whether results stand left of a square, or in the row above or below it: it
    is then a part of a matrix, and the games of the others would be lost.

    A row of headings above, with the numbers of the columns, is none.
    """
    square = rows[at : at + size]
    left = [text for row in square for text in row.fields[first - 1 : first]]
    if any(map(_CELL.fullmatch, left)):
        return True

    end = first + size
    numbers = [str(number) for number in range(1, size + 1)]
    above = rows[max(0, at - 1) : at]
    below = rows[at + size : at + size + 1]
    for row in (*above, *below):
        texts = row.fields[first:end]
        if texts != numbers and any(_CELL.fullmatch(text) for text in texts):
            return True
    return False


def _points(text: str) -> float:
    """Return the points of a result as it is written: 0.5 of `1/2`."""
    return _POINTS[_CODES.get(text, text)]


def _marks(fields: Sequence[str]) -> list[int]:
    """Return the fields that mark the diagonal: `*`, `X`, `■`, ... The first field is
    none.

        1;Aho, Aino;*;1;½      2
        x;Aho, Aino;1;x;½      3

    In the first field an X may be a remark; nothing could stand before it.
    """
    return [at for at, text in enumerate(fields) if at and _MARK.fullmatch(text)]


def _is_whole_row(row: MatrixRow, size: int) -> bool:
    """Return whether `size` columns of a row have each a result, a mark or nothing.

    An empty cell is a game to come, and a point, where there are blanks only, is none.
    """
    cells = row.fields[row.first : row.first + size]
    if len(cells) != size:
        return False

    return all(
        text in ("", ".") or _MARK.fullmatch(text) or _CELL.fullmatch(text)
        for text in cells
    )


def read_matrix(
    data: bytes,
    file: str | None = None,
    *,
    colours: Colours | None = None,
    points: Points | None = None,
) -> Matrix:
    """Read a matrix or refuse it.

    colours: how colours and rounds are given; without it White goes to the upper row
    until the officer answers.

    points: whether a win counts one point or two; None: two where there is a 2 among
    the results.

    Raised is Refused, with every cell in which the two rows differ.

    Every game of the matrix stands in two cells; both have to say the same, and are one
    game:

        1  Aho, Aino   *  1  ½     Aho 1-0 Berg
        2  Berg, Bea   0  *  1     Aho ½-½ Salo
        3  Salo, Eero  ½  0  *     Berg 1-0 Salo
    """
    decoded = decode(data, file)
    notes = Notes(file)
    rows = matrix_rows(decoded.lines)
    codes = _codes(rows)
    twice = points == "doubled" or (points is None and "2" in codes)

    # where a win counts two points a draw is 1, and a half is no result
    known = _DOUBLED if twice else _CODES
    if not rows or not codes <= known.keys():
        notes.refuse("matrix-empty", say("the text has no matrix of results"), _HINT)
        notes.done()

    for number in _rows_left_out(decoded.lines, rows):
        message = say("the row looks like part of the matrix but does not continue it")
        notes.refuse("matrix-row-apart", message, _IN_ORDER, number)

    separator = rows[0].separator or "\t"
    lines_above = decoded.lines[: rows[0].line - 1]
    heads = [_fields(line, separator) for line in lines_above if separator in line]
    named = name_column(heads)
    if named is None and rows[0].separator:
        named = usual_column([row.fields[: row.first] for row in rows])
    columns = printed_columns(heads)

    players = []
    cells: list[Cell] = []
    for number, row in enumerate(rows, 1):
        # rows that are cut at blanks have no columns
        fields = [] if row.text else row.fields

        printed = printed_texts(fields, columns)
        players.append(CrossRow(row.line, number, row.name(named), row.text, *printed))
        cells += _cells(number, row, len(rows), colours, known)

    numbers = range(1, len(rows) + 1)
    paired = pair(cells, numbers, (), cell_problems("matrix", file, _HINT))
    notes.problems += paired.problems
    notes.warnings += paired.warnings

    return Matrix(
        warnings=notes.done(),
        source=decoded.source,
        players=tuple(players),
        games=paired.games,
        doubled=twice,
    )


def _cells(
    number: int,
    row: MatrixRow,
    size: int,
    colours: Colours | None,
    known: Mapping[str, str],
) -> Iterator[Cell]:
    """Yield a cell for each game of a row, two for a double round robin.

    `number`: the place of the row, from 1; `size`: how many rows there are; `known`:
    what a result as it is written means as a code. An empty cell is a game to come. The
    game on the diagonal, and a text that is no result, yield nothing.

    With five rows there are five rounds, one of them free for each player; with four or
    six there are as many as a player has opponents:

        1  Aho, Aino  *  1  ½  1      by the Berger table
        round 2 against 2 with White, 1; round 3 against 3 with Black, ½; ...
    """
    rounds = size - 1 + size % 2
    for other, text in enumerate(row.fields[row.first : row.first + size], 1):
        match = _CELL.fullmatch(text)
        if other == number or (match is None and text):
            continue

        round_no, white = berger(number, other, size)
        if colours != "berger":
            # nothing in a matrix shows colours: without the table the upper row has
            # White
            white = min(number, other)
        codes = [BLANK]
        if match is not None:
            codes = [known[code] for code in match.groups() if code]

        for cycle, code in enumerate(codes):
            has_white = white == number
            # in the second cycle the colours are the other way round
            if cycle and colours == "berger":
                has_white = not has_white

            yield Cell(
                round=round_no + cycle * rounds,
                player=number,
                opponent=other,
                colour="w" if has_white else "b",
                code=code,
                line=row.line,
                column=0,
            )


def berger(one: int, other: int, size: int) -> tuple[int, int]:
    """Return round and White of two players in the Berger table; an odd field has a bye
    in place of the last number.

        one  other  size      round  White
        1    4      4         1      1
        2    3      4         1      2
        3    4      4         2      4

    Numbers are counted from 1, and the order of the two does not matter.
    """
    last = size + size % 2
    rounds = last - 1
    low = min(one, other)
    high = max(one, other)

    # the last number stays where it is while the others move on
    if high == last:
        round_no = (2 * low - 2) % rounds + 1
        low_has_white = low <= last // 2
    else:
        round_no = (low + high - 2) % rounds + 1
        low_has_white = (low + high) % 2 == 1

    return round_no, low if low_has_white else high
