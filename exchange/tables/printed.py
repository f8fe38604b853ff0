"""Crosstables as Norway's federation printed them: `+02 =10 -05`, the result and the opponent's number, no colours.

    1  Hans Berg  250360  1500  =10  +02  =03   a player a line, the number of the line first

Such a table is rewritten in the cells of Swiss-Manager. Colours are not in it and make no difference to its ratings:
the upper row gets White, as a matrix of unknown colours does.
"""

import re
from collections.abc import Sequence

_CELL = re.compile(r"([+=-])([0-9]{1,4})")
_ROW = re.compile(r"\s*([0-9]{1,4})[.)]?[\s;,|]")
_WORD = re.compile(r"[^\s;,|]+")
_CODES = {"+": "1", "=": "½", "-": "0"}
_LEAST = 2  # cells in a line, and such lines: a single +12 may be anything


def is_printed(lines: Sequence[str]) -> bool:
    """Return whether lines look like rows of such a table: numbered from 1 on, with opponents among the rows only."""
    rows = _rows(lines)
    if len(rows) < _LEAST or list(rows.values()) != list(range(1, len(rows) + 1)):
        return False
    opponents = {int(cell[2]) for at in rows for cell in _cells(lines[at])}
    return opponents <= set(rows.values()) and all(len(_cells(lines[at])) >= _LEAST for at in rows)


def rewritten(lines: Sequence[str]) -> list[str]:
    """Return the lines with their cells in the form 2w1."""
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
