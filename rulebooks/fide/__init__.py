"""FIDE as of 2009: the list elo-fide, by quarters, live numbers beside it. `coverage` maps its sentences."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Entry, Sheet
from rulebooks.fide.lists import at, shown
from rulebooks.fide.rating import EDITIONS, expects, given, rate
from rulebooks.long_list import LongList

if TYPE_CHECKING:
    from rulebooks.account import Account


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> Sheet:
    from rulebooks.fide.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> "Account":
    from rulebooks.fide.account import account

    return account(change)


RULEBOOKS = {"elo-fide": LongList("elo-fide", rate, given, _explain, _account, expects, at)}

__all__ = ["EDITIONS", "RULEBOOKS", "shown"]
