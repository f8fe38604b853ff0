"""7.2: what everybody's games are worth. A replay spends its time in this loop."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from rulebooks.finland.tables import GAME, REACH, Shares, Surpluses
from rulebooks.games import Games

NOTHING = -(10**12)  # less than anybody can gain


# 3.5: rounded once.
def values_after(ratings: Iterable[int], gained: Iterable[int]) -> list[int]:
    return [(rating * 10_000 + own + 5_000) // 10_000 for rating, own in zip(ratings, gained, strict=True)]


def value_after(rating: int, gained: int) -> int:
    return values_after((rating,), (gained,))[0]


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths.
def gain(coefficient: int, half_points: int, share: int, bonus: int) -> int:
    """Return what one game is worth; `coefficient` is Kr Kt, `bonus` in tenths a game."""
    return coefficient * (50 * half_points - share) + 1000 * bonus


class Exchanged(NamedTuple):
    """What the games of a unit came to, a place a player: what was gained by the end, the most after any of the games,
    the games, and the half points made."""

    gained: list[int]
    most: list[int]
    played: list[int]
    made: list[int]


def exchange(
    games: Games, numbers: Sequence[int], coefficients: Sequence[int], surpluses: Surpluses, bonus: int
) -> Exchanged:
    """Exchange all games, both sides of each at once. `numbers` are the ratings that the players have and show,
    `coefficients` their Kr Kt.
    """
    size, bonus_of_a_game = len(numbers), 1000 * bonus
    gained, most, tallies = [0] * size, [NOTHING] * size, [0] * size
    rows = zip(games.white, games.black, map(surpluses.__getitem__, games.results), strict=True)
    for white, black, (own, other, tally_of_white, tally_of_black) in rows:
        difference = numbers[white] - numbers[black]
        # `gain`, written out: a call would cost more than the sum
        gained[white] = so_far = gained[white] + coefficients[white] * own[REACH + difference] + bonus_of_a_game
        if so_far > most[white]:
            most[white] = so_far
        gained[black] = so_far = gained[black] + coefficients[black] * other[REACH - difference] + bonus_of_a_game
        if so_far > most[black]:
            most[black] = so_far
        tallies[white] += tally_of_white
        tallies[black] += tally_of_black
    return Exchanged(gained, most, [tally // GAME for tally in tallies], [tally % GAME for tally in tallies])


def expected_of(exchanged: Exchanged, coefficients: Iterable[int], bonus: int) -> list[int]:
    """Return each player's expected score from what was gained: `gain`, turned round. No coefficient may be 0."""
    bonus_of_a_game = 1000 * bonus
    columns = zip(exchanged.gained, coefficients, exchanged.made, exchanged.played, strict=True)
    return [50 * made - (gained - bonus_of_a_game * played) // coefficient
            for gained, coefficient, made, played in columns]  # fmt: skip


def game_by_game(
    rating: int,
    numbers: Sequence[int],
    points: Sequence[int],
    coefficients: Iterable[int],
    shares: Shares,
    bonus: int,
) -> list[tuple[int, int]]:
    """Return the expected score and the gain of each game; `numbers` are the ratings that were met."""
    expected = [shares[REACH + rating - number] for number in numbers]
    games = zip(coefficients, points, expected, strict=True)
    return [(share, gain(coefficient, half_points, share, bonus)) for coefficient, half_points, share in games]


def together(worth: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Sum games that were exchanged one by one into what `exchange` returns for a player."""
    after_each = list(accumulate(gained for _, gained in worth))
    return sum(expected for expected, _ in worth), after_each[-1], max(after_each)
