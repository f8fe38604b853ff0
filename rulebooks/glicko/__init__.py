"""Glicko-2 by Mark Glickman: the list glicko, in periods of a month. `ARTICLES` maps the paper's steps to functions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from messages import say
from rulebooks.base import Change
from rulebooks.changeable import Changeable, Decimal, Whole
from rulebooks.entries import GIVEN, MILLION, Account, WorkedEntry
from rulebooks.glicko.rating import EDITIONS, at, expects, given, rate, shown
from rulebooks.protocol import Article
from rulebooks.usual import LongList

if TYPE_CHECKING:
    from rulebooks.protocol import Sheet


CHANGES: dict[str, Changeable] = {
    "start": Whole(say("Step 1: the rating an unrated player starts from"), 0, 4000),
    "deviation": Whole(say("Step 1: the deviation (RD) of an unrated player"), 30, 500),
    "volatility": Decimal(say("Step 1: the volatility of an unrated player"), 0.01, 0.2),
    "tau": Decimal(say("Step 1: how far the volatility may change in a month"), 0.2, 2),
}


def account(change: Change) -> Account:
    """Say what an entry put into the pool. Unrated players start from 1500. The games of a month are one calculation,
    so they are not split.
    """
    if change.kind in GIVEN:
        return Account(GIVEN[change.kind])
    start = EDITIONS["glicko-2"].start if change.before is None else None
    begins = change.before if start is None else start
    return Account(start=start, more=(("k_differences", (change.after - (begins or 0)) * MILLION),))


# where each step of the paper lives
ARTICLES = (
    Article("Step 1", say("The start of an unrated player, and tau"), "rulebooks.glicko.rating.GlickoEdition"),
    Article("Step 2", say("To the Glicko-2 scale"), "rulebooks.glicko.steps.to_scale"),
    Article("Step 3", say("The estimated variance v, g and E"), "rulebooks.glicko.steps.evidence"),
    Article("Step 4", say("The estimated improvement Delta"), "rulebooks.glicko.steps.after_period"),
    Article("Step 5", say("The new volatility by iteration"), "rulebooks.glicko.steps.volatility"),
    Article("Step 6", say("The deviation before the period"), "rulebooks.glicko.steps.without_games"),
    Article("Step 7", say("The new rating and deviation"), "rulebooks.glicko.steps.after_period"),
    Article("Step 8", say("Back to the original scale"), "rulebooks.glicko.steps.from_scale"),
)


def _explain(entry: WorkedEntry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    from rulebooks.glicko.explain import explain

    return explain(entry, names, reason)


RULEBOOKS = {"glicko": LongList("glicko", EDITIONS, rate, given, _explain, account, expects, at, shown)}
RULES = {"glicko-2": {"glicko": ()}}


__all__ = ["ARTICLES", "CHANGES", "EDITIONS", "RULEBOOKS", "RULES"]
