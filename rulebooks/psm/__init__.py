"""PSM: the list elo-psm. `coverage` maps every sentence of the text to its function."""

from collections.abc import Mapping

from rulebooks.base import Entry, Sheet
from rulebooks.long_list import LongList, given_number
from rulebooks.psm.rating import EDITIONS, rate


def _explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> Sheet:
    from rulebooks.psm.explain import explain

    return explain(entry, names, reason)


RULEBOOKS = {"elo-psm": LongList("elo-psm", rate, given_number, _explain)}

__all__ = ["EDITIONS", "RULEBOOKS"]
