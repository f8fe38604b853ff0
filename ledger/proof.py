"""The Merkle tree of RFC 6962 over the stored bytes of the events, and the C2SP texts
that speak of it. Pure.

Beside each event one hash is stored: that of the largest full subtree which ends with
it. Event 12 closes events
9 to 12, event 13 only itself. So the table grows like the log and is never changed; it
is the frontier of every
size at once: the tree of 13 events is made of the hashes stored with 8, 12 and 13.
"""

import binascii
import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

EMPTY = hashlib.sha256().digest()
PROOF_LINE = "c2sp.org/tlog-proof@v1"
Stored = Callable[[int], bytes]


def leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def closed(seq: int, leaf_hash: bytes, stored: Stored) -> bytes:
    """Return what to store with an event: its leaf, joined with the full subtrees that
    it closes.
    """
    joined, width = leaf_hash, 1
    while not seq & width:
        joined = node(stored(seq - width), joined)
        width *= 2
    return joined


def peaks(size: int) -> Iterator[int]:
    """Yield the events whose stored hashes make up the tree of a size, smallest subtree
    first.
    """
    while size:
        yield size
        size &= size - 1


def root(size: int, stored: Stored) -> bytes:
    joined = b""
    for seq in peaks(size):
        joined = node(stored(seq), joined) if joined else stored(seq)
    return joined or EMPTY


def _split(width: int) -> int:
    """Return the largest power of two below the width."""
    return 1 << (width - 1).bit_length() - 1


def subtree(leaves: Sequence[bytes], low: int, high: int) -> bytes:
    """Return the root over leaves[low:high]."""
    if high - low < 2:
        return leaves[low] if high > low else EMPTY
    middle = low + _split(high - low)
    return node(subtree(leaves, low, middle), subtree(leaves, middle, high))


def parts(cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the largest full subtrees, as (from, to), that tile the events between each
    cut and the next.

    `parts((0, 3, 7))`: (0, 2), (2, 3), (3, 4), (4, 6), (6, 7). There are at most two a
    level between two cuts, however many events those are, and each is a node of the
    tree of every size that reaches it.
    """
    for low, high in pairwise(cuts):
        while low < high:
            width = low & -low or 1 << (high - low).bit_length()
            while width > high - low:
                width >>= 1
            yield low, low + width
            low += width


def full(low: int, high: int, stored: Stored, leaf_of: Stored) -> bytes:
    """Return the root over a full subtree: as it is stored with its last event, or from
    what is stored with those that end its left halves, and the last leaf.
    """
    if high & -high == high - low:
        return stored(high)
    if high - low == 1:
        return leaf_of(high)
    middle = (low + high) // 2
    return node(stored(middle), full(middle, high, stored, leaf_of))


def tiled(cuts: Sequence[int], hashes: Sequence[bytes]) -> bytes | None:
    """Return the root over everything up to the last cut, put together from the hashes
    of its `parts`; None unless there is one for each.
    """
    places = [*parts(cuts)]
    known = dict(zip(places, hashes, strict=False))

    def over(low: int, high: int) -> bytes:
        if (low, high) in known:
            return known[low, high]
        middle = low + _split(high - low)
        return node(over(low, middle), over(middle, high))

    return over(0, cuts[-1]) if len(hashes) == len(places) > 0 else None


def inclusion(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the path from a leaf, counted from 0, to the root: siblings, lowest first
    (RFC 6962, 2.1.1).
    """
    path, low, high = [], 0, len(leaves)
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            path.append(subtree(leaves, middle, high))
            high = middle
        else:
            path.append(subtree(leaves, low, middle))
            low = middle
    return path[::-1]


def consistency(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """Return the proof that the tree of the first `old` leaves is the beginning of this
    one (RFC 6962, 2.1.2).
    """
    path, low, high = [], 0, len(leaves)
    while 0 < old < high:
        middle = low + _split(high - low)
        if old <= middle:
            path.append(subtree(leaves, middle, high))
            high = middle
        else:
            path.append(subtree(leaves, low, middle))
            low = middle
    if low:
        path.append(subtree(leaves, low, high))
    return path[::-1]


# The texts


def text_of(value: bytes) -> str:
    """Write a hash as checkpoints and list footers print it: in base64, so that 32
    bytes take 44 characters, such as `47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=`.
    `bytes_of` reads it back.
    """
    return binascii.b2a_base64(value, newline=False).decode()


def bytes_of(text: str) -> bytes:
    """Read bytes back from base64; raise ValueError for anything that is not exactly
    what `text_of` writes.
    """
    try:
        decoded = binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error as error:
        raise ValueError(f"{text!r} is not base64") from error
    if text_of(decoded) != text:
        raise ValueError(f"{text!r} is not base64")
    return decoded


def origin(first: bytes) -> str:
    """Name a ledger by the beginning of the hash of its first event, which never
    changes.
    """
    return f"selokirja/{leaf(first).hex()[:16]}"


class Checkpoint(NamedTuple):
    """A checkpoint: how many events there were, and the root over them
    (c2sp.org/tlog-checkpoint).
    """

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{text_of(self.root)}\n"


def read_checkpoint(text: str) -> Checkpoint:
    """Read the checkpoint in the text of a note; raise ValueError when there is none."""
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise ValueError("it does not have the lines of a checkpoint")
    if not (
        lines[1].isascii()
        and lines[1].isdecimal()
        and str(int(lines[1][:19])) == lines[1]
    ):
        raise ValueError(f"{lines[1]!r} is not a number of events")
    root_hash = bytes_of(lines[2])
    if len(root_hash) != 32:
        raise ValueError(f"{lines[2]!r} is not a SHA-256")
    return Checkpoint(lines[0], int(lines[1]), root_hash)


def inclusion_text(data: bytes, index: int, path: Sequence[bytes], note: str) -> str:
    """Write a .tlog-proof: the event itself as extra, its index from 0, the path, the
    signed checkpoint.
    """
    lines = [
        PROOF_LINE,
        f"extra {text_of(data)}",
        f"index {index}",
        *map(text_of, path),
        "",
    ]
    return "\n".join(lines) + "\n" + note


def consistency_text(old: int, path: Sequence[bytes], note: str) -> str:
    """Write what a witness is sent (c2sp.org/tlog-witness): the old size, the path, the
    signed checkpoint.
    """
    return "\n".join([f"old {old}", *map(text_of, path), ""]) + "\n" + note
