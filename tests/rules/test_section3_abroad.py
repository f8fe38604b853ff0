"""2.2, 3.8 and 3.9: who is rated abroad and what an opponent counts as. b and c are
Finns, x and y are not.

7.10 by hand: p = 75 where erf(D / 400) = 0.5, that is D = 400 x 0.476936 = 190.77; p =
25 at -190.77.
"""

from typing import Any

import pytest

from rulebooks.base import Change, External, Person, Standing
from rulebooks.games import Game
from tests.rules.rules_build import DAYS, elo, foreigner, game, opened, played, rated

X, Y = foreigner("x"), foreigner("y", federation="EST")
Numbers = dict[str, int | Standing]


def abroad(
    standings: Numbers, *games: Game, people: tuple[Person, ...] = (X, Y), **header: Any
) -> dict[str, Change]:
    return played("selo", standings, *games, people=people, domestic=False, **header)


def number_of(opponent: str, change: Change) -> int:
    (found,) = {term.number for term in change.terms if term.opponent == opponent}
    return found


@pytest.mark.parametrize(
    ("own", "official", "code"),
    [
        pytest.param(2000, False, None, id="2.2-selo"),
        pytest.param(opened(1700, 3), False, None, id="2.2-selo-of-a-newcomer"),
        pytest.param(None, False, "no-selo-abroad", id="2.2-no-selo"),
        pytest.param(None, True, None, id="2.2-no-selo-but-official"),
    ],
)
def test_a_finn_abroad(
    own: int | Standing | None, official: bool, code: str | None
) -> None:
    standings: Numbers = {} if own is None else {"b": own}
    result = rated(
        "selo", standings, game("b", "x"), people=[X], domestic=False, official=official
    )
    assert {name: why.code for name, why in result.omitted.items()} == {
        "x": "foreigner-abroad",
        **({"b": code} if code else {}),
    }
    assert [change.player for change in result.changes] == ([] if code else ["b"])


def test_2_2_the_mission_is_the_players_and_not_the_tournaments() -> None:
    """b was sent by the federation, c came by themselves; neither has a selo, and so
    says who is rated.
    """
    pairs = game("b", "x"), game("c", "x", "0-1", round_no=2)
    result = rated(
        "selo", {}, *pairs, people=[X], domestic=False, representatives=["b"]
    )
    assert {name: why.code for name, why in result.omitted.items()} == {
        "x": "foreigner-abroad",
        "c": "no-selo-abroad",
    }
    assert [change.player for change in result.changes] == ["b"]
    everybody = rated(
        "selo",
        {},
        *pairs,
        people=[X],
        domestic=False,
        official=True,
        representatives=["b"],
    )
    assert sorted(change.player for change in everybody.changes) == ["b", "c"]


@pytest.mark.parametrize(
    ("federations", "is_rated"),
    [
        pytest.param(
            (("0001-01-01", "SWE"), ("2024-05-03", "FIN")),
            True,
            id="2.2-plays-for-finland-from-the-start",
        ),
        pytest.param(
            (("0001-01-01", "SWE"), ("2024-05-04", "FIN")),
            False,
            id="2.2-a-day-after-the-start",
        ),
        pytest.param(
            (("0001-01-01", "FIN"), ("2024-05-03", "SWE")),
            False,
            id="2.2-left-on-the-start",
        ),
    ],
)
def test_whom_a_player_represents(
    federations: tuple[tuple[str, str], ...], is_rated: bool
) -> None:
    person = Person("b", federations)
    found = abroad({"b": 2000}, game("b", "x"), people=(X, person), start="2024-05-03")
    assert ("b" in found) is is_rated


def test_2_2_a_foreigner_with_a_selo_is_not_rated_abroad_and_counts_by_3_9() -> None:
    found = abroad(
        {"b": 2000, "x": 2400},
        game("b", "x", "1/2-1/2"),
        people=(foreigner("x", elo(2100)),),
    )
    assert set(found) == {"b"}
    # p(-100) = 36: 25 x 0.14 + 0.1 = 3.6
    assert (number_of("x", found["b"]), found["b"].after) == (2100, 2004)


STANDARD, RAPID = elo(2100), elo(2200, source="fide-rapid")
NATIONAL, NATIONAL_RAPID = (
    elo(2300, source="national-standard"),
    elo(2400, source="national-rapid"),
)
UNLIKE = elo(2300, source="national-standard", comparable=False)
UNLIKE_RAPID = elo(2400, source="national-rapid", comparable=False)


