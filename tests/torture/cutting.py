"""The power goes: from the diary of every write and sync, the files as they may be
found afterwards.

What was synced is there. Of what was written since then: nothing, all of it, some of it
in any order, or a write torn at a sector. A deleted file may be back. The shared memory
is gone.
"""

import random
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.torture.disk import store_on
from tests.torture.workload import base, copied, examine, folder, proved, send

SECTOR = 512
SORTS = ("none", "all", "some", "torn")


class Entry(NamedTuple):
    """A line of the diary; `acknowledged` stands for the answer to submission `number`."""

    what: str
    file: str
    number: int
    data: bytes


class Recording(NamedTuple):
    """The files before, and everything that happened to them."""

    before: dict[str, bytes]
    diary: list[Entry]
    # the line after the first acknowledgement: from here on there is something to lose
    first: int


def record(
    place: Path,
    fresh: str,
    submissions: int,
    first: int,
    *,
    keep_open: bool,
    synchronous: str,
) -> Recording:
    """`keep_open`: somebody else has the ledger open too, so that the write-ahead log
    outlives each command.
    """
    path = copied(fresh, place)
    before = {Path(path).name: Path(path).read_bytes()}
    diary: list[Entry] = []

    def note(what: str, file: str, number: int, data: bytes) -> None:
        if what in ("write", "sync", "truncate", "delete"):
            diary.append(Entry(what, file, number, data))

    with ExitStack() as stack:
        open_another = stack.enter_context(store_on(note, synchronous))
        if keep_open:
            other = open_another(path)
            stack.callback(other.close)
            other.execute("SELECT COUNT(*) FROM event").fetchall()
        for number in range(first, first + submissions):
            send(path, number)
            diary.append(Entry("acknowledged", "", number, b""))
    start = (
        next(line for line, entry in enumerate(diary) if entry.what == "acknowledged")
        + 1
    )
    return Recording(before, diary, start)


class Found(NamedTuple):
    """What is on the disk after the cut, and what had been acknowledged before it."""

    files: dict[str, bytes]
    acknowledged: set[int]


def cut(recording: Recording, at: int, sort: str, rng: random.Random) -> Found:
    """The disk when the power goes before line `at`."""
    synced: dict[str, bytearray] = {
        name: bytearray(data) for name, data in recording.before.items()
    }
    waiting: dict[str, list[Entry]] = {}
    deleted: dict[str, bytearray] = {}
    acknowledged = set()
    for entry in recording.diary[:at]:
        match entry.what:
            case "write" | "truncate":
                deleted.pop(entry.file, None)
                waiting.setdefault(entry.file, []).append(entry)
            case "sync":
                apply(
                    synced.setdefault(entry.file, bytearray()),
                    waiting.pop(entry.file, []),
                )
            case "delete":
                gone = synced.pop(entry.file, None)
                waiting.pop(entry.file, None)
                if gone is not None and not entry.number:
                    deleted[entry.file] = gone
            case "acknowledged":
                acknowledged.add(entry.number)
    for name, entries in waiting.items():
        kept = chosen(entries, sort, rng)
        if kept or name in synced:
            apply(synced.setdefault(name, bytearray()), kept)
    for name, data in deleted.items():
        if name not in synced and rng.random() < 0.5:
            synced[name] = data
    return Found({name: bytes(data) for name, data in synced.items()}, acknowledged)


def chosen(entries: list[Entry], sort: str, rng: random.Random) -> list[Entry]:
    """Which unsynced writes came to the disk all the same."""
    if sort in ("none", "all"):
        return entries if sort == "all" else []
    kept = [entry for entry in entries if rng.random() < 0.5]
    if sort == "torn":
        kept = [torn(entry, rng) if rng.random() < 0.5 else entry for entry in kept]
    return kept


def torn(entry: Entry, rng: random.Random) -> Entry:
    """Only the first or only the last sectors of a write."""
    if entry.what != "write" or len(entry.data) <= SECTOR:
        return entry
    at = SECTOR * rng.randrange(1, (len(entry.data) - 1) // SECTOR + 1)
    if rng.random() < 0.5:
        return entry._replace(data=entry.data[:at])
    return entry._replace(number=entry.number + at, data=entry.data[at:])


def apply(content: bytearray, entries: list[Entry]) -> None:
    for entry in entries:
        if entry.what == "truncate":
            del content[entry.number :]
        else:
            if len(content) < entry.number:
                content.extend(bytes(entry.number - len(content)))
            content[entry.number : entry.number + len(entry.data)] = entry.data


class Result(NamedTuple):
    images: int
    acknowledged: int  # in all images together
    problems: list[str]


def run(
    images: int,
    seed: int,
    *,
    synchronous: str = "FULL",
    submissions: int = 8,
    deep_every: int = 100,
) -> Result:
    """Images of some workloads, opened with Python's own SQLite."""
    rng = random.Random(seed)
    problems: list[str] = []
    acknowledged = done = 0
    with folder() as place:
        fresh = base(place)
        while done < images:
            keep_open = done // 250 % 2 == 0
            recording = record(
                place,
                fresh,
                submissions,
                rng.randrange(10_000),
                keep_open=keep_open,
                synchronous=synchronous,
            )
            for _ in range(min(250, images - done)):
                at, sort = (
                    rng.randrange(recording.first, len(recording.diary) + 1),
                    rng.choice(SORTS),
                )
                found = cut(recording, at, sort, rng)
                path = written(place / "cut", found)
                wrong = examine(path, found.acknowledged)
                if not wrong and done % deep_every == 0:
                    wrong = proved(path)
                problems += [
                    f"cut {done} at line {at}, {sort}, open elsewhere {keep_open}:"
                    f" {said}"
                    for said in wrong
                ]
                acknowledged += len(found.acknowledged)
                done += 1
    return Result(done, acknowledged, problems)


def written(place: Path, found: Found) -> str:
    place.mkdir(exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    for name, data in found.files.items():
        (place / name).write_bytes(data)
    return str(place / "ledger.db")
