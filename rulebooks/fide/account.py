"""What an entry of elo-fide put into the pool of live ratings; a list day adds up and rounds, and moves none of them.

A difference counts as at most 400 on both sides alike, so the two expectations still add up to one.
"""

from fractions import Fraction

from rulebooks.account import BILLION, GIVEN, Account, newcomer, side
from rulebooks.base import Change


def account(change: Change) -> Account:
    """The live rating is list plus pending, rounded, so the rounding before is replaced by the one after."""
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    if change.coefficient is None:
        return newcomer(change.before)
    k = Fraction(change.coefficient)
    sides = [
        side(term.game, term.opponent, k, (50 * term.half_points - (term.percent or 0)) * (BILLION // 100))
        for term in change.terms
    ]
    return Account(sides=sides)
