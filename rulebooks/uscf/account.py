"""What an entry of elo-uscf put into the pool: K from the rating and the games before the unit."""

from rulebooks.account import GIVEN, Account
from rulebooks.base import Change
from rulebooks.logistic import account as logistic_account
from rulebooks.logistic.curve import START
from rulebooks.uscf.rating import k_factor


def account(change: Change) -> Account:
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    assert change.carried is not None
    rating = START if change.before is None else change.before
    return logistic_account.account(change, k_factor(rating, change.carried[0], len(change.terms)))
