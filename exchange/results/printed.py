"""Rewrite printed crosstables in the cells of Swiss-Manager, 4w1.

    Rk;Name;1.Rd;;;2.Rd;;        1;Aho, Aino;4;w;1;3;b;½

Swiss-Manager exports a crosstable for spreadsheets in rounds of three columns,
opponent;colour;result. The three are put together to the cell that is printed
elsewhere; a round without a game keeps its result alone.

      A-ryhmä                                      1.   2.   3.    P Selo
      1 Aho Aino                  TuTS      2227 m+ 8 v+ 2   X 0  2,5 2230

Tasaselo is a Finnish pairing program; such are its tables of a tournament that is over,
or of its rounds so far. A cell is a colour (valkea is White, musta Black), how it
ended, and the number of the opponent, which is at the head of a row: the groups have
one numbering, and in a table of rounds so far the rows are in another order. `+ = -`
were played; V and L were won and lost without play, Y by both, and X is half a point. U
before a rating: a newcomer.

    1  Hans Berg  250360  1500  =10  +02  =03     norwegian: result and opponent, the number of the line first
    No|Name|Loc Id|Total|1|2|3                    swissperfect, with tabs: opponent and result under the round,
    1|Aho, Aino|123|2|2:W|0:D|3:+                 + and - of what was not played, 0 of nobody

These two are without colours: as Norway's federation printed them, and as SwissPerfect
exports them. The upper row gets White, as a matrix of unknown colours does. The
opponents of SwissPerfect are numbers of the column No, which need not be the places of
the rows.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import NamedTuple

from exchange.names.surnames import surname_first
from exchange.results.three_columns import is_three_columns, rewritten_three_columns
from exchange.text.tables import MOST_TITLES

_OPPONENT = re.compile(r"[0-9]{1,4}")
_COLOUR = re.compile(r"[wbsvm]", re.IGNORECASE)
_RESULT = re.compile(r"1/2|0[.,]5|[210½=+-]k?|x", re.IGNORECASE)
# what may stand in the place of a result where no row of the round has one: a sign that
# is not known here, which is then refused, or nothing yet
_NO_RESULT = re.compile(r"\S{0,2}")
_NOBODY = re.compile(r"0*|-[12]?|--|–")  # in the column of the opponent
SEPARATORS = "\t;|,"


class RoundFields(NamedTuple):
    """The place of the rounds: the field of the first opponent, from 0, and how many
    rounds there are.
    """

    first: int
    rounds: int


def cut_fields(text: str, separator: str) -> tuple[str, ...]:
    """Cut a line into its fields; with commas a name that holds one is in quotes, or
    the line is no table.

    An empty separator means blanks. Fields are without blanks at their ends.

        1; Aho, Aino ;4w1        at ;    1 | Aho, Aino | 4w1
        1,"Aho, Aino",4w1        at ,    1 | Aho, Aino | 4w1
        1 Aho 4w1                blanks  1 | Aho | 4w1
    """
    if separator != ",":
        return tuple(field.strip() for field in text.split(separator or None))

    try:
        return tuple(
            field.strip() for field in next(csv.reader([text], strict=True), ())
        )
    except csv.Error:
        return (text,)


def fields_of_rounds(texts: Sequence[str], separator: str) -> RoundFields | None:
    """Find the columns of the rounds, if at least two lines have one; None where no
    line has an opponent like that.

    separator: what parts the columns. None as well where rounds are not in step, three
    columns each.

        1;Aho, Aino;4;w;1;3;b;½     rounds from field 2 on, two of them
    """
    columns: set[int] = set()
    lines_with_games = 0
    rows = [cut_fields(text, separator) for text in texts if separator in text]
    for fields in rows:
        games = _games(fields)
        columns.update(games)
        lines_with_games += bool(games)

    # one line may have three such fields by chance
    if lines_with_games < 2:
        return None

    first = min(columns)
    last = max(columns)
    # every round is three fields wide, so the games of all lines stand in step with
    # each other
    if any((column - first) % 3 for column in columns):
        return None

    # a round in which no row has a result that is known must not be lost
    while any(_is_met(fields, first - 3) for fields in rows):
        first -= 3
    while any(_is_met(fields, last + 3) for fields in rows):
        last += 3

    rounds = (last - first) // 3 + 1
    return RoundFields(first, rounds)


def _is_met(fields: Sequence[str], at: int) -> bool:
    """Return whether an opponent and a colour stand at a field, and behind them no more
    than a sign: of somebody's sex behind the number of a row, the name is more.
    """
    if at < 1 or at + 1 >= len(fields):
        return False

    opponent, colour, result = (*fields[at : at + 3], "")[:3]
    return bool(
        _OPPONENT.fullmatch(opponent)
        and _COLOUR.fullmatch(colour)
        and _NO_RESULT.fullmatch(result)
    )


def _games(fields: Sequence[str]) -> list[int]:
    """Return the fields, from 0, at which an opponent, a colour and a result follow
    each other.

        1 | Aho, Aino | 4 | w | 1 | 3 | b | ½    2 and 5
    """
    columns: list[int] = []
    for at in range(len(fields) - 2):
        opponent, colour, result = fields[at : at + 3]

        if not _OPPONENT.fullmatch(opponent) or not _COLOUR.fullmatch(colour):
            continue
        if not _RESULT.fullmatch(result):
            continue

        # the result of a game may look like the opponent of another
        is_inside = bool(columns) and at - columns[-1] < 3
        if not is_inside:
            columns.append(at)

    return columns


def with_joined_rounds(fields: Sequence[str], apart: RoundFields) -> tuple[str, ...]:
    """Join three fields to one cell for each round; the fields before and after the
    rounds stay.

        ("1", "Aho", "4", "w", "1", "3", "b", "½"), rounds from the third field on
        ("1", "Aho", "4w1", "3b½")
    """
    end = apart.first + 3 * apart.rounds

    # a line may end before the last round
    columns = range(apart.first, min(end, len(fields)), 3)
    rounds = [_one_cell(fields[at : at + 3]) for at in columns]

    before = fields[: apart.first]
    behind = fields[end:]
    return (*before, *rounds, *behind)


def _one_cell(parts: Sequence[str]) -> str:
    """Return one cell for opponent, colour and result; missing ones are empty.

    4 w 1      4w1
    4 w x      4w½
    - - ½      ½, a bye: its result alone
    """
    opponent, colour, result = (*parts, "", "")[:3]
    if result.casefold() == "x":
        result = "½"

    if _NOBODY.fullmatch(opponent) and not _COLOUR.fullmatch(colour):
        return result or colour.strip("-–")

    return f"{opponent}{colour}{result}"


MOST = 300  # characters of a row: of 200 players and 30 rounds it has fewer
MOST_LINES = 600  # the table is at the top, and the program takes 200 players
_HEAD = re.compile(
    r"\s*[A-N]-ryhm\S{1,3}\s.*?((?:\s+[0-9]{1,2}\.)+)\s+P\b.*", re.IGNORECASE
)
# opponents have three columns where there are more than 99 players
_CELLS = {
    5: r" [ vm][-+=VLXY ](?:[ 0-9][0-9]|  )",
    6: r" [ vm][-+=VLXY ](?:[ 0-9]{2}[0-9]|   )",
}
_FORM = (
    r"\s{0,2}([0-9]{1,3}) (\S.*?)\s*[ U]( ?-?[0-9]{1,4}) ?(CELLS)"
    r" +([0-9]{1,2}[,.][05])\b.*"
)
_TITLE = re.compile(r"\s*\S{1,3}\s+(\S.*?)\s+Kierros:\s")
_PLAYED = {
    "+": "1",
    "=": "½",
    "-": "0",
    "V": "+",
    "L": "-",
    "Y": "-",
    "X": "½k",
    " ": "",
}
_ALONE = {"+": "1", "V": "1", "X": "½", "=": "½"}


class _Row(NamedTuple):
    """A player's row of Tasaselo: its line in the file, its number, and what it says.

    at: the line, from 0. cells: as they are printed, each of the same width.
    """

    at: int
    number: str
    name: str
    club: str
    rating: str
    cells: tuple[str, ...]
    points: str


def is_tasaselo(lines: Sequence[str]) -> bool:
    """Return whether lines are such a table: a heading of a group with rounds, and rows
    that have them all. One row alone is no table.
    """
    return len(_tasaselo_rows(lines)) > 1


def rewritten_tasaselo(lines: Sequence[str]) -> list[str]:
    """Return as many lines as there were: a heading, the rows, and nothing where
    something else stood.

    lines: of the file.

          1 Aho Aino                  TuTS      2227 m+ 8 v+ 2   X 0  2,5 2230
        1;Aho, Aino;TuTS;2227;8m1;2v1;½;2,5

    Rows at the top whose players have not met anybody are left out. Opponents are then
    called by the position of their row.
    """
    rows = list(dropwhile(_is_without_opponent, _tasaselo_rows(lines)))
    positions = {row.number: str(position) for position, row in enumerate(rows, 1)}

    texts = [""] * len(lines)
    for row in rows:
        cells = [_tasaselo_cell(cell, row.number, positions) for cell in row.cells]
        fields = [row.number, row.name, row.club, row.rating, *cells, row.points]
        texts[row.at] = ";".join(fields)

    # the heading stands in the line above the first row
    if rows:
        first = rows[0]
        rounds = [str(number) for number in range(1, len(first.cells) + 1)]
        heads = ["No", "Nimi", "Seura", "Selo", *rounds, "Pisteet"]
        texts[first.at - 1] = ";".join(heads)

    return texts


def tasaselo_title(lines: Sequence[str]) -> str:
    """Return the name of the tournament; empty where it is not there.

    It stands with its sign before the round: `TY5   Name    Kierros:  7`.
    """
    matches = (_TITLE.match(line[:MOST]) for line in lines[:MOST_TITLES])
    return next((match[1] for match in matches if match is not None), "")


def _tasaselo_rows(lines: Sequence[str]) -> list[_Row]:
    """Find the rows; those of the lists behind the table have no rounds, and no row has
    others than the first.

    Cells are tried in both widths, and the one that more rows have is taken. A number
    that two rows have means that it is no table of one tournament: there are no rows.
    """
    rounds = _rounds_of_heading(lines)
    if rounds is None:
        return []

    rows: list[_Row] = []
    for width in _CELLS:
        of_width = list(_rows_of_width(lines, width, rounds))
        if len(of_width) > len(rows):
            rows = of_width

    numbers = {row.number for row in rows}
    return rows if len(numbers) == len(rows) else []


def _rounds_of_heading(lines: Sequence[str]) -> int | None:
    """Return how many rounds the heading of a group has; None where none of the first
    lines is one.
    """
    for line in lines[:MOST_TITLES]:
        head = _HEAD.match(line[:MOST])
        if head is not None:
            return len(head[1].split())

    return None


def _rows_of_width(lines: Sequence[str], width: int, rounds: int) -> Iterator[_Row]:
    """Yield the rows whose cells have this width, 5 or 6 characters, and so many
    rounds.

    lines: of the file, of which the first 600 are looked at. Lines of another form are
    skipped: lists behind the table have other columns.
    """
    form = re.compile(_FORM.replace("CELLS", f"(?:{_CELLS[width]}){{{rounds}}}"))

    for at, line in enumerate(lines[:MOST_LINES]):
        match = form.match(line) if len(line) <= MOST else None
        if match is None:
            continue

        # the name has 25 columns in the table that has clubs
        name_and_club = match[2]
        starts = range(0, width * rounds, width)
        cells = [match[4][start : start + width] for start in starts]
        yield _Row(
            at=at,
            number=match[1],
            name=surname_first(name_and_club[:25].strip()),
            club=name_and_club[25:].strip(),
            rating=match[3].strip(),
            cells=tuple(cells),
            points=match[5],
        )


def _is_without_opponent(row: _Row) -> bool:
    """Return whether a row has no opponent in any round: it is of somebody who only
    took byes.

    A cell is three signs and the opponent's number, 0 or blank where there is none.
    """
    return all(not cell[3:].strip(" 0") for cell in row.cells)


def _tasaselo_cell(text: str, own: str, positions: Mapping[str, str]) -> str:
    """Write a cell in the other form; one that names no row stays as it is, and is
    refused for it.

    own: the number of the row's player. positions: the position of the row of each
    number.

        m+ 8    8m1     Black, won, against the player 8
         V 8    8w+     won without play
         X 0    ½       half a point without an opponent

    A game that was not played has no colour; the upper row gets White.
    """
    colour, how, opponent = text[1], text[2], text[3:].strip()

    if not opponent.strip("0"):
        return _ALONE.get(how, "--")
    if opponent not in positions:
        return text.strip()

    # not played: whoever is first gets White, as in tables without colours
    if colour == " ":
        colour = "w" if int(positions[own]) < int(positions[opponent]) else "b"

    return f"{positions[opponent]}{colour}{_PLAYED[how]}"


_CELL = re.compile(r"([+=-])([0-9]{1,4})")
_ROW = re.compile(r"\s*([0-9]{1,4})[.)]?[\s;,|]")
_WORD = re.compile(r"[^\s;,|]+")
_CODES = {"+": "1", "=": "½", "-": "0"}
_LEAST = 2  # cells in a line, and such lines: a single +12 may be anything


_PERFECT = re.compile(r"([0-9]{0,4}):([WDL+=-]?)", re.IGNORECASE)
_WITH = {"W": "1", "D": "½", "L": "0", "+": "+", "-": "-", "=": "½k", "": ""}
_WITHOUT = {"W": "1", "D": "½", "L": "0", "+": "1", "-": "0", "=": "½", "": ""}


def printed_style(lines: Sequence[str]) -> str:
    """Return norwegian, swissperfect, tasaselo or three-columns, or nothing where lines
    look like none of them.

    lines: of the file. Tasaselo is asked for first, and Norway's last: its cells have
    the least of a form.
    """
    if is_tasaselo(lines):
        return "tasaselo"

    if is_three_columns(lines):
        return "three-columns"

    if _perfect_head(lines) is not None:
        return "swissperfect"
    if is_printed(lines):
        return "norwegian"

    return ""


class _PerfectHead(NamedTuple):
    """The header of an export of SwissPerfect.

    at: its line, from 0. mark: what parts the columns. rounds: their columns.
    """

    at: int
    mark: str
    rounds: list[int]


def _perfect_head(lines: Sequence[str]) -> _PerfectHead | None:
    """Find the header of an export of SwissPerfect.

    The first heading is taken that has `No` first, `Name`, and rounds 1, 2, 3, ...,
    with a cell such as `2:W` below it. None: there is none among the first lines.
    """
    for at, line in enumerate(lines[:MOST_TITLES]):
        for mark in "\t;":
            words = [word.strip().casefold() for word in line.split(mark)]
            rounds = [column for column, word in enumerate(words) if word.isdigit()]

            numbers = [words[column] for column in rounds]
            in_turn = [str(number) for number in range(1, len(rounds) + 1)]
            is_head = words[0] == "no" and "name" in words and numbers == in_turn

            # such a heading may be of another program, so a cell has to look so too
            below = lines[at + 1 :]
            if is_head and _has_perfect_cell(below, mark, rounds):
                return _PerfectHead(at, mark, rounds)

    return None


def _has_perfect_cell(lines: Sequence[str], mark: str, rounds: Sequence[int]) -> bool:
    """Return whether a cell of a round looks like SwissPerfect's: `2:W`.

    lines: those below the header. rounds: the columns of the rounds.
    """
    for line in lines:
        fields = line.split(mark)
        for column in rounds:
            if column < len(fields):
                cell = fields[column].replace(" ", "").strip()
                if ":" in cell and _PERFECT.fullmatch(cell):
                    return True

    return False


def _rewritten_perfect(lines: Sequence[str]) -> list[str]:
    """Return the lines of an export of SwissPerfect with cells of the form 2w1.

    lines: with its header, as `printed_style` has found.

    Opponents are numbers of the column No, and become the positions of their rows; a
    number that two rows have names no row.

        No|Name|1|2          No|Name|1|2
        7|Aho, Aino|9:W|0:D  7|Aho, Aino|2w1|½
        9|Berg, Bea|7:L|0:+  9|Berg, Bea|1b0|1
    """
    head = _perfect_head(lines)
    assert head is not None
    at, mark, rounds = head

    rows = [[field.strip() for field in line.split(mark)] for line in lines[at + 1 :]]

    numbers = [row[0] for row in rows if any(row)]
    times = Counter(numbers)

    positions = {}
    for position, number in enumerate(numbers, 1):
        if times[number] == 1:
            positions[number] = str(position)

    for row in rows:
        own = positions.get(row[0], "0")
        for column in rounds:
            if column < len(row):
                row[column] = _perfect_cell(row[column], own, positions)

    return [*lines[: at + 1], *(mark.join(row) for row in rows)]


def _perfect_cell(text: str, own: str, positions: Mapping[str, str]) -> str:
    """Write a cell in the other form; one that names no row stays, and is refused as it
    stands.

    own: the position of the row. positions: the position of the row of each number.

        2:W    2w1    won; the upper row gets White
        3:=    3w½k   half a point each without play
        0:+    1      a full point without an opponent
        5:L    5b0    from row 7, which is below row 5
    """
    match = _PERFECT.fullmatch(text.replace(" ", ""))
    if match is None:
        return text

    opponent = match[1]
    result = match[2].upper()

    if not opponent.strip("0"):
        return _WITHOUT[result]
    if opponent not in positions:
        return text

    row = positions[opponent]
    colour = "w" if int(own) < int(row) else "b"
    return f"{row}{colour}{_WITH[result]}"


def is_printed(lines: Sequence[str]) -> bool:
    """Return whether lines look like rows of such a table: numbered from 1 on, with
    opponents among the rows only, and at least two cells in each.

        1  Hans Berg  =10  +02         of two rows: False, there is no tenth
        1  Aho, Aino  4w1  -1  -1      False: nobody met themselves, and -1 is a bye
    """
    rows = _rows(lines)
    numbers = list(rows.values())
    if len(rows) < _LEAST or numbers != list(range(1, len(rows) + 1)):
        return False

    for at in rows:
        cells = _cells(lines[at])
        if len(cells) < _LEAST:
            return False
        opponents: set[int] = set()
        for cell in cells:
            _, opponent = cell.groups()
            opponents.add(int(opponent))

        if min(opponents) < 1 or max(opponents) > len(rows):
            return False
        if opponents == {rows[at]}:
            return False

    return True


def rewritten_lines(lines: Sequence[str], style: str = "norwegian") -> list[str]:
    """Return the lines with their cells in the form 2w1; there are as many as before,
    so that what is wrong has its line.

    style: as `printed_style` names it.
    """
    if style == "three-columns":
        return rewritten_three_columns(lines)
    if style != "norwegian":
        return (
            _rewritten_perfect(lines)
            if style == "swissperfect"
            else rewritten_tasaselo(lines)
        )

    rows = _rows(lines)
    return [
        _rewritten_line(line, rows[at]) if at in rows else line
        for at, line in enumerate(lines)
    ]


def _rewritten_line(line: str, number: int) -> str:
    """Return a line of Norway's form with its games rewritten.

    number: the one at its head, by which it is known who stands above whom.

        1  Hans Berg  250360  1500  =10  +02
        1  Hans Berg  250360  1500  10w½  2w1
    """

    def cell(word: re.Match[str]) -> str:
        """Write a word as a cell, if it is one; the upper row gets White."""
        match = _CELL.fullmatch(word[0])
        if match is None:
            return word[0]

        result, text = match.groups()
        opponent = int(text)
        colour = "w" if number < opponent else "b"
        return f"{opponent}{colour}{_CODES[result]}"

    return _WORD.sub(cell, line)


def _rows(lines: Sequence[str]) -> dict[int, int]:
    """Map each line with such a cell, by its number from 0, to the number at its head."""
    rows = {}

    for at, line in enumerate(lines):
        head = _ROW.match(line)
        if head is not None and _cells(line):
            rows[at] = int(head[1])

    return rows


def _cells(line: str) -> list[re.Match[str]]:
    """Return the words of a line that look like a result and an opponent, as matches of
    both: +12, =3, -104.
    """
    matches = [_CELL.fullmatch(word) for word in _WORD.findall(line)]
    return [match for match in matches if match is not None]
