"""PSM: the list elo-psm. `coverage` maps every sentence of the text to its function."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Entry
from rulebooks.long_list import LongList, given_number
from rulebooks.psm.rating import EDITIONS, expects, rate, share, without_number

if TYPE_CHECKING:
    from rulebooks.account import Account
    from rulebooks.protocol import Sheet


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    from rulebooks.psm.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> "Account":
    from rulebooks.psm.account import account

    return account(change)


RULEBOOKS = {
    "elo-psm": LongList(
        "elo-psm", EDITIONS, rate, given_number, _explain, _account, expects, doubt=without_number,
        curve=share,
    )
}  # fmt: skip

__all__ = ["EDITIONS", "RULEBOOKS"]
