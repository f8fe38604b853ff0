"""The checkpoints kept beside the log, and the present one from the stored tree."""

from typing import Any, NamedTuple

from ledger.proof import leaf
from ledger.proof_texts import Checkpoint, origin, text_of
from ledger.store.beside_log import count_rows, need_counted
from ledger.store.connection import Connection
from ledger.store.dialects.dialect import last_number_given
from ledger.store.logs.tree import broken, root_bytes
from messages import say

TABLE = "checkpoint"
_SELECT = "SELECT number, outside, signer, note FROM checkpoint"


class KeptNote(NamedTuple):
    """A checkpoint as it was kept.

    `outside`: it came from elsewhere. `signer`: the public key, where it is known.
    """

    number: int
    outside: bool
    signer: str | None
    note: str


def keep_checkpoint(
    connection: Connection, outside: bool, signer: str | None, note: str
) -> int:
    """Keep a checkpoint and return its number; the same note from the same side is kept
    once. `outside`: it came from elsewhere; `signer`: the public key, where it is known.
    """
    for row in kept_checkpoints(connection):
        if (row.outside, row.note) == (outside, note):
            return row.number
    number = last_number_given(connection, TABLE) + 1
    connection.execute(
        "INSERT INTO checkpoint (number, outside, signer, note) VALUES (?, ?, ?, ?)",
        (number, int(outside), signer, note),
    )
    count_rows(connection, TABLE, unchecked_checkpoints(connection))
    return kept_checkpoints(connection)[-1].number


def kept_checkpoints(connection: Connection) -> list[KeptNote]:
    """Return the checkpoints by number; refuse rows that were not counted."""
    rows = unchecked_checkpoints(connection)
    need_counted(connection, TABLE, rows)
    return rows


def own_checkpoints(connection: Connection) -> list[KeptNote]:
    """Return the checkpoints that the ledger itself signed, by number."""
    return [row for row in kept_checkpoints(connection) if not row.outside]


def newest_own(connection: Connection) -> KeptNote | None:
    """Return the newest checkpoint that the ledger itself signed, if there is one. The
    caller judges its signature.
    """
    row = connection.execute(
        f"{_SELECT} WHERE outside = 0 ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return None if row is None else _note(row)


def newest_number(connection: Connection) -> int:
    """Return the number of the checkpoint that was kept last; 0 where none is."""
    query = "SELECT COALESCE(MAX(number), 0) FROM checkpoint"
    return int(connection.execute(query).fetchone()[0])


def unchecked_checkpoints(connection: Connection) -> list[KeptNote]:
    """Read every checkpoint as it stands, for an audit: nothing is checked."""
    rows = connection.execute(f"{_SELECT} ORDER BY number").fetchall()
    return [_note(row) for row in rows]


def _note(row: tuple[Any, ...]) -> KeptNote:
    """Return a row of the table as a note; whether it came from elsewhere is 0 or 1
    there.
    """
    number, outside, signer, note = row
    return KeptNote(number, bool(outside), signer, note)


def is_from_elsewhere(connection: Connection, number: int) -> bool:
    """Tell whether there is a checkpoint of this number, and it came from elsewhere."""
    return any(
        row.number == number and row.outside for row in kept_checkpoints(connection)
    )


def head(connection: Connection) -> Checkpoint:
    """Return the present size and root from the stored hashes: however large the log
    is, only a few rows are read.
    """
    query = "SELECT COALESCE(MAX(seq), 0) FROM tree"
    size = connection.execute(query).fetchone()[0]
    return checkpoint_at(connection, size)


def checkpoint_at(connection: Connection, size: int) -> Checkpoint:
    """Return the root as it was at any size, for answers as known then. The first event
    names the ledger, so it is held against its hash.
    """
    row = connection.execute("SELECT state FROM event WHERE seq = 1").fetchone()
    first = b"" if row is None else row[0]
    if size and leaf(first) != root_bytes(connection, 1):
        message = say(
            "event {seq} is not as it was written: it does not fit the hash stored"
            " with it",
            seq=1,
        )
        raise broken(message)
    return Checkpoint(origin(first), size, root_bytes(connection, size))


class Footer(NamedTuple):
    """The two values printed under a published list: the number of events with its own,
    and the root over them.
    """

    size: int
    root: str


def footer(connection: Connection, seq: int) -> Footer:
    """Return the footer of a list that this event published."""
    checkpoint = checkpoint_at(connection, seq)
    return Footer(checkpoint.size, text_of(checkpoint.root))
