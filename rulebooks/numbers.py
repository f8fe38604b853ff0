"""Numbers: the one place that rounds (3.5: to the nearest whole number, exactly half goes up), and how a sheet writes
them."""

import math
from typing import TYPE_CHECKING

from messages import Message, counted, say

if TYPE_CHECKING:
    from fractions import Fraction


def half_up(numerator: int, denominator: int) -> int:
    """Exact: numerator / denominator, rounded. The denominator is positive."""
    return (2 * numerator + denominator) // (2 * denominator)


def half_up_float(value: float) -> int:
    """For the curves that have no exact value (exp, erf), which are computed to 1e-9.

    Millionths decide: the performance of a draw with 1500 and one with 1501 is 1500.5 and goes up, whatever the last
    bits of the search say.
    """
    return math.floor(round(value, 6) + 0.5)


def number(value: "Fraction") -> int | float:
    """For JSON; a float of so few decimals prints as exactly that decimal."""
    return value.numerator if value.denominator == 1 else float(value)


def text(value: "Fraction") -> str:
    """Exact: a decimal where it ends, else a fraction."""
    for places in range(13):
        if (shifted := value * 10**places).denominator == 1:
            digits = f"{abs(shifted.numerator):0{places + 1}d}"
            whole, decimals = digits[: len(digits) - places], digits[len(digits) - places :]
            return f"{'-' if value < 0 else ''}{whole}{'.' if places else ''}{decimals}"
    return f"{value.numerator}/{value.denominator}"


def shown(value: "Fraction") -> str:
    """For people: what ends is exact, anything else to the millionth."""
    exact = text(value)
    return f"{float(value):.6f}" if "/" in exact else exact


def games(count: int) -> Message:
    return counted("{count} game", "{count} games", count)


def formula(sum_in_full: str) -> Message:
    """Write a step of a calculation that needs no words: it is the same in every language, but for its signs."""
    return say("{sum}", sum=sum_in_full)


def signed(value: "Fraction") -> str:
    """With a sign of its own, to stand after another number."""
    return f"{'-' if value < 0 else '+'} {shown(abs(value))}"
