"""3.5: the same pool kept as Q, beside R."""

import random

import pytest

from rulebooks import exponential


def test_the_same_pool_kept_as_q_walks_with_r() -> None:
    """Two thousand games with several K and a C of its own; nothing is rounded on the
    way.
    """
    chance, c = random.Random(35), 1500.0
    ratings = {player: chance.uniform(1000, 2400) for player in range(12)}
    experiences = {
        player: exponential.experience(rating, c) for player, rating in ratings.items()
    }
    for _ in range(2000):
        a, b = chance.sample(range(12), 2)
        score, k = chance.choice([0, 0.5, 1]), chance.choice([10, 16, 32])
        by_r = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))
        by_q = exponential.expected(experiences[a], experiences[b])
        assert by_q == pytest.approx(by_r, abs=1e-9)
        ratings[a] += k * (score - by_r)
        ratings[b] -= k * (score - by_r)
        experiences[a] = exponential.updated(experiences[a], k, score - by_q)
        experiences[b] = exponential.updated(experiences[b], k, by_q - score)
        for player in (a, b):
            assert exponential.rating(experiences[player], c) == pytest.approx(
                ratings[player], abs=1e-6
            )


def test_the_rough_update_is_near_for_low_f() -> None:
    """Q' = Q (1 + kappa (S - E)), kappa = ln F."""
    q = exponential.experience(1500)
    exact, rough = (
        exponential.updated(q, 1, 0.5),
        exponential.updated_roughly(q, 1, 0.5),
    )
    assert rough == pytest.approx(exact, rel=1e-5) and rough < exact
    assert exponential.factor(400) == pytest.approx(10)
