"""What an entry of a logistic list put into the pool; shared by elo and uscf."""

from fractions import Fraction

from rulebooks.account import Account, side
from rulebooks.base import Change
from rulebooks.logistic.curve import START, surplus


def account(change: Change, k: Fraction) -> Account:
    """Unrated players start from 1500, and then count like the others."""
    rating = START if change.before is None else change.before
    sides = [side(term.game, term.opponent, k, surplus(term, rating)) for term in change.terms]
    return Account(start=START if change.before is None else None, sides=sides)
