"""The tables of section 7 as printed, and the dated editions (rules 1.1). New number = new row."""

from typing import NamedTuple

# 7.9 stands as printed: |D| from, H. Column L is 100 - H.
PERCENT_ROWS = (
    (0, 50), (4, 51), (11, 52), (18, 53), (26, 54), (33, 55), (40, 56), (47, 57), (54, 58), (62, 59), (69, 60),
    (77, 61), (84, 62), (92, 63), (99, 64), (107, 65), (114, 66), (122, 67), (130, 68), (138, 69), (146, 70),
    (154, 71), (163, 72), (171, 73), (180, 74), (189, 75), (198, 76), (207, 77), (216, 78), (226, 79), (236, 80),
    (246, 81), (257, 82), (268, 83), (279, 84), (291, 85), (303, 86), (316, 87), (329, 88), (345, 89), (358, 90),
    (375, 91), (392, 92), (412, 93), (433, 94), (457, 95), (485, 96), (518, 97), (560, 98), (620, 99), (736, 100),
)  # fmt: skip


def _by_difference() -> tuple[int, ...]:
    """The table unrolled, one number for each |D| from 0 to 736: looking up is indexing."""
    unrolled: list[int] = []
    for (low, percent), (high, _) in zip(PERCENT_ROWS, (*PERCENT_ROWS[1:], (737, 100)), strict=True):
        unrolled.extend([percent] * (high - low))
    return tuple(unrolled)


_PERCENT = _by_difference()


def percent(difference: int) -> int:
    """7.9: p(D) for D = Ro - Ri, without the cap: column H for D >= 0, L below."""
    if difference >= 0:
        return _PERCENT[difference] if difference < 736 else 100
    return 100 - _PERCENT[-difference] if difference > -736 else 0


def rating_coefficient(rating: int) -> int:
    """7.7: Kr = min(45, max(20, 5 * ceil((2450 - Ro) / 100)))."""
    return min(45, max(20, 5 * -((rating - 2450) // 100)))


def time_coefficient(seconds: int, rating: int, fast_high: int) -> int:
    """7.8: Kt in hundredths, by whole minutes for the first 60 moves and the player's own number."""
    minutes = seconds // 60
    if minutes >= 90:
        return 100
    if minutes >= 60:
        return 50
    return 30 if rating < 2300 else fast_high


AGE_GROUP_NUMBER = {"under-10": 1325, "under-14": 1425, "open": 1525}  # 3.6


class Edition(NamedTuple):
    """A dated state of the rules; never edited once it has been in force, a correction raises `revision`."""

    id: str
    since: str
    source: str
    cap: int  # 7.9, hundredths
    bonus_established: bool  # N/10 of 7.2
    bonus_new: bool  # N/10 of 7.3
    fast_high: int  # 7.8: Kt under 60 minutes from 2300, hundredths
    new_until: int  # 3.1: a player with at most so many earlier games is new
    carries_games: bool  # 3.3: every earlier game by itself; before 2023 rounded rating x games
    selo_seconds: int  # 2.8: the shortest selo game
    pelo_seconds: int  # 2.8: the shortest pelo game
    titles_in_play: bool  # 6.2: values during a tournament count for titles
    revision: int = 1


BEGINNING = "0001-01-01"
EDITIONS = {
    edition.id: edition
    for edition in (
        Edition("fi-1990", BEGINNING, "Selohöpötystä", 85, False, False, 15, 9, False, 900, 181, False),
        Edition("fi-2011", "2011-01-01", "Selohöpötystä, 29.12.2010", 92, True, False, 15, 9, False, 900, 181, False),
        Edition("fi-2023", "2023-04-26", "Selosäännöstö 26.4.2023", 92, True, True, 10, 10, True, 601, 181, True),
    )
}  # fmt: skip
NEW_FOR_SURE_UNTIL = max(edition.new_until for edition in EDITIONS.values())
