"""Glicko-2 by Mark Glickman: the list glicko, in periods of a month. `coverage` maps the paper's steps to functions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Entry
from rulebooks.glicko.months import at, shown
from rulebooks.glicko.rating import EDITIONS, expects, given, rate
from rulebooks.long_list import LongList

if TYPE_CHECKING:
    from rulebooks.account import Account
    from rulebooks.protocol import Sheet


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    from rulebooks.glicko.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> "Account":
    from rulebooks.glicko.account import account

    return account(change)


RULEBOOKS = {"glicko": LongList("glicko", EDITIONS, rate, given, _explain, _account, expects, at, shown)}

__all__ = ["EDITIONS", "RULEBOOKS"]
