"""kill -9 in the middle of submitting, again and again. A script of its own, so that it
may fork.

    python -m tests.torture.killing KILLS SEED MODE     prints what came of it as JSON

MODE `honest` acknowledges after `submit` returned. The planted faults: `early`
acknowledges before, `piecewise` sends the documents of a submission one by one.
"""

import json
import os
import random
import signal
import sys
import time
from typing import Any

from desk.submit import submit
from tests.torture.workload import (
    base,
    copied,
    examine,
    folder,
    proved,
    send,
    submission,
)
from tests.world.ledger import outside

RENEW = 40  # kills on one file; then a fresh one
# submissions that a writer has acknowledged before it is killed, however slow the
# machine is
FEW = (0, 0, 1, 2, 3)
LONGEST = 0.03  # seconds that it lives on


def writer(path: str, first: int, acknowledge: int, mode: str) -> None:
    """Submits until it is killed."""
    number = first
    while True:
        if mode == "early":
            os.write(acknowledge, b"%d\n" % number)
        if mode == "piecewise":
            for placed in submission(number):
                submit(path, [placed], outside())
        else:
            send(path, number)
        if mode != "early":
            os.write(acknowledge, b"%d\n" % number)
        number += 1


def killed(path: str, first: int, few: int, seconds: float, mode: str) -> set[int]:
    """One writer started, killed; what it had acknowledged."""
    reader, acknowledge = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            writer(path, first, acknowledge, mode)
        finally:
            os._exit(1)
    os.close(acknowledge)
    with os.fdopen(reader, "rb") as pipe:
        said = b"".join(pipe.readline() for _ in range(few))
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        said += pipe.read()
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        raise AssertionError("the writer ended by itself")
    return {int(line) for line in said.split(b"\n")[:-1]}


def run(kills: int, seed: int, mode: str) -> dict[str, Any]:
    rng = random.Random(seed)
    acknowledged = 0
    problems: list[str] = []
    with folder() as place:
        fresh = base(place)
        told: set[int] = set()
        path = copied(fresh, place)
        for kill in range(kills):
            if kill and kill % RENEW == 0:
                problems += [f"kill {kill}: {found}" for found in proved(path)]
                path, told = copied(fresh, place), set()
            told |= (
                now := killed(
                    path, 1000 * kill, rng.choice(FEW), rng.uniform(0, LONGEST), mode
                )
            )
            acknowledged += len(now)
            problems += [f"kill {kill}: {found}" for found in examine(path, told)]
            if problems and mode != "honest":
                break
        problems += (
            [f"at the end: {found}" for found in proved(path)]
            if mode == "honest"
            else []
        )
    return {
        "kills": kill + 1,
        "acknowledged": acknowledged,
        "problems": problems[:10],
        "count": len(problems),
    }


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
