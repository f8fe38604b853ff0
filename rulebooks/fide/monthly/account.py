"""What an entry under monthly lists put into the pool: K (W - PD) for its games, and what a cut K takes from others."""

from fractions import Fraction

from rulebooks.account import GIVEN, MILLION, Account
from rulebooks.base import Change
from rulebooks.fide.account import account as account_of_games


def account(change: Change) -> Account:
    """A period of many games lowers K for all of them (8.3.3): what that changes of earlier units, and the rounding
    of the period, is not of these games."""
    games_alone = account_of_games(change)
    if change.kind in GIVEN or change.coefficient is None:
        return games_alone
    games = sum(50 * term.half_points - (term.percent or 0) for term in change.terms)
    moved = change.after - (change.before or 0)
    rest = round((moved - Fraction(change.coefficient) * games / 100) * MILLION)
    # less than a point is what rounding to whole ratings does, before and after
    return Account(sides=games_alone.sides, more=(("k_differences", rest),) if abs(rest) > MILLION else ())
