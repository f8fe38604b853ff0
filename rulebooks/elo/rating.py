"""3.1 of the article: logistic expectation, one computation and one rounding a unit, K by the edition's scheme."""

from fractions import Fraction
from typing import NamedTuple

from rulebooks import logistic
from rulebooks.base import People, Rated, Standings, Unit
from rulebooks.units import seats

SOURCE = "Elo rating system, Wikipedia, 10 February 2009"


class Band(NamedTuple):
    """K for numbers up to and including `until`."""

    until: int
    k: int


class Edition(NamedTuple):
    """A K scheme; bands from the lowest numbers up."""

    id: str
    since: str
    source: str
    bands: tuple[Band, ...]
    revision: int = 1


EVERYBODY = 10**6
# K = 32: "calculated under the old Elo formula with K=32" (3.4).
# 16-32: "The maximum possible adjustment per game was set at K = 16 for masters and K = 32 for weaker players" (3.1);
# masters from 2200 (2.3).
# uscf: "Players below 2100 -> K factor of 32 used. Players between 2100 and 2400 -> 24. Players above 2400 -> 16"
# (3.2.2); both ends are "between" (rules 4).
EDITIONS = {
    edition.id: edition
    for edition in (
        Edition("elo-32", "0001-01-01", SOURCE, (Band(EVERYBODY, 32),)),
        Edition("elo-16-32", "0001-01-01", SOURCE, (Band(2199, 32), Band(EVERYBODY, 16))),
        Edition("elo-uscf", "0001-01-01", SOURCE, (Band(2099, 32), Band(2400, 24), Band(EVERYBODY, 16))),
    )
}


def k_factor(rating: int, edition: str) -> int:
    """K by the number before the unit."""
    return next(band.k for band in EDITIONS[edition].bands if rating <= band.until)


# 3.1: "This update can be performed after each game or each tournament, or after any suitable rating period."
def rate(unit: Unit, standings: Standings, people: People) -> Rated:
    boards = seats(unit.games)
    before = logistic.numbers(standings, list(boards))
    changes = [
        logistic.changed(player, boards[player], before, "elo", Fraction(k_factor(before[player][0], unit.edition)))
        for player in sorted(boards)
    ]
    return Rated(changes, {})
