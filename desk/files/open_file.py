"""Opening files that were named on the command line, `-` is standard input, and files of documents.

What fits into 10 MiB is read at once, a larger file of documents line by line while it is booked.
"""

import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from exchange import MAX_BYTES
from exchange.json.documents import Placed, read, read_lines
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


class HowFar(NamedTuple):
    """The number of bytes that were read, and of how many."""

    done: int
    total: int


class LargeFile:
    """A large file with a document a line, read while it is gone through: never more than one is in memory."""

    def __init__(self, name: str, path: str) -> None:
        self._name, self._path = name, path
        self.how_far = HowFar(0, os.path.getsize(path))

    def __iter__(self) -> Iterator[Placed]:
        with opened(self._path) as file:
            try:
                for placed in read_lines(self._name, file):
                    self.how_far = self.how_far._replace(done=file.tell())
                    yield placed
            except OSError as error:
                raise unreadable(self._name, error) from None


class PipedFile(LargeFile):
    """A file that comes through a pipe. It is copied first: nobody may wait for a ledger that waits for a pipe."""

    def __init__(self, name: str, start: bytes, rest: BinaryIO) -> None:
        copy = tempfile.NamedTemporaryFile()  # noqa: SIM115 - it goes together with this object
        weakref.finalize(self, copy.close)
        copy.write(start)
        shutil.copyfileobj(rest, copy)
        copy.flush()
        super().__init__(name, copy.name)


def documents_in(name: str, start: bytes, file: BinaryIO) -> list[Placed] | LargeFile:
    """Return the documents of a JSON file of which at most the first 10 MiB and a byte were read so far."""
    if len(start) <= MAX_BYTES or name.endswith(".json"):  # that is one document, and too large
        return read(name, start)
    return LargeFile(name, name) if name != "-" and file.seekable() else PipedFile(name, start, file)


class DocumentFiles:
    """The documents of all files that were named, in the order of the files."""

    def __init__(self) -> None:
        self._files: list[list[Placed] | LargeFile] = []

    def add(self, documents: list[Placed] | LargeFile) -> None:
        self._files.append(documents)

    def __iter__(self) -> Iterator[Placed]:
        """Yield everything in turn; what is wrong with any file is raised at the end, and nothing follows a flaw."""
        flawed: list[Refused] = []
        for documents in self._files:
            try:
                for placed in documents:
                    if not flawed:
                        yield placed
            except Refused as refused:
                flawed.append(refused)
        if flawed:
            raise Refused([problem for refused in flawed for problem in refused.problems])

    def how_far(self) -> HowFar:
        """The bytes read, and of how many, of the files that are read while they are booked."""
        large = [documents.how_far for documents in self._files if isinstance(documents, LargeFile)]
        return HowFar(sum(one.done for one in large), sum(one.total for one in large))
