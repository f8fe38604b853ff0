"""Collect the rows of a sheet while it is read, and write them as plain lines."""

from collections.abc import Iterable, Sequence

from exchange import MAX_BYTES
from exchange.spreadsheets.refusals import refusal_of_file
from exchange.text.decoding import size_problem
from exchange.text.tables import tabbed_cells
from ledger.errors import Refused
from messages import say

MAX_ROWS = 20_000

MAX_COLUMNS = 200


class Rows:
    """The rows of a sheet, each cell where it stands; rows and columns that were left
    out stay empty.
    """

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._rows: dict[int, dict[int, str]] = {}
        self._width = 0
        self._size = 0  # letters of all cells so far

    def put(self, row: int, column: int, text: str) -> None:
        """Put a text into its cell, counted from 0; a cell without a text needs none.

        Refused: a cell beyond 20,000 rows or 200 columns, and more text than a file may
        have.
        """
        text = " ".join(text.split())
        if not text:
            return
        if row >= MAX_ROWS or column >= MAX_COLUMNS:
            message = say(
                "the sheet has more than {rows} rows or {columns} columns",
                rows=MAX_ROWS,
                columns=MAX_COLUMNS,
            )
            hint = say("save the part with the games as CSV")
            raise refusal_of_file("sheet-too-large", message, self._file, hint)

        self._size += len(text)
        if self._size > MAX_BYTES:
            raise Refused(size_problem(self._file))

        self._rows.setdefault(row, {})[column] = text
        self._width = max(self._width, column + 1)

    def lines(self) -> list[str]:
        """Return all rows up to the last that has a text, tabs between the cells. Each
        goes as far as its last cell with a text.
        """
        lines = []
        for row in range(max(self._rows, default=-1) + 1):
            cells = self._rows.get(row, {})
            texts = [cells.get(column, "") for column in range(self._width)]
            lines.append(joined_cells(texts))

        return lines


def joined_cells(cells: Sequence[str]) -> str:
    """Join cells with tabs, up to the last that is not empty."""
    return tabbed_cells(cells).rstrip("\t")


def plain_bytes(lines: Iterable[str]) -> bytes:
    """Return lines as the bytes of a text file."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8")
