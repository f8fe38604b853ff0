"""Read sheets that are neither XML nor text: old .xls workbooks, and the report to US
Chess as a table of dBase.

An .xls is read by calamine in a process of its own, with limits of memory and of time.
The library lays out the whole rectangle of a sheet before anybody can look at its size,
and aborts its process where that does not fit. So it never runs in this one: a few
kilobytes from a stranger cost a process, not the service.

The report that has names and results is TDEXPORT.DBF of format 2C:

    D_SEC_NUM D_PAIR_NUM D_MEM_ID D_NAME        D_RND01 D_RND02 D_RND03
    1         1          12345678 NUNEZ, ANA    W    3W D2B     H0

A result, the pairing number of the opponent in the section, the colour. W L D were
played; X F Z are a win, a loss and a draw by forfeit; B H U a full, a half and no point
without an opponent. It becomes the crosstable that others print.
"""

import contextlib
import json
import re
import resource
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from exchange.sheets import MAX_COLUMNS, MAX_ROWS, Rows, number_text, refused
from messages import by_command, say

MEMORY, SECONDS = 512 * 1024 * 1024, 10
# characters of all cells; a workbook may repeat one long text in each
MOST_TEXT = 2 * 1024 * 1024
_CHILD = (
    "import sys; sys.path.insert(0, sys.argv[1]); from exchange.sheets.binary import"
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


MOST_FIELDS = 255
# by the mark of the language in the head; without one there are no other letters than
# those of ASCII
_PAGES = {
    0x01: "cp437",
    0x02: "cp850",
    0x03: "cp1252",
    0x57: "cp1252",
    0x64: "cp852",
    0x65: "cp866",
    0x66: "cp865",
    0xC8: "cp1250",
    0xC9: "cp1251",
}
_NEEDED = (b"D_SEC_NUM\0", b"D_PAIR_NUM\0", b"D_NAME\0", b"D_RND01\0")
_CELL = re.compile(r"([WLDXFZBHU])\s*([0-9]{0,4})\s*([WB]?)")
_PLAYED = {"W": "1", "L": "0", "D": "½", "X": "+", "F": "-", "Z": "½k"}
_ALONE = {"X": "+", "F": "-", "Z": "½", "B": "-1", "H": "½", "U": "0"}
Row = dict[str, str]


def is_us_report(data: bytes) -> bool:
    """Return whether a table has names and results: another part of a report has not,
    nor has an older format.
    """
    return all(name in data[: 32 * (MOST_FIELDS + 1)] for name in _NEEDED)


def read_us_report(
    data: bytes, file: str, section: str | None, encoding: str | None
) -> list[str]:
    """Read the lines of a crosstable, or refuse the report."""
    return _crosstable(_rows(data, file, encoding), file, section)


def _rows(data: bytes, file: str, encoding: str | None) -> list[Row]:
    """Return the rows that were not deleted, by the names of their fields."""
    rows, start, size = struct.unpack_from("<IHH", data, 4)
    fields: list[tuple[str, int]] = []
    for at in range(32, min(start, len(data)) - 31, 32):
        name, length = struct.unpack_from("<11s5xB", data, at)
        fields.append((name.split(b"\0")[0].decode("ascii", "replace"), length))
    fits = (
        size == 1 + sum(length for _, length in fields)
        and rows > 0
        and start + rows * size <= len(data)
    )
    lacking = {name[:-1].decode() for name in _NEEDED} - {name for name, _ in fields}
    if (
        not fits
        or lacking
        or len(dict(fields)) < len(fields)
        or len(fields) > MOST_FIELDS
    ):
        message = say(
            "the table of dBase has no rows, is cut short, or its head does not fit its"
            " rows"
        )
        raise refused(
            "sheet-broken",
            message,
            file,
            say("export it anew, or save the table of results as CSV"),
        )
    page = encoding or _PAGES.get(data[29], "ascii")
    try:
        whole = [data[at : at + size] for at in range(start, start + rows * size, size)]
        return [dict(_fields(row, fields, page)) for row in whole if row[:1] != b"*"]
    except (UnicodeDecodeError, LookupError) as error:
        code = (
            f"{error.object[error.start]:02X}"
            if isinstance(error, UnicodeDecodeError)
            else "?"
        )
        message = say(
            "the file is not {encoding} (byte {code})", encoding=page, code=code
        )
        hint = by_command("try another --encoding", "answer another encoding")
        raise refused("text-encoding", message, file, hint) from None


def _fields(
    row: bytes, fields: Sequence[tuple[str, int]], page: str
) -> Iterator[tuple[str, str]]:
    at = 1
    for name, length in fields:
        yield name, " ".join(row[at : at + length].split(b"\0")[0].decode(page).split())
        at += length


def _crosstable(rows: Sequence[Row], file: str, section: str | None) -> list[str]:
    """Write the section of a report as a crosstable; of several it has to be named."""
    if not rows:
        raise refused("sheet-broken", say("every row of the table is deleted"), file)
    sections = list(dict.fromkeys(row["D_SEC_NUM"] for row in rows))
    if (section is None and len(sections) > 1) or (
        section is not None and section not in sections
    ):
        message = say("the report has the sections {names}", names=", ".join(sections))
        hint = by_command(
            "--sheet is one of: {names}",
            "its sheets: {names}",
            names=", ".join(sections),
        )
        raise refused("no-sheet", message, file, hint)
    own = [row for row in rows if row["D_SEC_NUM"] == (section or sections[0])]
    places = {row["D_PAIR_NUM"]: str(place) for place, row in enumerate(own, 1)}
    rounds = [name for name in own[0] if re.fullmatch(r"D_RND[0-9]{2}", name)]
    while rounds and all(row[rounds[-1]][:1] in ("", "U") for row in own):
        rounds.pop()  # of another section, which is longer
    lines = [
        ";".join(
            ("No", "Name", "Id", *(str(number) for number in range(1, len(rounds) + 1)))
        )
    ]
    for row in own:
        cells = (_cell(row[name], places) for name in rounds)
        who = (
            places[row["D_PAIR_NUM"]],
            row["D_NAME"].replace(";", " "),
            row.get("D_MEM_ID", ""),
        )
        lines.append(";".join((*who, *cells)))
    return lines


def _cell(text: str, places: Mapping[str, str]) -> str:
    """Write a cell as crosstables have it; one that cannot be read stays as it is, and
    is refused with its place.
    """
    match = _CELL.fullmatch(text)
    unread = f"({text})"
    if match is None:
        return unread if text else ""
    result, opponent, colour = match[1], match[2].lstrip("0"), match[3].lower()
    if not opponent:
        return _ALONE.get(result, unread)
    if opponent not in places or not colour or result not in _PLAYED:
        return _ALONE.get(result, unread) if not colour else unread
    return f"{places[opponent]}{colour}{_PLAYED[result]}"
