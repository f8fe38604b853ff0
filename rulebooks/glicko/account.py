"""What an entry of glicko put into the pool: both sides of a game move by how unsure their own rating is."""

from rulebooks.account import GIVEN, MILLION, Account
from rulebooks.base import Change
from rulebooks.glicko.rating import EDITIONS


def account(change: Change) -> Account:
    """Unrated players start from 1500. The games of a month are one calculation, so they are not split."""
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    start = EDITIONS["glicko-2"].start if change.before is None else None
    begins = change.before if start is None else start
    return Account(start=start, more=(("k_differences", (change.after - (begins or 0)) * MILLION),))
