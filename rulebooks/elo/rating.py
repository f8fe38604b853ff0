"""3.1 of the article: logistic expectation, one computation and one rounding a unit, K by the edition's scheme."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import People, Person, Rated, Standing, Standings, Unit
from rulebooks.logistic import curve as logistic
from rulebooks.units.figures import Figures
from rulebooks.units.gather import seats

SOURCE = "Elo rating system, Wikipedia, 10 February 2009"


class EloEdition(NamedTuple):
    """A K scheme: rows of (from this rating, K), the highest first."""

    id: str
    since: str
    source: str
    k: tuple[tuple[int, int], ...]
    start: int = logistic.START
    revision: int = 1


# K = 32: "calculated under the old Elo formula with K=32" (3.4).
# 16-32: "The maximum possible adjustment per game was set at K = 16 for masters and K = 32 for weaker players" (3.1);
# masters from 2200 (2.3).
# uscf: "Players below 2100 -> K factor of 32 used. Players between 2100 and 2400 -> 24. Players above 2400 -> 16"
# (3.2.2); both ends are "between" (rules 4).
EDITIONS = {
    edition.id: edition
    for edition in (
        EloEdition("elo-32", "0001-01-01", SOURCE, ((0, 32),)),
        EloEdition("elo-16-32", "0001-01-01", SOURCE, ((2200, 16), (0, 32))),
        EloEdition("elo-uscf", "0001-01-01", SOURCE, ((2401, 16), (2100, 24), (0, 32))),
    )
}


def k_factor(rating: int, edition: str) -> int:
    """K by the rating before the unit."""
    return _k(rating, EDITIONS[edition])


def _k(rating: int, edition: EloEdition) -> int:
    return next((k for least, k in edition.k if rating >= least), edition.k[-1][1])


# 3.1: "This update can be performed after each game or each tournament, or after any suitable rating period."
def rate(unit: Unit, standings: Standings, people: People, edition: EloEdition) -> Rated:
    boards = seats(unit.games)
    before = logistic.numbers(standings, list(boards), edition.start)
    changes = [
        logistic.changed(player, boards[player], before, "elo", Fraction(_k(before[player][0], edition)))
        for player in sorted(boards)
    ]
    return Rated(changes, {})


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: EloEdition) -> Figures:
    """The same in columns."""

    fractions = {k: Fraction(k) for _, k in edition.k}

    def k(rating: int, earlier: int, games: int) -> Fraction:
        return fractions[_k(rating, edition)]

    out = logistic.in_columns(unit, before, edition.start, k)
    out.shown.extend(logistic.signs(before, edition.start))
    return out
