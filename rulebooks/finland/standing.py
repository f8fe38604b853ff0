"""Say what a standing of selo and of pelo holds beside the rating.

Only what later units read is kept: once a player can no longer be new, games are not
counted and the sums are dropped. So a game struck out long ago does not change the
standing for the rest of a career.
"""

from typing import NamedTuple

from rulebooks.base import Standing
from rulebooks.finland.editions import FinnishEdition

NOBODY = Standing(None, 0, (0, 0, ""))  # of selo
NOBODY_IN_BLITZ = Standing(None, 0, ())


class NewcomerSums(NamedTuple):
    """What 7.3 reads of a new player's games: how many, the sum of the opponents'
    ratings, and the half points made.
    """

    games: int
    opponents: int
    half_points: int


def sums(standing: Standing) -> NewcomerSums:
    """Return the sums over a newcomer's games so far.

    Where nothing is kept of opponents and points, as of an established player, both
    are 0.
    """
    if not standing.state:
        return NewcomerSums(standing.games, 0, 0)
    opponents, half_points, _ = standing.state
    return NewcomerSums(standing.games, opponents, half_points)


def step_day(standing: Standing) -> str:
    """Return the start of the unit of the last 3.7 step; empty: never.

    The day is YYYY-MM-DD.
    """
    return str(standing.state[2]) if standing.state else ""


def selo_standing(
    rating: int,
    games: int,
    opponents: int,
    half_points: int,
    step: str,
    edition: FinnishEdition,
) -> Standing:
    """Return a standing of selo after so many games, with the sums over them as far as
    anybody reads them.

    `games`: of the whole career; `opponents`: the sum of the ratings met in them;
    `step`: the day of the last step of 3.7, or empty. With more games than any edition
    calls new, the number stays one above that limit and the sums are 0:

        selo_standing(1800, 40, 64_000, 41, "", edition)
        # Standing(1800, 11, (0, 0, ""))
    """
    if games > edition.sums_until:
        return Standing(rating, edition.sums_until + 1, (0, 0, step))
    return Standing(rating, games, (opponents, half_points, step))


# 3.1: "Mikäli hän on pelannut enintään 10 peliä, hänen katsotaan olevan uusi pelaaja"
# (new are those who have played at most 10 games before the unit; before 2023 it was 9,
# and the edition says how many).
def is_new(standing: Standing, edition: FinnishEdition) -> bool:
    """Tell whether a player is new on the list selo."""
    return standing.rating is None or standing.games <= edition.new_until


# 4.1: a player without an earlier pelo game is new.
def is_new_pelo(standing: Standing) -> bool:
    """Tell whether a player is new on the list pelo, with or without a rating."""
    return standing.games == 0
