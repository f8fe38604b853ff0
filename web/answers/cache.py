"""Answers that were given, by question and state of the ledger: the same question again costs a look-up.

An answer follows from the question, the newest event and the day, so an entry is never wrong, only unused.
"""

import gzip
from collections import OrderedDict
from collections.abc import Hashable
from typing import NamedTuple

SMALLEST_PACKED = 1000
LARGEST_SHARE = 8  # one answer takes at most this fraction of the space


class Body(NamedTuple):
    """An answer as bytes, and packed where that is worth it."""

    media_type: str
    plain: bytes
    packed: bytes | None
    following: str = ""  # the cursor of the rows behind it

    def size(self) -> int:
        return len(self.plain) + len(self.packed or b"")


def body(media_type: str, content: bytes, following: str = "") -> Body:
    packed = gzip.compress(content, 5, mtime=0) if len(content) >= SMALLEST_PACKED else None
    return Body(media_type, content, packed, following)


class Cache:
    """A cache of answers; the least used go when space runs out."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bodies: OrderedDict[Hashable, Body] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> Body | None:
        kept = self._bodies.get(key)
        if kept is not None:
            self._bodies.move_to_end(key)
        return kept

    def put(self, key: Hashable, answer: Body) -> None:
        if answer.size() * LARGEST_SHARE > self._most:
            return
        previous = self._bodies.pop(key, None)
        self.bytes += answer.size() - (previous.size() if previous else 0)
        self._bodies[key] = answer
        while self.bytes > self._most:
            _, dropped = self._bodies.popitem(last=False)
            self.bytes -= dropped.size()
