"""One seed drives everything a ledger lives through: clock, crashes, a lying disk, writers and readers side by side.

The story is the machine's, and so is the naive model that every answer must agree with. Between its steps a process
dies in the midst of a submission, the power goes while it commits, a clock is wrong, another writer wants the lock, a
reader looks on, and the disk lies about single pages. Each sort of trouble has its control: the same life with the
defence taken away must be noticed.
"""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing, nullcontext, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import desk.submit
from desk.submit import submit
from ledger.answer import plain
from ledger.errors import Busy, Refused, SeloError
from ledger.store.database import connect
from ledger.store.event_log import Store
from ledger.store.events import head
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Question, reading
from projections.tables import units
from tests.torture import flipping
from tests.torture.machine import TODAY, Machine
from tests.torture.workload import documents, folder
from tests.world.ledger import outside

PAGE = 4096
BEFORE_COMMIT = ("store_documents", "project_stored", "movements")  # a process dies right behind one of these
DISK = ("flip", "flips", "sector", "stale page", "torn page", "misdirected page")
TAKEN_AWAY = ""  # the sort of trouble that nothing stands against: the control


def stands(sort: str) -> bool:
    """Whether there is a defence against this sort of trouble."""
    return sort != TAKEN_AWAY


class Killed(BaseException):
    """In place of SIGKILL: nothing of ours catches it."""


