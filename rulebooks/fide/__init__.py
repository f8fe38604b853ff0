"""FIDE as of 2009: the list elo-fide, by quarters, live numbers beside it. `coverage` maps its sentences."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Entry, Shown, Standing
from rulebooks.fide.lists import at, shown
from rulebooks.fide.rating import EDITIONS, expects, given, rate
from rulebooks.long_list import LongList
from rulebooks.sheets.figures import number

if TYPE_CHECKING:
    from rulebooks.account import Account
    from rulebooks.protocol import Sheet


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    from rulebooks.fide.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> "Account":
    from rulebooks.fide.account import account

    return account(change)


# 2.2: "Although Live ratings are unofficial": the rating is the list's, the live one stands beside it
def _on_list(standing: Standing, day: str) -> Shown:
    """A first rating is on no list before the next one."""
    both = shown(standing, day)
    beside = {"live": both.live, "pending": number(both.pending), "list_day": both.list_day}
    return Shown(both.list_rating, both.list_rating is not None, beside)


RULEBOOKS = {"elo-fide": LongList("elo-fide", EDITIONS, rate, given, _explain, _account, expects, at, _on_list)}

__all__ = ["EDITIONS", "RULEBOOKS", "shown"]
