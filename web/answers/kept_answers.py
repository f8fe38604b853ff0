"""Keep the answers that were given last, as bytes.

One rule tells whether an answer from before still holds: it belongs to what it follows
from, its key. The tag is made of the key before the answer is, and the answers that are
kept are found by it. So after anything is recorded, in the ledger or beside it, every
answer is made anew.

Why: docs/design/014-freshness.md
"""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Hashable
from typing import NamedTuple

from web.answers.ledger_state import State

SMALLEST_PACKED = 1000
LARGEST_SHARE = 8  # one answer takes at most this fraction of the space
BESIDE = 500  # bytes that an answer takes beside its content
LEVEL = 3  # half the time of the usual 6 or less, for an eighth more bytes


class AnswerKey(NamedTuple):
    """All that an answer follows from: the same key is the same bytes.

    `asked`: the question with its parameters, which part of its rows, the address that
    its links are made from. `form`: JSON, CSV, a page. `look`: of a page the language
    and whatever else a visitor sees it in. `sees_people`: whether whoever asks may see
    everything of people; what they are shown is never given to others. `state`: the
    newest event and what is kept beside it. `today`: a day may change an answer by
    itself, as when somebody comes of age.
    """

    version: str
    asked: Hashable
    form: str
    look: str
    sees_people: bool
    state: State
    today: str

    def tag(self) -> str:
        """Make the tag: weak, since the packed and the plain bytes of an answer have
        the same.
        """
        return f'W/"{hashlib.sha256(repr(self).encode()).hexdigest()[:20]}"'


class Body(NamedTuple):
    """An answer as bytes, which are packed where that is worth it: nearly every client
    takes them so, and eight times as many find room.
    """

    media_type: str
    content: bytes
    is_packed: bool = False
    following: str = ""  # the cursor of the rows behind it

    def plain(self) -> bytes:
        """Return the content as it was before it was packed."""
        return gzip.decompress(self.content) if self.is_packed else self.content


def body(media_type: str, content: bytes, following: str = "") -> Body:
    """Make the body of an answer, packed from `SMALLEST_PACKED` bytes on. `following`:
    the cursor of the rows behind it, empty where there are none.

    The same content makes the same bytes, whenever it is packed.
    """
    if len(content) < SMALLEST_PACKED:
        return Body(media_type, content, False, following)

    packed = gzip.compress(content, LEVEL, mtime=0)
    return Body(media_type, packed, True, following)


class Cache:
    """The answers that were given last; those not asked for longest go when space runs
    out.
    """

    def __init__(self, most_bytes: int) -> None:
        """Start with no answers. `most_bytes`: the room for them, as kept."""
        self._most = most_bytes
        self._bodies: OrderedDict[str, Body] = OrderedDict()
        self.bytes = 0

    def get(self, tag: str) -> Body | None:
        """Return the answer that is kept under the tag of a key, and count it as asked
        for; None if none is.
        """
        kept = self._bodies.get(tag)
        if kept is not None:
            self._bodies.move_to_end(tag)
        return kept

    def put(self, tag: str, answer: Body) -> None:
        """Keep an answer under the tag of its key, and drop those that nobody asked for
        longest until all have room.

        One that would take a large share of the room by itself is not kept.
        """
        if _room_of(answer) * LARGEST_SHARE > self._most:
            return
        previous = self._bodies.pop(tag, None)
        if previous is not None:
            self.bytes -= _room_of(previous)

        self._bodies[tag] = answer
        self.bytes += _room_of(answer)
        while self.bytes > self._most:
            _, dropped = self._bodies.popitem(last=False)
            self.bytes -= _room_of(dropped)


def _room_of(answer: Body) -> int:
    """Return how many bytes an answer takes. Its tag is short, however long the address
    is that was asked.
    """
    return len(answer.content) + BESIDE
