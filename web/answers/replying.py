"""Reply as HTTP does: with bytes, packed for whoever takes them; with tags and moments by which a client is told that
it has an answer already; and kept, by question and the event since which they are as they are, so that the same
question again costs a look-up. An answer follows from the question, what it rests on and the day, so one that is kept
is never wrong, only unused.
"""

import gzip
import hashlib
import re
import zlib
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from functools import lru_cache
from typing import Any, NamedTuple, cast

from litestar import Response
from litestar.types import Scope

from ledger.office import later, start_of_day
from projections.answers.reading import Basis
from web.answers import Mark
from web.http import FIELD
from web.questions.paging import query_of

SMALLEST_PACKED = 1000
LARGEST_SHARE = 8  # one answer takes at most this fraction of the space
LEVEL = 3  # half the time of the usual 6 or less, for an eighth more bytes
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # of gzip (RFC 1952): deflate, no name, no time, no system


class Around(NamedTuple):
    """What stands before and after the sentence that names the newest event, plain and as deflated streams. `sum`: the
    checksum of what stands before.
    """

    basis: Basis
    before: bytes
    after: bytes
    packed: tuple[bytes, bytes] | None
    sum: int


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
    return _joined(media_type, following, Around(basis, before, after, streams, zlib.crc32(before)), named)


def renamed(answer: Body, basis: Basis, named: bytes) -> Body:
    """Make the body of the same answer as it rests on a later event, which did not touch it."""
    assert answer.around is not None
    return _joined(answer.media_type, answer.following, answer.around._replace(basis=basis), named)


def _joined(media_type: str, following: str, around: Around, named: bytes) -> Body:
    plain = around.before + named + around.after
    packed = None
    if around.packed is not None:
        total = zlib.crc32(around.after, zlib.crc32(named, around.sum))
        check = (total | (len(plain) & 0xFFFFFFFF) << 32).to_bytes(8, "little")
        packed = HEAD + around.packed[0] + _stored(named) + around.packed[1] + check
    return Body(media_type, plain, packed, following, around)


def _deflated(content: bytes, *, last: bool = False) -> bytes:
    """Deflate a piece so that it can stand between others: nothing in them looks back into it."""
    packer = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush(zlib.Z_FINISH if last else zlib.Z_FULL_FLUSH)


def _stored(content: bytes) -> bytes:
    """Write a piece as a deflated stream has what it does not deflate (RFC 1951, 3.2.4): a packer would take longer to
    set up than all the rest.
    """
    size = len(content)
    return b"\0" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + content


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


# an answer that is a second old may still change within the second that Last-Modified can tell
SETTLED_SECONDS = 2
LONGEST_WORDS = 300
ASKERS = frozenset({b"authorization", b"cookie"})  # whoever shows one may see more than anybody

Fields = Mapping[bytes, bytes]  # of a request


class Reply(NamedTuple):
    """An answer before it is sent."""

    status: int
    headers: dict[str, str]
    media_type: str
    body: bytes

    def response(self) -> Response[bytes]:
        return Response(self.body, status_code=self.status, headers=self.headers, media_type=self.media_type)

    def raw_headers(self) -> list[tuple[bytes, bytes]]:
        """Return the header fields that `response` would send; a 304 has no body, so none about one."""
        if self.status == 304:
            return [(name.encode(), value.encode()) for name, value in self.headers.items()]
        charset = "; charset=utf-8" if self.media_type.startswith("text/") else ""
        more = (b"content-type", f"{self.media_type}{charset}".encode()), (b"content-length", b"%d" % len(self.body))
        return [*((name.encode(), value.encode()) for name, value in self.headers.items()), *more]


def reply(made: Body, fields: Fields, query: bytes, headers: dict[str, str]) -> Reply:
    """Send an answer, packed for clients that accept that, with the address of the rows behind it."""
    if made.following:
        headers = headers | {"link": f'<?{query_of(query)}cursor={made.following}>; rel="next"'}
    if made.packed is not None and takes_gzip(fields.get(b"accept-encoding", b"")):
        return Reply(200, headers | {"content-encoding": "gzip"}, made.media_type, made.packed)
    return Reply(200, headers, made.media_type, made.plain)


@lru_cache(256)
def tag_of(version: str, file: int, mark: Mark, day: str, until: str, form: str) -> str:
    """Make the tag of an answer: weak, for its packed and plain bytes are one, and for the newest event that it names
    may be a later one that did not touch it.
    """
    basis = f"{version} {file} {mark.seq} {mark.moment} {day} {until} {form}"
    return f'W/"{hashlib.sha256(basis.encode()).hexdigest()[:20]}"'


@lru_cache(256)
def in_words(moment: datetime) -> str:
    return format_datetime(moment, usegmt=True)


def changed_at(touched: str, time_zone: str, day: str, moment: str) -> datetime | None:
    """Return when the answer last became what it is: with the last event that touched it, or with the beginning of the
    day it is about, or of the year. None while that is so fresh that another change could fall into the same second.
    """
    latest = max(touched, _begun(day, time_zone))
    at, settled_after = _settling(latest)
    return at if moment > settled_after else None


@lru_cache(256)
def _begun(day: str, time_zone: str) -> str:
    return start_of_day(day, time_zone)


@lru_cache(256)
def _settling(moment: str) -> tuple[datetime, str]:
    """Return a moment to the second, and from when on nothing else can fall into that second."""
    at = datetime.fromisoformat(moment).replace(microsecond=0).astimezone(UTC)
    return at, later(moment, timedelta(seconds=SETTLED_SECONDS))


def client_has(fields: Fields, tag: str, changed: datetime | None) -> bool:
    """Tell whether the client has the answer: the tag decides where there is one (RFC 9110, 13.1)."""
    given = fields.get(b"if-none-match")
    if given is not None:
        own = tag.removeprefix("W/")
        return own in (part.strip().removeprefix("W/") for part in given.decode("latin-1").split(","))
    since = fields.get(b"if-modified-since")
    if since is None or changed is None:
        return False
    try:
        return changed <= parsedate_to_datetime(since.decode("latin-1"))
    except (ValueError, TypeError):
        return False


@lru_cache(256)
def takes_gzip(accept_encoding: bytes) -> bool:
    """Tell whether the client takes gzip: named, and not with a weight of nothing."""
    for part in accept_encoding.decode("latin-1").lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def words_of(scope: Scope) -> tuple[bytes, ...] | None:
    """Return the address that anybody asks for, and what else a page looks at; None of somebody who shows who they
    are.
    """
    request = cast(Mapping[str, Any], scope)
    language = host = version = b""
    for name, value in request["headers"]:
        if name in ASKERS:
            return None
        if name == b"accept-language":
            language = value
        elif name == b"host":
            host = value
        elif name == FIELD:
            version = value
    words = request["raw_path"], request["query_string"], language, host, version, request["scheme"].encode()
    return words if request["method"] == "GET" and sum(map(len, words)) <= LONGEST_WORDS else None


_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def saved(name: str, text: str | bytes, kind_of_text: str = "text/plain") -> Response[bytes]:
    """Send a text as a file of this name, in letters that every system takes."""
    stem, _, kind = name.rpartition(".")
    plain = f"{_UNSAFE.sub('-', stem)[:80].strip('-') or 'file'}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{plain}"', "cache-control": "no-cache"}
    content = text.encode() if isinstance(text, str) else text
    return Response(content, media_type=kind_of_text, headers=headers)
