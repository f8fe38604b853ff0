"""What an entry under monthly lists put into the pool: K (W - PD) for its games, and what a cut K takes from others."""

from fractions import Fraction

from rulebooks.account import BILLION, GIVEN, MILLION, Account, Side, of_newcomer
from rulebooks.base import Change


def account(change: Change) -> Account:
    """A period of many games lowers K for all of them (8.3.3): what that changes of earlier units, and the rounding
    of the period, is not of these games."""
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.coefficient is None:
        return of_newcomer(change)
    k = Fraction(change.coefficient)
    sides = [
        Side(term.game, term.opponent, k, (50 * term.half_points - (term.percent or 0)) * (BILLION // 100))
        for term in change.terms
    ]
    games = sum(50 * term.half_points - (term.percent or 0) for term in change.terms)
    moved = change.after - (change.before or 0)
    rest = round((moved - k * games / 100) * MILLION)
    # less than a point is what rounding to whole ratings does, before and after
    return Account(sides=sides, more=(("k_differences", rest),) if abs(rest) > MILLION else ())
