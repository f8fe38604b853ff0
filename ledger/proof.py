"""The Merkle tree of RFC 6962 over the stored bytes of the events. Pure.

Beside each event one hash is stored: that of the largest full subtree which ends with
it. Event 12 closes events 9 to 12, event 13 only itself. So the table grows like the
log and is never changed; it is the frontier of every size at once: the tree of 13
events is made of the hashes stored with 8, 12 and 13.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

EMPTY = hashlib.sha256().digest()
Stored = Callable[[int], bytes]


def leaf(data: bytes) -> bytes:
    """Hash the stored bytes of an event."""
    return hashlib.sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees that stand beside each other to the one that they make."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def hash_to_store(seq: int, leaf_hash: bytes, stored: Stored) -> bytes:
    """Return what to store with an event: its leaf, joined with the full subtrees that
    it closes.
    """
    joined, width = leaf_hash, 1
    while not seq & width:
        joined = node(stored(seq - width), joined)
        width *= 2
    return joined


def frontier_events(size: int) -> Iterator[int]:
    """Yield the events whose stored hashes make up the tree of a size, smallest subtree
    first.
    """
    while size:
        yield size
        size &= size - 1


def root(size: int, stored: Stored) -> bytes:
    """Return the root of the tree over the first `size` events. `stored` answers with
    the hash that is stored with an event.
    """
    joined: bytes | None = None
    for seq in frontier_events(size):
        joined = stored(seq) if joined is None else node(stored(seq), joined)
    return EMPTY if joined is None else joined


def _split(width: int) -> int:
    """Return the largest power of two below the width."""
    return 1 << (width - 1).bit_length() - 1


def subtree(leaves: Sequence[bytes], low: int, high: int) -> bytes:
    """Return the root over leaves[low:high]."""
    width = high - low
    if width == 0:
        return EMPTY
    if width == 1:
        return leaves[low]
    middle = low + _split(width)
    left = subtree(leaves, low, middle)
    right = subtree(leaves, middle, high)
    return node(left, right)


def full_subtrees(cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the largest full subtrees, as (from, to), that tile the events between each
    cut and the next.

    `full_subtrees((0, 3, 7))`: (0, 2), (2, 3), (3, 4), (4, 6), (6, 7). There are at
    most two a level between two cuts, however many events those are, and each is a node
    of the tree of every size that reaches it.
    """
    for low, high in pairwise(cuts):
        while low < high:
            # the lowest bit of `low` is the largest subtree that may begin there
            width = low & -low or 1 << (high - low).bit_length()
            while width > high - low:
                width >>= 1
            yield low, low + width
            low += width


def full_subtree_root(low: int, high: int, stored: Stored, leaf_of: Stored) -> bytes:
    """Return the root over a full subtree: as it is stored with its last event, or from
    what is stored with those that end its left halves, and the last leaf.
    """
    if high & -high == high - low:
        return stored(high)
    if high - low == 1:
        return leaf_of(high)
    middle = (low + high) // 2
    return node(stored(middle), full_subtree_root(middle, high, stored, leaf_of))


def root_of_parts(cuts: Sequence[int], hashes: Sequence[bytes]) -> bytes | None:
    """Return the root over everything up to the last cut, put together from the hashes
    of its `full_subtrees`; None unless there is one for each.
    """
    tiles = list(full_subtrees(cuts))
    if not tiles or len(hashes) != len(tiles):
        return None
    known = dict(zip(tiles, hashes, strict=True))

    def root_over(low: int, high: int) -> bytes:
        """Return the root over the leaves from `low` up to, but without, `high`.

        A tile is known; anything else is the two trees below it.
        """
        root = known.get((low, high))
        if root is not None:
            return root
        middle = low + _split(high - low)
        left = root_over(low, middle)
        right = root_over(middle, high)
        return node(left, right)

    return root_over(0, cuts[-1])


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
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


def consistency_path(leaves: Sequence[bytes], old: int) -> list[bytes]:
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
