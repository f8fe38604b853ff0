"""Waiting for what comes true, and what work costs in bare loops: a limit in seconds
fails where a machine is slow and says nothing where it is fast.
"""

import time
from collections.abc import Callable
from time import thread_time


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for it, and no longer than it takes; after so many seconds nobody believes
    in it any more.
    """
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.01)


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """Processor time of this thread alone, the least of some: services of other tests
    may run beside it.
    """
    costs = []
    for _ in range(times):
        begun = thread_time()
        work()
        costs.append(thread_time() - begun)
    return min(costs)


def bare_loop() -> float:
    """The unit: adding up a million numbers, some 30 ms on a machine of 2024."""
    return seconds(_add_up)


def _add_up() -> None:
    total = 0
    for number in range(1_000_000):
        total += number
