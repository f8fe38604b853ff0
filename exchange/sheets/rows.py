"""Collect the rows of a sheet while it is read, and write them as plain lines."""

from collections.abc import Iterable, Sequence

from exchange.sheets.refusals import refused
from exchange.text.tables import tabbed
from messages import say

MAX_ROWS = 20_000

MAX_COLUMNS = 200


class Rows:
    """The rows of a sheet, each cell at its place; rows and columns that were left out
    stay empty.
    """

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._rows: dict[int, dict[int, str]] = {}

    def put(self, row: int, column: int, text: str) -> None:
        """Put a text into its cell, counted from 0; cells without a text take no place."""
        text = " ".join(text.split())
        if not text:
            return
        if row >= MAX_ROWS or column >= MAX_COLUMNS:
            message = say(
                "the sheet has more than {rows} rows or {columns} columns",
                rows=MAX_ROWS,
                columns=MAX_COLUMNS,
            )
            raise refused(
                "sheet-too-large",
                message,
                self._file,
                say("save the part with the games as CSV"),
            )
        self._rows.setdefault(row, {})[column] = text

    def lines(self) -> list[str]:
        width = (
            max(
                (column for cells in self._rows.values() for column in cells),
                default=-1,
            )
            + 1
        )
        last = max(self._rows, default=-1)
        return [
            joined([self._rows.get(row, {}).get(column, "") for column in range(width)])
            for row in range(last + 1)
        ]


def joined(cells: Sequence[str]) -> str:
    """Join cells with tabs, up to the last that is not empty."""
    return tabbed(cells).rstrip("\t")


def plain_bytes(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8")
