"""The article's table d(p) as printed, and what is read from it."""

from collections.abc import Sequence
from fractions import Fraction

# 2.1.1: "A simplified version of this table looks like this", p in hundredths.
D_ROWS = (
    (1, -677), (10, -366), (20, -240), (30, -149), (40, -72), (50, 0),
    (60, 72), (70, 149), (80, 240), (90, 366), (99, 677),
)  # fmt: skip


# 2.1.1: "Rating Difference d[p] is based on a player's tournament percentage score p, which is then used as the key in
# a lookup table." Between two rows linearly (rules 4); beyond the ends of the table its ends (decided).
def d(half_points: int, games: int) -> Fraction:
    return d_of(Fraction(50 * half_points, games))


def d_of(percent: Fraction) -> Fraction:
    low = D_ROWS[0]
    for high in D_ROWS:
        if percent <= high[0]:
            if percent <= low[0] or high == low:
                return Fraction(low[1])
            return low[1] + (percent - low[0]) * Fraction(high[1] - low[1], high[0] - low[0])
        low = high
    return Fraction(low[1])


# 2.1.1: "Opponents' Rating Average + Rating Difference. In case of a perfect or no score d[p] is indeterminate."
def performance(numbers: Sequence[int], half_points: int) -> Fraction | None:
    """Exact; None where d(p) says nothing."""
    if not 0 < half_points < 2 * len(numbers):
        return None
    return Fraction(sum(numbers), len(numbers)) + d(half_points, len(numbers))
