"""How sure it is that one forecast is better than another: the difference of their losses over the same games.

The difference of each game's loss is drawn again, games with replacement, a thousand times: the interval that holds
nineteen of twenty means. Over many games it is the interval of the normal distribution, which the draws come to.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from messages.answer import Answer
from projections.trials.forecasts.made import Forecasts
from projections.trials.forecasts.scores import brier, log_loss

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
    if first.units == second.units:
        pairs = list(zip(first.expected, second.expected, second.scores, strict=True))
    else:
        pairs = list(_of_both(first, second))
    counts = Counter(pairs)
    return Paired(games=len(pairs), log_loss=_interval(pairs, counts, log_loss), brier=_interval(pairs, counts, brier))


def _of_both(first: Forecasts, second: Forecasts) -> Iterator[Pair]:
    """The games that both have forecast."""
    old: dict[str, dict[str, float]] = {}  # what the first expected, by tournament and game
    rows = zip(second.expected, second.scores, strict=True)
    for tournament, ids in second.units:
        known = first.tournaments.get(tournament)
        own = islice(rows, len(ids))
        if known is not None and known.ids == ids:
            yield from ((before, *row) for before, row in zip(known.expected, own, strict=True))
            continue
        if tournament not in old:
            old[tournament] = {} if known is None else known.by_id()
        for number, (expected, score) in zip(ids, own, strict=True):
            if number in old[tournament]:
                yield old[tournament][number], expected, score


def _interval(pairs: Sequence[Pair], counts: Mapping[Pair, int], loss: Callable[[float, float], float]) -> Interval:
    # there are few different ones
    differences = {pair: loss(pair[1], pair[2]) - loss(pair[0], pair[2]) for pair in counts}
    if not differences:
        return Interval(difference=None, low=None, high=None)
    mean = math.fsum(differences[pair] * count for pair, count in counts.items()) / len(pairs)
    if len(pairs) <= MOST_DRAWN:
        low, high = _drawn(list(map(differences.__getitem__, pairs)))
    else:
        low, high = _normal([(differences[pair], count) for pair, count in counts.items()], mean)
    return Interval(difference=round(mean, 6), low=round(low, 6), high=round(high, 6))


def _drawn(differences: Sequence[float]) -> tuple[float, float]:
    chance, count = random.Random(SEED), len(differences)
    means = sorted(sum(chance.choices(differences, k=count)) / count for _ in range(DRAWS))
    return means[TAIL], means[-1 - TAIL]


def _normal(counted: Sequence[tuple[float, int]], mean: float) -> tuple[float, float]:
    """Of differences that occur so many times."""
    games = sum(count for _, count in counted)
    variance = math.fsum(count * (difference - mean) ** 2 for difference, count in counted) / games
    half = NINETEEN_OF_TWENTY * math.sqrt(variance / games)
    return mean - half, mean + half
