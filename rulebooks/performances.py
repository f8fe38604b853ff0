"""Measure performances by every method there is: the exact one of Finland, the logistic
curve, the algorithm of 400, and those that families of rules bring.
"""

from collections.abc import Sequence
from fractions import Fraction

from rulebooks import FAMILIES, performance_method
from rulebooks.base import Performance, PerformanceMethod
from rulebooks.defaults import by_fraction
from rulebooks.finland.performance import MAY_MOVE, solve, stays_reliable
from rulebooks.numbers import half_up_float


# 2.1.1: "(1) the rating of each player beaten and adding 400, (2) the rating of each
# player lost to and subtracting 400, (3) the rating of each player drawn, and (4)
# summing these figures and dividing by the number of games played".
def performance_400(numbers: Sequence[int], half_points: int) -> Fraction | None:
    """Return the performance where a won game adds 400 and a lost one takes 400 away,
    so that only the total counts.
    """
    if numbers:
        return Fraction(sum(numbers) + 400 * (half_points - len(numbers)), len(numbers))
    return None


def performance_exact(
    numbers: Sequence[int], half_points: int, curve: str = "logistic"
) -> float | None:
    """Return the rating whose expected score is this score, to 1e-9; none at 0 % and
    100 %.
    """
    if curve == "normal":
        return solve(numbers, half_points / 2)
    if not numbers or not 0 < half_points < 2 * len(numbers):
        return None
    low, high = min(numbers) - 8000.0, max(numbers) + 8000.0
    while high - low > 1e-10 and low < (middle := (low + high) / 2) < high:
        if (
            sum(1 / (1 + 10.0 ** ((met - middle) / 400)) for met in numbers)
            < half_points / 2
        ):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _by_curve(curve: str) -> PerformanceMethod:
    """Make a method of the rating whose expected score by a curve is the score."""

    def exact(numbers: Sequence[int], half_points: int) -> float | None:
        return performance_exact(numbers, half_points, curve)

    def rounded(numbers: Sequence[int], half_points: int) -> int | None:
        value = exact(numbers, half_points)
        return None if value is None else half_up_float(value)

    return PerformanceMethod(exact, rounded)


# those of the core; the curve of `exact` is the normal one of 7.10
OF_THE_CORE = {
    "exact": _by_curve("normal"),
    "logistic": _by_curve("logistic"),
    "400": by_fraction(performance_400),
}
METHODS = (*OF_THE_CORE, *(name for each in FAMILIES for name in each.performances))


def method_called(name: str) -> PerformanceMethod:
    """Return one of METHODS."""
    return OF_THE_CORE.get(name) or performance_method(name)


def performance(method: str, numbers: Sequence[int], half_points: int) -> int | None:
    """Return the performance by a method, rounded; None where the method knows none."""
    return method_called(method).rounded(numbers, half_points)


def measured_performance(
    method: str, numbers: Sequence[int], half_points: int
) -> Performance:
    """Measure a performance by any method; reliable as 5.5 says, when a point more and
    a point less move it by at most 50 by that method.
    """
    if method == "exact":
        reached = solve(numbers, half_points / 2)
        rounded = None if reached is None else half_up_float(reached)
        return Performance(
            reached, rounded, stays_reliable(numbers, half_points, reached)
        )
    measure = method_called(method)
    here = measure.rounded(numbers, half_points)
    above = measure.rounded(numbers, half_points + 2)
    below = measure.rounded(numbers, half_points - 2)
    moves_little = False
    # there has to be a point more to make, and a point less
    if 2 <= half_points <= 2 * len(numbers) - 2:
        moves_little = _is_near(above, here) and _is_near(below, here)
    exact = measure.exact(numbers, half_points)
    return Performance(exact, here, moves_little)


def _is_near(one: int | None, other: int | None) -> bool:
    """Tell whether two performances are at most 50 apart; False where one is missing."""
    if one is None or other is None:
        return False
    return abs(one - other) <= MAY_MOVE
