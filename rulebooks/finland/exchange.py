"""7.2: what the games of one player are worth. A replay spends its time in this loop."""

from collections.abc import Iterable, Sequence

from rulebooks.finland.tables import REACH, Shares

NOTHING = -(10**12)  # less than anybody can gain


# 7.2: Rn = Ro + Kr * sum(Kt (Wi - Ei)) + N/10. One game, exact in ten-thousandths.
def gain(coefficient: int, half_points: int, share: int, bonus: int) -> int:
    """`coefficient` is Kr Kt, `share` the expected score in hundredths, `bonus` in tenths a game."""
    return coefficient * (50 * half_points - share) + 1000 * bonus


# 3.5: rounded once.
def value_after(rating: int, gained: int) -> int:
    return (rating * 10_000 + gained + 5_000) // 10_000


def exchange(
    rating: int,
    opponents: Iterable[int],
    numbers: Sequence[int],
    points: Sequence[int],
    coefficients: Iterable[int],
    shares: Shares,
    bonus: int,
) -> tuple[int, int, int]:
    """The expected score, what was gained by the end, and the most after any of the games.

    `numbers` are the ratings that count, by the opponents' positions; `coefficients` those of each game.
    """
    at = REACH + rating
    expected = gained = 0
    most = NOTHING
    for opponent, half_points, coefficient in zip(opponents, points, coefficients, strict=False):
        share = shares[at - numbers[opponent]]
        expected += share
        gained += gain(coefficient, half_points, share, bonus)
        if gained > most:
            most = gained
    return expected, gained, most
