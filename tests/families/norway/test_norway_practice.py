"""Elo-systemets praktisering i Norge: the limits of 5, 30, 350 and 400, juniors, the
order. Numbers by hand.
"""

import pytest

from rulebooks.base import Standing
from rulebooks.norway import NorwegianList
from rulebooks.norway.rating import cycle, is_all_play_all
from rulebooks.norway.standing import Encounter, PlayerRead
from tests.families.norway.norway_build import (
    JUNIOR,
    SENIOR,
    after,
    game,
    given,
    held,
    play,
    rated,
    units,
    units_of,
)

ALIKE = {"a": held(1500), "b": held(1500)}


# --- W.o.-seiere, the unit ---


def test_wo_never_counts() -> None:
    (unit,), unrated = units("a b 1-0", "a b 1-0F", "a b *", "b a 0-0")
    assert [one.id for one in unit.games] == ["1.1", "4.1"]
    assert {name: why.code for name, why in unrated.items()} == {
        "2.1": "forfeit",
        "3.1": "unfinished",
    }


def test_a_tournament_is_one_unit_whatever_its_days() -> None:
    for more in (
        {"each_game_rated": True},
        {"start": "2010-07-01", "end": "2010-07-02"},
    ):
        (unit,), _ = units("a b 1-0", "a b 0-1", **more)
        assert len(unit.games) == 2 and unit.id == "t"


def test_unequal_time_and_a_fast_game_are_not_rated() -> None:
    games = (
        game("a b 1-0", 1, 7200, 3600),
        game("a b 1-0", 2, 900),
        game("a b 1-0", 3, 3600),
    )
    (unit,), unrated = units_of(games)
    assert [one.id for one in unit.games] == ["3.1"]
    assert [why.code for why in unrated.values()] == ["unequal-time", "too-short"]


@pytest.mark.parametrize(("end", "count"), [("2018-01-31", 1), ("2018-02-01", 0)])
def test_the_last_day_of_the_system(end: str, count: int) -> None:
    found, unrated = units("a b 1-0", end=end)
    assert len(found) == count and [why.code for why in unrated.values()] == [
        "ended"
    ] * (1 - count)


def test_a_virtual_run_goes_on_after_the_end() -> None:
    assert (
        len(
            units(
                "a b 1-0", end="2020-01-01", book=NorwegianList("elo-no", ends=False)
            )[0]
        )
        == 1
    )


def test_a_match_of_two_is_a_warning() -> None:
    from rulebooks.norway.games import private_match

    assert len(list(private_match("elo-no", [("a", "b"), ("b", "a")]))) == 1
    assert list(private_match("elo-no", [("a", "b"), ("b", "a"), ("a", "c")])) == []
    assert list(private_match("elo-no", [])) == []


# --- III ---


@pytest.mark.parametrize(
    ("category", "win", "loss"),
    [
        ("I", 1515, 1485),
        ("II", 1510, 1490),
        ("III", 1508, 1493),
        ("IV", 1505, 1495),
        ("V", 1502, 1498),
    ],
)
def test_iii_a_half_goes_up(category: str, win: int, loss: int) -> None:
    """III: 1500 +- 7.5."""
    assert after(ALIKE, "a b 1-0", category=category) == {"a": win, "b": loss}


def test_k_of_class_a_in_category_iii_follows_the_pattern() -> None:
    change = play({"a": held(2400), "b": held(2400)}, "a b 1-0", category="III")["a"]
    assert (change.after, change.coefficient) == (2404, None)  # 2403.75; no whole K


