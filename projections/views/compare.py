"""Two sets of read tables beside each other, row by row."""

from typing import Any

from ledger.database import Connection
from projections.views.schema import TABLES

COMPARED = tuple(name for name in TABLES if name != "projected")


def differences(stored: Connection, fresh: Connection) -> list[str]:
    """The rows that one has and the other has not, as sentences; [] when they say the same."""
    found: list[str] = []
    for table in COMPARED:
        ours, theirs = (_rows(connection, table) for connection in (stored, fresh))
        found += [
            f"{table}: stored, but not in a fresh replay: {_words(row)}" for row in sorted(ours - theirs, key=str)
        ]
        found += [
            f"{table}: in a fresh replay, but not stored: {_words(row)}" for row in sorted(theirs - ours, key=str)
        ]
    return found


def _rows(connection: Connection, table: str) -> set[tuple[Any, ...]]:
    return set(connection.execute(f"SELECT * FROM {table}").fetchall())


def _words(row: tuple[Any, ...]) -> str:
    text = " ".join("" if value is None else str(value) for value in row)
    return text if len(text) <= 160 else text[:157] + "..."
