"""The table from percentage to difference, formula I, the limit of 350, and the expected score."""

import math
from collections.abc import Sequence
from fractions import Fraction

from rulebooks.norway.tables import DIFFERENCE, HIGHEST_PERCENT, LOWEST_PERCENT, UTMOST, WITHIN
from rulebooks.numbers import half_up


def whole(value: Fraction) -> int:
    return half_up(value.numerator, value.denominator)


def percentage(half_points: int, games: int) -> Fraction:
    return Fraction(50 * half_points, games)


# ELO-tabellen, "brukes begge veier" (used both ways); between two rows linearly, below 50 % with a minus, beyond the
# table 400.
def exact_difference(percent: Fraction) -> Fraction:
    if percent < LOWEST_PERCENT:
        return -exact_difference(100 - percent)
    if percent > HIGHEST_PERCENT:
        return Fraction(UTMOST)
    row = int(percent) - LOWEST_PERCENT
    following = DIFFERENCE[min(row + 1, len(DIFFERENCE) - 1)]
    return DIFFERENCE[row] + (percent - int(percent)) * (following - DIFFERENCE[row])


# "Tabellen kan brukes begge veier": from a difference to the percentage, as the examples do (63: 58.75 %, 66: 59.14 %)
def exact_percent(apart: int) -> Fraction:
    """Between two rows linearly; beyond the table its last percentage."""
    if apart < 0:
        return 100 - exact_percent(-apart)
    row = max(at for at, least in enumerate(DIFFERENCE) if least <= apart)
    if row == len(DIFFERENCE) - 1:
        return Fraction(HIGHEST_PERCENT)
    between = Fraction(apart - DIFFERENCE[row], DIFFERENCE[row + 1] - DIFFERENCE[row])
    return LOWEST_PERCENT + row + between


def difference(percent: Fraction) -> int:
    """D as the examples use it: a whole number."""
    return whole(exact_difference(percent))


def rounded_mean(numbers: Sequence[int]) -> int:
    return half_up(sum(numbers), len(numbers))


# I. R = G + D.
def performance(numbers: Sequence[int], half_points: int) -> int:
    """Formula I over as many games as there are numbers."""
    return rounded_mean(numbers) + difference(percentage(half_points, len(numbers)))


# 350-grensen: "ingen motspiller ved beregningen skal regnes som mer enn 350 høyere eller lavere enn en spiller" (no
# opponent counts as more than 350 away).
def limited(number: int, rating: int) -> int:
    if number > rating + WITHIN:
        return rating + WITHIN
    return number if number >= rating - WITHIN else rating - WITHIN


# ELO-systemet og EDB. The picture of the formula is lost; the logistic curve gives the answers (rules 2).
def expectation(apart: float) -> float:
    """The expected share of the points of a player so far above the opponents."""
    return 1 / (1 + math.pow(10, -apart / 400))
