"""A life of a ledger in a world that misbehaves, beside the naive model that every
answer must agree with.

The story is the machine's, with documents of every other kind between its own. Each
submission may meet trouble: a process dies, the power goes, the disk fails or lies, a
clock is wrong, somebody else writes or looks on. Each sort of trouble has its control:
the same life with the defence taken away must be noticed.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Any

from audit.tables import check_tables
from audit.verify import verify
from desk.submit import Outcome, init, submit
from ledger.store.database import connect, content
from tests.naive.records import Document
from tests.torture.machine import Machine, plain
from tests.torture.simulated.papers import Papers
from tests.torture.workload import documents
from tests.world.ledger import outside

LONGEST = 12  # documents of one life: many short lives see more than few long ones
Trouble = Callable[["Life", list[Document]], Outcome]


@cache
def _new_ledger(moment: str, place: Path) -> bytes:
    """What `selo init` makes; every life begins with it."""
    path = place / "new.db"
    init(str(path), outside(moment))
    made = path.read_bytes()
    path.unlink()
    return made


class Life(Machine):
    """`troubles` are drawn for every submission; `undefended` names the sort that
    nothing stands against.
    """

    def __init__(
        self,
        place: Path,
        seed: int,
        troubles: list[tuple[str, Trouble]],
        undefended: str = "",
    ) -> None:
        self.place, self.undefended = place, undefended
        self.seen: Counter[str] = Counter()
        self._troubles = troubles
        self._patches = ExitStack()
        super().__init__(place, seed)
        self.papers = Papers(self)
        self.images: list[bytes] = [self.image()]
        self.coming = self.coming[: self.rng.randint(4, LONGEST)]

    def _begin(self) -> None:
        Path(self.path).write_bytes(_new_ledger(self._clock(), self.place))

    def life(self) -> list[str]:
        with self._patches:
            return super().life()

    def patched(self, patch: AbstractContextManager[object]) -> None:
        """Holds for the rest of this life."""
        self._patches.enter_context(patch)

    def stands(self, sort: str) -> bool:
        """Whether there is a defence against this sort of trouble."""
        return sort != self.undefended

    def tell(self, count: int, published: int = 0) -> None:
        self.papers.between(count)
        super().tell(count, published)

    def _acknowledged(self, sent: list[Document]) -> Outcome:
        self.seen.update(f"document {document['kind']}" for document in sent)
        name, trouble = self.rng.choice(self._troubles)
        self.seen[name] += 1
        outcome = trouble(self, sent)
        for document in sent:
            self.papers.recorded(document)
        self.images = [*self.images[-3:], self.image()]
        return outcome

    def told(self, sent: list[Document], path: str = "", wait: float = 30) -> Outcome:
        """The submission as it is, to the ledger or to a copy of it; the same bytes
        come out whenever it is told.
        """
        return submit(
            path or self.path,
            documents(map(plain, sent)),
            outside(self._clock()),
            wait=wait,
        )

    def _day_of(self, moment: str) -> str:
        return self.papers.day_of(moment)

    def _end(self) -> None:
        self.papers.last_of_all()
        if self.rng.random() < 0.4:
            self.found += [
                f"rebuild: {said}" for said in check_tables(self.path).differences
            ]
        elif self.rng.random() < 0.3:
            audited = verify(self.path)
            if (audited.status == "altered") != self.papers.contradicted:
                self.found.append(
                    f"verify: {audited.status},"
                    f" {[problem.message for problem in audited.problems]}"
                )

    # The file

    def image(self) -> bytes:
        """The pages of the ledger as they stand, in one file."""
        path = Path(self.path)
        if not path.with_name(f"{path.name}-wal").exists():
            return path.read_bytes()
        target = self.place / "one.db"
        target.unlink(missing_ok=True)
        opened: Any = connect(self.path, write=False)
        with closing(opened) as source, closing(sqlite3.connect(target)) as copied:
            source.backup(copied)
        return target.read_bytes()

    def copy(self, name: str, pages: bytes | None = None) -> str:
        """A ledger in a folder of its own."""
        folder = self.place / name
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        path = folder / "ledger.db"
        path.write_bytes(self.image() if pages is None else pages)
        return str(path)

    def replace_by(self, path: str) -> None:
        """The life goes on with another file, and with the log beside it."""
        for ending in ("", "-wal", "-shm", "-journal"):
            ours, theirs = Path(self.path + ending), Path(path + ending)
            ours.unlink(missing_ok=True)
            if ending != "-shm" and theirs.exists():
                ours.write_bytes(theirs.read_bytes())

    def unchanged(self, before: str, what: str) -> None:
        """Nothing is there of an attempt that was not acknowledged."""
        if bytes_of(self.path) != before:
            self.found.append(
                f"{what}: something is there of a submission that was not acknowledged"
            )


def bytes_of(path: str) -> str:
    """A digest of all that cannot be made again."""
    with closing(connect(path, write=False)) as connection:
        return content(connection).digest
