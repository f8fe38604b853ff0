"""7.1 to 7.3 with 3.5: the two selo formulas, their bonus, and every kind of exact
half. All numbers by hand.
"""

import pytest

from rulebooks.numbers import half_up
from tests.rules.rules_build import DAYS, after, game, mine, opened, played


@pytest.mark.parametrize(
    ("numerator", "denominator", "rounded"),
    [
        pytest.param(3645, 2, 1823, id="3.5-1822.5"),
        pytest.param(4089, 2, 2045, id="3.5-2044.5"),
        pytest.param(18_224_999, 10_000, 1822, id="3.5-1822.4999"),
        pytest.param(18_225_001, 10_000, 1823, id="3.5-1822.5001"),
        pytest.param(1822, 1, 1822, id="3.5-whole"),
        pytest.param(-1, 2, 0, id="3.5-minus-half-goes-up"),
        pytest.param(-3, 2, -1, id="3.5-minus-1.5-goes-up"),
        pytest.param(-16, 10, -2, id="3.5-minus-1.6"),
    ],
)
def test_halves_are_rounded_up(numerator: int, denominator: int, rounded: int) -> None:
    assert half_up(numerator, denominator) == rounded


def test_7_2_the_official_worked_number() -> None:
    # 1660, Kr 40. D = -335: 12; -35: 45; -270: 17; -241: 20. W - E = -0.12 + 0.55 -
    # 0.17 + 0.30 = 0.56
    # 40 x 0.56 + 0.4 = 22.8: 1682.8
    change = mine(1660, "-1995 +1695 -1930 =1901")
    assert [term.percent for term in change.terms] == [12, 45, 17, 20]
    assert (change.coefficient, change.half_points, change.expected, change.bonus) == (
        40,
        3,
        94,
        4,
    )
    # running: -4.8 + 0.1; -4.8 + 22 + 0.2 = 17.4; 17.4 - 6.8 + 0.1 = 10.7; 22.8
    assert (change.after, change.running) == (1683, (1655, 1677, 1671, 1683))


@pytest.mark.parametrize(
    ("edition", "own", "text", "minutes", "number"),
    [
        # p(-40) = 44: 35 x 0.06 = 2.1 and 4 games 0.4
        pytest.param("fi-2023", 1820, "=1820x3 =1860", 90, 1823, id="7.2-up-to-1822.5"),
        # p(-39) = 45: 35 x 0.05 = 1.75 and 0.4: 2.15
        pytest.param(
            "fi-2023", 1820, "=1820x3 =1859", 90, 1822, id="7.2-up-to-1822.15"
        ),
        # p(-120) = 34: 25 x 0.16 = 4.0 and 5 games 0.5
        pytest.param("fi-2023", 2040, "=2040x4 =2160", 90, 2045, id="7.2-up-to-2044.5"),
        # p(-122) = 33: 25 x 0.17 = 4.25 and 0.5: 2044.75; p(-113) = 35: 25 x 0.15 =
        # 3.75 and 0.5: 2044.25
        pytest.param(
            "fi-2023", 2040, "=2040x4 =2162", 90, 2045, id="7.2-up-to-2044.75"
        ),
        pytest.param(
            "fi-2023", 2040, "=2040x4 =2153", 90, 2044, id="7.2-up-to-2044.25"
        ),
        # p(240) = 80: 20 x -0.30 = -6.0 and 0.5
        pytest.param(
            "fi-2023", 2050, "=2050x4 =1810", 90, 2045, id="7.2-down-to-2044.5"
        ),
        # 2011 counts the same bonus
        pytest.param(
            "fi-2011", 2040, "=2040x4 =2160", 90, 2045, id="7.2-2011-up-to-2044.5"
        ),
        # 1990 without: p(-130) = 32: 25 x 0.18 = 4.5; p(130) = 68: 25 x -0.18 = -4.5
        pytest.param("fi-1990", 2040, "=2170", 90, 2045, id="7.2-1990-up-to-2044.5"),
        pytest.param("fi-1990", 2049, "=1919", 90, 2045, id="7.2-1990-down-to-2044.5"),
        # p(-30) = 46: 20 x 0.5 x 0.04 = 0.4 and 0.1
        pytest.param("fi-2023", 2100, "=2130", 60, 2101, id="7.2-half-at-Kt-0.5"),
        # p(-35) = 45: 20 x 0.3 x 0.05 = 0.3 and 0.2
        pytest.param("fi-2023", 2100, "=2100 =2135", 59, 2101, id="7.2-half-at-Kt-0.3"),
        # p(-70) = 40: 20 x 0.1 x 0.10 = 0.2 and 0.3
        pytest.param(
            "fi-2023", 2300, "=2300x2 =2370", 59, 2301, id="7.2-half-at-Kt-0.1"
        ),
        # p(-170) = 28, p(-70) = 40: 20 x 0.15 x (0.22 + 0.10) = 0.96 and 0.2: 2301.16
        pytest.param(
            "fi-2011", 2300, "=2470 =2370", 59, 2301, id="7.2-2011-1.16-at-Kt-0.15"
        ),
    ],
)
def test_7_2_exact_halves_go_up(
    edition: str, own: int, text: str, minutes: int, number: int
) -> None:
    assert mine(own, text, end=DAYS[edition], minutes=minutes).after == number


