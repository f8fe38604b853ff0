"""An entry of the list elo on paper."""

from collections.abc import Mapping
from fractions import Fraction

from rulebooks.base import Entry
from rulebooks.elo.rating import EDITIONS, EVERYBODY
from rulebooks.logistic_sheet import logistic_sheet
from rulebooks.sheet import PlainSheet, given_sheet

SECTION = {"elo-32": "3.4", "elo-16-32": "3.1", "elo-uscf": "3.2.2"}


def explain(entry: Entry, names: Mapping[str, str], reason: str = "") -> PlainSheet:
    change, edition = entry.change, EDITIONS[entry.edition]
    name = names.get(change.player, change.player)
    if not change.terms or change.coefficient is None:
        return given_sheet(entry, name, edition.source, reason)
    section = SECTION[edition.id]
    steps = [f"K {change.coefficient}: {_band(edition.id, change.coefficient)} ({section})"]
    sections = tuple(sorted({"3.1", section}))
    return logistic_sheet(entry, name, names, edition.source, Fraction(change.coefficient), steps, sections, {})


def _band(edition: str, k: int) -> str:
    """The numbers of a K in words."""
    bands = EDITIONS[edition].bands
    at = [band.k for band in bands].index(k)
    low = "" if at == 0 else f"from {bands[at - 1].until + 1}"
    high = "" if bands[at].until == EVERYBODY else f"up to {bands[at].until}"
    return " ".join(word for word in (low, high) if word) or "everybody"
