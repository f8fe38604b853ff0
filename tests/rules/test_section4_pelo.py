"""Section 4 with 7.4 and 7.5: pelo. All numbers by hand; 200 (1 - exp(-|W - E| / 10))
is worked out in the ids.

exp by its series: 1 - e^-0.05 = 0.0487706, 1 - e^-0.1 = 0.0951626, 1 - e^-0.5 =
0.3934693, 1 - e^-1 = 0.6321206,
1 - e^-3 = 0.9502129.
"""

from typing import Any

import pytest

from rulebooks import rulebook
from rulebooks.finland.pelo import unrounded_rating
from tests.rules.rules_build import (
    DAYS,
    Career,
    after,
    foreigner,
    game,
    mine,
    opened,
    played,
    units,
)

FIVE: dict[str, Any] = {"minutes": 5}


@pytest.mark.parametrize(
    ("surplus", "change"),
    [
        pytest.param(0, 0.0, id="7.4-W-is-E"),
        pytest.param(50, 9.75412, id="7.4-half-a-point"),
        pytest.param(-50, -9.75412, id="7.4-half-a-point-less"),
        pytest.param(100, 19.03252, id="7.4-one-point"),
        pytest.param(500, 78.69387, id="7.4-five-points"),
        pytest.param(-1000, -126.42411, id="7.4-ten-points-less"),
        pytest.param(100_000, 200.0, id="7.4-never-more-than-200"),
    ],
)
def test_article_7_4_gives_the_printed_change(surplus: int, change: float) -> None:
    assert unrounded_rating(1500, surplus) == pytest.approx(1500 + change, abs=1e-5)


@pytest.mark.parametrize(
    ("own", "text", "number"),
    [
        pytest.param(1500, "=1500", 1500, id="7.4-W-is-E-draw"),
        # p(-100) = 36, p(100) = 64: E = 1.00
        pytest.param(1500, "+1600 -1400", 1500, id="7.4-W-is-E-one-each"),
        pytest.param(1500, "+1500", 1510, id="7.4-plus-9.75"),
        pytest.param(1500, "-1500", 1490, id="7.4-minus-9.75"),
        pytest.param(1500, "+1500x2", 1519, id="7.4-plus-19.03"),
        pytest.param(1500, "-1500x2", 1481, id="7.4-minus-19.03"),
        pytest.param(1500, "+1500x10", 1579, id="7.4-plus-78.69"),
        pytest.param(1500, "-1500x10", 1421, id="7.4-minus-78.69"),
        pytest.param(1500, "+1500x20", 1626, id="7.4-plus-126.42"),
        # p(-800) = 0: W - E = 30
        pytest.param(1500, "+2300x30", 1690, id="7.4-plus-190.04"),
        # 7.9 without a cap: p(420) = 93: 200 (1 - e^-0.007) = 1.395 (with 92 it would
        # be 1.594)
        pytest.param(1500, "+1080", 1501, id="7.9-pelo-no-cap"),
        pytest.param(1500, "+700", 1500, id="7.9-pelo-p-100"),  # W = E = 1
        pytest.param(1500, "-700", 1481, id="7.9-pelo-p-100-lost"),  # W - E = -1
        pytest.param(1500, "=1500x10", 1500, id="7.4-no-bonus"),
        pytest.param(2400, "+2400", 2410, id="7.4-no-Kr-at-2400"),
        pytest.param(1000, "+1000", 1010, id="7.4-no-Kr-at-1000"),
        pytest.param(5, "-5", -5, id="7.4-no-floor"),  # -4.754
    ],
)
def test_the_established(own: int, text: str, number: int) -> None:
    change = mine(own, text, "pelo", **FIVE)
    assert (change.after, change.bonus, change.coefficient) == (number, 0, None)


@pytest.mark.parametrize("minutes", [3.1, 5, 10])
def test_7_4_kt_plays_no_part(minutes: float) -> None:
    assert mine(2400, "+2400", "pelo", minutes=minutes).after == 2410


@pytest.mark.parametrize("edition", DAYS)
def test_1_1_pelo_is_the_same_in_every_edition(edition: str) -> None:
    assert mine(1500, "+1080", "pelo", end=DAYS[edition], **FIVE).after == 1501
    if edition != "fi-2023":
        assert mine(1500, "+1500", "pelo", end=DAYS[edition], minutes=14).after == 1510


@pytest.mark.parametrize(
    ("games", "established"),
    [pytest.param(0, False, id="4.1-0-games"), pytest.param(1, True, id="4.1-1-game")],
)
def test_who_is_established(games: int, established: bool) -> None:
    standing = opened(1500, games, "pelo")
    assert rulebook("pelo").established(standing, "fi-2023") is established
    # met 1700 and won: as new 1700 + 400 = 2100 and p(400) = 92: 200 (1 - e^-0.008) =
    # 1.59;
    # as established p(-200) = 24: 200 (1 - e^-0.076) = 14.64
    assert mine(standing, "+1700", "pelo", **FIVE).after == (
        1515 if established else 2102
    )


