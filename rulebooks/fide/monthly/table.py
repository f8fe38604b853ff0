"""8.1.1 and 8.2: from a fractional score to a difference, and the first rating of a player."""

from collections.abc import Sequence
from typing import NamedTuple

from rulebooks.rounding import half_up

# 8.1.1 "Table of conversion from fractional score, p, into rating differences, dp": .50 to 1.0, below with a minus.
DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
DRAWN_WITH, DRAWS = 1800, 2
HIGHEST_FIRST, LOWEST = 2200, 1400
GAMES_FOR_FIRST = 5
PERIODS_POOLED = 26


class Pooled(NamedTuple):
    """An unrated player's results for one list: games against rated players, the sum of their ratings, half points."""

    day: str
    games: int
    numbers: int
    half_points: int


def dp(half_points: int, games: int) -> int:
    """p to the nearest hundredth, a half up (decided: the text has the table only)."""
    p = half_up(50 * half_points, games)
    return DP[p - 50] if p >= 50 else -DP[50 - p]


# 8.2.2 "Ra is the average rating of the player's rated opponents plus two hypothetical opponents rated 1800. The result
# against these two hypothetical opponents is considered as a draw." 8.2.3 "Ru = Ra + dp. Ru is rounded to the nearest
# whole number. The maximum initial rating is 2200."
def first_rating(pool: Sequence[Pooled]) -> int:
    games = sum(one.games for one in pool) + DRAWS
    numbers = sum(one.numbers for one in pool) + DRAWS * DRAWN_WITH
    half_points = sum(one.half_points for one in pool) + DRAWS
    return min(HIGHEST_FIRST, half_up(numbers + games * dp(half_points, games), games))


# 7.1.4 "A rating for a player new to the list shall be published when it is based on at least 5 games against rated
# opponents. ... The rating must be at least 1400."
def is_published(pool: Sequence[Pooled]) -> bool:
    return sum(one.games for one in pool) >= GAMES_FOR_FIRST and first_rating(pool) >= LOWEST
