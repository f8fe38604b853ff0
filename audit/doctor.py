"""Whether a ledger and the machine under it are fit: each check a pure function from what was seen to what is said."""

import os
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ledger.store.database import SCHEMA_VERSION, in_words, snapshot
from ledger.store.health import Health, health
from projections.tables import schema

WAL_BUG_FIXED = (3, 51, 3)
SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")
NETWORK = {
    "nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "afpfs", "9p", "ceph", "davfs", "lustre",
    "fuse.sshfs", "fuse.s3fs",
}  # fmt: skip
LEAST_FREE = 100 * 1024 * 1024
SHOWN = 3
# without these the ledger itself is not to be trusted: `selo doctor` then exits with 1
GRAVE = ("integrity", "schema")


class Check(NamedTuple):
    """One thing looked at."""

    name: str
    ok: bool
    said: str
    advice: str = ""


class Machine(NamedTuple):
    """What is around the file."""

    now: str
    file_system: str
    free: int
    size: int
    keys: Sequence[tuple[str, int]]  # (path, permission bits) of the signing keys that were found


def doctor(path: str, now: str, keys: Iterable[str] = ()) -> dict[str, Any]:
    """Every check of one ledger. `now` and the places of keys come from outside."""
    with snapshot(path) as reader:
        followed = schema.projected_if_any(reader)
    with in_words(path):
        seen = health(path)
    checks = examined(seen, followed, machine(path, now, keys))
    return {"ledger": path, "ok": all(check.ok for check in checks), "checks": [check._asdict() for check in checks]}


def grave(answer: dict[str, Any]) -> bool:
    return any(not check["ok"] and check["name"] in GRAVE for check in answer["checks"])


def examined(seen: Health, followed: tuple[int, int], machine: Machine) -> list[Check]:
    return [
        integrity(seen.flaws),
        version(seen.schema_version),
        read_tables(followed, seen.head),
        journal(seen.journal_mode, seen.as_writer),
        synchronous(seen.as_writer, seen.synchronous),
        sqlite_version(seen.sqlite),
        file_system(machine.file_system),
        free_space(machine.free, machine.size),
        clock(machine.now, seen.last_moment),
        keys(machine.keys),
    ]


def integrity(flaws: Sequence[str]) -> Check:
    if not flaws:
        return Check("integrity", True, "SQLite finds nothing wrong with the file")
    said = "; ".join(flaws[:SHOWN])
    return Check("integrity", False, said, "write nothing more; `selo restore` a backup beside it and compare")


def version(found: int) -> Check:
    said = f"format {found}, this version knows {SCHEMA_VERSION}"
    advice = "" if found <= SCHEMA_VERSION else "install the newer version of selokirja"
    return Check("schema", found <= SCHEMA_VERSION, said, advice)


def read_tables(followed: tuple[int, int], head: int) -> Check:
    """(version, seq) of the tables beside the newest event. Behind is no fault: the next question catches up."""
    tables_version, seq = followed
    if tables_version != schema.VERSION:
        said = f"the read tables are of version {tables_version}, this one writes {schema.VERSION}"
        return Check("projected", False, said, "`selo rebuild` makes them again; so does the next question")
    behind = head - seq
    if behind:
        return Check(
            "projected", False, f"{behind} events are not in the read tables yet", "ask anything, or `selo rebuild`"
        )
    return Check("projected", True, f"the read tables follow all {head} events")


def journal(mode: str, as_writer: str) -> Check:
    if as_writer == "read-only":
        return Check("journal", False, "the file may only be read", "check the permissions of the file and its folder")
    if as_writer != "wal":
        advice = "keep the ledger on a local disk: the write-ahead log cannot be used where it is"
        return Check("journal", False, f"journal mode {as_writer} although WAL was asked for", advice)
    said = "WAL" if mode == "wal" else f"{mode}, as in a backup; WAL from the first writing command"
    return Check("journal", True, said)