# b, 2000, draws with x: the performance of x is 2000 where no number applies.
@pytest.mark.parametrize(
    ("external", "minutes", "number"),
    [
        pytest.param(
            [STANDARD, RAPID, NATIONAL, NATIONAL_RAPID],
            90,
            2100,
            id="3.9-FIDE-standard",
        ),
        pytest.param(
            [STANDARD, RAPID, NATIONAL, NATIONAL_RAPID],
            15,
            2100,
            id="3.9-FIDE-standard-in-rapid-too",
        ),
        pytest.param(
            [RAPID, NATIONAL, NATIONAL_RAPID], 59, 2200, id="3.9-FIDE-rapid-59"
        ),
        pytest.param(
            [RAPID, NATIONAL, NATIONAL_RAPID],
            3599 / 60,
            2200,
            id="3.9-FIDE-rapid-59-59",
        ),
        pytest.param(
            [RAPID, NATIONAL, NATIONAL_RAPID], 60, 2300, id="3.9-no-FIDE-rapid-at-60"
        ),
        pytest.param(
            [NATIONAL, NATIONAL_RAPID], 59, 2300, id="3.9-national-standard-in-rapid"
        ),
        pytest.param([NATIONAL, NATIONAL_RAPID], 90, 2300, id="3.9-national-standard"),
        pytest.param([NATIONAL_RAPID], 59, 2400, id="3.9-national-rapid-59"),
        pytest.param([NATIONAL_RAPID], 60, 2000, id="3.9-no-national-rapid-at-60"),
        pytest.param([RAPID], 60, 2000, id="3.9-FIDE-rapid-alone-at-60"),
        pytest.param([UNLIKE], 90, 2000, id="3.9-not-comparable"),
        pytest.param(
            [UNLIKE, NATIONAL_RAPID], 59, 2400, id="3.9-only-rapid-comparable"
        ),
        pytest.param([UNLIKE, UNLIKE_RAPID], 59, 2000, id="3.9-rapid-not-comparable"),
        pytest.param([RAPID, UNLIKE], 59, 2200, id="3.9-FIDE-needs-no-comparison"),
        pytest.param([], 90, 2000, id="3.9-performance"),
        # the latest dated on or before the start of the tournament, which is 2024-05-03
        pytest.param([elo(2100, "2024-05-03")], 90, 2100, id="3.9-dated-on-the-start"),
        pytest.param(
            [elo(2100, "2024-05-04")], 90, 2000, id="3.9-dated-after-the-start"
        ),
        pytest.param(
            [elo(2100, "2024-01-01"), elo(2050, "2024-05-01")],
            90,
            2050,
            id="3.9-the-latest",
        ),
        pytest.param(
            [elo(2100, "2024-05-04"), NATIONAL],
            90,
            2300,
            id="3.9-a-later-one-does-not-hide-the-next-step",
        ),
        # never below 1000
        pytest.param([elo(999)], 90, 1000, id="3.9-floor-999"),
        pytest.param([elo(1000)], 90, 1000, id="3.9-floor-1000"),
        pytest.param([elo(1001)], 90, 1001, id="3.9-floor-1001"),
        pytest.param(
            [elo(900), RAPID], 59, 1000, id="3.9-the-first-that-applies-even-below-1000"
        ),
        pytest.param(
            [elo(900, source="national-rapid")], 59, 1000, id="3.9-floor-national-rapid"
        ),
    ],
)
def test_the_ladder(external: list[External], minutes: float, number: int) -> None:
    drawn = game("b", "x", "1/2-1/2", minutes)
    found = abroad(
        {"b": 2000}, drawn, people=(foreigner("x", *external),), start="2024-05-03"
    )
    assert number_of("x", found["b"]) == number


@pytest.mark.parametrize("edition", ["fi-1990", "fi-2011"])
def test_3_9_in_the_older_editions(edition: str) -> None:
    person = foreigner("x", elo(2100, "2000-01-01"))
    assert (
        number_of(
            "x",
            abroad({"b": 2000}, game("b", "x"), people=(person,), end=DAYS[edition])[
                "b"
            ],
        )
        == 2100
    )


def test_1_7_the_start_of_a_game_rated_alone_is_its_day() -> None:
    person = foreigner("x", elo(2100, "2024-05-07"))
    for on, number in (("2024-05-06", 2000), ("2024-05-07", 2100)):
        drawn = game("b", "x", "1/2-1/2", on=on)
        found = abroad(
            {"b": 2000}, drawn, people=(person,), start="2024-05-03", end="2024-05-05"
        )
        assert number_of("x", found["b"]) == number


