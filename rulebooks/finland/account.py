"""Account for what an entry of selo or pelo put into the pool: expectation without the
cap, the cap, the bonus, the bend of 7.4.
"""

from fractions import Fraction
from functools import cache

from rulebooks.base import Change
from rulebooks.entries import (
    BILLION,
    GIVEN,
    MILLION,
    Account,
    from_float,
    millionths,
    newcomer,
    side,
)
from rulebooks.finland.pelo import unrounded_rating
from rulebooks.finland.tables import percent

HUNDREDTH = BILLION // 100
# 7.4 near W = E: 200 (1 - exp(-x / 10)) begins as 20 x
PELO_K = Fraction(20)


def account(change: Change) -> Account:
    """`change`: a change with all of its terms. An opening or a ruling is all of one
    kind, a step of 3.7 is an Elo taken over, and a new player's rating by 7.3 is a
    newcomer's.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.kind == "elo-step":
        return Account("elo_steps")
    if change.formula == "7.3":
        return newcomer(change.before)
    if change.formula == "7.2":
        return _selo(change)

    return _pelo(change)


# 7.2: Kr Kt (W - E) game by game, and N/10. 7.9: "p(D) on kuitenkin enintään 92" (at
# most 92), which only ever gives.
def _selo(change: Change) -> Account:
    """Account for a change by 7.2: a side for each game as if there were no cap, then
    what the cap and the bonus gave, in millionths of a point.
    """
    before, coefficient = change.before, change.coefficient
    assert before is not None and coefficient is not None

    sides = []
    given = 0
    for term in change.terms:
        uncapped = percent(before - term.number)
        kt = term.kt or 0
        k = _exact_k(coefficient * kt)
        surplus = (50 * term.half_points - uncapped) * HUNDREDTH
        sides.append(side(term.game, term.opponent, k, surplus))
        if term.capped:
            taken_off = uncapped - (term.percent or 0)
            given += millionths(k.numerator * taken_off, k.denominator * 100)

    bonus = change.bonus * MILLION // 10
    return Account(sides=sides, more=(("cap", given), ("bonus", bonus)))


# there are few coefficients, and a pool asks for that of every game
@cache
def _exact_k(coefficient: int) -> Fraction:
    """Return Kr Kt, which is in hundredths, as a fraction."""
    return Fraction(coefficient, 100)


# 7.4 is about all games together: each counts 20 (W - E), and the bend of the curve is
# a cause of its own.
def _pelo(change: Change) -> Account:
    """Account for a change by 7.4: a side for each game along a straight line, then
    what the bend of the curve took off, in millionths of a point.
    """
    assert change.before is not None and change.expected is not None
    along_the_curve = from_float(unrounded_rating(0, change.surplus))
    straight = millionths(PELO_K.numerator * change.surplus, 100)
    bend = along_the_curve - straight
    sides = []
    for term in change.terms:
        surplus = term.surplus * HUNDREDTH
        sides.append(side(term.game, term.opponent, PELO_K, surplus))

    # 4.3: a new player starts from the provisional rating
    start = change.before if "start" in change.detail else None
    return Account(start=start, sides=sides, more=(("curve", bend),))
