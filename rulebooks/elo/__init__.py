"""Logistic Elo as the encyclopedia tells it: the list elo, one edition a K scheme. `calc` has its calculators."""

from collections.abc import Mapping

from rulebooks.base import Entry, Sheet
from rulebooks.elo.rating import EDITIONS, rate
from rulebooks.long_list import LongList, given_number


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> Sheet:
    from rulebooks.elo.explain import explain

    return explain(entry, names, reason)


RULEBOOKS = {"elo": LongList("elo", rate, given_number, _explain)}

__all__ = ["EDITIONS", "RULEBOOKS"]
