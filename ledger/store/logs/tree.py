"""The hashes of the stored tree: the root at any size, and the subtrees that proofs are
made of. However large the log is, only a few rows are read.
"""

from collections.abc import Iterable, Iterator, Sequence

from ledger.errors import LedgerUnusable, Problem
from ledger.proof import frontier_events, full_subtree_root, full_subtrees, leaf, root
from ledger.proof_texts import text_of
from ledger.store.connection import Connection
from ledger.store.tables import among, batches
from messages import Message, by_command, say


def hashes_of(connection: Connection, seqs: Iterable[int]) -> dict[int, bytes]:
    """Read the hashes stored with some events, by seq, as far as they are there."""
    return dict(_stored_bytes(connection, "SELECT seq, hash FROM tree", seqs))


def _stored_bytes(
    connection: Connection, query: str, seqs: Iterable[int]
) -> Iterator[tuple[int, bytes]]:
    """Yield what is stored of some events, each with its seq, as far as it is there.

    query: what to read, in SQL, without the condition: seq, then a column of bytes
    """
    for batch in batches(sorted(seqs)):
        condition = among("seq", batch)
        rows = connection.execute(f"{query} WHERE {condition}", batch).fetchall()
        for seq, stored in rows:
            yield seq, bytes(stored)


def broken(what: Message) -> LedgerUnusable:
    """Make the refusal of a log that is not as it was written."""
    message = say("the events are damaged: {what}", what=what)
    hint = by_command(
        "look at `selo verify`, restore a backup; do not write to this ledger"
    )
    return LedgerUnusable(Problem("damaged", message, hint=hint))


def root_at(connection: Connection, size: int) -> str:
    """Return the root of the tree over the first `size` events as text, in base64, as
    checkpoints and proofs state it: `47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=` for
    none.
    """
    return text_of(root_bytes(connection, size))


def root_bytes(connection: Connection, size: int) -> bytes:
    """Return the root from the stored hashes; refuse a tree that lacks one of them."""
    seqs = list(frontier_events(size))
    if not seqs:
        return root(0, lambda seq: b"")
    hashes = hashes_of(connection, seqs)
    missing = set(seqs) - hashes.keys()
    if missing:
        message = say(
            "the hash of event {seq} is missing: something was changed",
            seq=max(missing),
        )
        hint = by_command("look at `selo verify`, restore a backup")
        raise LedgerUnusable(Problem("tree-differs", message, hint=hint))

    return root(size, hashes.__getitem__)


def frontier(connection: Connection, size: int) -> list[str]:
    """Return the stored hashes, in hex, that the root of a size is made of, and the
    first hash, which names the ledger.
    """
    seqs = set(frontier_events(size))
    if size:
        seqs.add(1)
    hashes = hashes_of(connection, seqs)
    return [hashes[seq].hex() for seq in sorted(hashes)]


class _Asked:
    """Notes which hashes are asked for, and answers with none."""

    def __init__(self) -> None:
        self.seqs: set[int] = set()

    def __call__(self, seq: int) -> bytes:
        self.seqs.add(seq)
        return b""


def subtree_roots(connection: Connection, cuts: Sequence[int]) -> list[bytes]:
    """Return the roots of the full subtrees between each cut and the next: some tens of
    rows, however large the log is. Refuse a log in which one of these is missing.
    """
    tiles = list(full_subtrees(cuts))
    # asked once for what it takes, so that few queries read it
    wanted_hashes = _Asked()
    wanted_leaves = _Asked()
    for low, high in tiles:
        full_subtree_root(low, high, wanted_hashes, wanted_leaves)
    hashes = hashes_of(connection, wanted_hashes.seqs)
    leaves = _leaf_hashes(connection, wanted_leaves.seqs)
    try:
        return [
            full_subtree_root(low, high, hashes.__getitem__, leaves.__getitem__)
            for low, high in tiles
        ]
    except KeyError as error:
        [seq] = error.args
        raise broken(say("a hash under event {seq} is missing", seq=seq)) from None


def _leaf_hashes(connection: Connection, seqs: Iterable[int]) -> dict[int, bytes]:
    """Hash the bytes of some events, by seq, as far as they are there."""
    leaves = {}
    query = "SELECT seq, state FROM event"
    for seq, state in _stored_bytes(connection, query, seqs):
        leaves[seq] = leaf(state)
    return leaves
