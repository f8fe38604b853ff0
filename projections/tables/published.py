"""The published lists by list, label and revision; their rows are in their events."""

from typing import Any, NamedTuple

from ledger.bodies import ListPublished
from ledger.store.counted import LOG, added, differs, held_rows
from ledger.store.database import Connection
from ledger.store.logs import root_at
from projections.tables.seals import PUBLISHED, checked, damaged, sealed

_COLUMNS = "seq, list, label, revision, as_of, known_seq, rules, row_count, sha256, root"


class Published(NamedTuple):
    """`root`: what is printed under the list, over all events up to its own."""

    seq: int
    list: str
    label: str
    revision: int
    as_of: str
    known_seq: int
    rules: str
    row_count: int
    sha256: str
    root: str


def note_published(events: Connection, connection: Connection, seq: int, body: ListPublished) -> None:
    connection.execute(
        f"INSERT INTO published ({_COLUMNS}, checksum) VALUES ({', '.join('?' * 11)})", published_row(events, seq, body)
    )


def published_row(events: Connection, seq: int, body: ListPublished) -> tuple[Any, ...]:
    return sealed(
        seq, body.list, body.label, body.revision, body.as_of, body.known_seq, body.rules, len(body.rows), body.sha256,
        root_at(events, seq),
    )  # fmt: skip


def published(tables: Connection, known_seq: int, as_of: str, list_name: str | None = None) -> list[Published]:
    """Return the lists that had been published by then, for days up to the day, in the order of publication."""
    return [
        row for row in every_published(tables)
        if row.seq <= known_seq and row.as_of <= as_of and list_name in (None, row.list)
    ]  # fmt: skip


def every_published(tables: Connection) -> list[Published]:
    """Return all published lists, proven by their count. What this transaction has published itself is not
    counted yet.
    """
    rows = tables.execute(f"SELECT {_COLUMNS}, checksum FROM published ORDER BY seq").fetchall()
    counts = held_rows(tables, [LOG, PUBLISHED])
    if added(row[-1] for row in rows if row[0] <= counts[LOG].events) != counts[PUBLISHED].rows:
        raise damaged(differs(PUBLISHED))
    return [Published(*checked("published", row)[:-1]) for row in rows]
