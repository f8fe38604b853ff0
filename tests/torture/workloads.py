"""What is done to a ledger while its disk fails: steps that may be said again, and
whether each of them is there.

Every workload names its own base, so that a step has something to reach into.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from audit.checkpoint import checkpoint
from audit.signing import new_key
from audit.tables import rebuild_ledger
from audit.verify import verify
from desk.submit import init, submit
from ledger.errors import Problem, Refused
from ledger.store.copies import backup, restore
from messages import say
from projections.tables.checked_rows import mark
from tests.torture.workload import base, documents, examine, proved, send
from tests.world.ledger import outside


class Step(NamedTuple):
    """Something a user does. `there`: what it leaves behind, asked when the disk is
    good again.
    """

    name: str
    do: Callable[[str], object]
    there: Callable[[str], bool]


class Workload(NamedTuple):
    """`wrong`: what must never be seen of the ledger, whatever became of the steps."""

    name: str
    make: Callable[[Path], str]
    steps: Sequence[Step]
    wrong: Callable[[str], list[str]]


def submissions(numbers: Iterable[int]) -> Workload:
    def there(number: int) -> Callable[[str], bool]:
        return lambda path: not examine(path, [number])

    steps = [
        Step(f"submission {number}", partial(send, number=number), there(number))
        for number in numbers
    ]
    return Workload("submissions", base, steps, lambda path: examine(path, ()))


def _told(path: str, *raw: dict[str, Any]) -> None:
    submit(path, documents(raw), outside())


def _with_tournaments(place: Path) -> str:
    """Eight tournaments that reach into each other, so that a correction of the first
    moves much.
    """
    path = base(place)
    for number in range(8):
        send(path, number)
    return path


def _recorded(key: str) -> Callable[[str], bool]:
    """The document with this key is in the events."""
    return lambda path: bool(
        _asked(path, "SELECT COUNT(*) FROM said WHERE mark = ?", mark("key", key))
    )


def _asked(path: str, query: str, *given: object) -> Any:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return connection.execute(query, given).fetchone()[0]
    finally:
        connection.close()


def _whole(path: str) -> list[str]:
    """The file, the events, the numbers: nothing that an audit would name."""
    value = verify(path)
    return [*(problem.message for problem in value.problems), *value.warnings]


def _saying(key: str, **document: Any) -> Step:
    return Step(key, lambda path: _told(path, {**document, "key": key}), _recorded(key))


def corrections() -> Workload:
    """An old tournament changed, taken back, let count again; a ruling on a day before
    all of it.
    """
    changed = {"1.1": {"result": "0-1"}}
    steps = [
        _saying(
            "amend",
            kind="amend",
            tournament="T0",
            reason="the sheet was misread",
            games=changed,
        ),
        _saying("withdraw", kind="withdraw", tournament="T1", reason="never played"),
        _saying("back", kind="reinstate", tournament="T1", reason="it was"),
        _saying(
            "ruling",
            kind="ruling",
            player="A",
            list="selo",
            on="2023-01-15",
            rating=1700,
            reason="the board said so",
        ),
    ]
    return Workload("corrections of what is old", _with_tournaments, steps, _whole)


def evidence() -> Workload:
    """A list published, a checkpoint signed, a correction, the list published once
    more, another checkpoint.
    """

    # the size that the first checkpoint was asked for; a later one is of another size
    asked = [0]

    def signed(path: str) -> bool:
        return bool(
            _asked(
                path,
                "SELECT COUNT(*) FROM checkpoint WHERE note LIKE ?",
                f"%\n{asked[0]}\n%",
            )
        )

    def signed_to_the_end(path: str) -> bool:
        size = _asked(path, "SELECT MAX(seq) FROM event")
        to_the_end = _asked(
            path, "SELECT COUNT(*) FROM checkpoint WHERE note LIKE ?", f"%\n{size}\n%"
        )
        return bool(to_the_end) and _recorded("under another label")(path)

    def sign(path: str) -> object:
        return checkpoint(path, str(Path(path).parent / "selo.key"))

    def sign_first(path: str) -> object:
        asked[0] = _asked(path, "SELECT MAX(seq) FROM event")
        return sign(path)

    def sign_again(path: str) -> object:
        if not _recorded("under another label")(path):
            raise Refused(Problem("no-events", say("there is nothing to sign yet")))
        return sign(path)

    def make(place: Path) -> str:
        new_key(str(place / "selo.key"))
        return _with_tournaments(place)

    published = {
        "kind": "publish",
        "list": "selo",
        "label": "spring",
        "as_of": "2026-01-01",
    }
    steps = [
        _saying("published", **published),
        Step("signed", sign_first, signed),
        _saying(
            "amended",
            kind="amend",
            tournament="T0",
            reason="misread",
            games={"1.1": {"result": "0-1"}},
        ),
        _saying("under another label", **{**published, "label": "spring-again"}),
        Step("signed again", sign_again, signed_to_the_end),
    ]
    return Workload("a list published and signed", make, steps, _whole)


def remaking() -> Workload:
    """Read tables that say something wrong, made again from the events."""

    def make(place: Path) -> str:
        path = _with_tournaments(place)
        connection = sqlite3.connect(path)
        with connection:
            connection.execute("UPDATE player SET rating = rating + 1")
        connection.close()
        return path

    step = Step("rebuild", rebuild_ledger, lambda path: not proved(path))
    return Workload(
        "read tables made again", make, [step], lambda path: examine(path, ())
    )


def beginning() -> Workload:
    """A ledger that is not there yet: afterwards it is whole, or still not there."""

    def begin(path: str) -> None:
        if not os.path.exists(path):
            init(path, outside())

    step = Step("init", begin, os.path.exists)
    return Workload(
        "a new ledger", lambda place: str(place / "new.db"), [step], _absent_or_whole
    )


def _absent_or_whole(path: str) -> list[str]:
    left = [name for name in os.listdir(Path(path).parent) if ".new" in name]
    found = [f"left behind: {name}" for name in left]
    return found + (_whole(path) if os.path.exists(path) else [])


def copies() -> Workload:
    """A backup, and a ledger made from it: each has its name only when it is whole."""

    def beside(path: str, name: str) -> str:
        return str(Path(path).parent / name)

    def there(name: str) -> Callable[[str], bool]:
        return lambda path: os.path.exists(beside(path, name))

    def problems(copy: str) -> list[str]:
        return [problem.message for problem in verify(copy).problems]

    def save(path: str) -> None:
        if not os.path.exists(beside(path, "saved.db")):
            backup(path, beside(path, "saved.db"), problems)

    def back(path: str) -> None:
        if not os.path.exists(beside(path, "back.db")):
            restore(
                beside(path, "saved.db"),
                beside(path, "back.db"),
                problems,
                "2026-11-01T12:00:00Z",
            )

    def wrong(path: str) -> list[str]:
        copies = [
            beside(path, name)
            for name in ("saved.db", "back.db")
            if os.path.exists(beside(path, name))
        ]
        return [said for each in (path, *copies) for said in _absent_or_whole(each)]

    steps = [
        Step("backup", save, there("saved.db")),
        Step("restore", back, there("back.db")),
    ]
    return Workload("backup and restore", _with_tournaments, steps, wrong)


OTHERS = (corrections, evidence, remaking, beginning, copies)
