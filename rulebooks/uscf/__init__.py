"""The US formula of the encyclopedia: the list elo-uscf. `coverage` maps its sentences to functions."""

from collections.abc import Mapping

from rulebooks.base import Entry, Sheet
from rulebooks.long_list import LongList
from rulebooks.uscf.rating import EDITIONS, given, rate


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> Sheet:
    from rulebooks.uscf.explain import explain

    return explain(entry, names, reason)


RULEBOOKS = {"elo-uscf": LongList("elo-uscf", rate, given, _explain)}

__all__ = ["EDITIONS", "RULEBOOKS"]
