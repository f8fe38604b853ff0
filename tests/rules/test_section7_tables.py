"""Section 7: the coefficients and the table of 7.9, each row at both ends, and the cap.
All numbers by hand.
"""

import pytest

from rulebooks.finland.tables import percent, rating_coefficient, time_coefficient
from tests.rules.rules_build import DAYS, mine

# 7.9 as printed: from, to, H, L
ROWS = [
    (0, 3, 50, 50), (4, 10, 51, 49), (11, 17, 52, 48), (18, 25, 53, 47), (26, 32, 54, 46), (33, 39, 55, 45),
    (40, 46, 56, 44), (47, 53, 57, 43), (54, 61, 58, 42), (62, 68, 59, 41), (69, 76, 60, 40), (77, 83, 61, 39),
    (84, 91, 62, 38), (92, 98, 63, 37), (99, 106, 64, 36), (107, 113, 65, 35), (114, 121, 66, 34),
    (122, 129, 67, 33), (130, 137, 68, 32), (138, 145, 69, 31), (146, 153, 70, 30), (154, 162, 71, 29),
    (163, 170, 72, 28), (171, 179, 73, 27), (180, 188, 74, 26), (189, 197, 75, 25), (198, 206, 76, 24),
    (207, 215, 77, 23), (216, 225, 78, 22), (226, 235, 79, 21), (236, 245, 80, 20), (246, 256, 81, 19),
    (257, 267, 82, 18), (268, 278, 83, 17), (279, 290, 84, 16), (291, 302, 85, 15), (303, 315, 86, 14),
    (316, 328, 87, 13), (329, 344, 88, 12), (345, 357, 89, 11), (358, 374, 90, 10), (375, 391, 91, 9),
    (392, 411, 92, 8), (412, 432, 93, 7), (433, 456, 94, 6), (457, 484, 95, 5), (485, 517, 96, 4),
    (518, 559, 97, 3), (560, 619, 98, 2), (620, 735, 99, 1), (736, 1400, 100, 0),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"7.9-{low}..{high}" for low, high, _, _ in ROWS]
)
def test_each_row_at_both_ends_and_both_signs(row: tuple[int, int, int, int]) -> None:
    low, high, above, below = row
    assert [percent(low), percent(high)] == [above, above]
    assert [percent(-low), percent(-high)] == [above if low == 0 else below, below]


def test_7_9_the_rows_leave_no_gap() -> None:
    assert len(ROWS) == 51
    assert [high + 1 for _, high, _, _ in ROWS[:-1]] == [
        low for low, _, _, _ in ROWS[1:]
    ]


# Pelo has no cap, so one game at 1500 + D shows the row itself: W = E would be 1500.
@pytest.mark.parametrize(
    ("edition", "list_name", "difference", "share", "capped"),
    [
        pytest.param("fi-2023", "selo", 391, 91, False, id="7.9-2023-391"),
        pytest.param(
            "fi-2023", "selo", 392, 92, False, id="7.9-2023-392-is-92-without-cap"
        ),
        pytest.param("fi-2023", "selo", 411, 92, False, id="7.9-2023-411"),
        pytest.param("fi-2023", "selo", 412, 92, True, id="7.9-2023-412-capped"),
        pytest.param("fi-2023", "selo", 736, 92, True, id="7.9-2023-736-capped"),
        pytest.param("fi-2023", "selo", -412, 7, False, id="7.9-2023-no-floor-7"),
        pytest.param("fi-2023", "selo", -500, 4, False, id="7.9-2023-no-floor-4"),
        pytest.param("fi-2023", "selo", -736, 0, False, id="7.9-2023-no-floor-0"),
        pytest.param("fi-2011", "selo", 411, 92, False, id="1.1-2011-411"),
        pytest.param("fi-2011", "selo", 412, 92, True, id="1.1-2011-412-capped"),
        pytest.param("fi-2011", "selo", -500, 4, False, id="1.1-2011-no-floor"),
        pytest.param("fi-1990", "selo", 290, 84, False, id="1.1-1990-290"),
        pytest.param(
            "fi-1990", "selo", 302, 85, False, id="1.1-1990-302-is-85-without-cap"
        ),
        pytest.param("fi-1990", "selo", 303, 85, True, id="1.1-1990-303-capped"),
        pytest.param("fi-1990", "selo", 500, 85, True, id="1.1-1990-500-capped"),
        pytest.param("fi-1990", "selo", -500, 4, False, id="1.1-1990-no-floor"),
        pytest.param("fi-2023", "pelo", 412, 93, False, id="7.9-pelo-412-uncapped"),
        pytest.param("fi-2023", "pelo", 736, 100, False, id="7.9-pelo-736-uncapped"),
        pytest.param("fi-2023", "pelo", -500, 4, False, id="7.9-pelo-no-floor"),
        pytest.param(
            "fi-1990", "pelo", 303, 86, False, id="1.1-1990-pelo-303-uncapped"
        ),
    ],
)
def test_the_cap_is_an_upper_limit_only(
    edition: str, list_name: str, difference: int, share: int, capped: bool
) -> None:
    minutes = 90 if list_name == "selo" else 5
    change = mine(
        2000, f"={2000 - difference}", list_name, end=DAYS[edition], minutes=minutes
    )
    assert (change.terms[0].percent, change.terms[0].capped, change.expected) == (
        share,
        capped,
        share,
    )


