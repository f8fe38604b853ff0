"""State the tables of section 7 as printed: what a game is expected to bring, and the
coefficients.
"""

from functools import cache
from itertools import pairwise

Rows = tuple[tuple[int, int], ...]

# 7.9 stands as printed: |D| from, H. Column L is 100 - H.
PERCENT_ROWS = (
    (0, 50), (4, 51), (11, 52), (18, 53), (26, 54), (33, 55), (40, 56), (47, 57), (54, 58), (62, 59), (69, 60),
    (77, 61), (84, 62), (92, 63), (99, 64), (107, 65), (114, 66), (122, 67), (130, 68), (138, 69), (146, 70),
    (154, 71), (163, 72), (171, 73), (180, 74), (189, 75), (198, 76), (207, 77), (216, 78), (226, 79), (236, 80),
    (246, 81), (257, 82), (268, 83), (279, 84), (291, 85), (303, 86), (316, 87), (329, 88), (345, 89), (358, 90),
    (375, 91), (392, 92), (412, 93), (433, 94), (457, 95), (485, 96), (518, 97), (560, 98), (620, 99), (736, 100),
)  # fmt: skip


def _by_difference() -> tuple[int, ...]:
    """Unroll the table, one number for each |D| from 0 to 736: looking up is indexing.

    The last row holds for 736 alone: from there on, `percent` asks no table.
    """
    unrolled: list[int] = []
    rows = [*PERCENT_ROWS, (737, 100)]
    for (low, percent), (high, _) in pairwise(rows):
        differences = range(low, high)
        unrolled += [percent for _ in differences]
    return tuple(unrolled)


_PERCENT = _by_difference()


def percent(difference: int) -> int:
    """Return the expected score p(D) in hundredths for D = Ro - Ri, without the cap
    (7.9): column H for D >= 0, L below.

    `percent(0)` is 50: equal players share the point. From 736 apart on it is 100 or 0.

    So the table reads, with column L below 0:

        percent(100)  # 64
        percent(-100)  # 36
    """
    if difference >= 736:
        return 100
    if difference <= -736:
        return 0
    if difference >= 0:
        return _PERCENT[difference]
    return 100 - _PERCENT[-difference]


# 7.9: "Seloa laskettaessa p(D) on kuitenkin enintään 92. Peloa laskettaessa rajaa ei
# ole." (for selo at most 92)
class Expectation(dict[int, int]):
    """The expected score in hundredths by the difference of the ratings, with the
    highest that there is. Each is looked up in the table once.

    `cap`: the highest, in hundredths; it cuts the stronger player's expectation alone.

        Expectation(92)[500]  # 92, where the table says 96
    """

    def __init__(self, cap: int = 100) -> None:
        self._cap = cap

    def __missing__(self, difference: int) -> int:
        """Look a difference up for the first time, and keep what was found."""
        expected = min(self._cap, percent(difference))
        self[difference] = expected
        return expected


expectation = cache(Expectation)  # by the cap


# 7.7 stands as printed, from Ro: Kr = min(45, max(20, 5 * ceil((2450 - Ro) / 100))).
KR_ROWS = ((2050, 20), (1950, 25), (1850, 30), (1750, 35), (1650, 40), (0, 45))
# 7.8: minutes from, Kt in hundredths; the fast games of the strong have a row of their
# own.
KT_ROWS = ((90, 100), (60, 50), (0, 30))
FAST_HIGH_FROM = 2300
AGE_GROUP_NUMBER = {"under-10": 1325, "under-14": 1425, "open": 1525}  # 3.6


def rating_coefficient(rating: int, rows: Rows = KR_ROWS) -> int:
    """Return Kr of 7.7 by the player's own number.

    `rows`: (the least rating, Kr), the highest first; below all of them the last one
    counts.

        rating_coefficient(1900)  # 30
        rating_coefficient(2050)  # 20
    """
    for least, kr in rows:
        if rating >= least:
            return kr
    return rows[-1][1]


def time_coefficient(
    seconds: int, rating: int, fast_high: int, rows: Rows = KT_ROWS
) -> int:
    """Return Kt of 7.8 in hundredths, by whole minutes for the first 60 moves and the
    player's own number.

    `fast_high`: the Kt of the last row from a rating of 2300 on, in hundredths. `rows`:
    (the least minutes, Kt), the longest first.

        time_coefficient(5400, 1800, 10)  # 100: 90 minutes
        time_coefficient(900, 2300, 10)  # 10: 15 minutes of a strong player
    """
    minutes = seconds // 60
    for least, kt in rows[:-1]:
        if minutes >= least:
            return kt
    return rows[-1][1] if rating < FAST_HIGH_FROM else fast_high
