"""kill -9 during submit: nothing acknowledged is lost, no half submission is there."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.torture.report import record
from tests.torture.workload import SEED, scaled

ROOT = Path(__file__).parents[2]


def run(kills: int, mode: str) -> dict[str, Any]:
    command = [
        sys.executable,
        "-m",
        "tests.torture.killing",
        str(kills),
        str(SEED),
        mode,
    ]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_nothing_acknowledged_is_lost() -> None:
    outcome = run(60, "honest")
    assert (
        outcome["problems"] == []
        and outcome["kills"] == 60
        and outcome["acknowledged"] >= 60
    ), outcome


def test_an_early_acknowledgement_is_caught() -> None:
    """The control: acknowledging before the commit loses."""
    assert any("lost" in problem for problem in run(60, "early")["problems"])


def test_half_a_submission_is_caught() -> None:
    """The control: documents sent one by one leave halves."""
    assert any(
        "half a submission" in problem for problem in run(60, "piecewise")["problems"]
    )


@pytest.mark.torture
def test_many_kills() -> None:
    found = run(scaled(2000), "honest")
    early, piecewise = run(200, "early"), run(200, "piecewise")
    assert found["problems"] == [] and early["count"] and piecewise["count"]
    promise = (
        "Writers killed at a random moment; everything acknowledged is there, no"
        " submission by half."
    )
    figures = {
        "kills": found["kills"],
        "submissions acknowledged": found["acknowledged"],
        "lost or by half": found["count"],
        "control, acknowledged before the commit: caught after kills": early["kills"],
        "control, sent one document at a time: caught after kills": piecewise["kills"],
    }
    record("kill -9", promise, SEED, figures)
