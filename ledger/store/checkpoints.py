"""The checkpoints kept beside the log, and the root of the stored tree at any size."""

from typing import NamedTuple

from ledger.errors import LedgerUnusable, Problem
from ledger.proof import Checkpoint, origin, root, text_of
from ledger.store.as_stored import last_number_given
from ledger.store.database import Connection
from ledger.store.events import LARGEST_SEQ
from messages import by_command, say


class Kept(NamedTuple):
    """A checkpoint as it was kept. `outside`: it came from elsewhere. `signer`: the public key, where it is known."""

    number: int
    outside: bool
    signer: str | None
    note: str


def keep(connection: Connection, outside: bool, signer: str | None, note: str) -> int:
    """Keep a checkpoint and answer its number; the same note from the same side is kept once."""
    row = next((row for row in kept(connection) if (row.outside, row.note) == (outside, note)), None)
    if row is None:
        number = last_number_given(connection, "checkpoint") + 1
        connection.execute(
            "INSERT INTO checkpoint (number, outside, signer, note) VALUES (?, ?, ?, ?)",
            (number, int(outside), signer, note),
        )
        row = kept(connection)[-1]
    return row.number


def kept(connection: Connection) -> list[Kept]:
    rows = connection.execute("SELECT number, outside, signer, note FROM checkpoint ORDER BY number").fetchall()
    return [Kept(number, bool(outside), signer, note) for number, outside, signer, note in rows]


def is_from_elsewhere(connection: Connection, number: int) -> bool:
    if number > LARGEST_SEQ:
        return False
    row = connection.execute("SELECT outside FROM checkpoint WHERE number = ?", (number,)).fetchone()
    return row is not None and bool(row[0])


def head(connection: Connection) -> Checkpoint:
    """The present size and root, from the stored hashes: a few rows, whatever the size."""
    return at_size(connection, connection.execute("SELECT COALESCE(MAX(seq), 0) FROM tree").fetchone()[0])


def at_size(connection: Connection, size: int) -> Checkpoint:
    """The root as it was at any size, for list footers and for answers as known then."""

    def stored(seq: int) -> bytes:
        row: tuple[bytes] | None = connection.execute("SELECT hash FROM tree WHERE seq = ?", (seq,)).fetchone()
        if row is None:
            message = say("the hash of event {seq} is missing: something was changed", seq=seq)
            raise LedgerUnusable(
                Problem("tree-differs", message, hint=by_command("look at `selo verify`, restore a backup"))
            )
        return row[0]

    first = connection.execute("SELECT state FROM event WHERE seq = 1").fetchone()
    return Checkpoint(origin(first[0] if first is not None else b""), size, root(size, stored))


class Footer(NamedTuple):
    """What is printed under a published list: the number of events with its own, and the root over them."""

    size: int
    root: str


def footer(connection: Connection, seq: int) -> Footer:
    """The footer of a list that was published by this event."""
    checkpoint = at_size(connection, seq)
    return Footer(checkpoint.size, text_of(checkpoint.root))
