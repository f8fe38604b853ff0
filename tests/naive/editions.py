"""The three editions (rules 1.1) and which one is in force on a list on a day."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .records import Facts


@dataclass(frozen=True)
class Edition:
    """What differs from edition to edition; the rest is as in 2023."""

    name: str
    cap: int
    bonus: Fraction
    newcomer_bonus: Fraction
    fast_master: Fraction
    established_from: int
    carried_rounded: bool
    titles_during: bool
    old_limits: bool

    def is_selo_time(self, minutes: Fraction) -> bool:
        """2.8: over 10 minutes; before 2023 at least 15."""
        return minutes >= 15 if self.old_limits else minutes > 10

    def is_pelo_time(self, minutes: Fraction) -> bool:
        """2.8: over 3 minutes and not enough for selo."""
        return minutes > 3 and not self.is_selo_time(minutes)


FI_1990 = Edition(
    "fi-1990", 85, Fraction(0), Fraction(0), Fraction(15, 100), 10, True, False, True
)
FI_2011 = Edition(
    "fi-2011",
    92,
    Fraction(1, 10),
    Fraction(0),
    Fraction(15, 100),
    10,
    True,
    False,
    True,
)
FI_2023 = Edition(
    "fi-2023",
    92,
    Fraction(1, 10),
    Fraction(1, 10),
    Fraction(1, 10),
    11,
    False,
    True,
    False,
)
DEFAULTS = ((FI_1990, ""), (FI_2011, "2011-01-01"), (FI_2023, "2023-04-26"))


def in_force(facts: Facts, rating_list: str, day: str) -> Edition:
    """The edition with the latest ``from`` not after the day; on a tie the later
    recorded adoption.
    """
    dates = {
        edition.name: (start, number)
        for number, (edition, start) in enumerate(DEFAULTS)
    }
    for number, adoption in enumerate(facts.adoptions, start=len(DEFAULTS)):
        if adoption["list"] == rating_list and adoption["edition"] in dates:
            dates[adoption["edition"]] = (adoption["from"], number)
    ranked = sorted((dates[edition.name], edition.name) for edition, _ in DEFAULTS)
    begun = [name for (start, _), name in ranked if start <= day]
    chosen = begun[-1] if begun else ranked[0][1]
    return next(edition for edition, _ in DEFAULTS if edition.name == chosen)
