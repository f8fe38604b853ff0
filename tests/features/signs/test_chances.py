"""Chances beside every way that some games can end, counted out; and what a strength is
worth.
"""

import itertools
import math
import random
from fractions import Fraction

import pytest

from features.signs.chances import (
    ONE_IN,
    STRENGTHS,
    binomial_at_least,
    chance_of_at_least,
    chance_of_at_most,
    chance_of_both,
    false_alarms,
    met_so_often,
    strength_of,
)

SEED = 20261125


def counted_out(expected: list[float], draws: float, score: float) -> float:
    """The chance of scoring at least so much where this part of what is possible is
    drawn.
    """
    chance = 0.0
    for ends in itertools.product((0.0, 0.5, 1.0), repeat=len(expected)):
        if sum(ends) >= score:
            ways = []
            for share, end in zip(expected, ends, strict=True):
                drawn = draws * 2 * min(share, 1 - share)
                ways.append(
                    {0.0: 1 - share - drawn / 2, 0.5: drawn, 1.0: share - drawn / 2}[
                        end
                    ]
                )
            chance += math.prod(ways)
    return chance


@pytest.mark.parametrize("draws", [0.0, 0.4, 1.0])
def test_a_bound_is_never_less_than_the_chance_and_not_much_more(draws: float) -> None:
    print("seed", SEED)
    draw = random.Random(SEED)
    for _ in range(60):
        expected = [draw.uniform(0.05, 0.95) for _ in range(6)]
        score = draw.randint(0, 12) / 2
        for bound, share in (
            (chance_of_at_least(expected, score), counted_out(expected, draws, score)),
            (
                chance_of_at_most(expected, 6 - score),
                counted_out([1 - one for one in expected], draws, score),
            ),
        ):
            assert share <= bound * (1 + 1e-9), (expected, score)
            if not draws and score == int(score):
                assert bound <= min(1.0, 12 * share), (expected, score)


def test_winning_all_is_exact_and_what_was_expected_is_no_surprise() -> None:
    assert (
        chance_of_at_least([0.5, 0.25], 2.0) == 0.125
        and chance_of_at_most([0.5, 0.25], 0.0) == 0.375
    )
    assert (
        chance_of_at_least([0.5, 0.25], 0.75)
        == chance_of_at_most([0.5, 0.25], 0.75)
        == chance_of_at_least([], 0.0)
        == 1.0
    )
    # a table that says 0 or 100 does not make a result impossible
    assert (
        chance_of_at_least([0.0], 1.0)
        == chance_of_at_most([1.0], 0.0)
        == pytest.approx(0.005)
    )


def test_a_sum_of_hits_is_exact() -> None:
    for games, hits, share in (
        (5, 3, Fraction(1, 3)),
        (40, 39, Fraction(9, 10)),
        (12, 12, Fraction(1, 4)),
        (7, 0, Fraction(1, 2)),
    ):
        exact = sum(
            math.comb(games, hit) * share**hit * (1 - share) ** (games - hit)
            for hit in range(hits, games + 1)
        )
        assert binomial_at_least(games, hits, float(share)) == pytest.approx(
            float(exact)
        )
    assert binomial_at_least(3, 3, 1.0) == 1.0 and binomial_at_least(3, 3, 0.0) < 1e-200


def test_two_findings_together_are_likelier_than_their_product() -> None:
    assert (
        chance_of_both(0.01, 0.01) == pytest.approx(1e-4 * (1 + math.log(1e4)))
        and chance_of_both(1.0, 1.0) == 1.0
    )
    assert met_so_often(1, 1.5) == 1.0 and met_so_often(3, 2.0) == 0.25


@pytest.mark.parametrize("sign", STRENGTHS)
def test_false_alarms_pass_through_what_was_measured_and_only_fall(sign: str) -> None:
    for strength, one_in in zip(STRENGTHS[sign], ONE_IN[1:], strict=True):
        assert false_alarms(sign, strength, 1000) == pytest.approx(1000 / one_in)
    assert false_alarms(sign, 0.0, 1000) == 1000
    rates = [false_alarms(sign, tenth / 10, 1000) for tenth in range(600)]
    assert all(later < earlier for earlier, later in itertools.pairwise(rates))
    # beyond what was measured nothing is taken for rarer than its chance
    last = STRENGTHS[sign][-1]
    assert false_alarms(sign, last + 3, 1) >= 1e-4 * 1e-3 * (1 - 1e-9)
    assert strength_of(0.001) == pytest.approx(3)
