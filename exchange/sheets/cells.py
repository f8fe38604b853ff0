"""Rows of a sheet while they are read, and as the lines they become."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from exchange.sheets.package import refused
from messages import say

MAX_ROWS = 20_000
MAX_COLUMNS = 200
_EPOCH = date(1899, 12, 30)  # day 0 of spreadsheets, their invented 29 February 1900 allowed for
_EPOCH_1904 = date(1904, 1, 1)


class Rows:
    """Cells put at their places; rows and columns that were left out stay empty."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._rows: dict[int, dict[int, str]] = {}

    def put(self, row: int, column: int, text: str) -> None:
        """Counted from 0. Cells without a text take no place."""
        text = " ".join(text.split())
        if not text:
            return
        if row >= MAX_ROWS or column >= MAX_COLUMNS:
            message = say(
                "the sheet has more than {rows} rows or {columns} columns", rows=MAX_ROWS, columns=MAX_COLUMNS
            )
            raise refused("sheet-too-large", message, self._file, say("save the part with the games as CSV"))
        self._rows.setdefault(row, {})[column] = text

    def lines(self) -> list[str]:
        width = max((column for cells in self._rows.values() for column in cells), default=-1) + 1
        last = max(self._rows, default=-1)
        return [joined([self._rows.get(row, {}).get(column, "") for column in range(width)]) for row in range(last + 1)]


def joined(cells: Sequence[str]) -> str:
    """Tabs between the cells; a quote in front would be taken for quoting, so it is doubled."""
    return "\t".join(_quoted(cell) for cell in cells).rstrip("\t")


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell


def plain_bytes(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def day_of(number: float, from_1904: bool) -> str | None:
    """A day as spreadsheets count them."""
    if not 1 <= number < 100_000:
        return None
    return ((_EPOCH_1904 if from_1904 else _EPOCH) + timedelta(days=int(number))).isoformat()


def number_text(text: str) -> str:
    """1.0 and 1E+0 as 1; anything that is no number as it is."""
    try:
        number = float(text)
    except ValueError:
        return text
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return repr(number)
