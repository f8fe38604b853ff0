"""What an entry of elo-no put into the pool: each game by itself, the bend of the curve at the mean, the lowest rating.

The limit of 350 is part of each expectation: it holds for both sides alike, which therefore still add up to one.
"""

from fractions import Fraction

from rulebooks.account import BILLION, GIVEN, MILLION, Account, from_float, newcomer, side
from rulebooks.base import Change
from rulebooks.logistic.curve import expected
from rulebooks.norway.formulas.entrants import numbers
from rulebooks.norway.formulas.established import exact_number, expected_score
from rulebooks.norway.tables import FLOOR
from rulebooks.rounding import half_up_float


def account(change: Change) -> Account:
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.formula != "III":
        return newcomer(change.before)
    return _established(change, Fraction(change.detail["k"]))


# III. R = R0 + K*(O - F), F at the mean of the opponents and not game by game: the difference is the bend.
def _established(change: Change, k: Fraction) -> Account:
    rating, opponents = change.before, numbers(change.terms)
    assert rating is not None
    shares = [expected(rating - number) for number in opponents]
    sides = [
        side(term.game, term.opponent, k, term.half_points * BILLION // 2 - share)
        for term, share in zip(change.terms, shares, strict=True)
    ]
    bend = from_float(float(k) * (sum(shares) / BILLION - expected_score(rating, opponents)))
    exact = exact_number(rating, k, change.half_points, opponents)
    lifted = max(0, FLOOR - half_up_float(exact)) * MILLION
    return Account(sides=sides, more=(("curve", bend), ("floor", lifted)))
