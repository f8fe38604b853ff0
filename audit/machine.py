"""Describe what is around a ledger: a file's system, the room on it and the signing
keys beside it, or how a server keeps it.

What this machine saw of each ledger last, kept outside it: one that was rolled back or
made again gives itself away.

A proof inside a file goes with the file. A client of immudb or of Go's checksum
database keeps the last root it saw and compares; so does this command. No name and no
rating is kept, only how many events there were and the stored hashes that their root is
made of. Nothing is hashed here: every command does this, and must start quickly.
"""

import contextlib
import os
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

import msgspec
from msgspec import field

from ledger.errors import Busy, Problem, SeloError, Where
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from ledger.store.events import head
from ledger.store.health import ServerHealth
from ledger.store.logs.tree import frontier
from messages import NOTHING, Message, by_command, counted, say
from messages.answer import Answer


class Check(Answer, frozen=True):
    """One thing looked at."""

    name: str
    ok: bool
    said: Message
    advice: Message = field(default_factory=lambda: NOTHING)


# what a system writes to at every start and many times a day, and where it keeps the
# time it was last told; the files under /etc are written when a container starts
WRITTEN_DAILY = (
    "/var/lib/systemd/timesync/clock",
    "/var/log",
    "/run",
    "/tmp",
    "/etc/hosts",
    "/etc/resolv.conf",
)


def last_written() -> float:
    """Return the newest time at which something on this machine was written, by its
    clock then; 0: nothing tells.
    """
    return max(
        (os.stat(path).st_mtime for path in WRITTEN_DAILY if os.path.exists(path)),
        default=0,
    )


class Machine(NamedTuple):
    """The surroundings of a file, read but not judged."""

    now: str
    file_system: str
    free: int
    size: int
    # (path, permission bits) of the signing keys that exist
    keys: Sequence[tuple[str, int]]


def machine(path: str, now: str, keys: Iterable[str]) -> Machine:
    """Read the surroundings of a ledger. `now` and the places of keys come from
    outside.
    """
    folder = os.path.dirname(os.path.abspath(path))
    space = os.statvfs(folder)
    room = space.f_bavail * space.f_frsize
    return Machine(
        now, file_system_of(folder), room, os.path.getsize(path), key_modes(keys)
    )


def key_modes(keys: Iterable[str]) -> list[tuple[str, int]]:
    """Return (path, permission bits) of the signing keys that exist."""
    modes = []
    for key in keys:
        if os.path.isfile(key):
            mode = os.stat(key).st_mode
            modes.append((key, mode & 0o777))

    return modes


def file_system_of(folder: str, table: str = "/proc/self/mounts") -> str:
    """Return the type of the file system a folder is on; "" where the system does not
    tell.
    """
    try:
        with open(table, encoding="utf-8", errors="replace") as file:
            mounts = [line.split(" ") for line in file]
    except OSError:
        return ""

    real = os.path.realpath(folder)
    # the longest mount point above the folder counts; of two of one folder the later
    # one hides the earlier
    longest = 0
    kind_of_longest = ""
    for _, written, kind, *_ in mounts:
        point = _unescaped(written)
        is_above = real == point or real.startswith(point.rstrip("/") + "/")
        if is_above and len(written) >= longest:
            longest = len(written)
            kind_of_longest = kind
    return kind_of_longest


def _unescaped(point: str) -> str:
    """Put back the blanks that the kernel writes as octal."""
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")


OLDEST = 12


def checks_of_server(served: ServerHealth) -> tuple[Check, ...]:
    return (
        integrity(served),
        release(served),
        durable(served),
        text(served),
        role(served),
        rights(served),
    )


def integrity(served: ServerHealth) -> Check:
    if served.flaws:
        advice = say(
            "write nothing more; restore the server from its backup and compare"
        )
        return Check(
            "integrity", False, say("{flaws}", flaws="; ".join(served.flaws)), advice
        )

    if served.lock_gone is not None:
        return Check(
            "integrity", False, served.lock_gone.message, served.lock_gone.hint
        )

    if served.settings.get("data_checksums") != "on":
        advice = say(
            "switch them on with pg_checksums while the server is stopped: a damaged"
            " page is then noticed"
        )
        return Check(
            "integrity", True, say("the server keeps no checksums of its pages"), advice
        )

    return Check("integrity", True, say("the server found no damaged page"))


def release(served: ServerHealth) -> Check:
    advice = NOTHING
    if served.release < OLDEST:
        advice = say("use PostgreSQL {oldest} or later", oldest=OLDEST)
    return Check(
        "server",
        served.release >= OLDEST,
        say("{product}", product=served.product),
        advice,
    )


def durable(served: ServerHealth) -> Check:
    """Check that what is acknowledged is on the disk, by the settings of the server.

    https://www.postgresql.org/docs/current/runtime-config-wal.html
    """
    off = [
        name
        for name in ("fsync", "full_page_writes")
        if served.settings.get(name, "on") != "on"
    ]
    if served.settings.get("synchronous_commit", "on") == "off":
        off.append("synchronous_commit")

    if off:
        names = reduce(
            lambda one, other: say("{one} and {other}", one=one, other=other), off
        )
        finding = say(
            "{settings} switched off: a power cut may lose what was acknowledged, or"
            " damage everything",
            settings=names,
        )
        return Check(
            "durable", False, finding, say("switch on what is off in postgresql.conf")
        )

    if served.replica:
        return Check(
            "durable", True, say("a replica acknowledges nothing; ask the primary")
        )

    return Check(
        "durable", True, say("what is acknowledged is on the disk of the server")
    )


