"""Rules 1.7: openings and rulings. All numbers by hand."""

import pytest

from rulebooks import rulebook
from rulebooks.base import Given, Standing
from tests.rules.rules_build import Career, elo, foreigner, given_unit


def draws_with(career: Career, number: int) -> Career:
    return career.plays(f"={number}", "last", end="2024-06-01")


def test_1_7_an_opening_sets_the_standing_whatever_came_before() -> None:
    # three games are forgotten: 5 x 1600 and 1600 over 6, + 0.6
    career = Career().plays("+2000x3", end="2024-01-01").opening(1600, 5, "2024-02-01")
    assert career.ratings == [2200, 1600]
    assert draws_with(career, 1600).ratings[-1] == 1601


@pytest.mark.parametrize(
    ("games", "number"),
    [
        # (n x 1600 + 1700) / (n + 1), half the points, + (n + 1) / 10
        pytest.param(0, 1700, id="1.7-0-games"),  # 1700.1
        pytest.param(1, 1650, id="1.7-1-game"),  # 1650.2
        pytest.param(4, 1621, id="1.7-4-games"),  # 1620.5
        pytest.param(10, 1610, id="1.7-10-games"),  # 1609.09 + 1.1 = 1610.19
        # p(-100) = 36: 45 x 0.14 + 0.1 = 6.4
        pytest.param(11, 1606, id="1.7-11-games-are-established"),
    ],
)
def test_a_newcomers_opening(games: int, number: int) -> None:
    assert (
        draws_with(Career().opening(1600, games, "2024-01-01"), 1700).ratings[-1]
        == number
    )


def test_1_7_a_ruling_moves_the_number_of_the_established() -> None:
    # Kr and the expectation go by the ruled number: 2050 draws with 2050
    career = draws_with(Career().opening(1900).ruling(2050), 2050)
    assert (career.ratings, career.history[-1].change.coefficient) == (
        [1900, 2050, 2050],
        20,
    )


def test_1_7_a_ruling_by_a_difference() -> None:
    assert Career().opening(1900).ruling(None, -25).ratings == [1900, 1875]
    assert Career().opening(1900).ruling(None, 25).ruling(None, 25).ratings == [
        1900,
        1925,
        1950,
    ]


def test_1_7_a_difference_of_a_number_that_is_not_there() -> None:
    for name in ("selo", "pelo"):
        assert (
            rulebook(name).change_without_games(
                given_unit(name, Given("me", None, 25), kind="ruling"), Standing()
            )
            is None
        )


@pytest.mark.parametrize(
    ("end", "number"),
    [
        # three wins over 1600 (1800), ruled 1500: three draws with 1500; then a draw
        # with 1700:
        # (4500 + 1700) / 4 = 1550, in 2023 + 0.4
        pytest.param("2024-06-01", 1550, id="1.7-2023"),
        pytest.param("2015-06-01", 1550, id="1.7-2011"),
    ],
)
def test_a_ruled_newcomers_games_become_draws_with_the_number(
    end: str, number: int
) -> None:
    day = end.replace("-06-", "-05-")
    career = (
        Career().plays("+1600x3", end=day).ruling(1500, on=day).plays("=1700", end=end)
    )
    assert career.ratings == [1800, 1500, number]


def test_1_7_a_ruling_of_2011_reaches_the_sums_of_2023() -> None:
    # ten games, ruled 1700; new again in 2023: (17000 + 1600) / 11 = 1690.909, half the
    # points, + 1.1: 1692.009
    career = Career().plays("=1600x10", end="2023-04-01").ruling(1700, on="2023-04-02")
    assert career.plays("=1600", end="2023-04-26").ratings == [1600, 1700, 1692]


def test_1_7_a_ruling_adds_no_game() -> None:
    # ten games before and after: still new under fi-2023
    career = Career().opening(1600, 10, "2024-01-01").ruling(1700)
    assert not rulebook("selo").established(career.standing, "fi-2023")
    assert career.history[-1].change.games == 0
    # pelo: a ruled number without games is still new
    career = Career("pelo").ruling(1700)
    assert not rulebook("pelo").established(career.standing, "fi-2023")


def test_1_7_a_ruling_of_a_player_without_games_is_his_old_number() -> None:
    # as new: their own number is in no sum: 1500 + 200 + 0.1
    assert Career().ruling(1700).plays("+1500", end="2024-06-01").ratings == [
        1700,
        1700,
    ]


def test_1_7_a_ruling_in_pelo() -> None:
    # 1500 ruled 1600, won against an equal: 9.75
    career = (
        Career("pelo")
        .opening(1500)
        .ruling(1600)
        .plays("+1600", minutes=5, end="2024-06-01")
    )
    assert career.ratings == [1500, 1600, 1610]


def test_1_7_a_ruling_keeps_the_day_of_the_elo_step() -> None:
    # the Elo is again 300 above, but no elo-only note since: no second step. 1700: draw
    # + 0.1
    x = foreigner("me", elo(2000))
    career = (
        Career()
        .plays("=2000", person=x, end="2024-05-01")
        .ruling(1700, on="2024-05-02")
    )
    career.plays("=1700", "u", person=x, end="2024-05-03")
    assert [entry.change.kind for entry in career.history] == [
        "elo-step",
        "unit",
        "ruling",
        "unit",
    ]
    assert career.ratings == [2000, 2000, 1700, 1700]


def test_1_7_ruled_down_and_stepped_again_after_a_note() -> None:
    x = foreigner("me", elo(2000), elo_only=("2024-05-02",))
    career = (
        Career()
        .plays("=2000", person=x, end="2024-05-01")
        .ruling(1700, on="2024-05-02")
    )
    assert career.plays("=2000", "u", person=x, end="2024-05-03").ratings == [
        2000,
        2000,
        1700,
        2000,
        2000,
    ]