@pytest.mark.parametrize(
    ("results", "selo", "number"),
    [
        pytest.param(["1/2-1/2"], 2000, 2000, id="7.6-half"),
        pytest.param(["1-0"], 2000, 1000, id="3.9-0-percent"),
        pytest.param(["0-1"], 2000, 1000, id="3.9-100-percent"),
        pytest.param(["0-1", "1-0"], 2000, 2000, id="7.6-one-of-two"),
        # + 190.77
        pytest.param(["0-1", "0-1", "0-1", "1-0"], 2000, 2191, id="7.6-three-of-four"),
        # - 190.77
        pytest.param(["1-0", "1-0", "1-0", "0-1"], 2000, 1809, id="7.6-one-of-four"),
        # 859.23
        pytest.param(
            ["1-0", "1-0", "1-0", "0-1"], 1050, 1000, id="3.9-floor-of-a-performance"
        ),
        # 999.23
        pytest.param(["1-0", "1-0", "1-0", "0-1"], 1190, 1000, id="3.9-floor-of-999"),
        # 1001.23
        pytest.param(
            ["1-0", "1-0", "1-0", "0-1"], 1192, 1001, id="3.9-no-floor-at-1001"
        ),
    ],
)
def test_the_performance_in_this_tournament(
    results: list[str], selo: int, number: int
) -> None:
    found = abroad({"b": selo}, *[game("b", "x", result) for result in results])
    assert number_of("x", found["b"]) == number


def test_3_9_the_performance_is_rounded_half_up() -> None:
    # draws with 2000 and 2001: 2000.5
    drawn = [game("b", "x", "1/2-1/2"), game("c", "x", "1/2-1/2")]
    assert number_of("x", abroad({"b": 2000, "c": 2001}, *drawn)["b"]) == 2001


def test_3_9_layers_a_performance_through_another() -> None:
    # layer 1: x drew with b, 2000; y only lost to c, 0 %. Layer 2: y, half a point of
    # two against 2000: 1809.23.
    games = [game("b", "x", "1/2-1/2"), game("x", "y", "1/2-1/2"), game("c", "y")]
    found = abroad({"b": 2000, "c": 2000}, *games)
    assert [number_of("x", found["b"]), number_of("y", found["c"])] == [2000, 1809]
    # p(191) = 75: 25 x 0.25 + 0.1 = 6.35
    assert found["c"].after == 2006


def test_3_9_layers_all_at_once() -> None:
    # x and y both have a performance of layer 1; their own game counts for neither of
    # them
    games = [game("b", "x", "1/2-1/2"), game("c", "y", "1/2-1/2"), game("x", "y")]
    found = abroad({"b": 2000, "c": 1800}, *games)
    assert [number_of("x", found["b"]), number_of("y", found["c"])] == [2000, 1800]


def test_3_9_layers_players_without_a_road_count_1000() -> None:
    # x and y drew with each other and lost to b: no layer adds anybody. p(1000) capped:
    # 25 x 0.16 + 0.2 = 4.2
    games = [game("b", "x"), game("b", "y"), game("x", "y", "1/2-1/2")]
    found = abroad({"b": 2000}, *games)
    assert [term.number for term in found["b"].terms] == [1000, 1000]
    assert found["b"].after == 2004


def test_3_9_layers_a_finn_without_selo_helps_others_and_counts_1525_himself() -> None:
    # layer 1: n drew with c, 1800. Layer 2: x lost to b (1800) and drew with n (1800):
    # 1609.23.
    games = [game("b", "x"), game("n", "x", "1/2-1/2"), game("c", "n", "1/2-1/2")]
    found = abroad({"b": 1800, "c": 1800}, *games)
    assert set(found) == {"b", "c"}
    assert [number_of("x", found["b"]), number_of("n", found["c"])] == [1609, 1525]
    # p(191) = 75: 35 x 0.25 + 0.1 = 8.85; p(275) = 83: 35 x -0.33 + 0.1 = -11.45
    assert [found["b"].after, found["c"].after] == [1809, 1789]


def test_3_9_layers_begin_with_the_number_before_of_a_newcomer() -> None:
    # n has 1700 after 5 games, whatever n gets here: x lost to b (1700) and drew with
    # n (1700): 1509.23
    found = abroad(
        {"b": 1700, "n": opened(1700, 5)}, game("b", "x"), game("n", "x", "1/2-1/2")
    )
    assert number_of("x", found["b"]) == 1509


