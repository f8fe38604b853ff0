"""FIDE's table 8.1.1: the difference in ratings that a score stands for. The regulations
of ratings and those of title norms both read it.
"""

from rulebooks.numbers import half_up

# 8.1.1 "Table of conversion from fractional score, p, into rating differences, dp": .50
# to 1.0, below with a minus.
DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip


def dp(half_points: int, games: int) -> int:
    """Look dp up, with p to the nearest hundredth, a half up (decided: the text has the
    table only).
    """
    p = half_up(50 * half_points, games)
    return DP[p - 50] if p >= 50 else -DP[50 - p]
