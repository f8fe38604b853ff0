"""Tell which rating everybody in a unit of selo counts with as an opponent, and why (3.4 and 3.6 to 3.9).

Players are named by their seat, their place among the players of the unit.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from rulebooks.base import HOME, Change, Person, Standing, Unit
from rulebooks.entries import unit_change
from rulebooks.finland import abroad
from rulebooks.finland.standing import selo_standing, step_day
from rulebooks.finland.tables import FinnishEdition
from rulebooks.units import APART

# what an opponent's rating may rest on
BASES = ("old", "default-3.6", "elo-3.7", "new-3.4", *abroad.BASES)


class Opponents:
    """The rating that each player counts with as an opponent, by seat. `bases`: what it rests on, where it is not the
    player's own rating from before.
    """

    def __init__(self, numbers: list[int], bases: dict[int, str]) -> None:
        self.numbers = numbers
        self.bases = bases

    @classmethod
    def at_home(cls, standings: Sequence[Standing], steps: Mapping[int, Change], default: int) -> Self:
        """Return the ratings of a tournament at home; `default` is what 3.6 gives to whoever has none."""
        numbers = []
        bases = {}
        for seat, standing in enumerate(standings):
            if standing.rating is None:
                numbers.append(default)
                bases[seat] = "default-3.6"
            else:
                numbers.append(standing.rating)
        for seat in steps:
            bases[seat] = "elo-3.7"
        return cls(numbers, bases)

    def meet(self, seat: int, number: int, basis: str) -> None:
        """Let everybody meet this rating of a player from now on."""
        self.numbers[seat] = number
        self.bases[seat] = basis

    def basis(self, seat: int) -> str:
        return self.bases.get(seat, "old")

    def signs(self) -> list[int]:
        """Return the ratings, told apart by what they rest on."""
        if not self.bases:
            return self.numbers
        signs = list(self.numbers)
        for seat, basis in self.bases.items():
            signs[seat] += APART * BASES.index(basis)
        return signs


# 3.7: "Mikäli ulkomainen ... pelaaja, jolla on FIDE:n normaalishakin luku (Elo-luku), osallistuu kotimaiseen
# kilpailuun, eikä hänellä ole seloa tai hänen Elo-lukunsa on vähintään 100 pistettä korkeampi kuin selo, katsotaan
# Elo-luku hänen vakiintuneen pelaajan selokseen." (a foreigner's Elo becomes their selo when they have none or one at
# least 100 lower) Not a second time, unless they have since played games that count for Elo and not for selo.
def elo_step(unit: Unit, person: Person, standing: Standing, edition: FinnishEdition) -> Change | None:
    """Return the change by which a foreigner's Elo becomes their selo; None where it does not."""
    if person.federation(unit.start) == HOME:
        return None
    elo = person.rating_of("fide-standard", unit.start)
    if elo is None:
        return None
    if standing.rating is not None and elo - standing.rating < edition.elo_above:
        return None
    last = step_day(standing)
    if last and not any(last < on <= unit.start for on in person.elo_only):
        return None
    established_for_good = edition.sums_until + 1
    after = selo_standing(elo, established_for_good, 0, 0, unit.start, edition)
    return unit_change(person.id, "3.7", standing.rating, (), after, kind="elo-step")


def elo_steps(
    unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: FinnishEdition
) -> dict[int, Change]:
    """Return the changes by 3.7 in a unit, by seat."""
    steps = {}
    for seat, person in enumerate(people):
        if person.external:  # most have no rating from elsewhere
            step = elo_step(unit, person, before[seat], edition)
            if step is not None:
                steps[seat] = step
    return steps
