"""The US formula of the encyclopedia: the list elo-uscf. `coverage` maps its sentences to functions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Entry, Shown, Standing
from rulebooks.logistic.curve import expects, share
from rulebooks.long_list import LongList
from rulebooks.uscf.rating import EDITIONS, class_of, figures, given, rate

if TYPE_CHECKING:
    from rulebooks.account import Account
    from rulebooks.protocol import Sheet


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    from rulebooks.uscf.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> "Account":
    from rulebooks.uscf.account import account

    return account(change)


# 2.3: "The United States Chess Federation uses its own classification of players."
def _shown(standing: Standing, day: str) -> Shown:
    rating = standing.rating
    return Shown(rating, rating is not None, {"us_class": None if rating is None else class_of(rating)})


RULEBOOKS = {
    "elo-uscf": LongList(
        "elo-uscf", EDITIONS, rate, given, _explain, _account, expects, show=_shown, in_columns=figures, curve=share
    ),
}  # fmt: skip

__all__ = ["EDITIONS", "RULEBOOKS"]