def synchronous(as_writer: str, level: int) -> Check:
    if as_writer == "read-only":
        return Check("synchronous", True, "nothing is written here")
    name = SYNCHRONOUS[level] if 0 <= level < len(SYNCHRONOUS) else str(level)
    advice = "" if level >= 2 else "this SQLite does not sync every commit; a power cut may lose what was acknowledged"
    return Check("synchronous", level >= 2, f"{name} for every writing command", advice)


def sqlite_version(found: str) -> Check:
    """https://www.sqlite.org/wal.html: 3.7.0 to 3.51.2, two connections at once, rare."""
    if tuple(int(part) for part in found.split(".")) >= WAL_BUG_FIXED:
        return Check("sqlite", True, f"SQLite {found}")
    said = f"SQLite {found} has the WAL-reset bug: two connections at once may, very rarely, damage the file"
    return Check("sqlite", False, said, "use a Python with SQLite 3.51.3 or later; until then back up often")


def file_system(name: str) -> Check:
    if name in NETWORK:
        said = f"the ledger is on a network file system ({name})"
        return Check("file-system", False, said, "move it to a local disk: locks and syncs cannot be relied on there")
    return Check("file-system", True, name or "unknown")


def free_space(free: int, size: int) -> Check:
    """Room for the write-ahead log, a rebuild and a copy."""
    need = max(LEAST_FREE, 3 * size)
    said = f"{_bytes(free)} free, the ledger has {_bytes(size)}"
    return Check("free-space", free >= need, said, "" if free >= need else f"make room: {_bytes(need)} would be safe")


def _bytes(number: int) -> str:
    value = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            break
        value /= 1000
    return f"{value:.0f} {unit}"


def clock(now: str, last: str) -> Check:
    if not last:
        return Check("clock", True, f"{now[:19]} UTC, nothing recorded yet")
    behind = datetime.fromisoformat(last) - datetime.fromisoformat(now)
    if behind > timedelta(0):
        said = f"the clock says {now[:19]}, but the last event was recorded at {last[:19]} (UTC)"
        refused = "; over a day behind, nothing is recorded" if behind > timedelta(days=1) else ""
        return Check("clock", False, said, f"set the clock of this machine right{refused}")
    return Check("clock", True, f"{now[:19]} UTC, last event {last[:19]}")


def keys(found: Sequence[tuple[str, int]]) -> Check:
    open_to_others = [path for path, mode in found if mode & 0o077]
    if open_to_others:
        said = f"others may read the signing key {', '.join(open_to_others)}"
        return Check("key", False, said, f"chmod 600 {' '.join(open_to_others)}")
    said = f"only you may read {', '.join(path for path, _ in found)}" if found else "no signing key found"
    return Check("key", True, said)


def machine(path: str, now: str, keys: Iterable[str]) -> Machine:
    """The one function here that looks around."""
    folder = os.path.dirname(os.path.abspath(path))
    space = os.statvfs(folder)
    found = [(key, os.stat(key).st_mode & 0o777) for key in keys if os.path.isfile(key)]
    return Machine(now, mounted_as(folder), space.f_bavail * space.f_frsize, os.path.getsize(path), found)


def mounted_as(folder: str, table: str = "/proc/self/mounts") -> str:
    """The type of the file system a folder is on; "" where the system does not tell."""
    try:
        with open(table, encoding="utf-8", errors="replace") as file:
            mounts = [line.split(" ") for line in file]
    except OSError:
        return ""
    real = os.path.realpath(folder)
    fits = [
        (len(point), number, kind)
        for number, (_, point, kind, *_) in enumerate(mounts)
        if real == (place := _unescaped(point)) or real.startswith(place.rstrip("/") + "/")
    ]
    return max(fits)[2] if fits else ""


def _unescaped(point: str) -> str:
    """The kernel writes blanks as octal."""
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")