@pytest.mark.parametrize(
    ("edition", "own", "text", "after"),
    [
        # Kr 20 at 2412: 20 x (1 - 0.92) + 0.1 = 1.7; lost 20 x -0.92 + 0.1 = -18.3
        pytest.param("fi-2023", 2412, "+2000", 2414, id="7.9-2023-win-1.7"),
        pytest.param("fi-2023", 2412, "-2000", 2394, id="7.9-2023-loss-18.3"),
        # Kr 45 at 1500, p(-500) = 4: 45 x 0.96 + 0.1 = 43.3; 45 x -0.04 + 0.1 = -1.7
        pytest.param("fi-2023", 1500, "+2000", 1543, id="7.9-2023-p(-500)-win"),
        pytest.param("fi-2023", 1500, "-2000", 1498, id="7.9-2023-p(-500)-loss"),
        # p(-736) = 0: a lost game costs nothing: +0.1; a won one 45 + 0.1
        pytest.param("fi-2023", 1500, "-2236", 1500, id="7.9-2023-p(-736)-loss"),
        pytest.param("fi-2023", 1500, "+2236", 1545, id="7.9-2023-p(-736)-win"),
        # 1990, no bonus, Kr 20 at 2303: 20 x 0.15 = 3; 20 x -0.85 = -17
        pytest.param("fi-1990", 2303, "+2000", 2306, id="1.1-1990-win-3"),
        pytest.param("fi-1990", 2303, "-2000", 2286, id="1.1-1990-loss-17"),
        # 2011, same game: p(303) = 86: 20 x 0.14 + 0.1 = 2.9; 20 x -0.86 + 0.1 = -17.1
        pytest.param("fi-2011", 2303, "+2000", 2306, id="1.1-2011-win-2.9"),
        pytest.param("fi-2011", 2303, "-2000", 2286, id="1.1-2011-loss-17.1"),
    ],
)
def test_what_the_cap_does_to_a_number(
    edition: str, own: int, text: str, after: int
) -> None:
    assert mine(own, text, end=DAYS[edition]).after == after


# A win against an equal is worth Kr x 0.5 + 0.1.
KR = [
    (500, 45, 523), (1000, 45, 1023),  # +22.6
    (1649, 45, 1672), (1650, 40, 1670), (1749, 40, 1769),  # +22.6, +20.1, +20.1
    (1750, 35, 1768), (1849, 35, 1867),  # +17.6
    (1850, 30, 1865), (1949, 30, 1964),  # +15.1
    (1950, 25, 1963), (2049, 25, 2062),  # +12.6
    (2050, 20, 2060), (2450, 20, 2460), (2800, 20, 2810),  # +10.1
]  # fmt: skip


@pytest.mark.parametrize(
    ("own", "kr", "after"), KR, ids=[f"7.7-{own}" for own, _, _ in KR]
)
def test_kr_at_every_boundary(own: int, kr: int, after: int) -> None:
    change = mine(own, f"+{own}")
    assert (rating_coefficient(own), change.coefficient, change.after) == (
        kr,
        kr,
        after,
    )


