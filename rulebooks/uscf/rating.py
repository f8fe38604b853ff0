"""2.3 of the article: K falls with the games a number is based on; classes by rating."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from rulebooks.base import Change, People, Person, Rated, Standing, Standings, Unit
from rulebooks.logistic import curve as logistic
from rulebooks.logistic.curve import BILLION
from rulebooks.long_list import decided, ruled
from rulebooks.units.figures import Figures, mark
from rulebooks.units.gather import boards, seats

GAMES_AT_MOST = 50
FORMULA_UNTIL = 2355


class UscfEdition(NamedTuple):
    id: str
    since: str
    source: str
    points: int = 800  # K = 800 / (Ne + m)
    start: int = logistic.START
    revision: int = 1


EDITIONS = {
    "uscf": UscfEdition("uscf", "0001-01-01", "Elo rating system, Wikipedia, 10 February 2009 (Glickman 2001)"),
}


# "the effective number of games a player's rating is based on (Ne)": min(games, 50 / sqrt(0.662 + 0.00000739
# (2569 - R)^2)) up to 2355, min(games, 50) above (rules 4).
def effective_games(rating: int, games: int) -> Fraction:
    """Ne, to the billionth: 0.662 + 0.00000739 d^2 are (66200000 + 739 d^2) / 10^8, whose root is found in integers."""
    played = Fraction(min(games, GAMES_AT_MOST))
    if rating > FORMULA_UNTIL:
        return played
    inside = 66_200_000 + 739 * (2569 - rating) ** 2
    twice = isqrt(4 * (GAMES_AT_MOST * 10_000 * BILLION) ** 2 // inside)
    return min(played, Fraction((twice + 1) // 2, BILLION))


# "K = 800 / (Ne + m)", m "the number of games the player completed in a tournament".
def k_factor(rating: int, games_before: int, games: int, points: int = 800) -> Fraction:
    return points / (effective_games(rating, games_before) + games)


def rate(unit: Unit, standings: Standings, people: People, edition: UscfEdition) -> Rated:
    """All games at once from the ratings before the unit; without an opening 1500 and no games, so that K is 800/m."""
    boards = seats(unit.games)
    before = logistic.numbers(standings, list(boards), edition.start)
    changes = []
    for player in sorted(boards):
        earlier, games = standings.get(player, Standing()).games, len(boards[player])
        k = k_factor(before[player][0], earlier, games, edition.points)
        # counted up to 50, because no formula reads more: a game struck out long ago moves nothing later
        known = min(GAMES_AT_MOST, earlier + games)
        changes.append(logistic.changed(player, boards[player], before, "uscf", k, earlier, known))
    return Rated(changes, {})


def figures(unit: Unit, before: Sequence[Standing], people: Sequence[Person], edition: UscfEdition) -> Figures:
    """The same in columns. K hangs on the games before, so a player's terms rest on more than the ratings met."""

    def k(rating: int, earlier: int, games: int) -> Fraction:
        return k_factor(rating, earlier, games, edition.points)

    out = logistic.in_columns(unit, before, edition.start, k, known=GAMES_AT_MOST)
    shown = logistic.signs(before, edition.start)
    for player, opponents in enumerate(boards(unit.games).opponents):
        out.marks[player] = mark([before[player].games, *(shown[opponent] for opponent in opponents)])
    return out


def given(unit: Unit, standing: Standing, edition: UscfEdition) -> Change | None:
    """An opening brings its games; a ruling leaves them."""
    assert unit.given is not None
    if unit.kind == "opening":
        return decided(unit, None, Standing(unit.given.rating, min(unit.given.games, GAMES_AT_MOST), ()))
    rating = ruled(unit, standing.rating)
    return None if rating is None else decided(unit, standing.rating, standing.with_rating(rating))


# 2.3: "The United States Chess Federation uses its own classification of players." Below 1000 the article has no class.
CLASSES = (
    (2400, "Senior Master"), (2200, "Master"), (2000, "Expert"), (1800, "Class A"), (1600, "Class B"),
    (1400, "Class C"), (1200, "Class D"), (1000, "Class E"),
)  # fmt: skip


def class_of(rating: int) -> str | None:
    return next((name for least, name in CLASSES if rating >= least), None)
