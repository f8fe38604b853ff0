"""The formulas and tables of section 7, as printed."""

from __future__ import annotations

import math
from fractions import Fraction

from .editions import Edition

HALF = Fraction(1, 2)

# 7.9, column H: the largest |D| of each row, from 50 up.
PRINTED = """
3 10 17 25 32 39 46 53 61 68 76 83 91 98 106 113 121
129 137 145 153 162 170 179 188 197 206 215 225 235 245 256 267 278
290 302 315 328 344 357 374 391 411 432 456 484 517 559 619 735
"""
LAST_OF_ROW = [int(word) for word in PRINTED.split()]

Pair = tuple[int, Fraction]


def rounded(value: Fraction) -> int:
    """3.5: to the nearest whole number, exactly half up."""
    return math.floor(value + HALF)


def percent(difference: int) -> int:
    """7.9: p(D) without any limit."""
    higher = 50
    for last in LAST_OF_ROW:
        if abs(difference) > last:
            higher += 1
    return higher if difference >= 0 else 100 - higher


def player_coefficient(rating: int) -> int:
    """7.7: Kr = min(45, max(20, 5 * ceil((2450 - Ro) / 100)))."""
    return min(45, max(20, 5 * math.ceil(Fraction(2450 - rating, 100))))


def time_coefficient(minutes: Fraction, rating: int, edition: Edition) -> Fraction:
    """7.8: Kt from whole minutes and, under an hour, from the rating."""
    whole = math.floor(minutes)
    if whole >= 90:
        return Fraction(1)
    if whole >= 60:
        return HALF
    return Fraction(3, 10) if rating <= 2299 else edition.fast_master


def is_normal(minutes: Fraction) -> bool:
    """7.8: normal time is 90 minutes or more."""
    return math.floor(minutes) >= 90


def established_selo(
    rating: int, games: list[tuple[int, Fraction, Fraction]], edition: Edition
) -> Fraction:
    """7.2, unrounded; games are (opponent's number, points, minutes)."""
    total = Fraction(0)
    for number, points, minutes in games:
        expected = Fraction(min(percent(rating - number), edition.cap), 100)
        total += time_coefficient(minutes, rating, edition) * (points - expected)
    return rating + player_coefficient(rating) * total + edition.bonus * len(games)


def newcomer_selo(
    past: list[Pair], carried: Pair | None, played: list[Pair], edition: Edition
) -> Fraction:
    """7.3, unrounded: mean of the opponents + 400 (W / N - 1/2) + bonus, over the whole
    career.

    Before 2023 the earlier games enter as (rating, number of games) in ``carried``,
    half a point each.
    """
    pairs = played
    if not edition.carried_rounded:
        pairs = past + played
    elif carried is not None:
        pairs = [(carried[0], HALF)] * int(carried[1]) + played
    count = len(pairs)
    mean = Fraction(sum(number for number, _ in pairs), count)
    score = sum((points for _, points in pairs), Fraction(0))
    return mean + 400 * (score / count - HALF) + edition.newcomer_bonus * count


def pelo(rating: int, games: list[Pair]) -> int:
    """7.4, rounded: Ro + 200 sgn(W - E) (1 - e^(-|W - E| / 10)); no limit on p(D)."""
    surplus = Fraction(0)
    for number, points in games:
        surplus += points - Fraction(percent(rating - number), 100)
    if surplus == 0:
        return rating
    size = Fraction(200 * (1 - math.exp(-float(abs(surplus)) / 10)))
    return rounded(rating + size if surplus > 0 else rating - size)


def provisional_pelo(games: list[Pair]) -> int:
    """7.5, rounded: mean of the opponents + 800 (W / N - 1/2)."""
    count = len(games)
    score = sum((points for _, points in games), Fraction(0))
    return rounded(
        Fraction(sum(number for number, _ in games), count)
        + 800 * (score / count - HALF)
    )


def performance(games: list[Pair]) -> int | None:
    """7.6 with the exact p of 7.10, rounded; none at 0 % or 100 %.

    Bisection; millionths are cut to the nearest before rounding, so that exact halves
    (two equal scores against
    1500 and 1501) go up whatever the last binary digits say.
    """
    score = sum((points for _, points in games), Fraction(0))
    if not games or score in (0, len(games)):
        return None
    low = float(min(number for number, _ in games) - 4000)
    high = float(max(number for number, _ in games) + 4000)
    for _ in range(200):
        middle = (low + high) / 2
        percents = math.fsum(
            50 * (1 + math.erf((middle - number) / 400)) for number, _ in games
        )
        if percents < 100 * float(score):
            low = middle
        else:
            high = middle
    return rounded(Fraction(round(Fraction(low) * 10**6), 10**6))


def age_group_number(age_group: str) -> int:
    """3.6: the number of a new player without any rating."""
    return {"under-10": 1325, "under-14": 1425, "open": 1525}[age_group]
