"""7.6 and 7.10: the number at which the expectation over given opponents equals the score."""

import math
from collections.abc import Sequence

SPREAD = 400.0  # 7.10: p(D) = 50 (1 + erf(D / 400))


def exact_percent(difference: float) -> float:
    """7.10."""
    return 50 * (1 + math.erf(difference / SPREAD))


def performance(games: Sequence[tuple[int, int]]) -> float | None:
    """7.6 over (opponent's number, half points); none at 0 % and 100 %."""
    made = sum(half_points for _, half_points in games)
    return solve([number for number, _ in games], made / 2)


def solve(numbers: Sequence[int], points: float) -> float | None:
    """The Rp with sum p(Rp - Ri) = 100 W, to 1e-9; safeguarded Newton, since the curve rises everywhere."""
    if not numbers or not 0 < points < len(numbers):
        return None
    low, high = min(numbers) - 4000.0, max(numbers) + 4000.0
    guess = sum(numbers) / len(numbers)
    for _ in range(200):
        excess = slope = 0.0
        for number in numbers:
            z = (guess - number) / SPREAD
            excess += 0.5 * math.erf(z)
            slope += math.exp(-z * z)
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
