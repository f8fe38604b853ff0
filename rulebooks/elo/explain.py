"""An entry of the list elo on paper."""

from collections.abc import Mapping
from fractions import Fraction

from messages import Message, say
from rulebooks.base import Entry
from rulebooks.elo.rating import EDITIONS, SOURCE
from rulebooks.logistic.curve import START
from rulebooks.logistic.sheet import LogisticTerms, logistic_sheet
from rulebooks.sheets.figures import text
from rulebooks.sheets.plain import PlainSheet, given_sheet

SECTION = {"elo-32": "3.4", "elo-16-32": "3.1", "elo-uscf": "3.2.2"}


def explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> PlainSheet:
    change = entry.change
    name = names.get(change.player, change.player)
    if not change.terms or change.coefficient is None:
        return given_sheet(entry, name, SOURCE, reason)
    section = SECTION.get(entry.edition, "3.2.2")  # a K of the calculator's own
    steps = [_band(entry.edition, change.coefficient, section)]
    sections = tuple(sorted({"3.1", section}))
    k = Fraction(change.coefficient)
    terms = LogisticTerms(start=START if change.before is None else change.before, k=text(k))
    return logistic_sheet(entry, name, names, SOURCE, k, steps, sections, terms)


def _band(edition: str, k: int, section: str) -> Message:
    """Say for which ratings a K holds."""
    rows = EDITIONS[edition].k if edition in EDITIONS else ((0, k),)
    at = [value for _, value in rows].index(k)
    about: dict[str, object] = {"k": k, "section": section}
    from_below, to_above = at == len(rows) - 1, at == 0
    if from_below and to_above:
        return say("K {k}: everybody ({section})", **about)
    if from_below:
        return say("K {k}: up to {high} ({section})", **about, high=rows[at - 1][0] - 1)
    if to_above:
        return say("K {k}: from {low} ({section})", **about, low=rows[at][0])
    return say("K {k}: from {low} up to {high} ({section})", **about, low=rows[at][0], high=rows[at - 1][0] - 1)
