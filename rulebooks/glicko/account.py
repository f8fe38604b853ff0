"""Say what an entry of the list glicko put into the pool."""

from rulebooks.base import Change
from rulebooks.entries import GIVEN, Account
from rulebooks.glicko.rating import EDITIONS, MILLION


def account(change: Change) -> Account:
    """Say what an entry put into the pool. Unrated players start from 1500. The games
    of a month are one calculation, so they are not split.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    start = EDITIONS["glicko-2"].start if change.before is None else None
    begins = change.before if start is None else start
    return Account(
        start=start, more=(("k_differences", (change.after - (begins or 0)) * MILLION),)
    )
