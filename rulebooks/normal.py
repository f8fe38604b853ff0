"""The normal curve of Finland's 7.6 and 7.10: the rating whose expected score is the score made.

Every list measures performances with it, and the calculators offer it beside the logistic curve.
"""

import math
from collections.abc import Sequence

MAY_MOVE = 50  # 5.5: one more game may move a reliable performance by so much
SPREAD = 400.0  # 7.10: p(D) = 50 (1 + erf(D / 400))


def exact_percent(difference: float) -> float:
    """Return the exact p(D) of 7.10."""
    return 50 * (1 + math.erf(difference / SPREAD))


def performance(games: Sequence[tuple[int, int]]) -> float | None:
    """Return the performance of 7.6 over (opponent's number, half points); none at 0 % and 100 %."""
    made = sum(half_points for _, half_points in games)
    return solve([number for number, _ in games], made / 2)


def solve(numbers: Sequence[int], points: float) -> float | None:
    """Find the Rp with sum p(Rp - Ri) = 100 W, to 1e-9; safeguarded Newton, since the curve rises everywhere."""
    if not numbers or not 0 < points < len(numbers):
        return None
    low, high = min(numbers) - 4000.0, max(numbers) + 4000.0
    guess = sum(numbers) / len(numbers)
    erf, exp, spread = math.erf, math.exp, SPREAD
    for _ in range(200):
        excess = slope = 0.0
        for number in numbers:
            z = (guess - number) / spread
            excess += 0.5 * erf(z)
            slope += exp(-z * z)
        excess += len(numbers) / 2 - points
        if excess > 0:
            high = guess
        else:
            low = guess
        slope /= SPREAD * math.sqrt(math.pi)
        step = guess - excess / slope if slope > 1e-12 else math.inf
        following = step if low < step < high else (low + high) / 2
        if abs(following - guess) < 1e-10 or high - low < 1e-10:
            return following
        guess = following
    return guess


# 5.5: one more game, won against an infinitely strong or lost against an infinitely weak opponent, is one point more or
# less over the same opponents (rules 1.6).
def reliable(numbers: Sequence[int], half_points: int) -> bool:
    """Tell whether one point more or less moves the performance by at most 50; not where it leaves no performance."""
    return holds(numbers, half_points, solve(numbers, half_points / 2))


def holds(numbers: Sequence[int], half_points: int, here: float | None) -> bool:
    """Tell whether a performance that is known already is `reliable`: the curve rises everywhere, so that 50 points
    further up or down it has to expect that one point more or less.
    """
    points = half_points / 2
    if here is None or points <= 1 or points + 1 >= len(numbers):
        return False
    return _expected(numbers, here + MAY_MOVE) >= points + 1 and _expected(numbers, here - MAY_MOVE) <= points - 1


def _expected(numbers: Sequence[int], rating: float) -> float:
    """Return the score that 7.10 expects against these."""
    return sum([exact_percent(rating - number) for number in numbers]) / 100
