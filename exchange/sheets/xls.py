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
from datetime import date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from exchange.sheets.numbers import number_text
from exchange.sheets.refusals import refused
from exchange.sheets.rows import MAX_COLUMNS, MAX_ROWS, Rows
from messages import by_command, say

MEMORY, SECONDS = 512 * 1024 * 1024, 10
# characters of all cells; a workbook may repeat one long text in each
MOST_TEXT = 2 * 1024 * 1024
_CHILD = (
    "import sys; sys.path.insert(0, sys.argv[1]); from exchange.sheets.xls import"
    " child; child(sys.argv[2:])"
)
_NONE, _LARGE = 2, 3  # exit codes: no workbook that can be read; more than is read


def read_xls(data: bytes, file: str | None, sheet: str | None) -> list[str] | None:
    """Read the lines of the sheet; None: it is no workbook, or the library is not
    installed.
    """
    if find_spec("python_calamine") is None:
        return None
    here = str(Path(__file__).resolve().parents[2])
    line = [
        sys.executable,
        "-I",
        "-c",
        _CHILD,
        here,
        *([] if sheet is None else [sheet]),
    ]
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
        raise refused(
            "sheet-too-large", message, file, say("save the part with the games as CSV")
        )
    answer = json.loads(ended.stdout)
    if "names" in answer:
        raise refused(
            "no-sheet",
            say("there is no sheet {name}", name=repr(sheet)),
            file,
            by_command(
                "--sheet is one of: {names}",
                "its sheets: {names}",
                names=answer["names"],
            ),
        )
    rows = Rows(file)
    for row, column, text in answer["cells"]:
        rows.put(row, column, text)
    return rows.lines()


def child(wanted: list[str]) -> None:
    """Read a workbook from standard input and write its cells, within the limits; the
    whole life of the process.
    """
    for limit, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(limit)
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (value, value))
    from io import BytesIO

    import python_calamine

    with contextlib.suppress(MemoryError):
        try:
            book: Any = python_calamine.CalamineWorkbook.from_filelike(
                BytesIO(sys.stdin.buffer.read())
            )
            sheets = book.sheets_metadata
        except python_calamine.CalamineError:
            sys.exit(_NONE)
        names = [
            one.name
            for one in sheets
            if one.visible == python_calamine.SheetVisibleEnum.Visible
        ]
        chosen = next((name for name in names if not wanted or name == wanted[0]), None)
        if chosen is None:
            json.dump({"names": ", ".join(names[:20]) or "none"}, sys.stdout)
            return
        try:
            rows = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
        except python_calamine.CalamineError:
            sys.exit(_NONE)
        cells, length = [], 0
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if text := _text(value):
                    length += len(text)
                    cells.append((at, column, text))
                    if at >= MAX_ROWS or column >= MAX_COLUMNS or length > MOST_TEXT:
                        sys.exit(_LARGE)
        json.dump({"cells": cells}, sys.stdout)
        return
    sys.exit(_LARGE)


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
    return number_text(repr(value)) if isinstance(value, float) else str(value)
