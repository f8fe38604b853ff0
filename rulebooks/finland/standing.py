"""Say what a standing of selo and of pelo holds beside the rating.

Only what later units read is kept: once a player can no longer be new, games are not
counted and the sums are
dropped. So a game struck out long ago does not change the standing for the rest of a
career.
"""

from rulebooks.base import Standing
from rulebooks.finland.tables import FinnishEdition

NOBODY = Standing(None, 0, (0, 0, ""))  # of selo
NOBODY_IN_BLITZ = Standing(None, 0, ())


def sums(standing: Standing) -> tuple[int, int]:
    """Return the sum of opponents' numbers and the half points of a newcomer's games so
    far.
    """
    return (standing.state[0], standing.state[1]) if standing.state else (0, 0)


def step_day(standing: Standing) -> str:
    """Return the start of the unit of the last 3.7 step; empty: never."""
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
    return standing.games == 0
