"""Bytes of the files named on the command line."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


def bytes_of(name: str) -> bytes:
    """No more than a document may have is ever read."""
    from exchange.json.documents import MAX_BYTES
    from ledger.errors import Problem, Refused, Where

    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        said = {2: "there is no such file", 21: "this is a folder", 13: "it may not be read"}
        words = said.get(error.errno or 0, error.strerror or str(error))
        raise Refused(Problem("no-file", words, Where(name), "check the name")) from None
