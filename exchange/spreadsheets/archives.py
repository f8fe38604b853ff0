"""Open a zip archive of XML parts with care: what it unpacks to is limited before it is
unpacked.
"""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from exchange.spreadsheets.refusals import refusal_of_file
from ledger.archives import BROKEN, METHODS
from messages import by_command, say

MAX_PART = 100 * 1024 * 1024  # bytes of one part, unpacked

MAX_PARTS = 2000

MAX_RATIO = 200  # real sheets pack to a twentieth or so

_SMALL = 1024 * 1024  # below this the ratio means nothing

_BLOCK = 64 * 1024


@contextmanager
def open_archive(data: bytes, file: str | None) -> Iterator[zipfile.ZipFile]:
    """Open the archive, or refuse it with one sentence that says what is wrong with it."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if len(archive.infolist()) > MAX_PARTS:
                message = say(
                    "the archive has more than {count} parts", count=MAX_PARTS
                )
                raise refusal_of_file("sheet-too-large", message, file)

            yield archive
    except BROKEN as error:
        message = by_command(
            "the archive cannot be unpacked: {what}",
            "the archive cannot be unpacked",
            what=error,
        )
        raise refusal_of_file("sheet-broken", message, file) from None


def unpacked_part(
    archive: zipfile.ZipFile, name: str, file: str | None
) -> bytes | None:
    """Unpack one part a block at a time, so that a small file cannot fill the memory;
    None: there is none.
    """
    try:
        info = archive.getinfo(name)
    except KeyError:
        return None

    if info.compress_type not in METHODS:
        message = say(
            "{name} is packed in a way that no spreadsheet program uses", name=name
        )
        raise refusal_of_file("sheet-broken", message, file)

    most = max(_SMALL, min(MAX_PART, info.compress_size * MAX_RATIO))
    blocks: list[bytes] = []
    size = 0
    with archive.open(info) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > most:
                message = say(
                    "{name} unpacks to far more than a sheet of games", name=name
                )
                raise refusal_of_file("sheet-too-large", message, file)

            blocks.append(block)

    return b"".join(blocks)
