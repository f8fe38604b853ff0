"""Rating lists as people take them: CSV and fixed columns.

Rows are dicts: rank, player, name, federation, sex, born, fide_id, club, rating, games, last_played.

Rows as CSV. Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from messages.answer import visible_cell

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # the last four are full-width
# where a spreadsheet of another country begins a cell: quotes do not stop one that splits at semicolons
_WITHIN = re.compile(rf"([;,\t]\"*)(?=[{re.escape(''.join(FORMULA))}])")


def csv_text(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str] = (), delimiter: str = ",", numbers: Collection[str] = ()
) -> str:
    """Write rows as CSV; yes and no become true and false, as in JSON.

    `names`: the columns, in order; left out, those of the rows as they come. `numbers`: columns of exact numbers, which
    are texts and no formulas.
    """
    columns = list(names) or list(dict.fromkeys(name for row in rows for name in row))
    if not columns:
        return ""
    lines = [columns, *([_cell(row.get(name), name in numbers) for name in columns] for row in rows)]
    return "".join(delimiter.join(_quoted(cell, delimiter) for cell in line) + "\n" for line in lines)


def sheet_text(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], numbers: Collection[str] = ()) -> str:
    """Write rows as CSV with these columns even if there are no rows, then the fields that only some rows have."""
    return csv_text(rows, list(dict.fromkeys((*columns, *(name for row in rows for name in row)))), numbers=numbers)


def _quoted(cell: Any, delimiter: str) -> str:
    """Quote a cell that needs it: also one with a lone carriage return, which readers take for a line end.

    Python's own writer forgets that one.
    """
    text = "" if cell is None else str(cell)
    # a spreadsheet of another country splits at semicolons or tabs, whatever was meant
    if any(character in text for character in (delimiter, '"', "\n", "\r", ";", "\t")):
        return '"' + text.replace('"', '""') + '"'
    return text


def _cell(value: Any, number: bool) -> Any:
    if isinstance(value, list | tuple | dict):
        return _WITHIN.sub(r"\1'", json.dumps(value, ensure_ascii=False, default=list))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(FORMULA) and not (number and _NUMBER.fullmatch(value)):
        value = f"'{value}"
    return visible_cell(_WITHIN.sub(r"\1'", value)) if isinstance(value, str) else value


Row = Mapping[str, Any]

# column, heading, least width, to the right
FIXED = (
    ("rank", "RANK", 5, True),
    ("player", "ID", 12, False),
    ("name", "NAME", 33, False),
    ("federation", "FED", 3, False),
    ("sex", "S", 1, False),
    ("born", "BORN", 4, False),
    ("fide_id", "FIDE", 9, True),
    ("rating", "RTNG", 5, True),
    ("games", "GAMES", 5, True),
    ("last_played", "LAST", 10, False),
)


def fixed_text(rows: Sequence[Row]) -> str:
    """Write one line a player under one line of headings; nothing is cut, for a column grows to its longest value."""
    return "".join(line.rstrip() + "\n" for line in _fixed(rows))


def _fixed(rows: Sequence[Row]) -> Iterator[str]:
    cells = [[_shown(name, row.get(name)) for name, *_ in FIXED] for row in rows]
    lines = [[heading for _, heading, *_ in FIXED], *cells]
    widths = [max(least, *(len(line[at]) for line in lines)) for at, (_, _, least, _) in enumerate(FIXED)]
    for line in lines:
        yield " ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, (*_, right) in zip(line, widths, FIXED, strict=True)
        )


def _shown(name: str, value: Any) -> str:
    """Write a value on one line: line ends and tabs would break the columns."""
    text = "" if value is None else str(value)
    return text[:4] if name == "born" else " ".join(text.split())
