"""What this machine saw of each ledger last, kept outside it: one that was rolled back or made again gives itself away.

A proof inside a file goes with the file. A client of immudb or of Go's checksum database keeps the last root it saw and
compares; so does this command. No name and no rating is kept, only how many events there were and the stored hashes
that their root is made of. Nothing is hashed here: every command does this, and must start quickly.
"""

import contextlib
import os

import msgspec

from ledger.errors import Busy, Problem, SeloError, Where
from ledger.store.as_stored import frontier
from ledger.store.database import snapshot
from ledger.store.dialects.address import is_server
from ledger.store.events import head
from messages import by_command, counted

LONGEST_NAME = 200
ROLLED_BACK = "rolled-back"


class Seen(msgspec.Struct, frozen=True):
    """A ledger as it was seen: how many events, the hash of the first one, those that the root is made of, and when."""

    size: int
    hashes: list[str]
    on: str


def look_again(path: str, folder: str, moment: str) -> Problem | None:
    """Return what does not fit what was seen before; what fits is remembered instead. No error is ever raised."""
    with contextlib.suppress(SeloError, OSError, ValueError), snapshot(path, whatever=True) as connection:
        before, size = _remembered(path, folder), head(connection)
        if before is not None and frontier(connection, before.size) != before.hashes:
            message = counted(
                "{path} is not the ledger that was seen here on {day}, with {count} event: it was rolled back or "
                "made again",
                "{path} is not the ledger that was seen here on {day}, with {count} events: it was rolled back or "
                "made again",
                before.size,
                path=path,
                day=before.on[:10],
            )
            hint = by_command(
                "look at `selo verify`; if that is right, say so with `selo verify --accept`",
                "whoever runs the service has to look at it first",
            )
            return Problem(ROLLED_BACK, message, Where(path), hint)
        if before is None or size > before.size:
            _remember(path, folder, Seen(size, frontier(connection, size), moment))
    return None


def refuse_another(path: str, folder: str, moment: str) -> None:
    """Refuse to record on a ledger that was rolled back, until somebody has looked.

    What was recorded before and is gone would be contradicted for ever.
    """
    if (problem := look_again(path, folder, moment)) is not None:
        raise Busy(problem)


def forget(path: str, folder: str) -> None:
    """Forget what was seen: what comes to this place now is a ledger that was not seen before."""
    with contextlib.suppress(OSError):
        os.unlink(_file(path, folder))


def _file(path: str, folder: str) -> str:
    name = path if is_server(path) else os.path.realpath(path)
    name = name.replace("%", "%25").replace("/", "%2F").replace("\\", "%5C").replace(":", "%3A")
    return os.path.join(folder, f"{name[-LONGEST_NAME:]}.json")


def _remembered(path: str, folder: str) -> Seen | None:
    try:
        with open(_file(path, folder), "rb") as file:
            return msgspec.json.decode(file.read(), type=Seen)
    except (OSError, msgspec.MsgspecError):
        return None


def _remember(path: str, folder: str, seen: Seen) -> None:
    os.makedirs(folder, 0o700, exist_ok=True)
    file = _file(path, folder)
    draft = f"{file}.{os.getpid()}.new"
    with open(draft, "wb") as written:
        written.write(msgspec.json.encode(seen))
    os.replace(draft, file)