# Draws against equals: the sum is zero, N/10 is all there is.
@pytest.mark.parametrize(
    ("edition", "games", "number", "bonus"),
    [
        pytest.param("fi-2023", 1, 1600, 1, id="7.2-2023-0.1"),
        pytest.param("fi-2023", 4, 1600, 4, id="7.2-2023-0.4"),
        pytest.param("fi-2023", 5, 1601, 5, id="7.2-2023-0.5-goes-up"),
        pytest.param("fi-2023", 14, 1601, 14, id="7.2-2023-1.4"),
        pytest.param("fi-2023", 15, 1602, 15, id="7.2-2023-1.5-goes-up"),
        pytest.param("fi-2011", 4, 1600, 4, id="1.1-2011-0.4"),
        pytest.param("fi-2011", 5, 1601, 5, id="1.1-2011-0.5-goes-up"),
        pytest.param("fi-1990", 15, 1600, 0, id="1.1-1990-none"),
    ],
)
def test_n_over_ten_of_the_established(
    edition: str, games: int, number: int, bonus: int
) -> None:
    change = mine(1600, f"=1600x{games}", end=DAYS[edition])
    assert (change.after, change.bonus) == (number, bonus)


def test_7_2_the_bonus_does_not_depend_on_kt() -> None:
    assert mine(1600, "=1600x5", minutes=15).after == 1601


@pytest.mark.parametrize(
    ("edition", "text", "number", "bonus"),
    [
        # mean 1822 (9110 / 5), W = 2.5: 1822 + 0 + 0.5
        pytest.param(
            "fi-2023", "=1800 =1810 =1820 =1830 =1850", 1823, 5, id="7.3-1822.5"
        ),
        # mean 2004, W = 3: 400 x (0.6 - 0.5) = 40, N/10 = 0.5
        pytest.param(
            "fi-2023", "+2000 =2002 =2004 =2006 =2008", 2045, 5, id="7.3-2044.5"
        ),
        # one point less in the sum: 2003.8 + 40.5 = 2044.3
        pytest.param(
            "fi-2023", "+2000 =2002 =2004 =2006 =2007", 2044, 5, id="7.3-2044.3"
        ),
        # 1990 and 2011: no bonus; mean 1822.5 and 2044.5 themselves
        pytest.param("fi-2011", "+1822 -1823", 1823, 0, id="7.3-2011-1822.5"),
        pytest.param("fi-2011", "=2044 =2045", 2045, 0, id="7.3-2011-2044.5"),
        pytest.param("fi-1990", "=2044 =2045", 2045, 0, id="7.3-1990-2044.5"),
        pytest.param(
            "fi-1990", "=1800 =1810 =1820 =1830 =1850", 1822, 0, id="7.3-1990-1822.0"
        ),
        # all won: 1500 + 200 + 0.3; all lost: 1500 - 200 + 0.3
        pytest.param("fi-2023", "+1500x3", 1700, 3, id="7.3-100-percent"),
        pytest.param("fi-2023", "-1500x3", 1300, 3, id="7.3-0-percent"),
        # one game: 1500 + 200 + 0.1
        pytest.param("fi-2023", "+1500", 1700, 1, id="7.3-one-game"),
        # thirds: mean 1600, W = 2: 400 x (2/3 - 1/2) = 66.667, 0.3: 1666.967
        pytest.param("fi-2023", "+1500 +1600 -1700", 1667, 3, id="7.3-thirds"),
        # 3.5: mean 10, all lost: 10 - 200 + 0.5 = -189.5 goes up to -189
        pytest.param("fi-2023", "-10x5", -189, 5, id="7.3-below-zero-half-goes-up"),
    ],
)
def test_7_3_of_a_first_unit(edition: str, text: str, number: int, bonus: int) -> None:
    change = mine(None, text, end=DAYS[edition])
    assert (change.formula, change.after, change.bonus, change.expected) == (
        "7.3",
        number,
        bonus,
        None,
    )


def test_7_3_no_kt_and_no_cap() -> None:
    # p and Kt play no part: 1000 + 200 + 0.1 and 2300 + 200 + 0.1 whatever the time
    for minutes in (15, 60, 90):
        assert mine(opened(2500, 0), "+1000", minutes=minutes).after == 1200
        assert mine(None, "+2300", minutes=minutes).after == 2500


# Rules 1.7: decisions on a played game count, each side with its points; 45 x 0.5 =
# 22.5.
@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        pytest.param("1-0", 1523, 1478, id="1.7-1-0"),  # +22.6, -22.4
        pytest.param("0-1", 1478, 1523, id="1.7-0-1"),
        pytest.param("1/2-1/2", 1500, 1500, id="1.7-draw"),  # +0.1
        pytest.param("0-0", 1478, 1478, id="1.7-0-0"),
        pytest.param("1/2-0", 1500, 1478, id="1.7-half-nil"),
        pytest.param("0-1/2", 1478, 1500, id="1.7-nil-half"),
    ],
)
def test_each_side_counts_its_own_points(result: str, white: int, black: int) -> None:
    assert after("selo", {"a": 1500, "b": 1500}, game("a", "b", result)) == {
        "a": white,
        "b": black,
    }


def test_1_7_nil_nil_between_newcomers() -> None:
    # both 1525 - 200 + 0.1 = 1325.1
    assert after("selo", {}, game("a", "b", "0-0")) == {"a": 1325, "b": 1325}


def test_1_4_nothing_clamps_a_selo() -> None:
    # -22.4
    assert mine(1000, "-1000").after == 978
    assert mine(10, "-10").after == -12


def test_7_1_black_counts_his_own_points() -> None:
    # a 1500, b 1600: a's p(-100) = 36, b's p(100) = 64. a lost: 45 x -0.36 + 0.1 =
    # -16.1; b won: 45 x 0.36 + 0.1 = 16.3
    found = played("selo", {"a": 1500, "b": 1600}, game("a", "b", "0-1"))
    assert (found["a"].after, found["b"].after) == (1484, 1616)
    assert (found["a"].expected, found["b"].expected) == (36, 64)
