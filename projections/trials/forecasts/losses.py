"""A forecast of one game, and how wrong it was: logarithmic loss and Brier score, less is better."""

import math
from functools import lru_cache
from typing import NamedTuple

# the tables of expectation know whole percents only: 0 and 100 mean within half a percent of it
SUREST = 0.995


class Forecast(NamedTuple):
    """One game: White's expected score and the score made; `settled`: both were established before it."""

    game: tuple[str, str]
    expected: float
    score: float
    settled: bool


def log_loss(forecast: Forecast) -> float:
    """Natural logarithm; a forecast counts as at most 0.995, at least 0.005 sure."""
    return _log_loss(forecast.expected, forecast.score)


# a table of expectation has a hundred values, a curve over whole ratings some thousands
@lru_cache(maxsize=1 << 16)
def _log_loss(expected: float, score: float) -> float:
    # one certain forecast that fails would otherwise make the mean infinite
    sure = min(SUREST, max(1 - SUREST, expected))
    return -(score * math.log(sure) + (1 - score) * math.log(1 - sure))


def brier(forecast: Forecast) -> float:
    return (forecast.expected - forecast.score) ** 2
