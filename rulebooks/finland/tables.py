"""State the tables of section 7 as printed, and the dated editions (rules 1.1). New
number = new row.
"""

from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

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


class FinnishEdition(NamedTuple):
    """A dated state of the rules; never edited once it has been in force, a correction
    raises `revision`.

    id: as it is written in entries, such as `fi-2023`.
    since: its first day, YYYY-MM-DD.
    source: what the rule text calls itself.
    """

    id: str
    since: str
    source: str
    cap: int  # 7.9, hundredths
    bonus_established: int  # tenths a game: N/10 of 7.2
    bonus_new: int  # tenths a game: N/10 of 7.3
    fast_high: int  # 7.8: Kt under 60 minutes from 2300, hundredths
    new_until: int  # 3.1: a player with at most so many earlier games is new
    # 3.3: every earlier game by itself; before 2023 rounded rating x games
    carries_games: bool
    selo_seconds: int  # 2.8: the shortest selo game
    pelo_seconds: int  # 2.8: the shortest pelo game
    titles_in_play: bool  # 6.2: values during a tournament count for titles
    revision: int = 1
    # 3.3: so many games a newcomer's sums are kept; nobody is new after more, in any
    # edition
    sums_until: int = 10
    # what no edition has changed so far; a trial may
    kr: Rows = KR_ROWS  # 7.7
    kt: Rows = KT_ROWS  # 7.8
    unrated: dict[str, int] = AGE_GROUP_NUMBER  # 3.6
    elo_above: int = 100  # 3.7: how far above the selo an Elo must be
    pelo_most: int = 200  # 7.4: what one unit can move a pelo by
    pelo_first: int = 800  # 7.5: the width of a provisional rating


BEGINNING = "0001-01-01"
EDITIONS = {
    edition.id: edition
    for edition in (
        FinnishEdition(
            id="fi-1990",
            since=BEGINNING,
            source="Selohöpötystä",
            cap=85,
            bonus_established=0,
            bonus_new=0,
            fast_high=15,
            new_until=9,
            carries_games=False,
            selo_seconds=900,
            pelo_seconds=181,
            titles_in_play=False,
        ),
        FinnishEdition(
            id="fi-2011",
            since="2011-01-01",
            source="Selohöpötystä, 29.12.2010",
            cap=92,
            bonus_established=1,
            bonus_new=0,
            fast_high=15,
            new_until=9,
            carries_games=False,
            selo_seconds=900,
            pelo_seconds=181,
            titles_in_play=False,
        ),
        FinnishEdition(
            id="fi-2023",
            since="2023-04-26",
            source="Selosäännöstö 26.4.2023",
            cap=92,
            bonus_established=1,
            bonus_new=1,
            fast_high=10,
            new_until=10,
            carries_games=True,
            selo_seconds=601,
            pelo_seconds=181,
            titles_in_play=True,
        ),
    )
}


def in_force(day: str) -> str:
    """Return the edition in force on a day by its own first day, where no ledger says
    what was adopted.

    `day` is YYYY-MM-DD.

        in_force("2015-06-01")  # "fi-2011"
    """
    begun = [edition for edition in EDITIONS.values() if edition.since <= day]
    newest = max(begun, key=attrgetter("since"))
    return newest.id
