"""Section 2 and rules 1.1 to 1.3: which games count, on which list, by which edition,
and what is computed at once.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rulebooks import default_adoptions, rulebook
from rulebooks import games as columns
from rulebooks.base import Header, Tournament
from rulebooks.games import Game, Games
from rulebooks.numbers import opening_place, ruling_place
from rulebooks.units import units_on_list
from tests.rules.rules_build import (
    DAYS,
    HALF_POINTS,
    after,
    fates,
    foreigner,
    game,
    opened,
    played,
    rated,
    unit,
    units,
)
from tests.rules.rules_build import tournament as build_tournament


def test_1_1_the_editions_and_their_first_days() -> None:
    for name in ("selo", "pelo"):
        days = [
            (edition, since)
            for listed, edition, since in default_adoptions()
            if listed == name
        ]
        assert [edition for edition, _ in days] == ["fi-1990", "fi-2011", "fi-2023"]
        assert [since for _, since in days[1:]] == ["2011-01-01", "2023-04-26"]
        assert days[0][1] < "1990-01-01"


# 2.8 by exact time: over 10 minutes selo, over 3 and at most 10 pelo; before 2023 selo
# from 15 minutes.
TIMES = [
    ("fi-2023", 180, "too-short"), ("fi-2023", 181, "pelo"), ("fi-2023", 210, "pelo"), ("fi-2023", 240, "pelo"),
    ("fi-2023", 600, "pelo"), ("fi-2023", 601, "selo"), ("fi-2023", 630, "selo"), ("fi-2023", 660, "selo"),
    ("fi-2023", 60, "too-short"), ("fi-2023", 5400, "selo"),
    ("fi-2011", 180, "too-short"), ("fi-2011", 240, "pelo"), ("fi-2011", 600, "pelo"), ("fi-2011", 660, "pelo"),
    ("fi-2011", 840, "pelo"), ("fi-2011", 870, "pelo"), ("fi-2011", 899, "pelo"), ("fi-2011", 900, "selo"),
    ("fi-1990", 180, "too-short"), ("fi-1990", 240, "pelo"), ("fi-1990", 840, "pelo"), ("fi-1990", 900, "selo"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "seconds", "where"),
    TIMES,
    ids=[f"2.8-{e}-{s}s-{w}" for e, s, w in TIMES],
)
def test_the_list_by_the_time(edition: str, seconds: int, where: str) -> None:
    assert fates(game("a", "b"), minutes=seconds / 60, end=DAYS[edition]) == {
        "g1": where
    }
    assert fates(
        game("a", "b", minutes=seconds / 60), minutes=120, end=DAYS[edition]
    ) == {"g1": where}


@pytest.mark.parametrize(
    ("start", "end", "on", "each", "where", "edition"),
    [
        # twelve minutes: pelo before 26.4.2023, selo from it
        pytest.param(
            "2023-04-25",
            "2023-04-25",
            "2023-04-25",
            False,
            "pelo",
            "fi-2011",
            id="1.1-day-before-2023",
        ),
        pytest.param(
            "2023-04-26",
            "2023-04-26",
            "2023-04-26",
            False,
            "selo",
            "fi-2023",
            id="1.1-day-of-2023",
        ),
        pytest.param(
            "2023-04-20",
            "2023-04-26",
            "2023-04-20",
            False,
            "selo",
            "fi-2023",
            id="1.1-by-the-end",
        ),
        pytest.param(
            "2023-04-20",
            "2023-04-25",
            "2023-04-26",
            False,
            "selo",
            "fi-2023",
            id="2.12-moved-past-the-end",
        ),
        pytest.param(
            "2023-04-26",
            "2023-04-27",
            "2023-04-25",
            False,
            "pelo",
            "fi-2011",
            id="1.7-before-the-start",
        ),
        pytest.param(
            "2023-04-01",
            "2023-05-01",
            "2023-04-25",
            True,
            "pelo",
            "fi-2011",
            id="2.11-own-day-before",
        ),
        pytest.param(
            "2023-04-01",
            "2023-05-01",
            "2023-04-26",
            True,
            "selo",
            "fi-2023",
            id="2.11-own-day-of",
        ),
        pytest.param(
            "2010-12-31",
            "2010-12-31",
            "2010-12-31",
            False,
            "pelo",
            "fi-1990",
            id="1.1-day-before-2011",
        ),
        pytest.param(
            "2010-12-31",
            "2011-01-01",
            "2010-12-31",
            False,
            "pelo",
            "fi-2011",
            id="1.1-day-of-2011",
        ),
    ],
)
def test_the_edition_is_that_of_the_day_the_unit_ends(
    start: str, end: str, on: str, each: bool, where: str, edition: str
) -> None:
    found = unit(
        where,
        game("a", "b", on=on),
        start=start,
        end=end,
        minutes=12,
        each_game_rated=each,
    )
    assert found.edition == edition
    assert found.end == (on if each or not start <= on <= end else end)


@pytest.mark.parametrize(
    ("result", "where"),
    [
        *[pytest.param(result, "selo", id=f"2.9-{result}") for result in HALF_POINTS],
        pytest.param("1-0F", "forfeit", id="2.9-1-0F"),
        pytest.param("0-1F", "forfeit", id="2.9-0-1F"),
        pytest.param("0-0F", "forfeit", id="2.9-0-0F"),
        pytest.param("1/2-1/2F", "forfeit", id="2.9-half-half-F"),
        pytest.param("*", "unfinished", id="2.9-unfinished"),
    ],
)
def test_only_played_games(result: str, where: str) -> None:
    assert fates(game("a", "b", result)) == {"g1": where}


def test_2_9_a_forfeit_adds_to_no_number_and_no_count() -> None:
    # only the draw: N = 1, +0.1; the forfeit stays visible with its reason
    games = [game("a", "b", "1/2-1/2"), game("a", "c", "1-0F")]
    (found,), unrated = units("selo", *games)
    assert [g.id for g in found.games] == ["g1"]
    assert (unrated["g2"].code, unrated["g2"].section) == ("forfeit", "2.9")
    assert units("selo", game("a", "b", "1-0F"))[0] == []


@pytest.mark.parametrize(
    ("minutes", "black_minutes", "where"),
    [
        pytest.param(90, 90, "selo", id="2.7-equal"),
        pytest.param(90, 91, "unequal-time", id="2.7-black-longer"),
        pytest.param(15, 12, "unequal-time", id="2.7-both-selo-times"),
        pytest.param(5, 4, "unequal-time", id="2.7-both-pelo-times"),
        pytest.param(3, 5, "unequal-time", id="2.7-short-and-unequal"),
    ],
)
def test_both_have_the_same_time(minutes: int, black_minutes: int, where: str) -> None:
    assert fates(game("a", "b", minutes=minutes, black_minutes=black_minutes)) == {
        "g1": where
    }


@pytest.mark.parametrize(
    ("minutes", "accepted", "where"),
    [
        pytest.param(90, True, "selo", id="2.5-accepted"),
        pytest.param(90, False, "not-accepted", id="2.5-not-accepted"),
        pytest.param(15, True, "selo", id="2.6-rapid-of-an-accepted-tournament"),
        pytest.param(15, False, "not-accepted", id="2.5-rapid-not-accepted"),
        pytest.param(11, True, "selo", id="2.5-eleven-minutes"),
        pytest.param(10, True, "foreign-blitz", id="2.5-ten-minutes"),
        pytest.param(5, True, "foreign-blitz", id="2.5-blitz"),
        pytest.param(5, False, "not-accepted", id="2.5-blitz-not-accepted"),
        pytest.param(3, True, "too-short", id="2.8-three-minutes-abroad"),
    ],
)
def test_where_a_game_abroad_counts(minutes: int, accepted: bool, where: str) -> None:
    assert fates(
        game("a", "b"), minutes=minutes, domestic=False, fide_accepted=accepted
    ) == {"g1": where}


def test_2_5_at_home_the_fide_flag_is_not_asked() -> None:
    assert fates(game("a", "b"), fide_accepted=False) == {"g1": "selo"}
    assert fates(game("a", "b"), fide_accepted=False, minutes=5) == {"g1": "pelo"}


@pytest.mark.parametrize(
    "more", [{}, {"minutes": 5}, {"domestic": False}], ids=["selo", "pelo", "abroad"]
)
def test_2_3_what_the_board_has_not_accepted_is_not_rated(more: dict[str, Any]) -> None:
    told = build_tournament(game("a", "b"), **more)
    header = told.header._replace(accepted=False)
    (why,) = (
        rulebook("selo")
        .left_out(told._replace(header=header), lambda day: "fi-2023")
        .values()
    )
    assert (why.code, why.section, why.text) == (
        "not-accepted",
        "2.3",
        "a tournament that the board has not accepted (yet)",
    )


def test_2_6_part_standard_part_rapid_is_one_selo_unit() -> None:
    found = unit("selo", game("a", "b"), game("a", "b", minutes=25), domestic=False)
    assert [g.id for g in found.games] == ["g1", "g2"]


@pytest.mark.parametrize(
    ("edition", "own_minutes", "game_minutes", "where"),
    [
        pytest.param("fi-2023", 90, 5, "blitz-tiebreak", id="2.10-blitz-after-selo"),
        pytest.param(
            "fi-2023", 90, 10, "blitz-tiebreak", id="2.10-ten-minutes-after-selo"
        ),
        pytest.param("fi-2023", 90, 11, "selo", id="2.10-rapid-after-selo"),
        pytest.param("fi-2023", 11, 5, "blitz-tiebreak", id="2.10-selo-time-of-eleven"),
        pytest.param("fi-2023", 10, 5, "pelo", id="2.10-pelo-tournament"),
        pytest.param("fi-2023", 5, 5, "pelo", id="2.10-blitz-after-blitz"),
        pytest.param("fi-2023", 5, 90, "selo", id="2.10-long-after-blitz"),
        pytest.param("fi-2023", 90, 3, "too-short", id="2.10-three-minutes"),
        pytest.param(
            "fi-2011", 15, 14, "blitz-tiebreak", id="2.10-2011-fourteen-after-fifteen"
        ),
        pytest.param(
            "fi-2011", 14, 10, "pelo", id="2.10-2011-pelo-tournament-of-fourteen"
        ),
        pytest.param("fi-2011", 15, 15, "selo", id="2.10-2011-fifteen"),
    ],
)
def test_where_a_tie_break_counts(
    edition: str, own_minutes: int, game_minutes: int, where: str
) -> None:
    tiebreak = game("a", "b", minutes=game_minutes, tiebreak=True)
    assert fates(tiebreak, minutes=own_minutes, end=DAYS[edition]) == {"g1": where}


def test_2_10_a_blitz_game_that_is_no_tie_break_counts() -> None:
    assert fates(game("a", "b", minutes=5), minutes=90) == {"g1": "pelo"}


@pytest.mark.parametrize(
    ("on", "where"),
    [
        # the tournament has 12 minutes: pelo time on 25.4.2023, selo time on 26.4.2023
        pytest.param("2023-04-25", "pelo", id="1.7-tie-break-on-the-last-day-of-2011"),
        pytest.param(
            "2023-04-26", "blitz-tiebreak", id="1.7-tie-break-moved-into-2023"
        ),
    ],
)
def test_tie_breaks_by_the_edition_of_their_own_unit(on: str, where: str) -> None:
    tiebreak = game("a", "b", minutes=5, tiebreak=True, on=on)
    assert fates(tiebreak, minutes=12, end="2023-04-25") == {"g1": where}


def test_1_2_one_tournament_feeds_both_lists() -> None:
    games = [game("a", "b"), game("a", "b", minutes=5), game("c", "d", minutes=25)]
    assert fates(*games) == {"g1": "selo", "g2": "pelo", "g3": "selo"}
    for name, own in (("selo", ["g1", "g3"]), ("pelo", ["g2"])):
        (found,), _ = units(name, *games)
        assert [g.id for g in found.games] == own


def spans(*games: object, **header: object) -> list[tuple[str, str, list[str]]]:
    found, _ = units("selo", *games, **header)  # type: ignore[arg-type]
    return [
        (u.start, u.end, [g.id for g in u.games])
        for u in sorted(found, key=lambda u: u.place)
    ]


def test_2_11_a_tournament_at_once_and_a_league_game_by_game() -> None:
    games = [game("a", "b", on="2024-03-10"), game("a", "c", on="2024-01-10")]
    days = {"start": "2024-01-01", "end": "2024-04-01"}
    assert spans(*games, **days) == [("2024-01-01", "2024-04-01", ["g2", "g1"])]
    assert spans(*games, **days, each_game_rated=True) == [
        ("2024-01-10", "2024-01-10", ["g2"]),
        ("2024-03-10", "2024-03-10", ["g1"]),
    ]


def test_2_12_a_moved_game_is_a_unit_on_its_own_day() -> None:
    days = {"start": "2024-05-03", "end": "2024-05-05"}
    moved = {
        name: game("a", name, on=on)
        for name, on in (
            ("b", "2024-05-02"),
            ("c", "2024-05-03"),
            ("d", "2024-05-05"),
            ("e", "2024-05-06"),
        )
    }
    assert spans(*moved.values(), **days) == [
        ("2024-05-02", "2024-05-02", ["g1"]),
        ("2024-05-03", "2024-05-05", ["g2", "g3"]),
        ("2024-05-06", "2024-05-06", ["g4"]),
    ]


def test_2_11_a_league_starts_from_the_number_after_the_game_before() -> None:
    # a and b 1500, two wins: 22.6, then from 1523 against 1478 (p(45) = 56) 45 x 0.44 +
    # 0.1 = 19.9: 1542.9;
    # as one unit it would be 45 + 0.2
    league = [game("a", "b", on="2024-01-10"), game("a", "b", on="2024-01-10")]
    found, _ = units("selo", *league, each_game_rated=True)
    standings = {"a": opened(1500), "b": opened(1500)}
    for one in sorted(found, key=lambda one: one.place):
        standings = {
            change.player: change.standing
            for change in rulebook("selo").rate(one, standings, {}).changes
        }
    # b: 1477.6, then 1478 - 19.8 + 0.1
    assert [standings[name].rating for name in ("a", "b")] == [1543, 1458]
    assert after("selo", {"a": 1500, "b": 1500}, *league, start="2024-01-01") == {
        "a": 1545,
        "b": 1455,
    }


def test_2_2_at_home_everybody_is_rated() -> None:
    # a foreigner without Elo is a newcomer like any other: 1800 + 200 + 0.1
    found = rated("selo", {"a": 1800}, game("x", "a"), people=[foreigner("x")])
    assert not found.omitted
    assert {change.player: change.after for change in found.changes}["x"] == 2000
    assert set(played("pelo", {"a": 1800}, game("x", "a"), minutes=5)) == {"a", "x"}


BEFORE_AFTER = [
    (
        "end",
        {"end": "2024-05-05", "start": "2024-05-05"},
        {"end": "2024-05-06", "start": "2024-04-01"},
    ),
    (
        "start",
        {"start": "2024-05-01", "order_no": 9},
        {"start": "2024-05-02", "order_no": 0},
    ),
    ("order-no", {"order_no": -1, "name": "z"}, {"order_no": 0, "name": "a"}),
    ("order-no-tens", {"order_no": 9, "name": "z"}, {"order_no": 10, "name": "a"}),
    ("id-bytewise-case", {"name": "B"}, {"name": "a"}),
    ("id-bytewise-digits", {"name": "t10"}, {"name": "t2"}),
    ("id-prefix", {"name": "t"}, {"name": "t-1"}),
    ("id-dash-dot", {"name": "t-1"}, {"name": "t.1"}),
]


@pytest.mark.parametrize(
    ("what", "first", "second"),
    BEFORE_AFTER,
    ids=[f"1.3-{row[0]}" for row in BEFORE_AFTER],
)
def test_the_order_of_units(
    what: str, first: dict[str, object], second: dict[str, object]
) -> None:
    assert (
        unit("selo", game("a", "b"), **first).place
        < unit("selo", game("a", "b"), **second).place
    )


def test_1_3_games_of_one_day_by_round_then_place() -> None:
    games = [
        game("a", "b", round_no=10),
        *[game("a", "b", round_no=2) for _ in range(11)],
    ]
    found, _ = units("selo", *games, each_game_rated=True)
    by_place = sorted(found, key=lambda u: u.place)
    assert [u.games.numbers()[0] for u in by_place] == [
        *[f"g{n}" for n in range(2, 13)],
        "g1",
    ]


def test_1_7_on_one_day_openings_then_units_then_rulings() -> None:
    on = "2024-05-05"
    own = unit("selo", game("a", "b"), end=on).place
    assert opening_place(on, "zz") < own < ruling_place(on, "a", True, 1, 1)
    assert ruling_place("2024-05-04", "zz", False, 1, 99) < opening_place(on, "a")


def test_a_game_of_a_long_league_is_taken_out_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With its own day, time and id where it has one, as if a tournament had no other
    game; and not by way of all.
    """
    chance = random.Random(11)
    for _ in range(50):
        rows = [_any_game(chance, at) for at in range(12)]
        games = Games.from_games(rows, "2023-02-01", 5400)
        alone = [games.single(at, row.round) for at, row in enumerate(rows)]
        assert [[*single] for single in alone] == [[row] for row in rows]
        assert alone == [games.take([at]) for at in range(len(rows))]
    asked = 0

    def rounds(runs: Sequence[int]) -> list[int]:
        nonlocal asked
        asked += 1
        return rounds_of(runs)

    rounds_of = columns.rounds
    for module in ("rulebooks.games", "rulebooks.units"):
        monkeypatch.setattr(f"{module}.rounds", rounds)
    league = [row._replace(on=f"2023-03-{1 + at:02}") for at, row in enumerate(rows)]
    header = Header(
        "league", "2023-02-01", "2023-12-31", 5400, True, True, False, "open", True, 0
    )
    units = units_on_list(
        "selo",
        Tournament(header, Games.from_games(league)),
        lambda day: "fi-2023",
        lambda *_: None,
    )
    assert len(units) == len(league) and asked <= 2


def _any_game(chance: random.Random, at: int) -> Game:
    name = f"{1 + at // 3}.{1 + at % 3}" if chance.random() < 0.8 else f"x{at}"
    white, black = chance.sample(("P1", "P2", "P3", "P4"), 2)
    day, seconds = (
        chance.choice(("2023-02-01", "2023-02-02")),
        chance.choice((5400, 600)),
    )
    return Game(
        name,
        1 + at // 3,
        at + 1,
        day,
        white,
        black,
        "1-0",
        (2, 0),
        seconds,
        seconds,
        chance.random() < 0.2,
    )
