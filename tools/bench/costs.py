"""What a process costs: processor time and peak memory, as the operating system counts
them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from statistics import median
from typing import NamedTuple


class Cost(NamedTuple):
    """Processor seconds (user and system) and the largest resident size in MB."""

    seconds: float
    megabytes: float


class Row(NamedTuple):
    """One figure of the page; `ratio`: how many bare loops it takes, where that says
    something.
    """

    name: str
    cost: Cost
    ratio: float | None = None


class Each(NamedTuple):
    """What many of one kind cost together."""

    name: str
    pieces: int
    cost: Cost

    @property
    def microseconds(self) -> float:
        return self.cost.seconds / self.pieces * 1_000_000


class Size(NamedTuple):
    """Everything measured at one size."""

    games: int
    tournaments: int
    players: int
    loop: Cost
    rows: list[Row]
    bytes_a_game: dict[str, float]


def as_installed() -> dict[str, str]:
    """The environment without the wish to compile every module again at each start."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE"
    }


def of_command(
    command: Sequence[str], times: int = 1, codes: Collection[int] = (0,)
) -> Cost:
    """The median of some runs of a whole process; one that ends with another code ends
    the measuring.
    """
    costs = [_once(command, codes) for _ in range(times)]
    return Cost(
        median(cost.seconds for cost in costs), max(cost.megabytes for cost in costs)
    )


def of_selo(ledger: str, *words: str, times: int = 1) -> Cost:
    return of_command(
        [sys.executable, "-m", "cli.main", "--ledger", ledger, *words], times
    )


def of_stage(name: str, *words: str, times: int = 1) -> Cost:
    """A function of `tools.bench.stages` in a process of its own, which measures itself
    without its start-up.
    """
    command = [sys.executable, "-m", "tools.bench.stages", name, *words]
    runs = []
    for _ in range(times):
        printed = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        runs.append(json.loads(printed))
    return Cost(
        median(run["seconds"] for run in runs), max(run["megabytes"] for run in runs)
    )


def _once(command: Sequence[str], codes: Collection[int]) -> Cost:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=as_installed()
    )
    assert process.stderr is not None
    complaint = process.stderr.read().decode(errors="replace")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode not in codes:
        raise SystemExit(
            f"{' '.join(command)} ended with {process.returncode}: {complaint[-2000:]}"
        )
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