def text(served: ServerHealth) -> Check:
    encoding = served.settings.get("server_encoding", "")
    advice = NOTHING
    if encoding != "UTF8":
        advice = by_command(
            "make the database with the encoding UTF8 and `selo ledger copy` the ledger there"
        )
    return Check(
        "encoding",
        encoding == "UTF8",
        say("text is kept in {encoding}", encoding=encoding),
        advice,
    )


def role(served: ServerHealth) -> Check:
    if served.replica:
        finding = say(
            "a replica: it answers questions from what it has, and takes no documents"
        )
        return Check(
            "role", True, finding, say("name the primary to submit, publish, verify")
        )

    return Check("role", True, say("the primary: it takes documents"))


def rights(served: ServerHealth) -> Check:
    """Check that nobody has rights here whom the owner did not name.

    https://www.postgresql.org/docs/current/ddl-priv.html
    """
    if served.open_to_everybody:
        finding = say(
            "everybody who may connect to the database has rights here: {rights}",
            rights="; ".join(served.open_to_everybody),
        )
        return Check(
            "rights",
            False,
            finding,
            say("take them away: REVOKE ALL ON ALL TABLES IN SCHEMA ... FROM PUBLIC"),
        )

    return Check(
        "rights", True, say("nobody has rights here whom the owner did not name")
    )


LONGEST_NAME = 200
ROLLED_BACK = "rolled-back"


class SeenLedger(msgspec.Struct, frozen=True):
    """A ledger as it was seen: how many events, the hash of the first one, those that
    the root is made of, and when.
    """

    size: int
    hashes: list[str]
    on: str


def compare_with_last_seen(path: str, folder: str, moment: str) -> Problem | None:
    """Return what does not fit what was seen before; what fits is remembered instead.
    No error is ever raised.
    """
    before = last_seen(path, folder)
    with (
        contextlib.suppress(SeloError, OSError, ValueError),
        snapshot(path, whatever=True) as connection,
    ):
        size = head(connection)
        if (
            before is not None
            and (problem := problem_of_rollback(connection, before, path)) is not None
        ):
            return problem
        if before is None or size > before.size:
            _remember(
                path, folder, SeenLedger(size, frontier(connection, size), moment)
            )

    return None


def problem_of_rollback(
    connection: Connection, seen: SeenLedger, path: str
) -> Problem | None:
    """Return the problem if a ledger does not go on from what was seen of it.

    That has to be read before the state of the connection is fixed: what others record
    and remember in between is not in that state.
    """
    if frontier(connection, seen.size) == seen.hashes:
        return None

    message = counted(
        "{path} is not the ledger that was seen here on {day}, with {count} event: it"
        " was rolled back or made again",
        "{path} is not the ledger that was seen here on {day}, with {count} events: it"
        " was rolled back or made again",
        seen.size,
        path=path,
        day=seen.on[:10],
    )
    hint = by_command(
        "look at `selo verify`; if that is right, say so with `selo verify --accept`",
        "the administrator of the service has to look at it first",
    )
    return Problem(ROLLED_BACK, message, Where(path), hint)


def refuse_unlike_seen(path: str, folder: str, moment: str) -> None:
    """Refuse to record on a ledger that was rolled back, until somebody has looked: new
    events would contradict those that are gone, and that could never be mended.
    """
    if (problem := compare_with_last_seen(path, folder, moment)) is not None:
        raise Busy(problem)


def forget(path: str, folder: str) -> None:
    """Forget what was seen: what comes to this place now is a ledger that was not seen
    before.
    """
    with contextlib.suppress(OSError):
        os.unlink(_file(path, folder))


def _file(path: str, folder: str) -> str:
    name = path if is_server(path) else os.path.realpath(path)
    name = (
        name.replace("%", "%25")
        .replace("/", "%2F")
        .replace("\\", "%5C")
        .replace(":", "%3A")
    )
    return os.path.join(folder, f"{name[-LONGEST_NAME:]}.json")


def last_seen(path: str, folder: str) -> SeenLedger | None:
    """Return how far a ledger was seen; None: it was not."""
    try:
        with open(_file(path, folder), "rb") as file:
            return msgspec.json.decode(file.read(), type=SeenLedger)
    except (OSError, msgspec.MsgspecError):
        return None


def _remember(path: str, folder: str, seen: SeenLedger) -> None:
    """Keep what was seen of a ledger, in a file that is whole or not there."""
    os.makedirs(folder, 0o700, exist_ok=True)
    file = _file(path, folder)
    unfinished = f"{file}.{os.getpid()}.new"
    content = msgspec.json.encode(seen)
    with open(unfinished, "wb") as written:
        written.write(content)

    os.replace(unfinished, file)
