"""Crosstables without colours: as Norway's federation printed them, and as SwissPerfect exports them.

    1  Hans Berg  250360  1500  =10  +02  =03     norwegian: result and opponent, the number of the line first
    No|Name|Loc Id|Total|1|2|3                    swissperfect, with tabs: opponent and result under the round,
    1|Aho, Aino|123|2|2:W|0:D|3:+                 + and - of what was not played, 0 of nobody

Such a table is rewritten in the cells of Swiss-Manager. The upper row gets White, as a matrix of unknown colours does.
The opponents of SwissPerfect are numbers of the column No, which need not be the places of the rows.
"""

import re
from collections.abc import Mapping, Sequence

from exchange.tables.tasaselo import is_tasaselo, rewritten_tasaselo
from exchange.text.separated import MOST_TITLES

_CELL = re.compile(r"([+=-])([0-9]{1,4})")
_ROW = re.compile(r"\s*([0-9]{1,4})[.)]?[\s;,|]")
_WORD = re.compile(r"[^\s;,|]+")
_CODES = {"+": "1", "=": "½", "-": "0"}
_LEAST = 2  # cells in a line, and such lines: a single +12 may be anything


_PERFECT = re.compile(r"([0-9]{0,4}):([WDL+=-]?)", re.IGNORECASE)
_WITH = {"W": "1", "D": "½", "L": "0", "+": "+", "-": "-", "=": "½k", "": ""}
_WITHOUT = {"W": "1", "D": "½", "L": "0", "+": "1", "-": "0", "=": "½", "": ""}


def printed_style(lines: Sequence[str]) -> str:
    """Return norwegian, swissperfect or tasaselo, or nothing where lines look like neither."""
    if is_tasaselo(lines):
        return "tasaselo"
    return "swissperfect" if _perfect_head(lines) is not None else "norwegian" if is_printed(lines) else ""


def _perfect_head(lines: Sequence[str]) -> tuple[int, str, list[int]] | None:
    """Find the header of an export of SwissPerfect: its place, the separator, and the columns of the rounds."""
    for at, line in enumerate(lines[:MOST_TITLES]):
        for mark in "\t;":
            words = [word.strip().casefold() for word in line.split(mark)]
            rounds = [place for place, word in enumerate(words) if word.isdigit()]
            if words[0] == "no" and "name" in words and [words[place] for place in rounds] == [
                str(number) for number in range(1, len(rounds) + 1)
            ]:  # fmt: skip
                rows = (row.split(mark) for row in lines[at + 1 :])
                cells = [row[place].strip() for row in rows for place in rounds if place < len(row)]
                if any(":" in cell and _PERFECT.fullmatch(cell.replace(" ", "")) for cell in cells):
                    return at, mark, rounds
    return None


def _of_perfect(lines: Sequence[str]) -> list[str]:
    head = _perfect_head(lines)
    assert head is not None
    at, mark, rounds = head
    rows = [[field.strip() for field in line.split(mark)] for line in lines[at + 1 :]]
    numbers = [row[0] for row in rows if any(row)]
    places = {number: str(place) for place, number in enumerate(numbers, 1) if numbers.count(number) == 1}
    for row in rows:
        for column in rounds:
            if column < len(row):
                row[column] = _perfect_cell(row[column], places.get(row[0], "0"), places)
    return [*lines[: at + 1], *(mark.join(row) for row in rows)]


def _perfect_cell(text: str, own: str, places: Mapping[str, str]) -> str:
    """Write a cell in the other form; one that names no row stays, and is refused as it stands."""
    match = _PERFECT.fullmatch(text.replace(" ", ""))
    if match is None or (match[1].strip("0") and match[1] not in places):
        return text
    if not match[1].strip("0"):
        return _WITHOUT[match[2].upper()]
    return f"{places[match[1]]}{'w' if int(own) < int(places[match[1]]) else 'b'}{_WITH[match[2].upper()]}"


def is_printed(lines: Sequence[str]) -> bool:
    """Return whether lines look like rows of such a table: numbered from 1 on, with opponents among the rows only."""
    rows = _rows(lines)
    if len(rows) < _LEAST or list(rows.values()) != list(range(1, len(rows) + 1)):
        return False
    opponents = {int(cell[2]) for at in rows for cell in _cells(lines[at])}
    return opponents <= set(rows.values()) and all(len(_cells(lines[at])) >= _LEAST for at in rows)


def rewritten(lines: Sequence[str], style: str = "norwegian") -> list[str]:
    """Return the lines with their cells in the form 2w1."""
    if style != "norwegian":
        return _of_perfect(lines) if style == "swissperfect" else rewritten_tasaselo(lines)
    rows = _rows(lines)
    return [_rewritten(line, rows[at]) if at in rows else line for at, line in enumerate(lines)]


def _rewritten(line: str, number: int) -> str:
    def cell(word: re.Match[str]) -> str:
        match = _CELL.fullmatch(word[0])
        if match is None:
            return word[0]
        return f"{int(match[2])}{'w' if number < int(match[2]) else 'b'}{_CODES[match[1]]}"

    return _WORD.sub(cell, line)


def _rows(lines: Sequence[str]) -> dict[int, int]:
    """Map the place of every line with such a cell to the number at its head."""
    return {
        at: int(head[1]) for at, line in enumerate(lines) if _cells(line) and (head := _ROW.match(line)) is not None
    }


def _cells(line: str) -> list[re.Match[str]]:
    return [match for word in _WORD.findall(line) if (match := _CELL.fullmatch(word)) is not None]