class Simulation(Machine):
    """A machine whose world misbehaves. `seen` counts what it lived through."""

    def __init__(self, place: Path, seed: int, only: str | None = None) -> None:
        super().__init__(place, seed)
        self.place, self.only = place, only
        self.seen: Counter[str] = Counter()
        self.images: list[bytes] = [self._image()]
        self.kept = ""  # what the reader that looks on has seen

    def tell(self, count: int, published: int = 0) -> None:
        """The next submission, and around it what goes wrong."""
        sorts = {"crash": self._crash, "power cut": self._power_cut, "clock": self._clock_is_wrong,
                 "writers": self._other_writer, "disk": self._disk_lies}  # fmt: skip
        name = self.only or self.rng.choice((*sorts, "", ""))
        if name in ("crash", "power cut") and not self.coming[:count]:
            name = ""
        if name in sorts and name != "disk":
            sorts[name]()
        if not self.found:
            self._beside_a_reader(count, published)
        if name == "disk" and not self.found:
            self._disk_lies()
        self.images = [*self.images[-3:], self._image()]

    def _beside_a_reader(self, count: int, published: int) -> None:
        """Who began to read before goes on reading what was there."""
        with reading(self.path, Question(TODAY), TODAY) as looking:
            before = [plain(rating_list(looking, name)) for name in ("selo", "pelo")]
            super().tell(count, published)
            with nullcontext(looking) if stands("readers") else reading(self.path, Question(TODAY), TODAY) as again:
                after = [plain(rating_list(again, name)) for name in ("selo", "pelo")]
        self.seen["readers"] += 1
        if before != after:
            self.found.append("a reader saw a state that came after it began")

    def _sent(self) -> list[Any]:
        first = FIRST + len(self.heard)
        return [self._numbered(document, first + n) for n, document in enumerate(self.coming[:2])]

    def _attempt(self, **options: Any) -> None:
        sent = [{k: v for k, v in document.items() if k != "_seq"} for document in self._sent()]
        submit(self.path, documents(sent), outside(self._clock()), **options)

    def _head(self) -> int:
        with closing(connect(self.path, write=False)) as connection:
            return head(connection)

    def _unchanged(self, before: int, what: str) -> None:
        """Nothing of an attempt that was not acknowledged; the story then tells it again."""
        self.seen[what] += 1
        if self._head() != before:
            self.found.append(f"{what}: {self._head() - before} events of a submission that was not acknowledged")

    def _crash(self) -> None:
        """A process dies somewhere in a submission; what it leaves on the disk is all there is."""
        before, stage = self._head(), self.rng.choice(BEFORE_COMMIT)
        honest, image = getattr(desk.submit, stage), self.place / "image"

        def deadly(*given: Any, **named: Any) -> Any:
            honest(*given, **named)
            self._copy(Path(self.path), image)
            raise Killed

        with patch.object(desk.submit, stage, deadly):
            try:
                self._attempt()
            except Killed:
                self._replace_by(image)
        if not stands("crash"):
            self._attempt()  # as if it had been recorded although nobody heard
        self._unchanged(before, "crash")

    def _power_cut(self) -> None:
        """The power goes while a submission is committed: any part of the write-ahead log may be missing."""
        before, image = self._head(), self.place / "image"
        wal = Path(f"{self.path}-wal")
        with closing(connect(self.path, write=False)) as looking:  # keeps the log from being folded in
            looking.execute("SELECT 1 FROM event").fetchone()
            length = wal.stat().st_size if wal.exists() else 0
            self._attempt()
            self._copy(Path(self.path), image)
        log = image.with_name("image-wal")
        content = log.read_bytes() if log.exists() else b""
        cut = self.rng.randrange(length, max(length + 1, len(content)))
        log.write_bytes(
            content if not stands("power cut") else content[:cut] + self.rng.randbytes(self.rng.choice((0, 0, 700)))
        )
        self._replace_by(image)
        self._unchanged(before, "power cut")

    def _clock_is_wrong(self) -> None:
        """Days behind, or years ahead of everything: refused, and nothing recorded."""
        if not self.moments or not self.coming:
            return
        before, right = self._head(), self.now
        ahead = self.rng.random() < 0.5
        self.now += timedelta(days=3650 if ahead else -400)
        sent = [{k: v for k, v in document.items() if k != "_seq"} for document in self._sent()]
        surely = right.strftime("%Y-%m-%dT%H:%M:%S.%fZ") if stands("clock") else ""
        wrong = outside(self._clock() if stands("clock") or ahead else right.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
        try:
            submit(self.path, documents(sent), wrong._replace(surely=surely))
        except Refused as error:
            if error.problems[0].code not in ("clock-ahead", "clock-behind"):
                self.found.append(f"clock: {error}")
        self.now = right
        self._unchanged(before, "clock")

    def _other_writer(self) -> None:
        """Somebody else holds the lock: busy in words, and nothing recorded."""
        before = self._head()
        with Store(self.path) as other, other.writing() if stands("writers") else nullcontext(), suppress(Busy):
            self._attempt(wait=0.05)
        self._unchanged(before, "writers")

    def _disk_lies(self) -> None:
        """On a copy: every answer as before, or a refusal, or the audit says so. The life goes on without it."""
        sort = self.rng.choice(DISK)
        image = self._image()
        damaged = self._lied(bytearray(image), sort)
        self.seen[sort] += 1
        if bytes(damaged) == image:
            return
        lying = self.place / "lying" / "selo.db"
        shutil.rmtree(lying.parent, ignore_errors=True)
        lying.parent.mkdir()
        lying.write_bytes(image)
        truth = flipping.asked(str(lying))
        for left in lying.parent.iterdir():
            left.unlink()
        lying.write_bytes(damaged)
        answer, refusal = flipping.complaint(str(lying))
        if refusal.startswith("as a defect"):
            self.found.append(f"disk, {sort}: {refusal}")
        elif not refusal and answer != truth:
            audited = flipping.full_audit(str(lying), None) if stands("disk") else ""  # type: ignore[arg-type]
            self.seen["told by the audit alone"] += 1
            if not audited:
                self.found.append(f"disk, {sort}: another answer, and nobody says so")

    def _lied(self, content: bytearray, sort: str) -> bytearray:
        if sort in flipping.DAMAGES:
            return flipping.damage(content, sort, self.rng)
        older = self.rng.choice(self.images)
        pages = min(len(older), len(content)) // PAGE
        differ = [n for n in range(1, pages) if older[n * PAGE : (n + 1) * PAGE] != content[n * PAGE : (n + 1) * PAGE]]
        at = PAGE * (self.rng.choice(differ) if differ else self.rng.randrange(1, pages))
        match sort:
            case "stale page":  # a write that never came
                content[at : at + PAGE] = older[at : at + PAGE]
            case "torn page":  # half of it came
                half = 512 * self.rng.randrange(1, PAGE // 512)
                content[at + half : at + PAGE] = older[at + half : at + PAGE]
            case _:  # it came to another place
                other = PAGE * self.rng.randrange(1, len(content) // PAGE)
                content[other : other + PAGE] = content[at : at + PAGE]
        return content

    def _image(self) -> bytes:
        """The pages of the ledger as they stand, in one file."""
        target = self.place / "one.db"
        target.unlink(missing_ok=True)
        with closing(connect(self.path, write=False)) as source, closing(sqlite3.connect(target)) as copied:
            source.backup(copied)
        return target.read_bytes()

    def _copy(self, path: Path, image: Path) -> None:
        """What is on the disk at this moment, without what only memory has."""
        for ending in ("", "-wal", "-journal"):
            image.with_name(image.name + ending).unlink(missing_ok=True)
            if path.with_name(path.name + ending).exists():
                shutil.copyfile(path.with_name(path.name + ending), image.with_name(image.name + ending))

    def _replace_by(self, image: Path) -> None:
        path = Path(self.path)
        for ending in ("-wal", "-shm", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        self._copy(image, path)


FIRST = 7


def live(seed: int, only: str | None = None) -> tuple[list[str], Counter[str]]:
    """What is wrong in one life, and what it lived through."""
    with folder() as place:
        simulation = Simulation(place, seed, only)
        try:
            found = simulation.life()
        except (SeloError, AssertionError, LookupError, ValueError, TypeError, sqlite3.Error) as error:
            found = [f"{type(error).__name__}: {error}"]
    return [f"life {seed}: {said}" for said in found], simulation.seen


def noticed(sort: str, seed: int, lives: int = 40) -> int | None:
    """In which life it is noticed that nothing stands against this sort of trouble."""
    unread = patch.object(units, "checksum", lambda values: 0) if sort == "disk" else nullcontext()
    with patch(f"{__name__}.TAKEN_AWAY", sort), unread:
        return next((number for number in range(1, lives + 1) if live(seed + number, sort)[0]), None)


SORTS = ("crash", "power cut", "clock", "writers", "readers", "disk")
