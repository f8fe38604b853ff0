"""What an entry of elo-psm put into the pool: every game with the factor of the rating before it."""

from fractions import Fraction

from rulebooks.account import BILLION, GIVEN, Account, side
from rulebooks.base import Change
from rulebooks.psm.rating import factor


def account(change: Change) -> Account:
    """Each game's change is rounded on its own, so there are as many roundings as games."""
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    assert change.before is not None
    before = (change.before, *change.running)
    sides = [
        side(term.game, term.opponent, Fraction(*factor(rating)),
             (50 * term.half_points - (term.percent or 0)) * (BILLION // 100))
        for rating, term in zip(before, change.terms, strict=False)
    ]  # fmt: skip
    return Account(sides=sides)
