"""Work out expectations and performances by every curve and table of the systems."""

import math
from collections.abc import Sequence
from fractions import Fraction

from rulebooks.base import Performance
from rulebooks.fide.rating import d_of
from rulebooks.fide.rating import performance as performance_fide
from rulebooks.finland.selection import MAY_MOVE, exact_percent, holds, solve
from rulebooks.finland.tables import percent
from rulebooks.logistic import BILLION, expected
from rulebooks.norway import calculator as norway
from rulebooks.numbers import half_up, half_up_float

CURVES = ("table", "normal", "logistic", "norway")


def expectation(difference: int, curve: str) -> Fraction:
    """Return the expected score of one game: by the table (hundredths), the normal
    curve of 7.10, the logistic one, or Norway's table read from the difference.
    """
    if curve == "table":
        return Fraction(percent(difference), 100)
    if curve == "normal":
        return Fraction(round(exact_percent(difference) / 100 * BILLION), BILLION)
    if curve == "norway":
        return Fraction(round(norway.share(difference) * BILLION), BILLION)
    return Fraction(expected(difference), BILLION)


# 2.1.1: "(1) the rating of each player beaten and adding 400, (2) the rating of each
# player lost to and subtracting 400, (3) the rating of each player drawn, and (4)
# summing these figures and dividing by the number of games played".
def performance_400(numbers: Sequence[int], half_points: int) -> Fraction | None:
    """Return the performance where a won game adds 400 and a lost one takes 400 away,
    so that only the total counts.
    """
    return (
        Fraction(sum(numbers) + 400 * (half_points - len(numbers)), len(numbers))
        if numbers
        else None
    )


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


def curve_difference(share: float, curve: str) -> float | None:
    """Return the D at which a curve expects that share of the points."""
    if not 0 < share < 1:
        return None
    return (
        solve([0], share)
        if curve == "normal"
        else 400 * math.log10(share / (1 - share))
    )


def performances(numbers: Sequence[int], half_points: int) -> dict[str, int | None]:
    """Return the performance by every way of the article, rounded."""
    by_table, by_400 = (
        performance_fide(numbers, half_points),
        performance_400(numbers, half_points),
    )
    exact = {
        curve: performance_exact(numbers, half_points, curve)
        for curve in ("normal", "logistic")
    }
    return {
        "fide": (
            None
            if by_table is None
            else half_up(by_table.numerator, by_table.denominator)
        ),
        "400": (
            None if by_400 is None else half_up(by_400.numerator, by_400.denominator)
        ),
        **{
            curve: None if value is None else half_up_float(value)
            for curve, value in exact.items()
        },
    }


METHODS = ("exact", "logistic", "fide", "400", "norway")


def performance(method: str, numbers: Sequence[int], half_points: int) -> int | None:
    """Return the performance by a method, rounded; None where the method knows none."""
    if method == "norway":
        return norway.performance(numbers, half_points).performance
    return performances(numbers, half_points)["normal" if method == "exact" else method]


def measured(method: str, numbers: Sequence[int], half_points: int) -> Performance:
    """Measure a performance by any method; reliable as 5.5 says, when a point more and
    a point less move it by at most 50 by that method.
    """
    if method == "exact":
        reached = solve(numbers, half_points / 2)
        rounded = None if reached is None else half_up_float(reached)
        return Performance(reached, rounded, holds(numbers, half_points, reached))
    here, up, down = (
        performance(method, numbers, half_points + extra) for extra in (0, 2, -2)
    )
    within = [
        one
        for one in (up, down)
        if one is not None and here is not None and abs(one - here) <= MAY_MOVE
    ]
    inside = 2 <= half_points <= 2 * len(numbers) - 2
    return Performance(
        _unrounded(method, numbers, half_points), here, inside and len(within) == 2
    )


def _unrounded(method: str, numbers: Sequence[int], half_points: int) -> float | None:
    if method == "logistic":
        return performance_exact(numbers, half_points)
    if method == "norway":  # formula I rounds on its way, and has no other number
        return float(norway.performance(numbers, half_points).performance)
    value = (
        performance_fide(numbers, half_points)
        if method == "fide"
        else performance_400(numbers, half_points)
    )
    return None if value is None else float(value)


def difference(percent: Fraction, by: str) -> Fraction | None:
    """Return D of a percentage: Norway's table, the article's d(p), or a curve; None
    where a curve never reaches it.
    """
    if by == "norway":
        return Fraction(norway.difference(percent))
    if by == "fide":
        return d_of(percent) if 0 < percent < 100 else None
    exact = curve_difference(float(percent) / 100, by)
    return None if exact is None else Fraction(f"{exact:.6f}")
