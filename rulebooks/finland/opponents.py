"""Tell which rating everybody in a unit of selo counts with as an opponent, and why
(3.4 and 3.6 to 3.9).

Players are named by their seat: their index among the unit's players, from 0.
"""

from collections.abc import Sequence
from typing import Self

from rulebooks.base import HOME, Change, Person, Standing, Unit
from rulebooks.entries import unit_change
from rulebooks.finland import abroad
from rulebooks.finland.editions import FinnishEdition
from rulebooks.finland.standing import selo_standing, step_day
from rulebooks.units import APART

# what an opponent's rating may rest on
BASES = ("old", "default-3.6", "elo-3.7", "new-3.4", *abroad.BASES)


class Opponents:
    """The rating that each player counts with as an opponent, by seat, and the same
    rating marked with what it rests on.

    A marked rating is the rating plus 1,000,000 times the index of its basis among
    `BASES`, so that equal ratings of different bases differ: 1325 is the player's own
    rating from before, and 1001325 is what 3.6 gives to whoever has none.
    """

    def __init__(self, ratings: Sequence[int]) -> None:
        """`ratings`: everybody's own rating from before, in the order of the seats."""
        self.ratings = list(ratings)
        self.marked_ratings = list(ratings)
        # where it is not the player's own rating from before
        self._bases: dict[int, str] = {}

    # 3.6: "Uuden pelaajan kohdatessa toisen uuden pelaajan käytetään laskennassa tämän
    # vanhaa vahvuuslukua. Mikäli sellaista ei ole, katsotaan luvuksi" 1325, 1425 or
    # 1525, by the age group of the tournament. 3.8: "Pelaajan kohdatessa suomalaisen
    # pelaajan ulkomaisessa kilpailussa käytetään vastustajan vahvuuslukuna seloa".
    @classmethod
    def from_standings(cls, standings: Sequence[Standing], default: int) -> Self:
        """Return opponents who all count with their own rating, and with `default`,
        which is that of 3.6, where they have none.
        """
        opponents = cls([standing.rating or 0 for standing in standings])
        for seat, standing in enumerate(standings):
            if standing.rating is None:
                opponents.meet(seat, default, "default-3.6")
        return opponents

    def meet(self, seat: int, rating: int, basis: str) -> None:
        """Let everybody meet this rating of a player from now on.

        `basis`: one of `BASES`.
        """
        self.ratings[seat] = rating
        self.marked_ratings[seat] = rating + APART * BASES.index(basis)
        self._bases[seat] = basis

    def basis(self, seat: int) -> str:
        """Return what a player's rating rests on.

        It is one of `BASES`: `old` where the player counts with their own rating from
        before.
        """
        return self._bases.get(seat, "old")


# 3.7: "Mikäli ulkomainen ... pelaaja, jolla on FIDE:n normaalishakin luku (Elo-luku),
# osallistuu kotimaiseen kilpailuun, eikä hänellä ole seloa tai hänen Elo-lukunsa on
# vähintään 100 pistettä korkeampi kuin selo, katsotaan Elo-luku hänen vakiintuneen
# pelaajan selokseen." (a foreigner's Elo becomes their selo when they have none or one
# at least 100 lower) Not a second time, unless they have since played games that count
# for Elo and not for selo.
def elo_step(
    unit: Unit, person: Person, standing: Standing, edition: FinnishEdition
) -> Change | None:
    """Return the change by which a foreigner's Elo becomes their selo; None where it
    does not.

    It stands for an established player ever after, and the day of the step is the first
    day of the unit. There is none for a Finn, a foreigner without an Elo on that day,
    an Elo too near the selo, and a second step without games for Elo alone in between.
    """
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
    after = selo_standing(
        elo,
        established_for_good,
        opponents=0,
        half_points=0,
        step=unit.start,
        edition=edition,
    )
    return unit_change(person.id, "3.7", standing.rating, (), after, kind="elo-step")


def elo_steps(
    unit: Unit,
    before: Sequence[Standing],
    people: Sequence[Person],
    edition: FinnishEdition,
) -> dict[int, Change]:
    """Return the changes by 3.7 in a unit, by seat.

    `before` and `people`: one for each seat. Seats without a step are not in the
    answer.
    """
    steps = {}
    for seat, person in enumerate(people):
        if person.external:  # most have no rating from elsewhere
            step = elo_step(unit, person, before[seat], edition)
            if step is not None:
                steps[seat] = step
    return steps
