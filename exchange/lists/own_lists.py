"""What `selo export list` writes, as the lines of a table: so it is read back like any other list.

CSV is such a table. JSON has the same names for its fields; fixed columns have headings of their own.
"""

import json
from collections.abc import Iterator, Sequence

from exchange.lists.for_programs import SWISS
from exchange.lists.written import FIXED, csv_text

_HEADINGS = [heading for _, heading, *_ in FIXED]


def as_csv(lines: Sequence[str]) -> Sequence[str]:
    """Turn JSON or fixed columns of ours into lines of a table; other lines stay as they are.

    In fixed columns a line stays where it was.
    """
    head = next((line for line in lines if line.strip()), "")
    if head.split() == _HEADINGS:
        return list(_of_fixed(lines, head))
    if head.lstrip().startswith("{") and (rows := _rows("\n".join(lines))) is not None:
        return csv_text(rows, delimiter=";").splitlines()
    return lines


def is_without_games(head: str) -> bool:
    return head.split(";") == [heading for heading, _ in SWISS]


def _rows(text: str) -> list[dict[str, object]] | None:
    """Return the rows of a list that is JSON; None for anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    rows = value.get("rows") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return None
    # a line of a table is one line, whatever a name holds
    return [{str(name): _plain(cell) for name, cell in row.items()} for row in rows]


def _plain(cell: object) -> object:
    return " ".join(cell.split()) if isinstance(cell, str) else cell


def _of_fixed(lines: Sequence[str], head: str) -> Iterator[str]:
    """Yield fixed columns as lines of a table: numbers end where their heading ends, texts begin where it begins."""
    places = _places(head)
    for line in lines:
        if line == head or not line.strip():
            yield ";".join(name for name, *_ in FIXED) if line == head else ""
            continue
        cells = {name: line[start:end].strip() for name, (start, end) in places.items()}
        yield csv_text([cells], delimiter=";").splitlines()[1]


def _places(head: str) -> dict[str, tuple[int, int | None]]:
    """Find where each column begins and ends."""
    at, starts, ends = 0, [], []
    for _, heading, *_ in FIXED:
        at = head.index(heading, at)
        starts.append(at)
        at += len(heading)
        ends.append(at)
    places: dict[str, tuple[int, int | None]] = {}
    end_before = 0
    for number, (name, _, least, right) in enumerate(FIXED):
        start = end_before if right else starts[number]
        last = number + 1 == len(FIXED)
        next_is_right = not last and FIXED[number + 1][3]
        # a text before a number: births, which have four characters
        end = ends[number] if right else None if last else start + least if next_is_right else starts[number + 1]
        places[name] = (start, end)
        end_before = end or 0
    return places
