"""Memory that a piece of work takes, measured so that neither the collector's timing
nor another test can move it.
"""

import gc
import tracemalloc
from collections.abc import Callable

# Python's own thresholds: the tests' wide ones let garbage lie that a command would
# have thrown away
USUAL = (700, 10, 10)
RUNS = 4  # the first one imports modules and fills caches


def peak_of(work: Callable[[], object], enough: float = 0) -> int:
    """Return the bytes that were in use at most at once, the least of a few runs: what
    else happens only adds to it.

    One that took less than is `enough` is the last: to trace what is allocated takes
    ten times as long as the work.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(*USUAL)
    try:
        least = _peak(work)
        for _ in range(RUNS - 1):
            if least < enough:
                break
            least = min(least, _peak(work))
        return least
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
