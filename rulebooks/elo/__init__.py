"""Logistic Elo as the encyclopedia describes it: the list elo, one edition a K scheme. `calc` has its calculators."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Entry
from rulebooks.elo.rating import EDITIONS, figures, rate
from rulebooks.logistic.curve import expects, share
from rulebooks.long_list import LongList, given_number

if TYPE_CHECKING:
    from rulebooks.account import Account
    from rulebooks.protocol import Sheet


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    from rulebooks.elo.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> "Account":
    from rulebooks.elo.account import account

    return account(change)


RULEBOOKS = {
    "elo": LongList("elo", EDITIONS, rate, given_number, _explain, _account, expects, in_columns=figures, curve=share),
}  # fmt: skip

__all__ = ["EDITIONS", "RULEBOOKS"]
