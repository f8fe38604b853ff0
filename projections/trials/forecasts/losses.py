"""How wrong a forecast was: logarithmic loss and Brier score, less is better."""

import math
from functools import lru_cache

# the tables of expectation know whole percents only: 0 and 100 mean within half a percent of it
SUREST = 0.995


# a table of expectation has a hundred values, a curve over whole ratings some thousands
@lru_cache(maxsize=1 << 16)
def log_loss(expected: float, score: float) -> float:
    """Natural logarithm; a forecast counts as at most 0.995, at least 0.005 sure."""
    # one certain forecast that fails would otherwise make the mean infinite
    sure = min(SUREST, max(1 - SUREST, expected))
    return -(score * math.log(sure) + (1 - score) * math.log(1 - sure))


def brier(expected: float, score: float) -> float:
    return (expected - score) ** 2
