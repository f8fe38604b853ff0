"""3.1 to 3.6: who is new, whose number is found first, and what newcomers count as. All
numbers by hand.
"""

import pytest

from rulebooks import rulebook
from tests.rules.rules_build import DAYS, Career, after, game, mine, opened, played


@pytest.mark.parametrize(
    ("edition", "games", "established"),
    [
        pytest.param("fi-2023", 10, False, id="3.1-2023-10-games-is-new"),
        pytest.param("fi-2023", 11, True, id="3.1-2023-11-games"),
        pytest.param("fi-2011", 9, False, id="1.1-2011-9-games-is-new"),
        pytest.param("fi-2011", 10, True, id="1.1-2011-10-games"),
        pytest.param("fi-1990", 9, False, id="1.1-1990-9-games-is-new"),
        pytest.param("fi-1990", 10, True, id="1.1-1990-10-games"),
        pytest.param("fi-2023", 0, False, id="3.1-number-without-games-is-new"),
    ],
)
def test_who_is_established(edition: str, games: int, established: bool) -> None:
    standing = opened(1600, games)
    assert rulebook("selo").established(standing, edition) is established
    change = mine(standing, "=1600", end=DAYS[edition])
    assert change.formula == ("7.2" if established else "7.3")


@pytest.mark.parametrize(
    ("edition", "before", "text", "number", "formula", "established"),
    [
        # 10 x 1600 + 5000 over 13 = 1615.385; W = 5 + 2.5: 400 x (7.5/13 - 0.5) =
        # 30.769; 1.3: 1647.45
        pytest.param(
            "fi-2023",
            10,
            "+1700x2 =1600",
            1647,
            "7.3",
            True,
            id="3.1-2023-passes-10-inside-the-unit",
        ),
        # Kr 45, p(-100) = 36: 45 x 1.28 + 0.3 = 57.9
        pytest.param(
            "fi-2023", 11, "+1700x2 =1600", 1658, "7.2", True, id="3.2-2023-11-before"
        ),
        # 9 x 1600 + 1600 over 10 + 1.0: still new after it
        pytest.param(
            "fi-2023",
            9,
            "=1600",
            1601,
            "7.3",
            False,
            id="3.1-2023-10-after-is-still-new",
        ),
        # 1600 + 1.1
        pytest.param("fi-2023", 10, "=1600", 1601, "7.3", True, id="3.1-2023-11-after"),
        # 9 x 1600 + 5000 over 12 = 1616.667; W = 4.5 + 2.5: 400 x (7/12 - 0.5) =
        # 33.333: 1650.0
        pytest.param(
            "fi-2011",
            9,
            "+1700x2 =1600",
            1650,
            "7.3",
            True,
            id="1.1-2011-passes-9-inside-the-unit",
        ),
        # 57.6 + 0.3
        pytest.param(
            "fi-2011", 10, "+1700x2 =1600", 1658, "7.2", True, id="1.1-2011-10-before"
        ),
        pytest.param(
            "fi-2011",
            8,
            "=1600",
            1600,
            "7.3",
            False,
            id="1.1-2011-9-after-is-still-new",
        ),
        pytest.param("fi-2011", 9, "=1600", 1600, "7.3", True, id="1.1-2011-10-after"),
        pytest.param(
            "fi-1990",
            9,
            "+1700x2 =1600",
            1650,
            "7.3",
            True,
            id="1.1-1990-passes-9-inside-the-unit",
        ),
        # 57.6
        pytest.param(
            "fi-1990", 10, "+1700x2 =1600", 1658, "7.2", True, id="1.1-1990-10-before"
        ),
        # 3.3, opening balance: 8 x 1600 + 1700 + 1500 over 10, W = 4 + 1; + 1.0
        pytest.param(
            "fi-2023",
            8,
            "+1700 -1500",
            1601,
            "7.3",
            False,
            id="3.3-2023-opening-balance-as-draws",
        ),
        pytest.param(
            "fi-2011",
            8,
            "+1700 -1500",
            1600,
            "7.3",
            True,
            id="3.3-2011-opening-balance-as-draws",
        ),
        # one game before: 1600 + 1400 over 2 = 1500, W = 0.5: 400 x (0.25 - 0.5) =
        # -100, + 0.2
        pytest.param(
            "fi-2023", 1, "-1400", 1400, "7.3", False, id="3.3-2023-one-game-before"
        ),
        # none before: the number itself is not in the sum: 1400 - 200 + 0.1
        pytest.param(
            "fi-2023",
            0,
            "-1400",
            1200,
            "7.3",
            False,
            id="3.3-2023-number-without-games",
        ),
    ],
)
def test_decided_once_per_unit(
    edition: str, before: int, text: str, number: int, formula: str, established: bool
) -> None:
    change = mine(opened(1600, before), text, end=DAYS[edition])
    assert (change.formula, change.after, change.established) == (
        formula,
        number,
        established,
    )
    assert bool(change.running) is (formula == "7.2")
    assert rulebook("selo").established(change.standing, edition) is established


