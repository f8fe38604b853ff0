"""Work out one player's pelo by section 4: a provisional rating by 7.5 for a new
player, then 7.4 for everybody.

There is no cap, no bonus and no Kt. The expectation is in hundredths.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rulebooks.base import Standing
from rulebooks.finland.editions import FinnishEdition
from rulebooks.finland.tables import percent
from rulebooks.numbers import half_up, half_up_float

# what the rating that a player starts from may rest on
BASES = ("old", "default-4.4", "provisional-4.3")


class Start(NamedTuple):
    """The rating that a player starts from and counts with as an opponent, and what it
    rests on.

    basis: one of `BASES`.
    """

    rating: int
    basis: str


# 7.5: Rn = mean of the Ri + 800 (W/N - 1/2).
def provisional_number(
    opponents: int, half_points: int, games: int, width: int = 800
) -> tuple[int, int]:
    """Return a provisional rating before rounding, as numerator and denominator.

    `opponents` is the sum of their ratings.

    `games`: at least one; `width`: the 800 of the formula. One point of two games
    against 1500 and 1600 gives 1550:

        provisional_number(3100, 2, 2)  # (6200, 4)
    """
    numerator = 2 * opponents + width * (half_points - games)
    return numerator, 2 * games


# 4.3: "Uusille pelaajille lasketaan ensin väliaikainen peloluku kohdassa 7.5 esitetyllä
# kaavalla,
# pyöristäen tulos lähimpään kokonaislukuun. Laskelmassa huomioidaan vain peloluvullisia
# pelaajia
# vastaan pelatut pelit." 4.4: whoever met nobody with a pelo gets the rating of 3.6.
def provisional(
    standing: Standing,
    opponents: Sequence[int | None],
    points: Sequence[int],
    default: int,
    edition: FinnishEdition,
) -> Start:
    """Return the rating that a new player starts from. `opponents` are the ratings met,
    None of whoever has none before the unit, `points` the half points made against
    them.

    `default`: what 3.6 gives to somebody without a rating in this tournament.
    """
    met = made = games = 0
    for rating, half_points in zip(opponents, points, strict=True):
        if rating is not None:
            met, made, games = met + rating, made + half_points, games + 1

    if games:
        return Start(
            half_up(*provisional_number(met, made, games, edition.pelo_first)),
            "provisional-4.3",
        )
    if standing.rating is not None:
        # an opening without games still gives a rating (3.6: the old one)
        return Start(standing.rating, "old")

    return Start(default, "default-4.4")


# 7.4: Rn = Ro + 200 sgn(W - E) (1 - exp(-|W - E| / 10)).
def unrounded_rating(rating: int, surplus: int, most: int = 200) -> float:
    """Return the new rating before rounding; `surplus` is W - E in hundredths.

    `most`: the 200 of the formula, which no unit exceeds. One point more than expected
    is worth 19 points of rating:

        unrounded_rating(1500, 100)  # 1519.03...
    """
    if surplus == 0:
        return rating
    share_of_most = 1 - math.exp(-abs(surplus) / 1000)
    moved = most * share_of_most
    return rating + math.copysign(moved, surplus)


class AllGames(NamedTuple):
    """A player's games by 7.4: the expected score of each, the rating after all of
    them.

    expected: in hundredths, without a cap.
    """

    expected: list[int]
    after: int


# 4.2: "Vakiintuneen pelaajan peloluku lasketaan kohdassa 7.4 esitetyllä kaavalla." 4.3:
# a new player's too, from the provisional rating. 4.5: "Pyöristys tapahtuu kuten
# selolaskennassa, ks. 3.5."
def all_games(
    rating: int,
    opponents: Sequence[int],
    points: Sequence[int],
    edition: FinnishEdition,
) -> AllGames:
    """Work out a player's pelo from the rating that they start from. `opponents` are
    the ratings met, `points` the half points made.

    The order of the games does not matter: 7.4 is about all of them together.
    """
    expected = [percent(rating - opponent) for opponent in opponents]
    surplus = 50 * sum(points) - sum(expected)
    return AllGames(
        expected, half_up_float(unrounded_rating(rating, surplus, edition.pelo_most))
    )


def standing_after(rating: int) -> Standing:
    """Return the standing after a game of pelo: nobody is new any more, and nothing
    else is counted.
    """
    return Standing(rating, 1, ())
