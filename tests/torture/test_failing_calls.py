"""Every file call fails once, and once for ever: nothing acknowledged is lost, and the
refusal comes in words.
"""

import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.torture.failing import caught, points, run
from tests.torture.report import apsw_note, record
from tests.torture.workload import (
    SCALE,
    SEED,
    base,
    copied,
    examine,
    folder,
    proved,
    scaled,
    submission,
)
from tests.torture.workloads import OTHERS, Workload, submissions

ROOT = Path(__file__).parent.parent.parent
# an error planted while a file is being closed cannot be raised to anybody: apsw
# mentions it and goes on
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)
SORTS = [(kind, for_ever) for kind in ("io", "full") for for_ever in (False, True)]


@pytest.mark.parametrize(("kind", "for_ever"), SORTS)
def test_any_call_may_fail(kind: str, for_ever: bool) -> None:
    """Every eleventh of them; the long suite has every one."""
    count, problems = run(
        kind, for_ever=for_ever, workload=submissions(range(2)), stride=11
    )
    assert problems == []
    assert count > 9


@pytest.mark.parametrize("make", OTHERS, ids=lambda make: make.__name__)
def test_some_calls_of_other_workloads(make: Callable[[], Workload]) -> None:
    """Every point of all of them is for the long suite."""
    for kind, for_ever in (("io", False), ("full", True)):
        count, problems = run(kind, for_ever=for_ever, workload=make(), stride=61)
        assert problems == []
        assert count > 1


@pytest.mark.parametrize("make", [lambda: submissions(range(2)), *OTHERS])
def test_an_acknowledgement_in_spite_of_an_error_is_caught(
    make: Callable[[], Workload],
) -> None:
    """The control: somebody takes the refusal for an answer."""
    found = (
        said
        for _, outcome in points("io", for_ever=True, workload=make(), deaf=True)
        for said in outcome.problems
    )
    assert any("lost" in said for said in found)


def _limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def limited(more: int) -> tuple[int, str, list[str]]:
    """`selo submit` by Python's own SQLite, when no file may grow beyond its size and
    `more`.
    """
    with folder() as place:
        path = copied(base(place), place)
        size = Path(path).stat().st_size
        lines = "\n".join(json.dumps(_raw(placed.document)) for placed in submission(7))
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", "--ledger", path, "submit", "-"],
            input=lines,
            cwd=ROOT,
            text=True,
            capture_output=True,
            preexec_fn=lambda: _limited(size + more),
            check=False,
        )
        acknowledged = [7] if done.returncode == 0 else []
        return done.returncode, done.stderr, examine(path, acknowledged) + proved(path)


def _raw(document: object) -> dict[str, object]:
    import msgspec

    found = msgspec.to_builtins(document)
    assert isinstance(found, dict)
    return {name: value for name, value in found.items() if value is not None}


@pytest.mark.parametrize("more", [-200_000, -60_000, 0])
def test_a_file_that_may_not_grow(more: int) -> None:
    """Nothing of apsw: a limit of the system, the command as people use it."""
    code, said, problems = limited(more)
    assert problems == []
    assert code == 0 or (
        code == 1 and "Traceback" not in said and "should not happen" not in said
    ), said


def test_the_limit_is_felt() -> None:
    """The control: there is a limit at which the command is refused."""
    assert limited(-200_000)[0] == 1


STRIDE = max(1, round(1 / SCALE))


def several() -> list[Workload]:
    return [
        *(submissions(range(100 * n, 100 * n + 3 + n)) for n in range(scaled(4))),
        *(make() for make in OTHERS),
    ]


def every_call(at: int, sort: tuple[str, bool]) -> tuple[int, list[str]]:
    """One workload and one sort of fault, in a process of its own: a workload cannot be
    sent to one.
    """
    kind, for_ever = sort
    return run(kind, for_ever=for_ever, workload=several()[at], stride=STRIDE)


@pytest.mark.torture
def test_every_call_of_several_workloads() -> None:
    counts, found = Counter[tuple[str, bool]](), []
    tasks = [(at, sort) for at in range(len(several())) for sort in SORTS]
    with ProcessPoolExecutor() as workers:
        for (_, sort), (count, problems) in zip(
            tasks, workers.map(every_call, *zip(*tasks, strict=True)), strict=True
        ):
            counts[sort] += count
            found += problems
    controls = (submissions(range(3)), *(make() for make in OTHERS))
    noticed = {workload.name: caught(workload, STRIDE) for workload in controls}
    assert found == [] and all(noticed.values())
    promise = (
        "The Nth read, write, sync, truncate, open, delete, link or sync of a name"
        " fails, for every N of a workload, once or from then on; nothing acknowledged"
        " is lost, nothing is there by half, the refusal comes in words, and what was"
        " refused can be said again."
    )
    figures = {
        "workloads": len(several()),
        "points, error once": counts["io", False],
        "points, error from then on": counts["io", True],
        "points, disk full once": counts["full", False],
        "points, disk full from then on": counts["full", True],
        "points with something wrong": len(found),
        **{
            f"control, a refusal taken for an acknowledgement, {name}: points that caught it": (
                number
            )
            for name, number in noticed.items()
        },
    }
    record("failing file call", promise, SEED, figures, apsw_note())
