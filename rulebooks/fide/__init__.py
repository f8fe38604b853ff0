"""FIDE as of 2009: the list elo-fide, by quarters, live numbers beside it. `coverage` maps its sentences."""

from collections.abc import Mapping

from rulebooks.base import Entry, Sheet
from rulebooks.fide.lists import at, shown
from rulebooks.fide.rating import EDITIONS, given, rate
from rulebooks.long_list import LongList


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> Sheet:
    from rulebooks.fide.explain import explain

    return explain(entry, names, reason)


RULEBOOKS = {"elo-fide": LongList("elo-fide", rate, given, _explain, at)}

__all__ = ["EDITIONS", "RULEBOOKS", "shown"]
