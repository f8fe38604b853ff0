"""The last line of an exported ledger: a file that was cut or changed on its way shows it."""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from ledger.answer import Answer, json_text


class EndMark(Answer, frozen=True, kw_only=True):
    """How many lines there were before it, how many events and which root over them, and the SHA-256 of the lines."""

    lines: int
    events: int
    root: str
    sha256: str


class EndLine(Answer, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line it stands in."""

    end: EndMark


class Counted:
    """Lines that are passed on and counted."""

    def __init__(self) -> None:
        self.lines = 0
        self._digest = hashlib.sha256()

    def take(self, line: bytes) -> None:
        self.lines += 1
        self._digest.update(line.rstrip(b"\r\n") + b"\n")

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


def with_end_mark(lines: Iterable[str], events: int, root: str) -> Iterator[str]:
    """The lines, then the mark."""
    counted = Counted()
    for line in lines:
        counted.take(line.encode())
        yield line
    mark = EndMark(lines=counted.lines, events=events, root=root, sha256=counted.sha256)
    yield json_text(EndLine(end=mark))


_END = msgspec.json.Decoder(EndLine)


def read_end_mark(line: bytes) -> EndMark | None:
    """The mark, if the line is one."""
    if not line.startswith(b'{"end"'):
        return None
    try:
        return _END.decode(line).end
    except (msgspec.MsgspecError, ValueError):
        return None
