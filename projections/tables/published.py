"""The published lists by list, label and revision; their rows are in their events."""

from typing import Any, NamedTuple

from ledger.bodies import ListPublished
from ledger.store.database import Connection
from projections.tables.seals import checked, sealed

_COLUMNS = "list, label, revision, as_of, seq, known_seq, rules, row_count, sha256"


class Published(NamedTuple):
    list: str
    label: str
    revision: int
    as_of: str
    seq: int
    known_seq: int
    rules: str
    row_count: int
    sha256: str


def note_published(connection: Connection, seq: int, body: ListPublished) -> None:
    connection.execute(
        f"INSERT INTO published ({_COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        sealed(body.list, body.label, body.revision, body.as_of, seq, body.known_seq, body.rules, len(body.rows),
               body.sha256),
    )  # fmt: skip


def published(tables: Connection, known_seq: int, as_of: str, list_name: str | None = None) -> list[Published]:
    """What had been published by then, for days up to the day, in the order it was."""
    condition, given = (" AND list = ?", [list_name]) if list_name is not None else ("", [])
    rows: list[tuple[Any, ...]] = tables.execute(
        f"SELECT {_COLUMNS}, checksum FROM published WHERE seq <= ? AND as_of <= ?{condition} ORDER BY seq",
        (known_seq, as_of, *given),
    ).fetchall()
    return [Published(*checked("published", row)[:-1]) for row in rows]