def test_350_grensen() -> None:
    """ "En spiller har 1650 ... ingen av motstanderne regnet som mer enn 2000 eller
    mindre enn 1300."
    """
    told = play(
        {"a": held(1650), "b": held(2050), "c": held(1200)}, "a b 0-1", "a c 1-0"
    )["a"]
    assert [(term.number, term.basis, term.capped) for term in told.terms] == [
        (2000, "old 2050", True),
        (1300, "old 1200", True),
    ]
    edge = play(
        {"a": held(1650), "b": held(2000), "c": held(1300)}, "a b 0-1", "a c 1-0"
    )["a"]
    assert [(term.number, term.capped) for term in edge.terms] == [
        (2000, False),
        (1300, False),
    ]


def test_a_winner_may_fall() -> None:
    """ "Det finnes ingen regler som sier at ELO-tallet ikke kan synke hvis man vinner
    en turnering!"
    """
    told = {"a": held(2000), **{name: held(1650) for name in "bcd"}}
    # 20 x (2.5 - 3 x .8823)
    assert after(told, "a b 1-0", "a c 1/2-1/2", "a d 1-0")["a"] == 1997


def test_the_floor_of_400() -> None:
    assert after({"a": held(405), "b": held(405)}, "a b 1-0") == {"a": 415, "b": 400}
    assert after({"n": Standing(), "b": held(500)}, "b n 1-0")["n"] == 400
    assert after({"n": held(410, 10), "b": held(450)}, "b n 1-0")["n"] == 400


# --- 5, 6, 29, 30 games ---


@pytest.mark.parametrize(
    ("games", "formula", "number"),
    [
        (0, "I", 1900),
        (1, "I+IIb", 1900),  # (0 x 1500 + 1900) / 1: one game before and one now
        (5, "I+IIb", 1580),  # (4 x 1500 + 1900) / 5
        (6, "IIb", 1567),  # (5 x 1500 + 1900) / 6
        (29, "IIb", 1514),  # (28 x 1500 + 1900) / 29 = 1513.79
        (30, "III", 1510),
    ],
)
def test_the_steps_by_games_before(games: int, formula: str, number: int) -> None:
    """One win over 1500 at 1500."""
    told = play(
        {"a": held(1500, games) if games else Standing(), "b": held(1500)}, "a b 1-0"
    )["a"]
    assert (told.formula, told.after) == (formula, number)
    assert (told.games, told.standing.games) == (1, min(30, games + 1))


def test_a_number_of_five_games_counts_for_nobody() -> None:
    """Opponents meet the new number: 5 games at 2000, R1 = 1500 - 400, (5 x 2000 +
    1100) / 6 = 1850.
    """
    told = play({"n": held(2000, 5), "b": held(1500)}, "b n 1-0")
    assert told["n"].after == 1850
    assert [(term.number, term.basis) for term in told["b"].terms] == [(1850, "new")]
    six = play({"n": held(2000, 6), "b": held(1900)}, "b n 1-0")
    assert [(term.number, term.basis) for term in six["b"].terms] == [(2000, "old")]


def test_iib_with_fewer_games_before_than_now() -> None:
    """6 games before, 7 now: the performance alone; with 7 before IIb comes to the
    same.
    """
    others = {f"o{i}": held(1500) for i in range(7)}
    games = [f"a o{i} 1-0" for i in range(6)] + ["a o6 0-1"]
    for before in (6, 7):
        # 85.71 %: 305.3
        assert after({"a": held(1500, before), **others}, *games)["a"] == 1805
    # (1500 + 7 x 1805) / 8 = 1766.9
    assert after({"a": held(1500, 8), **others}, *games)["a"] == 1767


def test_iia_when_the_performance_is_lower_even_with_few_games() -> None:
    # (6 x 1500 + 7 x 1100) / 13
    assert after({"a": held(1500, 6), "b": held(1500)}, *["a b 0-1"] * 7)["a"] == 1285


# --- Uregistrerte spillere ---


