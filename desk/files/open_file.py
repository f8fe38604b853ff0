"""Opening a file that was named on the command line; `-` is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from exchange.text.limits import MAX_BYTES
from ledger.errors import Problem, Refused, Where
from messages import say

_REASONS = {2: say("there is no such file"), 21: say("this is a folder"), 13: say("it may not be read")}


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file for reading bytes; `-` is standard input."""
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = open(name, "rb")  # noqa: SIM115
    except OSError as error:
        raise unreadable(name, error) from None
    with file:
        yield file


def bytes_of(name: str) -> bytes:
    """Read a whole file; one byte more than is allowed is enough for its reader to refuse it."""
    with opened(name) as file:
        return beginning(name, file)


def beginning(name: str, file: BinaryIO) -> bytes:
    """Read all bytes of the file, or one more than may be read at once."""
    try:
        return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise unreadable(name, error) from None


def unreadable(name: str, error: OSError) -> Refused:
    """Make the refusal of a file that cannot be opened or read."""
    message = _REASONS.get(error.errno or 0) or say("{what}", what=error.strerror or error)
    return Refused(Problem("no-file", message, Where(name), say("check the name")))
