"""Every file call fails once, and once for ever: nothing acknowledged is lost, and the refusal comes in words."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from failing import points, run
from report import apsw_note, record
from workload import SEED, base, copied, examine, folder, proved, scaled, submission

ROOT = Path(__file__).parent.parent.parent
SORTS = [(kind, for_ever) for kind in ("io", "full") for for_ever in (False, True)]


@pytest.mark.parametrize(("kind", "for_ever"), SORTS)
def test_every_call_may_fail(kind: str, for_ever: bool) -> None:
    count, problems = run(kind, for_ever=for_ever, submissions=range(2))
    assert problems == []
    assert count > 30


def test_an_acknowledgement_in_spite_of_an_error_is_caught() -> None:
    """The control: somebody takes the refusal for an answer."""
    found = (
        said for _, outcome in points("io", for_ever=True, submissions=range(2), deaf=True) for said in outcome.problems
    )
    assert any("lost" in said for said in found)


def _limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def limited(more: int) -> tuple[int, str, list[str]]:
    """`selo submit` by Python's own SQLite, when no file may grow beyond its size and `more`."""
    with folder() as place:
        path = copied(base(place), place)
        size = Path(path).stat().st_size
        lines = "\n".join(json.dumps(_raw(placed.document)) for placed in submission(7))
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", "--ledger", path, "submit", "-"], input=lines, cwd=ROOT, text=True,
            capture_output=True, preexec_fn=lambda: _limited(size + more), check=False,
        )  # fmt: skip
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
    assert code == 0 or (code == 1 and "Traceback" not in said and "should not happen" not in said), said


def test_the_limit_is_felt() -> None:
    """The control: there is a limit at which the command is refused."""
    assert limited(-200_000)[0] == 1


@pytest.mark.torture
def test_every_call_of_several_workloads() -> None:
    counts, found = {}, []
    for start in range(scaled(4)):
        submissions = range(100 * start, 100 * start + 3 + start)
        for kind, for_ever in SORTS:
            count, problems = run(kind, for_ever=for_ever, submissions=submissions)
            counts[start, kind, for_ever] = count
            found += problems
    caught = sum(bool(outcome.problems) for _, outcome in points("io", for_ever=True, submissions=range(3), deaf=True))
    assert found == [] and caught
    promise = (
        "The Nth read, write, sync, truncate, open or delete fails, for every N of a workload, once or from then on;"
        " nothing acknowledged is lost, the refusal comes in words, and what was refused can be said again."
    )
    figures = {
        "workloads": len({start for start, _, _ in counts}),
        "points, error once": sum(n for (_, *sort), n in counts.items() if sort == ["io", False]),
        "points, error from then on": sum(n for (_, *sort), n in counts.items() if sort == ["io", True]),
        "points, disk full once": sum(n for (_, *sort), n in counts.items() if sort == ["full", False]),
        "points, disk full from then on": sum(n for (_, *sort), n in counts.items() if sort == ["full", True]),
        "points with something wrong": len(found),
        "control, a refusal taken for an acknowledgement: points that caught it": caught,
    }
    record("failing file call", promise, SEED, figures, apsw_note())
