"""Read the curves and tables of the systems: what a difference lets expect, and which
difference a share of the points stands for.
"""

import math
from fractions import Fraction

from features.calculators.families import differences, norway
from rulebooks import LISTS
from rulebooks.finland.performance import exact_percent, solve
from rulebooks.finland.tables import percent
from rulebooks.logistic import BILLION, expected

CURVES = ("table", "normal", "logistic", *(("norway",) if "elo-no" in LISTS else ()))
# tables of families, each with a list that reads it
_TABLES = {"norway": "elo-no", "fide": "elo-fide"}
TABLES = (
    *(name for name, list_name in _TABLES.items() if list_name in LISTS),
    "normal",
    "logistic",
)


def expectation(difference: int, curve: str) -> Fraction:
    """Return the expected score of one game, from 0 to 1, for whoever stands this many
    points above the opponent.

    curve: the table (hundredths), the normal curve of 7.10, the logistic one, or
    Norway's table read from the difference.

        expectation(0, "table")     1/2
    """
    if curve == "table":
        return Fraction(percent(difference), 100)
    if curve == "normal":
        return Fraction(round(exact_percent(difference) / 100 * BILLION), BILLION)
    if curve == "norway":
        return Fraction(round(norway().share(difference) * BILLION), BILLION)

    return Fraction(expected(difference), BILLION)


def curve_difference(share: float, curve: str) -> float | None:
    """Return the D, in points, at which a curve expects that share of the points.

    share: from 0 to 1. No difference is large enough for either end: None.
    """
    if not 0 < share < 1:
        return None

    if curve == "normal":
        return solve([0], share)
    return 400 * math.log10(share / (1 - share))


def difference(percent: Fraction, by: str) -> Fraction | None:
    """Return D of a percentage: Norway's table, the article's d(p), or a curve; None
    where a curve never reaches it.
    """
    if by in _TABLES:
        return differences(_TABLES[by]).difference_of(percent)

    exact = curve_difference(float(percent) / 100, by)
    return None if exact is None else Fraction(f"{exact:.6f}")
