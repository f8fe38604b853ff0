"""What this machine saw of each ledger last, kept outside it: one that was rolled back or made again gives itself away.

A proof inside a file goes with the file. A client of immudb or of Go's checksum database keeps the last root it saw and
compares; so does this command. No name and no rating is kept, only how many events there were and the root over them.
"""

import contextlib
import hashlib
import os

import msgspec

from ledger.errors import SeloError
from ledger.proof import Checkpoint, bytes_of, text_of
from ledger.store.checkpoints import at_size, head
from ledger.store.database import snapshot


class Seen(msgspec.Struct, frozen=True):
    """A ledger as it was: its origin, how many events, the root over them, and when that was."""

    origin: str
    size: int
    root: str
    on: str


def look_again(path: str, folder: str, moment: str) -> str | None:
    """What does not fit what was seen before, in a sentence; what fits is remembered instead. Never an error."""
    with contextlib.suppress(SeloError, OSError, ValueError), snapshot(path, whatever=True) as connection:
        present = head(connection)
        before = _remembered(path, folder)
        if before is None:
            _remember(path, folder, present, moment)
            return None
        same = present.origin == before.origin and present.size >= before.size
        if not same or at_size(connection, before.size).root != bytes_of(before.root):
            return (
                f"{path} is not the ledger that was seen here on {before.on[:10]}, with {before.size} events: it was"
                " rolled back or made again. If that is right, say so with `selo verify --accept`"
            )
        if present.size > before.size:
            _remember(path, folder, present, moment)
    return None


def forget(path: str, folder: str) -> None:
    """What comes to this place now is a ledger that was not seen before."""
    with contextlib.suppress(OSError):
        os.remove(_file(path, folder))


def _file(path: str, folder: str) -> str:
    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
    return os.path.join(folder, f"{name}.json")


def _remembered(path: str, folder: str) -> Seen | None:
    try:
        with open(_file(path, folder), "rb") as file:
            return msgspec.json.decode(file.read(), type=Seen)
    except (OSError, msgspec.MsgspecError):
        return None


def _remember(path: str, folder: str, present: Checkpoint, moment: str) -> None:
    os.makedirs(folder, 0o700, exist_ok=True)
    draft = f"{_file(path, folder).removesuffix('.json')}.{os.getpid()}.new"
    with open(draft, "wb") as file:
        file.write(msgspec.json.encode(Seen(present.origin, present.size, text_of(present.root), moment)))
    os.replace(draft, _file(path, folder))
