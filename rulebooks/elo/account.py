"""What an entry of the list elo put into the pool."""

from fractions import Fraction

from rulebooks.account import GIVEN, Account
from rulebooks.base import Change
from rulebooks.logistic import account as logistic_account


def account(change: Change) -> Account:
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    assert change.coefficient is not None
    return logistic_account.account(change, Fraction(change.coefficient))
