"""3.5: to the nearest whole number, exactly half goes up. The one place that rounds."""

import math


def half_up(numerator: int, denominator: int) -> int:
    """Exact: numerator / denominator, rounded. The denominator is positive."""
    return (2 * numerator + denominator) // (2 * denominator)


def half_up_float(value: float) -> int:
    """For the curves that have no exact value (exp, erf), which are computed to 1e-9.

    Millionths decide: the performance of a draw with 1500 and one with 1501 is 1500.5 and goes up, whatever the last
    bits of the search say.
    """
    return math.floor(round(value, 6) + 0.5)