def test_an_all_play_all_with_several_goes_by_the_mean() -> None:
    """a and b score 3 of 6, the mean is theirs: 1600; n wins 2 of 3, D 125 (66.67 %:
    122.3); m 1 of 3.
    """
    told = {"a": held(1500), "b": held(1700), "n": Standing(), "m": Standing()}
    games = ("a b 1-0", "n a 1-0", "m a 0-1", "b n 1-0", "b m 0-1", "n m 1-0")
    found = play(told, *games)
    assert (found["n"].after, found["m"].after) == (1722, 1478)
    assert (found["n"].formula, found["n"].detail) == (
        "I",
        {"n": "0", "how": "mean"},
    ) and found["n"].carried == (
        2,
        3200,
        6,
    )


def test_an_all_play_all_with_a_walk_over_goes_by_the_cycle() -> None:
    told = {"a": held(1500), "b": held(1700), "n": Standing(), "m": Standing()}
    games = ("a b 1-0F", "n a 1-0", "m a 0-1", "b n 1-0", "b m 0-1", "n m 1-0")
    assert play(told, *games)["n"].detail["how"] == "cycle"


def test_all_play_all_twice_over() -> None:
    def of(seats: dict[str, str]) -> list[PlayerRead]:
        return [
            PlayerRead(name, None, 0, tuple(Encounter(one, 1) for one in met), 0)
            for name, met in seats.items()
        ]

    assert is_all_play_all(of({"a": "bc", "b": "ac", "c": "ab"}))
    assert is_all_play_all(of({"a": "bcbc", "b": "acac", "c": "abab"}))
    assert not is_all_play_all(of({"a": "bcb", "b": "aca", "c": "ab"}))


def test_who_met_nobody_rated_waits_for_an_opponent() -> None:
    """n beat a (1900), and x drew with n only: 1900 at first, then both by each other."""
    told = {"a": held(1500), "n": Standing(), "x": Standing()}
    found = play(told, "n a 1-0", "n x 1/2-1/2")
    assert set(found) == {"a", "n", "x"}
    n, x = found["n"], found["x"]
    assert [term.number for term in x.terms] == [n.after] and x.after == n.after
    assert n.after == round((1500 + x.after) / 2) + 193


def test_nobody_rated_at_all_is_said_and_not_guessed() -> None:
    found = rated({"a": held(1500), "b": held(1500)}, "a b 1-0", "x y 1-0")
    assert sorted(change.player for change in found.changes) == ["a", "b"]
    assert {player: why.code for player, why in found.omitted.items()} == dict.fromkeys(
        "xy", "nobody-rated"
    )


def test_the_cycle_goes_on_however_long_it_takes() -> None:
    """Two who won a hundred games, ninety-nine of them over each other: the drift that
    the text warns of is told.
    """
    unrated = [
        PlayerRead("a", None, 0, (Encounter("b", 2), *[Encounter("c", 2)] * 99), 200),
        PlayerRead("c", None, 0, (Encounter("d", 2), *[Encounter("a", 2)] * 99), 200),
    ]
    settled = cycle(unrated, {"b": 1500, "d": 1500})
    assert len(settled.rounds) == 329 and settled.circle == 0
    assert (
        settled.rounds[-1] == settled.rounds[-2] == settled.final != settled.rounds[50]
    )


# --- the order: unrated, juniors, everybody else ---


def test_juniors_first_with_the_old_numbers_of_each_other() -> None:
    told = {"j": held(1600), "k": held(1600), "s": held(1600), "n": Standing()}
    born = {"j": JUNIOR, "k": JUNIOR, "n": JUNIOR}
    found = play(told, "j k 1-0", "j s 1-0", "j n 1-0", "k s 0-1", born=born)
    bases = {
        name: {term.opponent: term.basis.split()[0] for term in found[name].terms}
        for name in found
    }
    assert bases["j"] == {"k": "old", "s": "old", "n": "new"}
    assert bases["s"] == {"j": "junior", "k": "junior"}
    assert bases["n"] == {"j": "old"}
    assert (
        next(term.number for term in found["s"].terms if term.opponent == "j")
        == found["j"].after
    )