def test_3_9_layers_begin_with_a_selo_as_it_is_and_no_foreigner_below_1000() -> None:
    """ "Mikäli vastustajan vahvuusluku näin määräytyisi olevan alle 1000" is of the
    foreign opponent, not of a selo.
    """
    games = [game("x", "c"), game("x", "c"), game("x", "c"), game("c", "x")]
    # three of four: 190.77 above the selo, whatever that is; what comes of it counts as
    # at least 1000
    for selo, number in (
        (1000, 1191),
        (999, 1190),
        (918, 1109),
        (810, 1001),
        (809, 1000),
        (700, 1000),
    ):
        assert number_of("x", abroad({"c": selo}, *games)["c"]) == number
    # the same with the Elo 900 of r: two won against r, one won and one lost against
    # 1000
    games = [game("x", "r"), game("x", "r"), game("x", "b"), game("b", "x")]
    assert (
        number_of(
            "x", abroad({"b": 1000}, *games, people=(X, foreigner("r", elo(900))))["b"]
        )
        == 1191
    )


def test_3_9_looked_up_game_by_game() -> None:
    # x has a rapid rating only: 2200 in the fast game; in the slow one their performance
    # over both games, 2000
    person = foreigner("x", RAPID)
    games = [game("b", "x", "1/2-1/2", 60), game("c", "x", "1/2-1/2", 59)]
    found = abroad({"b": 2000, "c": 2000}, *games, people=(person,))
    assert [number_of("x", found["b"]), number_of("x", found["c"])] == [2000, 2200]


def test_3_9_a_rapid_rating_serves_others_performances_in_fast_games_only() -> None:
    # y drew with x, 2200, in a fast game and lost to b, 2200: layer 1: half a point of
    # two, 2200 - 190.77
    person = foreigner("x", RAPID)
    for minutes, number in ((59, 2009), (60, 1000)):
        games = [game("x", "y", "1/2-1/2", minutes), game("b", "y")]
        assert (
            number_of("y", abroad({"b": 2200}, *games, people=(person, Y))["b"])
            == number
        )


@pytest.mark.parametrize(
    ("selo", "after"),
    [
        pytest.param(2100, 2004, id="3.8-selo"),  # p(-100) = 36: 25 x 0.14 + 0.1
        # capped: 25 x -0.42 + 0.1 = -10.4
        pytest.param(900, 1990, id="3.8-below-1000"),
    ],
)
def test_a_finn_met_abroad_counts_his_selo(selo: int, after: int) -> None:
    found = abroad(
        {"b": 2000, "c": selo},
        game("b", "c", "1/2-1/2"),
        people=(Person("c", external=(elo(2500),)),),
    )
    assert (number_of("c", found["b"]), found["b"].after) == (selo, after)


def test_3_8_no_floor_under_a_selo() -> None:
    # 1000 draws with 900: p(100) = 64: 45 x -0.14 + 0.1 = -6.2
    assert abroad({"b": 1000, "c": 900}, game("b", "c", "1/2-1/2"))["b"].after == 994


def test_3_8_and_3_4_a_finn_rated_as_new_counts_his_new_number() -> None:
    # n: lost to 2000, drew with 2100: 2050 + 400 x (1/4 - 1/2) + 0.2 = 1950.2. b: p(50)
    # = 57: 25 x 0.43 + 0.1 = 10.85
    games = [game("b", "n"), game("n", "x", "1/2-1/2")]
    people = (foreigner("x", STANDARD),)
    found = abroad({"b": 2000}, *games, people=people, official=True)
    assert {name: change.after for name, change in found.items()} == {
        "n": 1950,
        "b": 2011,
    }
    # not rated: 1525, capped: 25 x 0.08 + 0.1 = 2.1
    found = abroad({"b": 2000}, *games, people=people)
    assert {name: change.after for name, change in found.items()} == {"b": 2002}


@pytest.mark.parametrize(
    ("group", "number"), [("under-10", 1325), ("under-14", 1425), ("open", 1525)]
)
def test_3_8_a_finn_without_selo_counts_by_3_6(group: str, number: int) -> None:
    assert (
        number_of("n", abroad({"b": 1600}, game("b", "n"), age_group=group)["b"])
        == number
    )


def test_3_9_a_newcomer_abroad_meets_the_same_numbers() -> None:
    # n, 3 games at 1600, beats x (2100): (4800 + 2100) / 4 = 1725, W = 2.5: 400 x 0.125
    # = 50, + 0.4
    found = abroad(
        {"n": opened(1600, 3)}, game("n", "x"), people=(foreigner("x", STANDARD),)
    )
    assert (found["n"].formula, found["n"].after) == ("7.3", 1775)


def test_3_9_only_abroad() -> None:
    # at home a foreigner's rapid rating is nothing: x is a newcomer, 2000 + 0.1; b
    # meets 2000
    found = played(
        "selo",
        {"b": 2000},
        game("b", "x", "1/2-1/2", 15),
        people=[foreigner("x", RAPID)],
    )
    assert (found["x"].after, number_of("x", found["b"])) == (2000, 2000)
