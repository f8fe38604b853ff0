"""Write rows as CSV. Text that a spreadsheet would take for a formula gets an apostrophe;
numbers stay numbers.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from messages.visible import visible_cell

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# the last four are full-width
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# where a spreadsheet of another country begins a cell: quotes do not stop one that
# splits at semicolons
_WITHIN = re.compile(rf"([;,\t]\"*)(?=[{re.escape(''.join(FORMULA))}])")


def csv_text(
    rows: Sequence[Mapping[str, Any]],
    names: Sequence[str] = (),
    delimiter: str = ",",
    numbers: Collection[str] = (),
) -> str:
    """Write rows as CSV; yes and no become true and false, as in JSON.

    `names`: the columns, in order; left out, those of the rows as they come. `numbers`:
    columns of exact numbers, which are texts and no formulas.
    """
    columns = names or _names_in(rows)
    if not columns:
        return ""

    lines = [delimiter.join(_quoted(name, delimiter) for name in columns)]
    lines += [csv_row(row, columns, delimiter, numbers) for row in rows]

    return "".join(f"{line}\n" for line in lines)


def _names_in(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of the columns that rows have, as they come."""
    return list(dict.fromkeys(chain.from_iterable(rows)))


def csv_row(
    row: Mapping[str, Any],
    columns: Iterable[str],
    delimiter: str = ",",
    numbers: Collection[str] = (),
) -> str:
    """Write one row as a line of CSV, without an end."""
    cells = (_cell(row.get(name), name in numbers) for name in columns)
    return delimiter.join(_quoted(cell, delimiter) for cell in cells)


def sheet_text(
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[str],
    numbers: Collection[str] = (),
) -> str:
    """Write rows as CSV with these columns even if there are no rows, then the fields
    that only some rows have.
    """
    names = dict.fromkeys((*columns, *_names_in(rows)))
    return csv_text(rows, list(names), numbers=numbers)


# a spreadsheet of another country splits at semicolons or tabs, whatever was meant
_NEEDS_QUOTES = ('"', "\n", "\r", ";", "\t")


def _quoted(cell: Any, delimiter: str) -> str:
    """Quote a cell that needs it: also one with a lone carriage return, which readers
    take for a line end.

    Python's own writer forgets that one.
    """
    text = "" if cell is None else str(cell)
    if delimiter in text or any(sign in text for sign in _NEEDS_QUOTES):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'

    return text


def _cell(value: Any, may_be_number: bool) -> Any:
    """Return a value as a cell holds it: a list as JSON, and no text as a formula."""
    if isinstance(value, list | tuple | dict):
        text = json.dumps(value, ensure_ascii=False, default=list)
        return _WITHIN.sub(r"\1'", text)

    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return value

    is_number = may_be_number and _NUMBER.fullmatch(value)
    if value.startswith(FORMULA) and not is_number:
        value = f"'{value}"

    return visible_cell(_WITHIN.sub(r"\1'", value))
