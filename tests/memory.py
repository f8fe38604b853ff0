"""Memory that a piece of work takes, measured so that neither the collector's timing nor another test can move it."""

import gc
import tracemalloc
from collections.abc import Callable

USUAL = (
    700,
    10,
    10,
)  # Python's own thresholds: the tests' wide ones let garbage lie that a command would have thrown away
RUNS = 2


def peak_of(work: Callable[[], object]) -> int:
    """Return the bytes that were in use at most at once, the least of a few runs: what else happens only adds to it."""
    thresholds = gc.get_threshold()
    gc.set_threshold(*USUAL)
    try:
        work()  # the first run imports modules and fills caches
        return min(_peak(work) for _ in range(RUNS))
    finally:
        gc.set_threshold(*thresholds)


def _peak(work: Callable[[], object]) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