@pytest.mark.parametrize(
    ("text", "before", "number"),
    [
        # mean 1650, half the points; then E = 0.57 + 0.43 = W
        pytest.param("+1600 -1700", 1650, 1650, id="7.5-half"),
        # 1650 + 400; p(450) = 94, p(350) = 89: W - E = 0.17: 200 (1 - e^-0.017) = 3.37
        pytest.param("+1600 +1700", 2050, 2053, id="7.5-100-percent"),
        # 1650 - 400; p(-350) = 11, p(-450) = 6: -0.17
        pytest.param("-1600 -1700", 1250, 1247, id="7.5-0-percent"),
        # 1600 + 800 x (3/4 - 1/2) = 1800; p(200) = 76: E = 3.04, W = 3: -0.04: 200 (1 -
        # e^-0.004) = 0.80
        pytest.param("+1600x3 -1600", 1800, 1799, id="7.5-three-of-four"),
        # 3.5 in 4.3: 1600.5 goes up; p(1) = p(0) = 50
        pytest.param("=1600 =1601", 1601, 1601, id="4.3-provisional-half-goes-up"),
        # 1600.333 and 1600.667
        pytest.param("=1600x2 =1601", 1600, 1600, id="4.3-provisional-third"),
        pytest.param("=1600 =1601x2", 1601, 1601, id="4.3-provisional-two-thirds"),
    ],
)
def test_a_new_player_among_the_established(
    text: str, before: int, number: int
) -> None:
    change = mine(None, text, "pelo", **FIVE)
    assert (change.before, change.after, change.established) == (before, number, True)


def test_4_3_the_established_meet_the_provisional_number() -> None:
    # n beat 1600 and 1700: 2050. a: p(-450) = 6: 200 (1 - e^-0.006) = 1.20; b: p(-350)
    # = 11: 200 (1 - e^-0.011) = 2.19
    found = played(
        "pelo", {"a": 1600, "b": 1700}, game("n", "a"), game("n", "b"), **FIVE
    )
    assert {name: change.after for name, change in found.items()} == {
        "n": 2053,
        "a": 1599,
        "b": 1698,
    }
    assert [found[name].terms[0].number for name in ("a", "b")] == [2050, 2050]


def test_4_3_only_games_against_players_with_a_pelo_make_the_provisional_number() -> (
    None
):
    # n drew with 1600 and beat m: 1600 from the one game. m met nobody with a pelo:
    # 1525.
    # n: p(0) = 50, p(75) = 60: W - E = 0.40: 200 (1 - e^-0.04) = 7.84; m: p(-75) = 40:
    # -0.40
    found = played(
        "pelo", {"a": 1600}, game("n", "a", "1/2-1/2"), game("n", "m"), **FIVE
    )
    assert {name: (change.before, change.after) for name, change in found.items()} == {
        "n": (1600, 1608),
        "m": (1525, 1517),
        "a": (1600, 1600),
    }


@pytest.mark.parametrize(
    ("group", "number"),
    [
        pytest.param("under-10", 1325, id="4.4-1325"),
        pytest.param("under-14", 1425, id="4.4-1425"),
        pytest.param("open", 1525, id="4.4-1525"),
    ],
)
def test_only_new_players(group: str, number: int) -> None:
    # both have the number of 3.6; E = 0.5: 9.754 up and down
    found = played("pelo", {}, game("a", "b"), age_group=group, **FIVE)
    assert {name: (change.before, change.after) for name, change in found.items()} == {
        "a": (number, number + 10),
        "b": (number, number - 10),
    }


def test_4_4_rules_1_5_a_new_player_who_met_only_new_ones_in_a_mixed_tournament() -> (
    None
):
    # c and d meet each other only, under 10: 1325; a and n have nothing to do with them
    found = played(
        "pelo",
        {"a": 1600},
        game("a", "n", "1/2-1/2"),
        game("c", "d"),
        age_group="under-10",
        **FIVE,
    )
    assert [found[name].before for name in ("n", "c", "d")] == [1600, 1325, 1325]
    assert [found[name].after for name in ("c", "d")] == [1335, 1315]


def test_4_4_as_in_3_6_an_old_number_comes_before_that_of_the_group() -> None:
    # a has 1700 and no game; b met a number, though a new player's: 1700 - 400 = 1300.
    # p(400) = 92, p(-400) = 8:
    # W - E = 0.08 and -0.08: 200 (1 - e^-0.008) = 1.59
    found = played("pelo", {"a": opened(1700, 0, "pelo")}, game("a", "b"), **FIVE)
    assert {name: (change.before, change.after) for name, change in found.items()} == {
        "a": (1700, 1702),
        "b": (1300, 1298),
    }


def test_4_1_one_game_and_then_7_4_from_the_number() -> None:
    # 1525 - 9.75 = 1515.25; then lost to 1515: -9.75
    assert Career("pelo").plays("=1525", **FIVE).plays("-1525", **FIVE).ratings == [
        1525,
        1515,
    ]


def test_4_5_a_whole_number_and_no_running_values() -> None:
    change = mine(1500, "+1500x10", "pelo", **FIVE)
    assert (change.after, change.running) == (1579, ())


def test_2_9_a_forfeit_makes_nobody_established() -> None:
    (found,), unrated = units(
        "pelo", game("n", "a", "1/2-1/2"), game("m", "a", "1-0F"), **FIVE
    )
    assert (set(found.seats()), unrated["g2"].code) == ({"n", "a"}, "forfeit")


def test_2_2_foreigners_have_a_pelo_at_home() -> None:
    assert (
        after(
            "pelo",
            {"a": 1600},
            game("x", "a", "1/2-1/2"),
            people=[foreigner("x")],
            **FIVE,
        )["x"]
        == 1600
    )
