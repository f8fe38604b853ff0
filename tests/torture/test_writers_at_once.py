"""Writers at once: all stored once, in one gapless row, and nobody is told that
somebody else is writing.
"""

import pytest

from tests.torture.crowding import run
from tests.torture.report import record
from tests.torture.workload import SCALE, SEED


@pytest.mark.parametrize(("writers", "each"), [(8, 25), (4, 200)])
def test_some_writers(writers: int, each: int) -> None:
    found = run(writers, each)
    assert (found.submissions, found.refused, found.problems) == (
        writers * each,
        [],
        [],
    )


def test_a_late_lock_is_caught() -> None:
    """The control: a deferred BEGIN refuses at once what could have waited."""
    assert any("busy" in said for said in run(4, 15, deferred=True).refused)


@pytest.mark.torture
def test_many_writers() -> None:
    writers, each = (32, 200) if SCALE >= 1 else (16, max(1, round(200 * SCALE)))
    found = run(writers, each)
    control = run(8, 25, deferred=True)
    assert (found.submissions, found.refused, found.problems) == (
        writers * each,
        [],
        [],
    ) and control.refused
    promise = (
        "Processes that submit to one ledger at the same time; none lost, none refused"
        " as busy, no holes in the numbering, the stored numbers equal a replay."
    )
    figures = {
        "processes": writers,
        "submissions each": each,
        "stored": found.submissions,
        "refused": len(found.refused),
        "longest wait of one submission, seconds": found.longest,
        "control, deferred BEGIN: submissions refused as busy": (
            f"{len(control.refused)} of 200"
        ),
    }
    record("writers at once", promise, SEED, figures)


@pytest.mark.torture
def test_sixteen_writers_for_five_minutes() -> None:
    """Each submits as fast as it is served; who is served next is luck, and nobody runs
    out of it.
    """
    seconds = max(5.0, 300 * SCALE)
    found = run(16, 999, seconds=seconds)
    assert (found.refused, found.problems) == ([], [])
    promise = (
        "Sixteen processes that submit as fast as they are served; none refused, and"
        " none starves."
    )
    figures = {
        "seconds": round(seconds),
        "stored": found.submissions,
        "refused": len(found.refused),
        "longest wait of one submission, seconds": found.longest,
    }
    record("sixteen writers", promise, SEED, figures)