def test_a_junior_who_was_over_2100_is_none() -> None:
    told = {"j": held(2050, reached=True), "s": held(2050)}
    assert play(told, "j s 1-0", born={"j": JUNIOR})["j"].detail["class"] == "C"


# --- Deflasjonsproblemer ---


def test_only_juniors_half_k_for_who_falls() -> None:
    both = {"a": JUNIOR, "b": JUNIOR}
    strong = {"a": held(1600), "b": held(1600)}
    # 30 x .5, 15 x .5 = 7.5
    assert after(strong, "a b 1-0", born=both) == {"a": 1615, "b": 1593}
    assert after(strong, "a b 1-0", born={"a": JUNIOR, "b": SENIOR})["a"] == 1615
    assert after(strong, "b a 1-0", born={"a": JUNIOR, "b": SENIOR})["a"] == 1585
    assert after(strong, "a b 1/2-1/2", born=both) == {"a": 1600, "b": 1600}


def test_only_juniors_one_of_them_over_2100() -> None:
    """He is a junior for the event, and none "når hans eget tall beregnes"."""
    told = {"a": held(2110), "b": held(2050)}
    born = {"a": JUNIOR, "b": JUNIOR}
    details = {
        name: change.detail
        for name, change in play(told, "a b 1/2-1/2", born=born).items()
    }
    assert (details["a"]["factor"], details["a"]["class"], details["b"]["factor"]) == (
        "once",
        "C",
        "once",
    )
    fallen = play({"a": held(2110), "b": held(2090)}, "a b 1-0", born=born)["b"]
    assert fallen.detail["factor"] == "half"


@pytest.mark.parametrize(
    ("rating", "wins", "factor"),
    [
        (1500, 7, "once"),  # 70 % against 50 %: not more than 20
        (1500, 8, "double"),
        (1501, 8, "once"),
    ],
)
def test_double_k_for_juniors_up_to_1500(rating: int, wins: int, factor: str) -> None:
    told = {"j": held(rating), **{f"o{i}": held(rating) for i in range(10)}}
    games = [f"j o{i} {'1-0' if i < wins else '0-1'}" for i in range(10)]
    change = play(told, *games, born={"j": JUNIOR})["j"]
    assert change.detail["factor"] == factor
    assert change.after == rating + {"once": 30, "double": 60}[factor] * (wins - 5)


def test_double_k_in_national_tournaments_of_juniors_only() -> None:
    told = {"j": held(1400), "o": held(1400)}
    assert after(told, "j o 1-0", born={"j": JUNIOR})["j"] == 1430
    assert after(told, "j o 1-0", born={"j": JUNIOR}, domestic=False)["j"] == 1415
    assert after(told, "j o 1-0")["j"] == 1410


# --- openings and rulings ---


def test_an_opening_sets_everything() -> None:
    change = given("opening", "2010-01-01", rating=2000, games=45, peak=2150)
    assert change is not None and change.established
    assert change.standing == Standing(2000, 30, (1, "2010-01-01"))


def test_an_opening_leaves_2100_reached() -> None:
    """ "En junior som har vært over 2100 på en offisiell liste blir ikke lenger
    betraktet som junior."
    """
    change = given(
        "opening",
        "2010-01-01",
        Standing(2150, 20, (1, "2009-01-01")),
        rating=1900,
        games=45,
    )
    assert change is not None and change.standing == Standing(
        1900, 30, (1, "2010-01-01")
    )


def test_a_ruling_moves_the_number_only() -> None:
    change = given("ruling", "2010-03-01", held(2090, 12), delta=15)
    assert change is not None and change.standing == Standing(
        2105, 12, (1, "2010-01-01")
    )
    assert given("ruling", "2010-03-01", Standing(), delta=15) is None
    fresh = given("ruling", "2010-03-01", Standing(), rating=1500)
    assert fresh is not None and fresh.standing.games == 0
