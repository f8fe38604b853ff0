"""Answers that were given, by question and the event since which they are as they are: the same question again costs a
look-up.

An answer follows from the question, what it rests on and the day, so an entry is never wrong, only unused.
"""

import gzip
import zlib
from collections import OrderedDict
from collections.abc import Hashable
from typing import NamedTuple

from projections.answers.reading import Basis

SMALLEST_PACKED = 1000
LARGEST_SHARE = 8  # one answer takes at most this fraction of the space
LEVEL = 3  # half the time of the usual 6 or less, for an eighth more bytes
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of gzip (RFC 1952): deflate, no name, no time, no system


class Around(NamedTuple):
    """What stands before and after the sentence that names the newest event, plain and as deflated streams."""

    basis: Basis
    before: bytes
    after: bytes
    packed: tuple[bytes, bytes] | None


class Body(NamedTuple):
    """An answer as bytes, and packed where that is worth it."""

    media_type: str
    plain: bytes
    packed: bytes | None
    following: str = ""  # the cursor of the rows behind it
    around: Around | None = None  # None: the newest event is named nowhere, or more than once

    def size(self) -> int:
        twice = 0 if self.around is None else sum(map(len, (*self.around[1:3], *(self.around.packed or ()))))
        return len(self.plain) + len(self.packed or b"") + twice


def body(media_type: str, content: bytes, following: str = "", basis: Basis | None = None, named: bytes = b"") -> Body:
    """Make the body of an answer. `named`: the bytes that name what it rests on."""
    if basis is None or not named or content.count(named) != 1:
        packed = gzip.compress(content, LEVEL, mtime=0) if len(content) >= SMALLEST_PACKED else None
        return Body(media_type, content, packed, following)
    before, _, after = content.partition(named)
    streams = (_deflated(before), _deflated(after, last=True)) if len(content) >= SMALLEST_PACKED else None
    return _joined(media_type, following, Around(basis, before, after, streams), named)


def renamed(answer: Body, basis: Basis, named: bytes) -> Body:
    """Make the body of the same answer as it rests on a later event, which did not touch it."""
    assert answer.around is not None
    return _joined(answer.media_type, answer.following, answer.around._replace(basis=basis), named)


def _joined(media_type: str, following: str, around: Around, named: bytes) -> Body:
    plain = around.before + named + around.after
    packed = None
    if around.packed is not None:
        check = (zlib.crc32(plain) | (len(plain) & 0xFFFFFFFF) << 32).to_bytes(8, "little")
        packed = HEAD + around.packed[0] + _deflated(named) + around.packed[1] + check
    return Body(media_type, plain, packed, following, around)


def _deflated(content: bytes, *, last: bool = False) -> bytes:
    """Deflate a piece so that it can stand between others: nothing in them looks back into it."""
    packer = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush(zlib.Z_FINISH if last else zlib.Z_FULL_FLUSH)


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
