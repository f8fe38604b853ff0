"""Title norms of FIDE worked out a second time, by trying every choice of games: slow,
and nothing of it is shared.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any

Row = dict[str, Any]

NUMBERS = {  # performance, average, floor, what the opponents hold
    "GM": (2600, 2380, 2200, ["GM"]),
    "IM": (2450, 2230, 2050, ["GM", "IM"]),
    "WGM": (2400, 2180, 2000, ["GM", "IM", "WGM"]),
    "WIM": (2250, 2030, 1850, ["GM", "IM", "WGM", "WIM"]),
}
# 1.4.9 as printed, from 1.0 down to .50
PRINTED = """800 677 589 538 501 470 444 422 401 383 366 351 336 322 309 296 284 273 262 251 240 230 220 211 202 193 184
175 166 158 149 141 133 125 117 110 102 95 87 80 72 65 57 50 43 36 29 21 14 7 0"""
DP = {100 - place: int(text) for place, text in enumerate(PRINTED.split())}
DP |= {100 - p: -value for p, value in DP.items()}


def rounded(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def is_norm(title: str, own: str, rows: list[Row], least: int, waived: bool) -> bool:
    """Whether these games, each with its opponent's federation, title, rating and the
    score, make a norm.
    """
    performance, average, lowest, holders = NUMBERS[title]
    n = len(rows)
    if n < least:
        return False
    federations = [row["federation"] for row in rows if row["federation"] != "FID"]
    if not waived and (
        len(set(federations) - {own}) < 2
        or federations.count(own) > floor(Fraction(3, 5) * n)
        or any(
            federations.count(one) > floor(Fraction(2, 3) * n)
            for one in set(federations)
        )
    ):
        return False
    titles = [row["title"] for row in rows]
    if sum(one in ("GM", "IM", "FM", "WGM", "WIM", "WFM") for one in titles) < ceil(
        Fraction(n, 2)
    ):
        return False
    if sum(one in holders for one in titles) < max(3, ceil(Fraction(n, 3))):
        return False
    ratings = sorted(1400 if row["rating"] is None else row["rating"] for row in rows)
    ratings[0] = max(ratings[0], lowest)
    mean = rounded(Fraction(sum(ratings), n))
    score = sum((Fraction(row["score"]) for row in rows), Fraction())
    if mean < average or score < Fraction(35, 100) * n:
        return False
    return mean + DP[rounded(100 * score / n)] >= performance


def makes(
    title: str,
    own: str,
    rows: list[Row],
    rounds: int,
    spared: int,
    last: Row | None = None,
    waived: bool = False,
) -> bool:
    """Whether a player makes a norm in a Swiss. `spared`: allocated byes and games won
    by forfeit; `last`: the opponent of the last round, who did not come.
    """
    if (
        len(rows) == 8
        and rounds == 9
        and spared == 1
        and is_norm(title, own, rows, 8, waived)
    ):
        return True
    ways = (
        [rows]
        if last is None or len(rows) != 8
        else [rows, [*rows, {**last, "score": 0}]]
    )
    return any(
        is_norm(title, own, kept, 9, waived)
        for way in ways
        for end in range(len(way) + 1)
        for kept in _kept(way[:end])
    )


def _kept(rows: list[Row]) -> Iterator[list[Row]]:
    won = [place for place, row in enumerate(rows) if row["score"] == 1]
    for size in range(len(won) + 1):
        for places in combinations(won, size):
            yield [row for place, row in enumerate(rows) if place not in places]
