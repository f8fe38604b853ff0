"""The other way: the rounded number from the printed terms of an explanation, by
formulas written a second time.

It shares nothing with the rating and the explaining but the keys of the dictionary, so
that a test can hold the two against each other.
"""

import math
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

HALF = Fraction(1, 2)
DIGITS = Context(prec=40)


def recompute(told: Mapping[str, Any]) -> int:
    """`told` is a sheet as `--json` prints it."""
    games = told["games"]
    if told["given"] is not None:
        return int(told["given"]["number"])
    if told["formula"] == "7.2":
        return _established(told, games)
    return _new(told, games) if told["formula"] == "7.3" else _pelo(told, games)


def _established(told: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> int:
    """7.2 and 3.5."""
    value = _exactly(told["before"]) + _exactly(told["bonus"])
    for game in games:
        surplus = _exactly(game["score"]) - Fraction(game["percent"], 100)
        value += _exactly(told["coefficient"]) * _exactly(game["kt"]) * surplus
    return math.floor(value + HALF)


def _new(told: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> int:
    """7.3 and 3.5."""
    count: int = told["carried"]["games"] + len(games)
    met: int = told["carried"]["numbers"] + sum(game["number"] for game in games)
    won = _exactly(told["carried"]["score"]) + _score(games)
    return math.floor(
        Fraction(met, count)
        + 400 * (won / count - HALF)
        + _exactly(told["bonus"])
        + HALF
    )


def _pelo(told: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> int:
    """7.4 in forty digits, from the number of 7.5 where its games are told."""
    start: int = told["before"]
    found = told["provisional"]
    if found is not None and found["counted"]:
        counted = [game for game in games if game["game"] in found["counted"]]
        mean = Fraction(sum(game["number"] for game in counted), len(counted))
        start = math.floor(mean + 800 * (_score(counted) / len(counted) - HALF) + HALF)
    surplus = _score(games) - Fraction(sum(game["percent"] for game in games), 100)
    tenth = abs(surplus) / 10
    power = DIGITS.exp(
        DIGITS.divide(Decimal(-tenth.numerator), Decimal(tenth.denominator))
    )
    size = 200 * (1 - Fraction(power))
    return math.floor(start + (size if surplus > 0 else -size) + HALF)


def _score(games: Sequence[Mapping[str, Any]]) -> Fraction:
    return sum((_exactly(game["score"]) for game in games), Fraction(0))


def _exactly(printed: int | float) -> Fraction:
    """A JSON number by its text: 0.3 is three tenths."""
    return Fraction(str(printed))
