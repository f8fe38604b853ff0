"""Read old .xls workbooks.

One is read by calamine in a process of its own, with limits of memory and of time.
The library lays out the whole rectangle of a sheet before anybody can look at its size,
and aborts its process where that does not fit. So it never runs in this one: a few
kilobytes from a stranger cost a process, not the service.
"""

import contextlib
import json
import resource
import subprocess
import sys
from collections.abc import Mapping
from datetime import date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from exchange.spreadsheets.numbers import number_text
from exchange.spreadsheets.refusals import refusal_of_file, refusal_of_sheet
from exchange.spreadsheets.rows import MAX_COLUMNS, MAX_ROWS, Rows
from messages import say

MEMORY, SECONDS = 512 * 1024 * 1024, 10
# characters of all cells; a workbook may repeat one long text in each
MOST_TEXT = 2 * 1024 * 1024
_CHILD = (
    "import sys; sys.path.insert(0, sys.argv[1]); from exchange.spreadsheets.xls import"
    " child; child(sys.argv[2:])"
)
_NONE, _LARGE = 2, 3  # exit codes: no workbook that can be read; more than is read


def read_xls(data: bytes, file: str | None, sheet: str | None) -> list[str] | None:
    """Read the lines of the sheet; None: it is no workbook, or the library is not
    installed.
    """
    if find_spec("python_calamine") is None:
        return None

    root = str(Path(__file__).resolve().parents[2])
    line = [sys.executable, "-I", "-c", _CHILD, root]
    if sheet is not None:
        line.append(sheet)
    try:
        ended = subprocess.run(
            line, input=data, capture_output=True, timeout=2 * SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        ended = subprocess.CompletedProcess(line, _LARGE)

    if ended.returncode == _NONE:
        return None
    if ended.returncode:
        message = say("the workbook takes more memory or time than a sheet of games")
        hint = say("save the part with the games as CSV")
        raise refusal_of_file("sheet-too-large", message, file, hint)

    answer = json.loads(ended.stdout)
    if "names" in answer:
        raise refusal_of_sheet(sheet, answer["names"], file)

    rows = Rows(file)
    for row, column, text in answer["cells"]:
        rows.put(row, column, text)

    return rows.lines()


def child(wanted: list[str]) -> None:
    """Read a workbook from standard input and write its cells, within the limits; the
    whole life of the process.

    `wanted`: the name of a sheet, or nothing for the first.
    """
    _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_CPU, SECONDS)
    _limit(resource.RLIMIT_CORE, 0)
    with contextlib.suppress(MemoryError):
        json.dump(_answer(wanted), sys.stdout)
        return

    sys.exit(_LARGE)


def _limit(kind: int, most: int) -> None:
    """Limit what this process may use, as far as whoever started it has not set a lower
    limit already.
    """
    _, hard = resource.getrlimit(kind)
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (value, value))


def _answer(wanted: list[str]) -> Mapping[str, object]:
    """Return the cells of the sheet, or the names of all if it is none of them."""
    from io import BytesIO

    import python_calamine

    visible = python_calamine.SheetVisibleEnum.Visible
    try:
        data = sys.stdin.buffer.read()
        book: Any = python_calamine.CalamineWorkbook.from_filelike(BytesIO(data))
        sheets = book.sheets_metadata
    except python_calamine.CalamineError:
        sys.exit(_NONE)

    names = [sheet.name for sheet in sheets if sheet.visible == visible]
    chosen = [name for name in names if not wanted or name == wanted[0]]
    if not chosen:
        return {"names": names[:20]}
    try:
        sheet = book.get_sheet_by_name(chosen[0])
        rows = sheet.to_python(skip_empty_area=False)
    except python_calamine.CalamineError:
        sys.exit(_NONE)

    return {"cells": _cells(rows)}


def _cells(rows: list[list[object]]) -> list[tuple[int, int, str]]:
    """Return row, column and text of each cell that has one; end the process where
    there is more than is read.
    """
    cells = []
    length = 0
    for row_number, row in enumerate(rows):
        for column, value in enumerate(row):
            text = _text(value)
            if not text:
                continue

            length += len(text)
            if row_number >= MAX_ROWS or column >= MAX_COLUMNS or length > MOST_TEXT:
                sys.exit(_LARGE)
            cells.append((row_number, column, text))

    return cells


def _text(value: object) -> str:
    """Write a cell as the other readers do: whole numbers without a point, a day
    without its hours.
    """
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bool, int)):
        return str(int(value))
    if isinstance(value, float):
        return number_text(repr(value))

    return str(value)