@pytest.mark.parametrize("minutes", [90, 60, 59, 11])
def test_3_1_every_selo_game_counts_to_the_limit(minutes: int) -> None:
    assert mine(opened(1600, 10), "=1600", minutes=minutes).established


def test_3_3_the_whole_career_game_by_game() -> None:
    # first 1500, 1600, 1700 beaten: 1600 + 200 + 0.3 = 1800.3; then 1900 and 2000 lost:
    # (4800 + 3900) / 5 = 1740, W = 3: 400 x 0.1 = 40, 0.5: 1780.5
    assert Career().plays("+1500 +1600 +1700").plays("-1900 -2000").ratings == [
        1800,
        1781,
    ]


def test_3_3_the_bonus_is_that_of_all_games_and_not_added_twice() -> None:
    # ten draws against 1600 in two units: 1600 + 0.5, then 1600 + 1.0 (carried as 1601
    # x 5 it would be 1601.5)
    assert Career().plays("=1600x5").plays("=1600x5").ratings == [1601, 1601]


@pytest.mark.parametrize(
    ("edition", "second"),
    [
        # sums 4501 + 1501 over 4 = 1500.5, + 0.4 = 1500.9
        pytest.param("fi-2023", 1501, id="3.3-2023-game-by-game"),
        # rounded rating 1500 x 3 + 1501 over 4 = 1500.25
        pytest.param("fi-2011", 1500, id="1.1-2011-carried"),
        pytest.param("fi-1990", 1500, id="1.1-1990-carried"),
    ],
)
def test_what_a_new_player_carries(edition: str, second: int) -> None:
    # draws against 1500, 1500, 1501: 1500.333 (2023: + 0.3 = 1500.633, that is 1501)
    day = DAYS[edition]
    career = Career().plays("=1500x2 =1501", end=day).plays("=1501", end=day)
    assert career.ratings == [1501 if edition == "fi-2023" else 1500, second]


def test_1_7_the_first_unit_of_2023_counts_the_old_games_one_by_one() -> None:
    # 2011: 4501 / 3, then carried (4500 + 1501) / 4 = 1500.25; the games themselves:
    # 6002 over 4.
    # 2023: (6002 + 1498) / 5 = 1500, + 0.5 = 1500.5; carried it would be (6000 + 1498)
    # / 5 + 0.5 = 1500.1
    career = (
        Career()
        .plays("=1500x2 =1501", end="2023-04-24")
        .plays("=1501", end="2023-04-25")
    )
    assert career.plays("=1498", end="2023-04-26").ratings == [1500, 1500, 1501]


def test_1_7_ten_games_are_established_in_2011_and_new_again_in_2023() -> None:
    career = (
        Career().plays("=1600x9", end="2023-04-01").plays("+1600", end="2023-04-25")
    )
    # ten games, W = 5.5: 1600 + 400 x 0.05 = 1620
    assert career.ratings == [1600, 1620]
    assert rulebook("selo").established(career.standing, "fi-2011")
    assert not rulebook("selo").established(career.standing, "fi-2023")
    # (16000 + 1600) / 11, W = 6: 400 x (6/11 - 0.5) = 18.182, + 1.1: 1619.28
    career.plays("=1600", end="2023-04-26")
    assert (career.history[-1].change.formula, career.ratings[-1]) == ("7.3", 1619)


def test_3_4_the_established_meet_the_new_numbers_of_the_new() -> None:
    # n: lost to 1800, beat 1700: 1750 + 0.2, that is 1750. b (Kr 35) beat 1750: p(50) =
    # 57: 35 x 0.43 + 0.1 = 15.15.
    # c (Kr 40) lost to 1750: p(-50) = 43: 40 x -0.43 + 0.1 = -17.1
    games = [game("b", "n"), game("n", "c")]
    found = played("selo", {"b": 1800, "c": 1700}, *games)
    assert {name: change.after for name, change in found.items()} == {
        "n": 1750,
        "b": 1815,
        "c": 1683,
    }
    assert [term.number for term in found["n"].terms] == [1800, 1700]
    assert [found[name].terms[0].number for name in ("b", "c")] == [1750, 1750]


