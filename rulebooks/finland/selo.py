"""Work out one player's selo by section 3: 7.3 for a new player, 7.2 for an established
one.

Ratings are whole numbers; expectation and Kt are in hundredths, what a game is worth in
ten-thousandths of a point. Which rating an opponent counts with is in opponents.py, and
who is worked out first in selo_unit.py.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rulebooks.base import Standing
from rulebooks.finland.editions import FinnishEdition
from rulebooks.finland.standing import NewcomerSums, selo_standing, step_day, sums
from rulebooks.finland.tables import expectation, rating_coefficient, time_coefficient
from rulebooks.numbers import half_up


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths of a point.
def gain(coefficient: int, half_points: int, expected: int, bonus: int) -> int:
    """Return what one game is worth. `coefficient` is Kr Kt, `bonus` in tenths a game.

    Returned are ten-thousandths of a point, exact. `half_points`: 0, 1 or 2;
    `expected`: in hundredths. A draw where 64 was expected, with Kr 20, Kt 1 and no
    bonus, costs 2.8 points:

        gain(2000, 1, 64, 0)  # -28000
    """
    return coefficient * (50 * half_points - expected) + 1000 * bonus


# 3.5: "Pelaajan uusi vahvuusluku pyöristetään lähimpään kokonaislukuun. Mikäli uusi
# vahvuusluku on täsmälleen kahden kokonaisluvun puolivälissä, pyöristetään luku
# ylöspäin."
def value_after(rating: int, gained: int) -> int:
    """Return a rating after so much was gained, in ten-thousandths of a point, rounded
    by 3.5.

        value_after(1800, 5_000)  # 1801: a half goes up
        value_after(1800, -5_000)  # 1800: a half goes up here too
    """
    return rating + (gained + 5_000) // 10_000


class GameByGame(NamedTuple):
    """An established player's games by 7.2, one value per game: the expected score, Kt, and
    the rating after the game (5.3). `standing`: after all of them.

    expected: in hundredths.
    kt: in hundredths.
    running: whole ratings, each rounded by itself from the start of the unit.
    """

    expected: list[int]
    kt: list[int]
    running: list[int]
    standing: Standing

    @property
    def after(self) -> int:
        """The rating after the last game."""
        return self.running[-1]


# 3.2: "Vakiintuneen pelaajan selo lasketaan kohdassa 7.2 esitetyllä kaavalla."
def game_by_game(
    standing: Standing,
    opponents: Sequence[int],
    points: Sequence[int],
    seconds: Sequence[int],
    edition: FinnishEdition,
) -> GameByGame:
    """Work out an established player's selo. `opponents` are the ratings met, `points`
    the half points made, `seconds` the times of the games.

    `standing`: the one from before the unit, which must hold a rating. Kr and Kt follow
    that rating in all games of the unit: a rating that moves on the way changes
    neither. The bonus of the edition comes with every game.
    """
    rating = standing.rating
    assert rating is not None
    kr = rating_coefficient(rating, edition.kr)
    kt_of = {
        time: time_coefficient(time, rating, edition.fast_high, edition.kt)
        for time in set(seconds)
    }

    expectation_of = expectation(edition.cap)  # in hundredths
    expected: list[int] = []
    running: list[int] = []
    gained = 0
    for opponent, half_points, time in zip(opponents, points, seconds, strict=True):
        expected_of_game = expectation_of[rating - opponent]
        gained += gain(
            kr * kt_of[time], half_points, expected_of_game, edition.bonus_established
        )
        expected.append(expected_of_game)
        running.append(value_after(rating, gained))

    games = standing.games + len(running)
    after = selo_standing(
        running[-1],
        games,
        opponents=0,
        half_points=0,
        step=step_day(standing),
        edition=edition,
    )
    return GameByGame(expected, [kt_of[time] for time in seconds], running, after)


# 7.3: Rn = mean of the Ri + 400 (W/N - 1/2) + N/10, in whole numbers: (10 S + 4000 W -
# 2000 N + N^2) / 10 N.
def unrounded_rating(
    opponents: int, half_points: int, games: int, bonus: int
) -> tuple[int, int]:
    """Return a new player's rating before rounding, as numerator and denominator;
    `bonus` in tenths a game.

    `opponents` is the sum of the ratings met, and `games` is not 0. Two games against
    1500 and 1600 with one point, without a bonus, give 1550:

        unrounded_rating(3100, 2, 2, 0)  # (31000, 20)
    """
    return (
        10 * opponents + 2000 * half_points - 2000 * games + bonus * games * games,
        10 * games,
    )


# 3.3: "Mikäli pelaajan aiempien pelien yksittäisiä tuloksia ei tunneta, katsotaan
# niiden olleen tasapelejä Ro-tasoisia pelaajia vastaan." Before 2023 that was so for
# all earlier games.
def carried_into(standing: Standing, edition: FinnishEdition) -> NewcomerSums:
    """Return the sums over the earlier games, as the edition counts these.

    Where an edition carries no game by itself, all earlier games are draws against the
    rating from before; without a rating the sum is 0.
    """
    if edition.carries_games:
        return sums(standing)
    games = standing.games
    return NewcomerSums(games, (standing.rating or 0) * games, half_points=games)


class FirstRating(NamedTuple):
    """A new player's rating by 7.3, over the games of the whole career: those `carried`
    in, and those of the unit.

    carried: the sums over the games before the unit.
    games: how many there are, carried ones included.
    after: the rating after the unit, rounded by 3.5.
    standing: what later units read, with every opponent's own rating in its sums.
    """

    carried: NewcomerSums
    games: int
    after: int
    standing: Standing


# 3.3: "Uuden pelaajan selo lasketaan kohdassa 7.3 esitetyllä kaavalla. Kaavassa
# huomioidaan kilpailussa pelattujen pelien lisäksi kaikki pelaajan aiemminkin pelaamat
# selokelpoiset pelit." Rounded as in 3.5.
def first_rating(
    standing: Standing,
    opponents: Sequence[int],
    points: Sequence[int],
    edition: FinnishEdition,
) -> FirstRating:
    """Work out a new player's selo. `opponents` are the ratings met, `points` the half
    points made, one value per game.

    The rating is worked out from the games that the edition carries; the standing keeps
    the sums of all games in any case, so that a later edition can carry each by itself.
    """
    met, made = sum(opponents), sum(points)
    carried = carried_into(standing, edition)
    games = carried.games + len(opponents)
    exact = unrounded_rating(
        opponents=carried.opponents + met,
        half_points=carried.half_points + made,
        games=games,
        bonus=edition.bonus_new,
    )
    after = half_up(*exact)

    before = sums(standing)
    kept = selo_standing(
        after,
        games,
        opponents=before.opponents + met,
        half_points=before.half_points + made,
        step=step_day(standing),
        edition=edition,
    )
    return FirstRating(carried, games, after, kept)
