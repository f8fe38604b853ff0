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
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import NamedTuple

from exchange.names.surnames import surname_first
from exchange.results.three_columns import is_three_columns, rewritten_three_columns
from exchange.text.tables import MOST_TITLES

_OPPONENT = re.compile(r"[0-9]{1,4}")
_COLOUR = re.compile(r"[wbsvm]", re.IGNORECASE)
_RESULT = re.compile(r"1/2|0[.,]5|[210½=+-]k?", re.IGNORECASE)
_NOBODY = re.compile(r"0*|-[12]?|--|–")  # in the column of the opponent
SEPARATORS = "\t;|,"


class Apart(NamedTuple):
    """The place of the rounds: the field of the first opponent, and how many rounds
    there are.
    """

    first: int
    rounds: int


def cut_fields(text: str, separator: str) -> tuple[str, ...]:
    """Cut a line into its fields; with commas a name that holds one is in quotes, or
    the line is no table.

    An empty separator means blanks. Fields are without blanks at their ends.
    """
    if separator != ",":
        return tuple(field.strip() for field in text.split(separator or None))
    try:
        return tuple(
            field.strip() for field in next(csv.reader([text], strict=True), ())
        )
    except csv.Error:
        return (text,)


def rounds_apart(texts: Sequence[str], separator: str) -> Apart | None:
    """Find the columns of the rounds, if at least two lines have one; None where no
    line has an opponent like that.

    `separator` parts the columns. None as well where rounds are not in step, three
    columns each.
    """
    lines = [
        fields
        for text in texts
        if separator in text and (fields := cut_fields(text, separator))
    ]
    places = [of_line for fields in lines if (of_line := _games(fields))]
    if len(places) < 2:
        return None

    first = min(of_line[0] for of_line in places)
    last = max(of_line[-1] for of_line in places)
    # every round is three fields wide, so the games of all lines stand in step with
    # each other
    if any((at - first) % 3 for of_line in places for at in of_line):
        return None

    return Apart(first, (last - first) // 3 + 1)


def _games(fields: Sequence[str]) -> list[int]:
    """Find where an opponent, a colour and a result follow each other."""
    places: list[int] = []
    for at in range(len(fields) - 2):
        game = (
            _OPPONENT.fullmatch(fields[at])
            and _COLOUR.fullmatch(fields[at + 1])
            and _RESULT.fullmatch(fields[at + 2])
        )
        if game and not (places and at - places[-1] < 3):
            places.append(at)

    return places


def joined(fields: Sequence[str], apart: Apart) -> tuple[str, ...]:
    """Join three fields to one cell for each round; the fields before and after the
    rounds stay.

        ("1", "Aho", "4", "w", "1", "3", "b", "½"), rounds from the third field on
        ("1", "Aho", "4w1", "3b½")
    """
    end = apart.first + 3 * apart.rounds
    rounds = [
        _put_together(fields[at : at + 3])
        for at in range(apart.first, min(end, len(fields)), 3)
    ]
    return (*fields[: apart.first], *rounds, *fields[end:])


def _put_together(parts: Sequence[str]) -> str:
    """Return one cell for opponent, colour and result; missing ones are empty.

    4 w 1      4w1
    - - ½      ½, a bye: its result alone
    """
    opponent, colour, result = (*parts, "", "")[:3]
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
    """A player's row: its place in the file, its number, and what it says."""

    at: int
    number: str
    name: str
    club: str
    rating: str
    cells: tuple[str, ...]
    points: str


def is_tasaselo(lines: Sequence[str]) -> bool:
    """Return whether lines are such a table: a heading of a group with rounds, and rows
    that have them all.

    One row alone is no table.
    """
    return len(_tasaselo_rows(lines)) > 1


def rewritten_tasaselo(lines: Sequence[str]) -> list[str]:
    """Return as many lines as there were: a heading, the rows, and nothing where
    something else stood.

          1 Aho Aino                  TuTS      2227 m+ 8 v+ 2   X 0  2,5 2230
        1;Aho, Aino;TuTS;2227;8m1;2v1;½;2,5

    Rows at the top whose players have not met anybody are left out. Opponents are then
    called by the place of their row.
    """
    rows = list(dropwhile(_idle, _tasaselo_rows(lines)))
    places = {row.number: str(place) for place, row in enumerate(rows, 1)}
    texts = [""] * len(lines)
    for row in rows:
        cells = (_tasaselo_cell(cell, row.number, places) for cell in row.cells)
        texts[row.at] = ";".join(
            (row.number, row.name, row.club, row.rating, *cells, row.points)
        )

    if rows:
        rounds = (str(number) for number in range(1, len(rows[0].cells) + 1))
        texts[rows[0].at - 1] = ";".join(
            ("No", "Nimi", "Seura", "Selo", *rounds, "Pisteet")
        )

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
    """
    head = next(
        filter(None, (_HEAD.match(line[:MOST]) for line in lines[:MOST_TITLES])), None
    )
    if head is None:
        return []

    rounds = len(head[1].split())
    rows = max((list(_of_width(lines, width, rounds)) for width in _CELLS), key=len)

    return rows if len({row.number for row in rows}) == len(rows) else []


def _of_width(lines: Sequence[str], width: int, rounds: int) -> Iterator[_Row]:
    """Yield the rows whose cells have this width, 5 or 6 characters, and so many
    rounds.

    Lines of another form are skipped: lists behind the table have other columns.
    """
    form = re.compile(_FORM.replace("CELLS", f"(?:{_CELLS[width]}){{{rounds}}}"))
    for at, line in enumerate(lines[:MOST_LINES]):
        if len(line) <= MOST and (match := form.match(line)) is not None:
            # the name has 25 columns in the table that has clubs
            name, club = match[2][:25].strip(), match[2][25:].strip()
            cells = tuple(
                match[4][start : start + width]
                for start in range(0, width * rounds, width)
            )
            yield _Row(
                at=at,
                number=match[1],
                name=surname_first(name),
                club=club,
                rating=match[3].strip(),
                cells=cells,
                points=match[5],
            )


def _idle(row: _Row) -> bool:
    """Return whether a row has no opponent in any round."""
    return all(not cell[3:].strip(" 0") for cell in row.cells)


def _tasaselo_cell(text: str, own: str, places: Mapping[str, str]) -> str:
    """Write a cell in the other form; one that names no row stays as it is, and is
    refused for it.

        m+ 8    8m1     Black, won, against the player 8
         V 8    8w+     won without play
         X 0    ½       half a point without an opponent

    `own`: the number of the row's player. `places`: the place of the row of each
    number.
    """
    colour, how, opponent = text[1], text[2], text[3:].strip()
    if not opponent.strip("0"):
        return _ALONE.get(how, "--")
    if opponent not in places:
        return text.strip()
    # not played: whoever is first gets White, as in tables without colours
    if colour == " ":
        colour = "w" if int(places[own]) < int(places[opponent]) else "b"

    return f"{places[opponent]}{colour}{_PLAYED[how]}"


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

    Tasaselo is asked for first, and Norway's last: its cells have the least of a form.
    """
    if is_tasaselo(lines):
        return "tasaselo"
    if is_three_columns(lines):
        return "three-columns"

    return (
        "swissperfect"
        if _perfect_head(lines) is not None
        else "norwegian"
        if is_printed(lines)
        else ""
    )


def _perfect_head(lines: Sequence[str]) -> tuple[int, str, list[int]] | None:
    """Find the header of an export of SwissPerfect: its place, the separator, and the
    columns of the rounds.

    The first heading is taken that has `No` first, `Name`, and rounds 1, 2, 3, ...,
    with a cell such as `2:W` below it. None: there is none.
    """
    for at, line in enumerate(lines[:MOST_TITLES]):
        for mark in "\t;":
            words = [word.strip().casefold() for word in line.split(mark)]
            rounds = [place for place, word in enumerate(words) if word.isdigit()]
            if (
                words[0] == "no"
                and "name" in words
                and [words[place] for place in rounds]
                == [str(number) for number in range(1, len(rounds) + 1)]
            ):
                rows = (row.split(mark) for row in lines[at + 1 :])
                cells = [
                    row[place].strip()
                    for row in rows
                    for place in rounds
                    if place < len(row)
                ]
                if any(
                    ":" in cell and _PERFECT.fullmatch(cell.replace(" ", ""))
                    for cell in cells
                ):
                    return at, mark, rounds

    return None


def _of_perfect(lines: Sequence[str]) -> list[str]:
    """Return the lines of an export of SwissPerfect with cells of the form 2w1.

    `lines` must have its header, as `printed_style` has found. Opponents are numbers of
    the column No, and become the places of their rows; a number that two rows have
    names no row.
    """
    head = _perfect_head(lines)
    assert head is not None
    at, mark, rounds = head
    rows = [[field.strip() for field in line.split(mark)] for line in lines[at + 1 :]]
    numbers = [row[0] for row in rows if any(row)]
    places = {
        number: str(place)
        for place, number in enumerate(numbers, 1)
        if numbers.count(number) == 1
    }
    for row in rows:
        for column in rounds:
            if column < len(row):
                row[column] = _perfect_cell(
                    row[column], places.get(row[0], "0"), places
                )

    return [*lines[: at + 1], *(mark.join(row) for row in rows)]


def _perfect_cell(text: str, own: str, places: Mapping[str, str]) -> str:
    """Write a cell in the other form; one that names no row stays, and is refused as it
    stands.

        2:W    2w1    won; the upper row gets White
        3:=    3w½k   half a point each without play
        0:+    1      a full point without an opponent
        5:L    5b0    from row 7, which is below row 5

    `own`: the place of the row. `places`: the place of the row of each number.
    """
    match = _PERFECT.fullmatch(text.replace(" ", ""))
    if match is None or (match[1].strip("0") and match[1] not in places):
        return text
    if not match[1].strip("0"):
        return _WITHOUT[match[2].upper()]

    return f"{places[match[1]]}{'w' if int(own) < int(places[match[1]]) else 'b'}{_WITH[match[2].upper()]}"


def is_printed(lines: Sequence[str]) -> bool:
    """Return whether lines look like rows of such a table: numbered from 1 on, with
    opponents among the rows only.
    """
    rows = _rows(lines)
    if len(rows) < _LEAST or list(rows.values()) != list(range(1, len(rows) + 1)):
        return False

    opponents = {int(cell[2]) for at in rows for cell in _cells(lines[at])}
    return opponents <= set(rows.values()) and all(
        len(_cells(lines[at])) >= _LEAST for at in rows
    )


def rewritten(lines: Sequence[str], style: str = "norwegian") -> list[str]:
    """Return the lines with their cells in the form 2w1."""
    if style == "three-columns":
        return rewritten_three_columns(lines)
    if style != "norwegian":
        return (
            _of_perfect(lines) if style == "swissperfect" else rewritten_tasaselo(lines)
        )

    rows = _rows(lines)
    return [
        _rewritten(line, rows[at]) if at in rows else line
        for at, line in enumerate(lines)
    ]


def _rewritten(line: str, number: int) -> str:
    """Return a line of Norway's form with its games rewritten; `number` is that at its
    head.

        1  Hans Berg  250360  1500  =10  +02
        1  Hans Berg  250360  1500  10w½  2w1
    """

    def cell(word: re.Match[str]) -> str:
        match = _CELL.fullmatch(word[0])
        if match is None:
            return word[0]

        return (
            f"{int(match[2])}{'w' if number < int(match[2]) else 'b'}{_CODES[match[1]]}"
        )

    return _WORD.sub(cell, line)


def _rows(lines: Sequence[str]) -> dict[int, int]:
    """Map the place of every line with such a cell to the number at its head."""
    return {
        at: int(head[1])
        for at, line in enumerate(lines)
        if _cells(line) and (head := _ROW.match(line)) is not None
    }


def _cells(line: str) -> list[re.Match[str]]:
    """Return the words of a line that look like a result and an opponent: +12, =3,
    -104.
    """
    return [
        match
        for word in _WORD.findall(line)
        if (match := _CELL.fullmatch(word)) is not None
    ]