def test_7_7_kr_is_that_of_ro_for_the_whole_unit() -> None:
    # 1640, Kr 45: three wins against equals 45 x 1.5 + 0.3 = 67.8; with Kr 40 after the
    # first win less
    change = mine(1640, "+1640x3")
    # 22.6, 45.2, 67.8
    assert (change.coefficient, change.running) == (45, (1663, 1685, 1708))


# Kt in hundredths by edition, seconds and Ro.
KT = [
    ("fi-2023", 5400, 2299, 100), ("fi-2023", 5400, 2300, 100), ("fi-2023", 5399, 2299, 50),
    ("fi-2023", 5399, 2300, 50), ("fi-2023", 3600, 2299, 50), ("fi-2023", 3600, 2300, 50),
    ("fi-2023", 3599, 2299, 30), ("fi-2023", 3599, 2300, 10),
    ("fi-2023", 601, 2299, 30), ("fi-2023", 601, 2300, 10), ("fi-2023", 7200, 2300, 100), ("fi-2023", 3599, 1000, 30),
    ("fi-2011", 5400, 2300, 100), ("fi-2011", 5399, 2300, 50), ("fi-2011", 3600, 2300, 50), ("fi-2011", 3599, 2300, 15),
    ("fi-2011", 3599, 2299, 30), ("fi-2011", 900, 2300, 15), ("fi-1990", 3600, 2300, 50), ("fi-1990", 3599, 2300, 15),
    ("fi-1990", 3599, 2299, 30),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "seconds", "own", "kt"),
    KT,
    ids=[f"7.8-{e}-{s}s-{o}" for e, s, o, _ in KT],
)
def test_kt_at_every_boundary(edition: str, seconds: int, own: int, kt: int) -> None:
    change = mine(own, "=2000", end=DAYS[edition], minutes=seconds / 60)
    assert change.terms[0].kt == kt
    assert time_coefficient(seconds, own, 10 if edition == "fi-2023" else 15) == kt


@pytest.mark.parametrize(
    ("edition", "own", "minutes", "after"),
    [
        # win against an equal, Kr 20: 10 x Kt + 0.1 (1990: no bonus)
        pytest.param("fi-2023", 2299, 90, 2309, id="7.8-90-min-10.1"),
        pytest.param("fi-2023", 2299, 89, 2304, id="7.8-89-min-5.1"),
        pytest.param("fi-2023", 2299, 60, 2304, id="7.8-60-min-5.1"),
        pytest.param("fi-2023", 2299, 59, 2302, id="7.8-59-min-3.1"),
        pytest.param("fi-2023", 2300, 60, 2305, id="7.8-60-min-from-2300-5.1"),
        pytest.param("fi-2023", 2300, 59, 2301, id="7.8-59-min-from-2300-1.1"),
        pytest.param("fi-2011", 2300, 59, 2302, id="1.1-2011-59-min-from-2300-1.6"),
        pytest.param(
            "fi-1990", 2300, 59, 2302, id="1.1-1990-59-min-from-2300-1.5-goes-up"
        ),
        pytest.param("fi-1990", 2299, 59, 2302, id="1.1-1990-59-min-3.0"),
    ],
)
def test_what_kt_does_to_a_number(
    edition: str, own: int, minutes: int, after: int
) -> None:
    assert mine(own, f"+{own}", end=DAYS[edition], minutes=minutes).after == after


def test_7_8_kt_differs_game_by_game() -> None:
    # 1800, Kr 35, wins against equals at 90, 60 and 15 min: 35 x 0.5 x (1 + 0.5 + 0.3)
    # + 0.3 = 31.5 + 0.3 = 31.8
    change = mine(1800, "+1800@90 +1800@60 +1800@15")
    assert ([term.kt for term in change.terms], change.after) == ([100, 50, 30], 1832)


def test_7_8_kt_goes_by_ones_own_number_before_the_unit() -> None:
    # 2299, Kr 20, 30 min: wins 20 x 0.3 x 0.5 + 0.1 = 3.1 each, the second at a running
    # 2302 still with 0.3
    change = mine(2299, "+2299 +2299", minutes=30)
    assert ([term.kt for term in change.terms], change.running) == (
        [30, 30],
        (2302, 2305),
    )
    assert [term.kt for term in mine(2000, "=2500", minutes=30).terms] == [30]
