"""File call number N fails, for every N: a read or write error, or a full disk, once or from then on."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import apsw
from disk import store_on
from workload import base, copied, examine, folder, proved, send

from ledger.errors import SeloError

CALLS = {
    "io": ("open", "read", "write", "sync", "truncate", "size", "delete"),
    "full": ("open", "write", "truncate"),
}
ERRORS: dict[str, type[apsw.Error]] = {"io": apsw.IOError, "full": apsw.FullError}


class Fault(NamedTuple):
    """Which call fails, how, and whether the following ones do too."""

    number: int
    kind: str
    for_ever: bool


class Run(NamedTuple):
    """What came of one fault."""

    reached: bool
    problems: list[str]


def hurt(path: str, submissions: range, fault: Fault, *, deaf: bool = False) -> Run:
    """Submissions on a disk with one fault; then the disk is good again and the ledger examined.

    `deaf` is the planted fault: a caller who takes a refusal for an acknowledgement.
    """
    seen = 0

    def call(what: str, file: str, number: int, data: bytes) -> None:
        nonlocal seen
        if what not in CALLS[fault.kind]:
            return
        seen += 1
        if seen == fault.number or (fault.for_ever and seen > fault.number):
            raise ERRORS[fault.kind]("planted")

    problems: list[str] = []
    acknowledged: set[int] = set()
    refused: dict[int, str] = {}
    with store_on(call):
        for number in submissions:
            try:
                send(path, number)
                acknowledged.add(number)
            except SeloError as error:
                refused[number] = error.problems[0].code
                if deaf:
                    acknowledged.add(number)
            except Exception as error:
                problems.append(f"no words for {type(error).__name__}: {error}")
    problems += examine(path, acknowledged)
    if seen >= fault.number and not problems:
        problems += _promised(path, refused) + _said_again(path, submissions)
    return Run(seen >= fault.number, problems)


def _promised(path: str, refused: dict[int, str]) -> list[str]:
    """Where the refusal says that nothing was recorded, nothing was."""
    return [
        f"submission {number} was refused ({code}) and is there"
        for number, code in refused.items()
        if code == "disk-full" and not examine(path, [number])
    ]


def _said_again(path: str, submissions: range) -> list[str]:
    """All of it sent again on a good disk: there once, and the numbers are those of a replay."""
    for number in submissions:
        send(path, number)
    return examine(path, submissions) + proved(path)


def points(kind: str, *, for_ever: bool, submissions: range, deaf: bool = False) -> Iterator[tuple[Fault, Run]]:
    """Every call of a workload in turn, until one run gets through without meeting its fault."""
    with folder() as place:
        fresh = base(place)
        number = 0
        while True:
            number += 1
            fault = Fault(number, kind, for_ever)
            with tempfile.TemporaryDirectory(dir=place) as inner:
                outcome = hurt(copied(fresh, Path(inner)), submissions, fault, deaf=deaf)
            if not outcome.reached:
                return
            yield fault, outcome


def run(kind: str, *, for_ever: bool, submissions: range) -> tuple[int, list[str]]:
    """(points, problems) of one workload."""
    count, problems = 0, []
    for fault, outcome in points(kind, for_ever=for_ever, submissions=submissions):
        count += 1
        problems += [f"{fault}: {said}" for said in outcome.problems]
    return count, problems
