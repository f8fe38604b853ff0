"""A zip archive of XML parts, opened with care: what it unpacks to is limited before it is unpacked.

The parts are read with expat. A document type, which could name entities that grow without end, refuses the file.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from xml.parsers import expat

from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say

MAX_PART = 100 * 1024 * 1024  # bytes of one part, unpacked
MAX_PARTS = 2000
MAX_RATIO = 200  # real sheets pack to a twentieth or so
_SMALL = 1024 * 1024  # below this the ratio means nothing
_BLOCK = 64 * 1024
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others fail in ways of their own
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)
_HINT = say("open it in the spreadsheet program and save it again, or save the sheet as CSV")


def refused(code: str, message: Message, file: str | None, hint: Message = _HINT) -> Refused:
    return Refused(Problem(code, message, Where(file), hint))


@contextmanager
def package(data: bytes, file: str | None) -> Iterator[zipfile.ZipFile]:
    """The archive; whatever is wrong with it is one sentence."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if len(archive.infolist()) > MAX_PARTS:
                raise refused("sheet-too-large", say("the archive has more than {count} parts", count=MAX_PARTS), file)
            yield archive
    except _BROKEN as error:
        raise refused(
            "sheet-broken",
            by_command("the archive cannot be unpacked: {what}", "the archive cannot be unpacked", what=error),
            file,
        ) from None


def part(archive: zipfile.ZipFile, name: str, file: str | None) -> bytes | None:
    """One part, unpacked a block at a time, so that a small file cannot fill the memory; None: there is none."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        return None
    most = max(_SMALL, min(MAX_PART, info.compress_size * MAX_RATIO))
    if info.compress_type not in _METHODS:
        raise refused(
            "sheet-broken", say("{name} is packed in a way that no spreadsheet program uses", name=name), file
        )
    blocks, size = [], 0
    with archive.open(info) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > most:
                raise refused(
                    "sheet-too-large", say("{name} unpacks to far more than a sheet of games", name=name), file
                )
            blocks.append(block)
    return b"".join(blocks)


Begun = Callable[[str, dict[str, str]], None]


def parse(
    text: bytes, file: str | None, begun: Begun, ended: Callable[[str], object], texts: Callable[[str], None]
) -> None:  # fmt: skip
    """Calls the three for each tag and text, names without their namespace."""

    def doctype(*_: object) -> None:
        raise refused(
            "sheet-doctype", say("the sheet declares a document type, which no spreadsheet program writes"), file
        )

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: begun(_local(name), {_local(key): given[key] for key in given})
    parser.EndElementHandler = lambda name: ended(_local(name))
    parser.CharacterDataHandler = texts
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise refused("sheet-broken", say("the sheet is not well-formed XML: {what}", what=error), file) from None


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
