"""How sure it is that one forecast is better than another: the difference of their losses over the same games.

The difference of each game's loss is drawn again, games with replacement, a thousand times: the interval that holds
nineteen of twenty means. Over many games it is the interval of the normal distribution, which the draws come to.
"""

import math
import random
from collections.abc import Callable, Sequence

from ledger.answer import Answer
from projections.trials.forecasts.losses import brier, log_loss
from projections.trials.forecasts.made import Forecasts

Pair = tuple[float, float, float]  # both forecasts and the score

DRAWS = 1000
SEED = 2023  # the same question always has the same answer
TAIL = DRAWS // 40
MOST_DRAWN = 2000  # games; drawing a million games a thousand times would take half an hour
NINETEEN_OF_TWENTY = 1.959964  # standard errors to either side of the mean


class Interval(Answer, frozen=True, kw_only=True):
    """The mean loss of the second forecast less that of the first: below 0 it is better. `low` and `high` hold
    95 of 100 draws; where 0 lies between them the games do not tell."""

    difference: float | None
    low: float | None
    high: float | None


class Paired(Answer, frozen=True, kw_only=True):
    """Both losses over the games that both have forecast."""

    games: int
    log_loss: Interval
    brier: Interval


def paired_losses(first: Forecasts, second: Forecasts) -> Paired:
    """Game by game in the order of the second."""
    if first.games == second.games:
        pairs = list(zip(first.expected, second.expected, second.scores, strict=True))
    else:
        old = dict(zip(first.games, first.expected, strict=True))
        pairs = [(old[row.game], row.expected, row.score) for row in second.rows() if row.game in old]
    return Paired(games=len(pairs), log_loss=_interval(pairs, log_loss), brier=_interval(pairs, brier))


def _interval(pairs: Sequence[Pair], loss: Callable[[float, float], float]) -> Interval:
    # there are few different ones
    by_pair = {(old, new, score): loss(new, score) - loss(old, score) for old, new, score in set(pairs)}
    differences = list(map(by_pair.__getitem__, pairs))
    if not differences:
        return Interval(difference=None, low=None, high=None)
    mean = sum(differences) / len(differences)
    low, high = (_drawn if len(differences) <= MOST_DRAWN else _normal)(differences, mean)
    return Interval(difference=round(mean, 6), low=round(low, 6), high=round(high, 6))


def _drawn(differences: Sequence[float], _mean: float) -> tuple[float, float]:
    chance, count = random.Random(SEED), len(differences)
    means = sorted(sum(chance.choices(differences, k=count)) / count for _ in range(DRAWS))
    return means[TAIL], means[-1 - TAIL]


def _normal(differences: Sequence[float], mean: float) -> tuple[float, float]:
    count = len(differences)
    variance = sum((difference - mean) ** 2 for difference in differences) / count
    half = NINETEEN_OF_TWENTY * math.sqrt(variance / count)
    return mean - half, mean + half
