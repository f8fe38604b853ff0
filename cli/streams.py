"""Standard input and output that are closed, full or gone: one sentence instead of a surprise."""

import errno
import io
import os
import sys
from typing import BinaryIO

OUTPUT, INPUT = "standard output", "standard input"
_FULL = frozenset([errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT])


class ClosedStream(io.TextIOBase):
    """In the place of a stream that was closed before the program began; whoever uses it is told so."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _closed(self) -> OSError:
        return OSError(errno.EBADF, "it is closed", self._name)

    def write(self, text: str) -> int:
        raise self._closed()

    def fileno(self) -> int:
        raise self._closed()

    @property
    def buffer(self) -> BinaryIO:
        raise self._closed()

    def isatty(self) -> bool:
        return False


def filled() -> None:
    """A stream for every one that is missing."""
    if sys.stdin is None:
        sys.stdin = ClosedStream(INPUT)
    if sys.stdout is None:
        sys.stdout = ClosedStream(OUTPUT)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def is_of_output(error: OSError) -> bool:
    """Whether it is the answer that could not be written; files and the ledger name themselves."""
    return error.errno in _FULL and error.filename in (None, OUTPUT)


def silence() -> None:
    """What is still in the buffer goes nowhere, so that the end of the process has nothing to complain about."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
