"""Read FIDE's rating list, XML (fide_xml.py) or text of fixed width (fide_text.py), one
person after the other: 300 MB are read in constant memory.
"""

from collections.abc import Iterator
from typing import BinaryIO

from exchange.lists.fide_early import is_early
from exchange.lists.fide_person import CHUNK, FidePlayer, Kind, Warn, refusal_of_list
from exchange.lists.fide_text import read_early_text, read_text
from exchange.lists.fide_xml import read_xml
from ledger.errors import Where
from messages import say


def read_list(
    stream: BinaryIO,
    file: str | None = None,
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of an XML or text list; the first bytes show which it is. `kind`:
    of a list whose ratings are of one kind.

    `file`: the name that warnings and refusals show. `warn` is told of each person who
    was skipped.

        reading = read_list(open("standard_rating_list.txt", "rb"), kind="standard")

    `Refused` comes with an archive at once, and with anything else that is wrong when
    the people before it have been taken: nothing is checked before.
    """
    head = stream.read(CHUNK)

    # an archive looks like a text of one very long line
    if head.startswith(b"PK\x03\x04"):
        message = say("the file is a zip archive")
        hint = say("unpack it first")
        raise refusal_of_list("fide-list-packed", message, Where(file=file), hint)

    # a mark of the byte order or blanks may stand in front of the XML
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_xml(stream, file, head, warn=warn, kind=kind)
    if is_early(head.removeprefix(b"\xef\xbb\xbf")):
        return read_early_text(stream, file, head, warn=warn, kind=kind)

    return read_text(stream, file, head, warn=warn, kind=kind)
