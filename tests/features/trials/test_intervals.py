"""The interval of a difference between two forecasts: drawn for few games, of the
normal distribution for many.
"""

import random
import time

import pytest

from features.trials.scores import (
    MOST_DRAWN,
    _interval_of_draws,
    _normal_interval,
    paired_losses,
)
from projections.runs.forecasts import Forecasts


def differences(count: int) -> list[float]:
    chance = random.Random(7)
    return [chance.gauss(0.01, 0.2) for _ in range(count)]


def test_both_ways_agree_where_one_takes_over_from_the_other() -> None:
    losses = differences(MOST_DRAWN)
    mean = sum(losses) / len(losses)
    drawn, normal = (
        _interval_of_draws(losses),
        _normal_interval([(loss, 1) for loss in losses], mean),
    )
    width = normal[1] - normal[0]
    assert all(
        abs(one - other) < width / 20 for one, other in zip(drawn, normal, strict=True)
    )
    assert (
        4 * 0.2 / len(losses) ** 0.5 * 0.9 < width < 4 * 0.2 / len(losses) ** 0.5 * 1.1
    )


@pytest.mark.measured
def test_many_games_cost_one_pass() -> None:
    """Drawing these a thousand times takes a minute."""
    chance = random.Random(8)
    expected = [chance.random() for _ in range(50_000)]
    scores = [chance.choice((0.0, 0.5, 1.0)) for _ in expected]
    units = [("T", [str(number) for number in range(50_000)])]
    first = Forecasts(units, list(zip(expected, scores, strict=True)))
    second = Forecasts(
        units, [((share + 0.5) / 2, score) for share, score in first.pairs]
    )
    begun = time.process_time()
    paired = paired_losses(first, second)
    assert time.process_time() - begun < 5
    assert (
        paired.games == 50_000
        and paired.brier.high is not None
        and paired.brier.high < 0
    )
