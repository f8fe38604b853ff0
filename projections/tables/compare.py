"""Two sets of read tables beside each other, row by row."""

from itertools import zip_longest

from ledger.store.database import Connection
from projections.tables.schema import TABLES

# the columns that say which row it is, and those people want named in front
KEYS = {
    "unit": ("list", "place", "known_from"),
    "seat": ("player", "list"),
    "player": ("player", "list"),
    "title": ("player", "list", "title", "known_from"),
    "said": ("seq",),
    "tournament": ("tournament",),
    "published": ("seq",),
    "step": ("seq",),
}
Row = dict[str, object]  # column to value, only compared and printed
Rows = dict[tuple[object, ...], Row]


def differences(stored: Connection, fresh: Connection) -> list[str]:
    """Every row that differs, as sentences in order; [] when both hold the same."""
    sentences: list[str] = []
    for table in TABLES:
        if table in KEYS and not _same(table, stored, fresh):
            sentences += _between(table, _rows(stored, table), _rows(fresh, table))
    return sentences


def _same(table: str, stored: Connection, fresh: Connection) -> bool:
    """Row beside row, without holding any; the slow way says what differs."""
    ordered = f"SELECT * FROM {table} ORDER BY {', '.join(KEYS[table])}"
    return all(ours == theirs for ours, theirs in zip_longest(stored.execute(ordered), fresh.execute(ordered)))


def _rows(connection: Connection, table: str) -> Rows:
    cursor = connection.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in cursor.description]
    rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
    return {tuple(row[name] for name in KEYS[table]): row for row in rows}


def _between(table: str, stored: Rows, fresh: Rows) -> list[str]:
    sentences = []
    for key in sorted(stored.keys() | fresh.keys(), key=str):
        ours, theirs = stored.get(key), fresh.get(key)
        what = f"{table} {_place(table, ours or theirs or {})}"
        if ours is None or theirs is None:
            sentences.append(
                f"{what}: {'not stored, but a replay has it' if ours is None else 'stored, but no replay has it'}"
            )
        elif ours != theirs:
            columns = [
                f"{c} is {_short(ours[c])}, a replay says {_short(theirs[c])}" for c in ours if ours[c] != theirs[c]
            ]
            sentences.append(f"{what}: {'; '.join(columns)}")
    return sentences


def _place(table: str, row: Row) -> str:
    return " ".join(str(row[name]) for name in KEYS[table])


def _short(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
