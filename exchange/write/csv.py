"""Rows as CSV. Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ledger.outgoing.visible import visible_cell

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # the last four are full-width


def csv_text(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str] = (), delimiter: str = ",", numbers: Collection[str] = ()
) -> str:
    """`names`: the columns, in order; left out, those of the rows as they come. Yes and no are true and false, as in
    JSON. `numbers`: columns of exact numbers, which are texts and no formulas."""
    columns = list(names) or list(dict.fromkeys(name for row in rows for name in row))
    if not columns:
        return ""
    lines = [columns, *([_cell(row.get(name), name in numbers) for name in columns] for row in rows)]
    return "".join(delimiter.join(_quoted(cell, delimiter) for cell in line) + "\n" for line in lines)


def sheet_text(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], numbers: Collection[str] = ()) -> str:
    """The columns as given, even without rows, and after them the fields that only some rows have."""
    return csv_text(rows, list(dict.fromkeys((*columns, *(name for row in rows for name in row)))), numbers=numbers)


def _quoted(cell: Any, delimiter: str) -> str:
    """A lone carriage return ends a line too for those who read; Python's own writer forgets it."""
    text = "" if cell is None else str(cell)
    # a spreadsheet of another country splits at semicolons or tabs, whatever was meant
    if any(character in text for character in (delimiter, '"', "\n", "\r", ";", "\t")):
        return '"' + text.replace('"', '""') + '"'
    return text


def _cell(value: Any, number: bool) -> Any:
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=list)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(FORMULA) and not (number and _NUMBER.fullmatch(value)):
        return "'" + visible_cell(value)
    return visible_cell(value) if isinstance(value, str) else value
