"""7.2: what everybody's games are worth. A replay spends its time in this loop."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from rulebooks.finland.tables import REACH, Shares
from rulebooks.units import Boards

NOTHING = -(10**12)  # less than anybody can gain


# 3.5: rounded once.
def value_after(rating: int, gained: int) -> int:
    return (rating * 10_000 + gained + 5_000) // 10_000


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10, exact in ten-thousandths.
def gain(coefficient: int, half_points: int, share: int, bonus: int) -> int:
    """Return what one game is worth; `coefficient` is Kr Kt, `bonus` in tenths a game."""
    return coefficient * (50 * half_points - share) + 1000 * bonus


def exchange(
    players: Iterable[int],
    ratings: Sequence[int],
    boards: Boards,
    numbers: Sequence[int],
    coefficients: Mapping[int, int],
    shares: Shares,
    bonus: int,
) -> list[tuple[int, int, int]]:
    """Return for each player the expected score, what was gained by the end, and the most after any of the games.

    `numbers` are the ratings that everybody shows, `coefficients` Kr Kt by rating.
    """
    opponents_of, points_of, bonus_of_a_game = boards.opponents, boards.points, 1000 * bonus
    exchanged = []
    for player in players:
        rating = ratings[player]
        at, coefficient = REACH + rating, coefficients[rating]
        expected = gained = 0
        most = NOTHING
        for opponent, half_points in zip(opponents_of[player], points_of[player], strict=False):
            share = shares[at - numbers[opponent]]
            expected += share
            # `gain`, written out: a call would cost more than the sum
            gained += coefficient * (50 * half_points - share) + bonus_of_a_game
            if gained > most:
                most = gained
        exchanged.append((expected, gained, most))
    return exchanged


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
