"""III. Etablerte spillere, and what Deflasjonsproblemer does to their K."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import Change
from rulebooks.norway.category import k_of
from rulebooks.norway.formulas.entrants import Entrant, Event, NumberOf, changed, limited_terms, numbers
from rulebooks.norway.formulas.performance import expectation
from rulebooks.norway.tables import DOUBLE_OVER, DOUBLE_UNTIL
from rulebooks.numbers import half_up_float

DIGITS = 6  # the curve has no exact value; millionths decide, as in rounding.py


class Weight(NamedTuple):
    """K, and whether it was halved or doubled."""

    k: Fraction
    factor: str = "once"


# "D = R0 - G", G the mean of the opponents' ratings, not rounded.
def expected_score(rating: int, opponents: Sequence[int]) -> float:
    """F: the expected points in as many games."""
    return len(opponents) * expectation((rating * len(opponents) - sum(opponents)) / len(opponents))


# III. R = R0 + K*(O - F)
def exact_number(rating: int, k: Fraction, half_points: int, opponents: Sequence[int]) -> float:
    return rating + float(k) * (half_points / 2 - expected_score(rating, opponents))


def new_number(rating: int, k: Fraction, half_points: int, opponents: Sequence[int]) -> int:
    return half_up_float(exact_number(rating, k, half_points, opponents))


# Deflasjonsproblemer: "rene juniorturneringer ... spillere som har ratingtilbakegang får en koeffisient som er
# halvparten"; "dobbelt så høy koeffisient til juniorspillere med rating inntil 1500, og som gjør en ratingprestasjon
# mer enn 20% over forventet score i en nasjonal norsk turnering" (in a tournament of juniors only, half K for whoever
# falls; double K for juniors up to 1500 who score over 20 % more than expected in a national tournament).
def weight(entrant: Entrant, event: Event, surplus: float, games: int, all_young: bool) -> Weight:
    """`surplus` is O - F, the points above what was expected."""
    k = k_of(event.category, entrant.class_name, event.k)
    if entrant.class_name != "B":
        return Weight(k)
    if all_young and round(surplus, DIGITS) < 0:
        return Weight(k / 2, "half")
    low = entrant.rating is not None and entrant.rating <= DOUBLE_UNTIL
    if low and event.national and round(100 * surplus - DOUBLE_OVER * games, DIGITS) > 0:
        return Weight(2 * k, "double")
    return Weight(k)


def rate(entrant: Entrant, event: Event, number_of: NumberOf, all_young: bool) -> Change:
    assert entrant.rating is not None
    terms = limited_terms(entrant, number_of)
    opponents = numbers(terms)
    expected = expected_score(entrant.rating, opponents)
    k, factor = weight(entrant, event, entrant.half_points / 2 - expected, len(opponents), all_young)
    number = new_number(entrant.rating, k, entrant.half_points, opponents)
    detail = {"category": event.category, "class": entrant.class_name, "k": str(k), "factor": factor}
    return changed(
        entrant, event, "III", detail, number, terms,
        expected=half_up_float(100 * expected), coefficient=int(k) if k.denominator == 1 else None,
    )  # fmt: skip
