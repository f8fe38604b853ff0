"""File call number N fails, for every N: a read or write error, or a full disk, once or
from then on.
"""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import apsw

from ledger.errors import SeloError
from tests.torture.disk import store_on
from tests.torture.workload import folder, proved
from tests.torture.workloads import Workload

CALLS = {
    "io": (
        "open",
        "read",
        "write",
        "sync",
        "truncate",
        "size",
        "delete",
        "link",
        "fsync",
    ),
    "full": ("open", "write", "truncate", "link"),
}
ERRORS: dict[str, type[apsw.Error]] = {"io": apsw.IOError, "full": apsw.FullError}
NUMBERS = {"io": errno.EIO, "full": errno.ENOSPC}


class Fault(NamedTuple):
    """Which call fails, how, and whether the following ones do too."""

    number: int
    kind: str
    for_ever: bool


class Run(NamedTuple):
    """What came of one fault."""

    reached: bool
    problems: list[str]


class Failing:
    """The calls counted, and the one that fails."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.seen = 0

    def due(self, what: str) -> bool:
        if what not in CALLS[self.fault.kind]:
            return False
        self.seen += 1
        return self.seen == self.fault.number or (
            self.fault.for_ever and self.seen > self.fault.number
        )

    def call(self, what: str, file: str, number: int, data: bytes) -> None:
        """One of SQLite's."""
        if self.due(what):
            raise ERRORS[self.fault.kind]("planted")

    def ours(self, what: str, honest: Callable[..., Any]) -> Callable[..., Any]:
        """One of our own: a name given to a file, a sync of it."""

        def called(*given: Any, **named: Any) -> Any:
            if self.due(what):
                number = NUMBERS[self.fault.kind]
                raise OSError(number, os.strerror(number))
            return honest(*given, **named)

        return called


def hurt(path: str, workload: Workload, fault: Fault, *, deaf: bool = False) -> Run:
    """The steps on a disk with one fault; then the disk is good again and the ledger
    examined.

    `deaf` is the planted fault: a caller who takes a refusal for an acknowledgement.
    """
    failing = Failing(fault)
    problems: list[str] = []
    acknowledged: set[str] = set()
    refused: dict[str, str] = {}
    with store_on(failing.call), ExitStack() as stack:
        for name in ("link", "fsync"):
            stack.enter_context(
                patch.object(os, name, failing.ours(name, getattr(os, name)))
            )
        for step in workload.steps:
            try:
                step.do(path)
                acknowledged.add(step.name)
            except (SeloError, OSError) as error:
                refused[step.name] = (
                    error.problems[0].code if isinstance(error, SeloError) else "file"
                )
                if deaf:
                    acknowledged.add(step.name)
            except Exception as error:
                problems.append(f"no words for {type(error).__name__}: {error}")
    problems += workload.wrong(path)
    if not problems:
        there = {step.name for step in workload.steps if step.there(path)}
        problems += [f"lost: {name}" for name in sorted(acknowledged - there)]
        problems += [
            f"refused as disk-full, and there: {name}"
            for name in there
            if refused.get(name) == "disk-full"
        ]
    reached = failing.seen >= fault.number
    if reached and not problems:
        problems += _said_again(path, workload)
    return Run(reached, problems)


def _said_again(path: str, workload: Workload) -> list[str]:
    """All of it said again on a good disk: there once, and the numbers are those of a
    replay.
    """
    for step in workload.steps:
        step.do(path)
    missing = [
        f"said again and not there: {step.name}"
        for step in workload.steps
        if not step.there(path)
    ]
    return missing + workload.wrong(path) + proved(path)


def points(
    kind: str,
    *,
    for_ever: bool,
    workload: Workload,
    deaf: bool = False,
    stride: int = 1,
) -> Iterator[tuple[Fault, Run]]:
    """Every call of a workload in turn, or every so many, until one run gets through
    without meeting its fault.
    """
    with folder() as place:
        fresh = place / "base"
        fresh.mkdir()
        name = Path(workload.make(fresh)).name
        number = 1
        while True:
            fault = Fault(number, kind, for_ever)
            with tempfile.TemporaryDirectory(dir=place) as inner:
                copied = Path(inner) / "copy"
                shutil.copytree(fresh, copied)
                outcome = hurt(str(copied / name), workload, fault, deaf=deaf)
            if not outcome.reached:
                return
            yield fault, outcome
            number += stride


def run(
    kind: str, *, for_ever: bool, workload: Workload, stride: int = 1
) -> tuple[int, list[str]]:
    """(points, problems) of one workload."""
    count, problems = 0, []
    for fault, outcome in points(
        kind, for_ever=for_ever, workload=workload, stride=stride
    ):
        count += 1
        problems += [f"{workload.name}, {fault}: {said}" for said in outcome.problems]
    return count, problems


def caught(workload: Workload, stride: int = 1) -> int:
    """At how many points the planted fault, a refusal taken for an acknowledgement, is
    noticed.
    """
    outcomes = points("io", for_ever=True, workload=workload, deaf=True, stride=stride)
    return sum(
        any("lost" in said for said in outcome.problems) for _, outcome in outcomes
    )
