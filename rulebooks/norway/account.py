"""Say what an entry of elo-no put into the pool: each game by itself, the bend of the
curve at the mean, the lowest rating.
"""

from fractions import Fraction

from rulebooks.base import Change
from rulebooks.entries import (
    BILLION,
    GIVEN,
    MILLION,
    Account,
    from_float,
    newcomer,
    side,
)
from rulebooks.logistic import expected, surplus_over
from rulebooks.norway.standing import numbers
from rulebooks.norway.tables import FLOOR, exact_number, expected_score
from rulebooks.numbers import half_up_float


def account(change: Change) -> Account:
    """Say what an entry put into the pool: each game by itself, the bend of the curve
    at the mean, the lowest rating.

    The limit of 350 is part of each expectation: it holds for both sides alike, which
    therefore still add up to one.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.formula != "III":
        return newcomer(change.before)
    return _established_account(change, Fraction(change.detail["k"]))


# III. R = R0 + K*(O - F), F at the mean of the opponents and not game by game: the
# difference is the bend.
def _established_account(change: Change, k: Fraction) -> Account:
    """Return the account of a player with a rating: a side for each game, and what the
    whole adds, the bend of the curve and the floor.
    """
    rating = change.before
    assert rating is not None
    opponents = numbers(change.terms)
    shares = [expected(rating - number) for number in opponents]

    sides = []
    for term, share in zip(change.terms, shares, strict=True):
        surplus = surplus_over(term.half_points, share)
        sides.append(side(term.game, term.opponent, k, surplus))

    game_by_game = sum(shares) / BILLION
    at_the_mean = expected_score(rating, opponents)
    bend = from_float(float(k) * (game_by_game - at_the_mean))

    exact = exact_number(rating, k, change.half_points, opponents)
    lifted = max(0, FLOOR - half_up_float(exact)) * MILLION
    return Account(sides=sides, more=(("curve", bend), ("floor", lifted)))