def test_3_4_also_a_new_player_with_an_old_number_counts_his_new_one() -> None:
    # n 1600 after 4 games beats 1800: (6400 + 1800) / 5 = 1640, W = 3: + 40, + 0.5:
    # 1680.5, that is 1681.
    # b: p(119) = 66: 35 x -0.66 + 0.1 = -23.0
    assert after("selo", {"b": 1800, "n": opened(1600, 4)}, game("n", "b")) == {
        "n": 1681,
        "b": 1777,
    }


@pytest.mark.parametrize(
    ("group", "winner", "loser"),
    [
        # number of the group + 200 + 0.1, and - 200 + 0.1
        pytest.param("under-10", 1525, 1125, id="3.6-1325"),
        pytest.param("under-14", 1625, 1225, id="3.6-1425"),
        pytest.param("open", 1725, 1325, id="3.6-1525"),
    ],
)
def test_newcomers_without_numbers_meet(group: str, winner: int, loser: int) -> None:
    assert after("selo", {}, game("a", "b"), age_group=group) == {
        "a": winner,
        "b": loser,
    }


def test_3_6_the_group_does_not_change_a_number_that_is_there() -> None:
    # 1600 - 199.9
    assert (
        after("selo", {"a": opened(1600, 5)}, game("a", "b"), age_group="under-10")["b"]
        == 1400
    )


def test_3_6_an_old_number_against_none() -> None:
    # a: (5 x 1600 + 1525) / 6 = 1587.5, half the points, + 0.6 = 1588.1; b meets the
    # old 1600: 1600.1
    found = after("selo", {"a": opened(1600, 5)}, game("a", "b", "1/2-1/2"))
    assert found == {"a": 1588, "b": 1600}


def test_3_6_two_old_numbers() -> None:
    # a: (8000 + 1400) / 6 = 1566.667 + 400 x (3.5/6 - 0.5) = 33.333 + 0.6 = 1600.6
    # b: (2800 + 1600) / 3 = 1466.667 + 400 x (1/3 - 0.5) = -66.667 + 0.3 = 1400.3
    assert after(
        "selo", {"a": opened(1600, 5), "b": opened(1400, 2)}, game("a", "b")
    ) == {"a": 1601, "b": 1400}


def test_3_6_an_opening_without_games_is_an_old_number() -> None:
    # b: 1450 - 200 + 0.1; a: 1525 + 200 + 0.1, a's own number is in no sum
    assert after("selo", {"a": opened(1450, 0)}, game("a", "b")) == {
        "a": 1725,
        "b": 1250,
    }


def test_3_6_new_against_new_by_old_numbers_whoever_is_first() -> None:
    # three newcomers in a ring, each 1 of 2 against 1525: 1525 + 0.2; no number depends
    # on another's new one
    ring = [game("a", "b"), game("b", "c"), game("c", "a")]
    assert after("selo", {}, *ring) == {"a": 1525, "b": 1525, "c": 1525}
    assert after("selo", {}, *reversed(ring)) == {"a": 1525, "b": 1525, "c": 1525}


def test_5_3_running_values_are_7_2_over_the_first_games_from_the_same_ro() -> None:
    # Kr 25. Won against 2000: 12.5 + 0.1; then drew with 1500, capped: 25 x -0.42 =
    # -10.5, that is 2.0 + 0.2;
    # then lost to 2000: -10.5 + 0.3
    assert mine(2000, "+2000 =1500 -2000").running == (2013, 2002, 1990)


def test_1_4_games_of_a_unit_go_by_day_round_and_place() -> None:
    games = [
        game("me", "o3", "1-0", round_no=1, on="2024-05-05"),
        game("me", "o2", "1/2-1/2", round_no=9, on="2024-05-04"),
        game("me", "o1", "0-1", round_no=2, on="2024-05-04"),
    ]
    found = played(
        "selo",
        {"me": 2000, "o1": 2000, "o2": 2000, "o3": 2000},
        *games,
        start="2024-05-04",
    )["me"]
    # -12.5 + 0.1; -12.5 + 0.2; 0 + 0.3
    assert [term.opponent for term in found.terms] == ["o1", "o2", "o3"]
    assert found.running == (1988, 1988, 2000)
