"""What an entry of selo or pelo put into the pool: expectation without the cap, the cap, the bonus, the bend of 7.4."""

from fractions import Fraction
from functools import cache

from rulebooks.account import BILLION, GIVEN, MILLION, Account, Side, from_float, millionths, of_newcomer, side
from rulebooks.base import Change, Term
from rulebooks.finland.pelo import new_number
from rulebooks.finland.tables import percent

HUNDREDTH = BILLION // 100
# 7.4 near W = E: 200 (1 - exp(-x / 10)) begins as 20 x
PELO_K = Fraction(20)


def account(change: Change) -> Account:
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.kind == "elo-step":
        return Account("elo_steps")
    if change.formula == "7.3":
        return of_newcomer(change)
    return _selo(change) if change.formula == "7.2" else _pelo(change)


# 7.2: Kr Kt (W - E) game by game, and N/10. 7.9: "E on enintään 0,92", which only ever gives.
def _selo(change: Change) -> Account:
    assert change.before is not None and change.coefficient is not None
    sides, cap = [], 0
    for term in change.terms:
        k = _k(change.coefficient, term.kt or 0)
        share = term.percent or 0
        if term.capped:
            share = percent(change.before - term.number)
            cap += millionths(k.numerator * (share - (term.percent or 0)), k.denominator * 100)
        sides.append(_side(term, k, share))
    return Account(sides=sides, more=(("cap", cap), ("bonus", change.bonus * MILLION // 10)))


@cache
def _k(kr: int, kt: int) -> Fraction:
    return Fraction(kr * kt, 100)


def _side(term: Term, k: Fraction, share: int) -> Side:
    return side(term.game, term.opponent, k, (50 * term.half_points - share) * HUNDREDTH)


# 7.4 is about all games together: each counts 20 (W - E), and the bend of the curve is a cause of its own.
def _pelo(change: Change) -> Account:
    assert change.before is not None and change.expected is not None
    surplus = 50 * change.half_points - change.expected
    bend = from_float(new_number(0, surplus)) - millionths(PELO_K.numerator * surplus, 100)
    sides = [_side(term, PELO_K, term.percent or 0) for term in change.terms]
    # 4.3: a new player starts from the provisional rating
    start = change.before if "start" in change.detail else None
    return Account(start=start, sides=sides, more=(("curve", bend),))
