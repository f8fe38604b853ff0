"""What is around a ledger file: its file system, the room on it, the signing keys beside.

One thing that the doctor looked at.
"""

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import field

from messages import NOTHING, Message
from messages.answer import Answer


class Check(Answer, frozen=True):
    """One thing looked at."""

    name: str
    ok: bool
    said: str
    advice: Message = field(default_factory=lambda: NOTHING)


# what a system writes to at every start and many times a day, and where it keeps the time it was last told; the files
# under /etc are written when a container starts
WRITTEN_DAILY = (
    "/var/lib/systemd/timesync/clock", "/var/log", "/run", "/tmp", "/etc/hosts", "/etc/resolv.conf",
)  # fmt: skip


def last_written() -> float:
    """The newest time at which something on this machine was written, by the clock it had then; 0: nothing tells."""
    return max((os.stat(place).st_mtime for place in WRITTEN_DAILY if os.path.exists(place)), default=0)


class Machine(NamedTuple):
    """Read, not judged."""

    now: str
    file_system: str
    free: int
    size: int
    keys: Sequence[tuple[str, int]]  # (path, permission bits) of the signing keys that exist


def machine(path: str, now: str, keys: Iterable[str]) -> Machine:
    """`now` and the places of keys come from outside."""
    folder = os.path.dirname(os.path.abspath(path))
    space = os.statvfs(folder)
    room = space.f_bavail * space.f_frsize
    return Machine(now, mounted_as(folder), room, os.path.getsize(path), key_modes(keys))


def key_modes(keys: Iterable[str]) -> list[tuple[str, int]]:
    """(path, permission bits) of the signing keys that exist."""
    return [(key, os.stat(key).st_mode & 0o777) for key in keys if os.path.isfile(key)]


def mounted_as(folder: str, table: str = "/proc/self/mounts") -> str:
    """The type of the file system a folder is on; "" where the system does not tell."""
    try:
        with open(table, encoding="utf-8", errors="replace") as file:
            mounts = [line.split(" ") for line in file]
    except OSError:
        return ""
    real = os.path.realpath(folder)
    # the longest mount point above the folder counts; of two at one place the later one hides the earlier
    above = [
        (len(point), number, kind)
        for number, (_, point, kind, *_) in enumerate(mounts)
        if real == (place := _unescaped(point)) or real.startswith(place.rstrip("/") + "/")
    ]
    return max(above)[2] if above else ""


def _unescaped(point: str) -> str:
    """The kernel writes blanks as octal."""
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")
