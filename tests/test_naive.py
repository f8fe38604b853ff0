"""Hand-made cases for the naive second implementation: every number worked out by hand
from the rule text.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.naive.clock import control_minutes
from tests.naive.finland import book
from tests.naive.histories import history
from tests.naive.makers import DAY, after, elo, games, line, opening, person, tournament
from tests.naive.records import Document
from tests.naive.validity import problems

FIVE = [
    opening("me", 1660),
    opening("a", 1995),
    opening("b", 1695),
    opening("c", 1930),
    opening("d", 1901),
]
FOUR_GAMES = games("a me 1-0", "me b 1-0", "c me 1-0", "me d 1/2-1/2")


def test_the_example_of_1660() -> None:
    """7.2: D -335 -35 -270 -241 gives p 12 45 17 20, so W - E = -.12 + .55 - .17 + .30
    = .56.

    1660 + 40 x .56 + .4 = 1682.8. Running: 1660 - 4.8 + .1 = 1655.3; 1660 + 40 x .43 +
    .2 = 1677.4;
    1660 + 40 x .26 + .3 = 1670.7; 1682.8. The winner of round 1: p(335) = 88, 1995 + 25
    x .12 + .1 = 1998.1.
    """
    answer = book([*FIVE, tournament("T", FOUR_GAMES)])
    mine = line(answer, "me", "T")
    assert (mine.before, mine.after, mine.games, mine.normal_games, mine.score) == (
        1660,
        1683,
        4,
        4,
        Fraction(3, 2),
    )
    assert mine.running == [1655, 1677, 1671, 1683]
    assert answer.peaks("selo")["me"] == (1683, DAY, "T", "4.1")
    assert after(answer, "T", "a") == [1998]
    assert answer.current("selo")["me"] == (1683, 104, 104, True)


@pytest.mark.parametrize(
    ("day", "numbers"), [("2010-12-31", [1682, 1999]), ("2011-01-01", [1683, 1998])]
)
def test_older_editions_of_7_2(day: str, numbers: list[int]) -> None:
    """1990: no bonus, 1682.4; p at most 85, 1995 + 25 x .15 = 1998.75. From 2011: 92
    and 0.1 a game, as above.
    """
    assert (
        after(book([*FIVE, tournament("T", FOUR_GAMES, day)]), "T", "me", "a")
        == numbers
    )


def test_new_player_first_then_the_established() -> None:
    """7.3: (1500 + 1600) / 2 + 400 (1.5 / 2 - 1/2) + .2 = 1650.2. The established meet
    1650 (3.4).

    1500: p(-150) = 30, 1500 - 45 x .30 + .1 = 1486.6. 1600: p(-50) = 43, 1600 + 45 x
    .07 + .1 = 1603.25.
    """
    documents = [
        opening("a", 1500),
        opening("b", 1600),
        tournament("T", games("n a 1-0", "b n 1/2-1/2")),
    ]
    answer = book(documents)
    assert after(answer, "T", "n", "a", "b") == [1650, 1487, 1603]
    assert line(answer, "n", "T").running == []
    assert "n" not in answer.peaks("selo")


def test_two_new_players_of_an_age_group() -> None:
    """3.6: 1425 each; 1425 + 200 + .1 and 1425 - 200 + .1."""
    answer = book([tournament("T", games("n m 1-0"), age_group="under-14")])
    assert after(answer, "T", "n", "m") == [1625, 1225]


def test_new_player_with_a_balance() -> None:
    """3.3: (4 x 1500 + 1600) / 5 + 400 (3 / 5 - 1/2) = 1560, from 2023 + .5 = 1560.5,
    up to 1561 (3.5).
    """
    for day, number in ((DAY, 1561), ("2015-06-10", 1560)):
        documents = [
            opening("n", 1500, 4),
            opening("a", 1600),
            tournament("T", games("n a 1-0"), day),
        ]
        assert after(book(documents), "T", "n") == [number]


def test_games_of_an_old_edition_counted_one_by_one_later() -> None:
    """2011: (1600 + 1501) / 2 = 1550.5 -> 1551. In 2023 (1600 + 1501 + 1699) / 3 + 0 +
    .3 = 1600.3.

    Carried as 2 x 1551 it would be 1600.33 + .3 = 1600.63; and in 2022 it is: without
    bonus 1600.33.
    """
    first = [opening("a", 1600), opening("b", 1501), opening("c", 1699)]
    first.append(tournament("T", games("n a 1-0", "b n 1-0"), "2015-06-10"))
    assert after(book([*first, tournament("U", games("n c 1/2-1/2"))]), "T", "n") == [
        1551
    ]
    for day in (DAY, "2022-06-10"):
        assert after(
            book([*first, tournament("U", games("n c 1/2-1/2"), day)]), "U", "n"
        ) == [1600]
    third = tournament("U", games("n c 1/2-1/2", "d n 1/2-1/2"), "2022-06-10")
    # 2022: (2 x 1551 + 1699 + 1699) / 4 = 1625 exactly; one by one (1600 + 1501 + 1699
    # + 1699) / 4 = 1624.75.
    assert after(book([*first, opening("d", 1699), third]), "U", "n") == [1625]


@pytest.mark.parametrize(
    ("day", "number", "peak"), [("2015-06-10", 1478, 1500), (DAY, 1483, 1500)]
)
def test_ten_games_make_an_established_player(day: str, number: int, peak: int) -> None:
    """Established under fi-2011: 1500 - 22.5 + .1 = 1477.6.

    New again under fi-2023: 1500 + 400 (5/11 - 1/2) + 1.1 = 1482.92.
    """
    documents = [
        opening("n", 1500, 10),
        opening("a", 1500),
        tournament("T", games("a n 1-0"), day),
    ]
    answer = book(documents)
    assert after(answer, "T", "n") == [number]
    # opened under fi-1990, where 10 are enough
    assert answer.peaks("selo")["n"] == (peak, "2009-01-01", None, None)


def test_peak_of_a_newcomer_who_passes_the_limit() -> None:
    """1500 + 400 (6/11 - 1/2) + 1.1 = 1519.28; the opening with 10 games is no peak in
    2023; no game of the peak.
    """
    documents = [opening("n", 1500, 10, on="2023-05-01", peak=1600), opening("a", 1500)]
    answer = book([*documents, tournament("T", games("a n 0-1"))])
    assert answer.peaks("selo")["n"] == (1519, DAY, "T", None)
    assert answer.peaks("selo")["a"][0] == 1500


@pytest.mark.parametrize(
    ("day", "minutes", "number"),
    [
        (DAY, 90, 2310),  # 2300 + 20 x .5 + .1
        (DAY, 89, 2305),  # x .5: 2305.1
        (DAY, 59, 2301),  # x .1: 2301.1
        ("2015-06-10", 59, 2302),  # x .15: 2301.6
        ("2009-06-10", 59, 2302),  # without bonus 2301.5, up
    ],
)
def test_kt_from_2300(day: str, minutes: int, number: int) -> None:
    """7.8 by whole minutes and rating."""
    documents = [
        opening("m", 2300),
        opening("a", 2300),
        tournament("T", games("m a 1-0"), day, minutes=minutes),
    ]
    assert after(book(documents), "T", "m") == [number]


def test_pelo_with_provisional_numbers() -> None:
    """m has met nobody with a pelo: 1525. n by 7.5 from a alone: 1500 + 800 (1 - 1/2) =
    1900.

    n: p(400) + p(375) = 92 + 91; W - E = -.33; 1900 - 200 (1 - e^-.033) = 1900 - 6.49 =
    1893.51.
    m: p(-375) = 9; .41; 1525 + 200 (1 - e^-.041) = 1525 + 8.03. a: p(-400) = 8; -.08;
    1500 - 1.59.
    """
    documents = [
        opening("a", 1500, 5, "pelo"),
        tournament("T", games("n a 1-0", "m n 1/2-1/2"), minutes=5),
    ]
    answer = book(documents)
    assert after(answer, "T", "n", "m", "a") == [1894, 1533, 1498]
    assert [line(answer, player, "T").before for player in ("n", "m", "a")] == [
        1900,
        1525,
        1500,
    ]
    assert answer.peaks("pelo")["n"] == (1894, DAY, "T", None)
    assert answer.current("pelo")["m"] == (1533, 1, 0, True)
    assert answer.current("selo") == {}


def test_elo_as_selo() -> None:
    """3.7: 2000 from nothing. p(100) = 64: 2000 - 25 x .14 + .1 = 1996.6; a: p(-100) =
    36: 1900 + 4.2 + .1.

    Again only after games rated by FIDE alone: 2100 is at least 100 above 1997.
    """
    documents = [
        person("f", "SWE"),
        elo("f", 2000),
        opening("a", 1900),
        tournament("T", games("f a 1/2-1/2")),
    ]
    documents += [
        elo("f", 2100, "2023-07-01"),
        tournament("U", games("f a 1-0F", "a f 1-0"), "2023-08-01"),
    ]
    answer = book(documents)
    assert after(answer, "T", "f", "a") == [1997, 1904]
    assert line(answer, "f", "T").running == [1997]
    steps = [(e.on, e.before, e.after) for e in answer.entries if e.kind == "elo-step"]
    assert steps == [(DAY, None, 2000)]
    note = {"kind": "elo-only-games", "player": "f", "on": "2023-07-01"}
    again = [
        (e.on, e.before, e.after)
        for e in book([*documents, note]).entries
        if e.kind == "elo-step"
    ]
    assert again == [(DAY, None, 2000), ("2023-08-01", 1997, 2100)]
    assert book([*documents, person("f", "FIN")]).peaks("selo").keys() == {"a"}


def test_performance_in_layers() -> None:
    """3.9 abroad: f drew with b (1900) only, so 1900; then g beat a (1800) and drew
    with f: 1.5 points.

    g: erf((R - 1800) / 400) + erf((R - 1900) / 400) = 1; x = .4769 gives 1850 + 190.77,
    the spread of 100 adds
    400 x .4769 x .125^2 = 2.98 and its square 0.02: 2043.77. a: p(-244) = 20: 1800 - 35
    x .20 + .1 = 1793.1.
    b: 1900 + .1. f and g are not rated (2.2).
    """
    lines = games("g a 1-0", "f b 1/2-1/2", "g f 1/2-1/2")
    documents = [
        person("f", "SWE"),
        person("g", "SWE"),
        opening("a", 1800),
        opening("b", 1900),
    ]
    documents.append(tournament("T", lines, domestic=False))
    answer = book(documents)
    assert after(answer, "T", "a", "b") == [1793, 1900]
    assert {e.player for e in answer.entries} == {"a", "b"}
    assert answer.unrated == {}
    assert book(
        [*documents[:-1], {**documents[-1], "fide_accepted": False}]
    ).unrated.keys() == {
        ("T", "1.1"),
        ("T", "2.1"),
        ("T", "3.1"),
    }


def test_representation_and_rapid_ratings_abroad() -> None:
    """n of FIN has no selo: rated only on an official representation. f's rapid number
    holds under 60 minutes.

    45 minutes, so Kt = .3. n wins both: (1950 + 1800) / 2 + 200 + .2 = 2075.2; a meets
    n's new number:
    p(-275) = 17: 1800 - 35 x .3 x .17 + .1 = 1798.3. Without representation a meets
    1525 (3.8):
    p(275) = 83: 1800 - 35 x .3 x .83 + .1 = 1791.4.
    """
    documents = [
        person("f", "SWE"),
        elo("f", 1950, source="fide-rapid"),
        opening("a", 1800),
    ]
    abroad: dict[str, Any] = {"domestic": False, "minutes": 45}
    lines = games("n f 1-0", "n a 1-0")
    answer = book(
        [*documents, tournament("T", lines, official_representation=True, **abroad)]
    )
    assert after(answer, "T", "n", "a") == [2075, 1798]
    alone = book([*documents, tournament("T", lines, **abroad)])
    assert after(alone, "T", "a") == [1791]
    assert "n" not in alone.current("selo")


@pytest.mark.parametrize(
    ("day", "titles"), [(DAY, {"I": (DAY, "T", "1.1")}), ("2022-06-10", {})]
)
def test_titles_during_a_tournament(
    day: str, titles: dict[str, tuple[str, str, str]]
) -> None:
    """6.2: 1890 + 15 + .1 = 1905 after game 1, the 24th at normal time; 1890.2 at the
    end.
    """
    documents = [
        opening("m", 1890, 23),
        opening("a", 1890),
        opening("b", 1890, titles=["M"]),
    ]
    answer = book([*documents, tournament("T", games("m a 1-0", "b m 1-0"), day)])
    assert answer.titles().get("m", {}) == titles
    assert answer.titles()["b"]["M"] == ("2009-01-01", None, None)
    assert answer.peaks("selo")["m"] == (1905, day, "T", "1.1")


def test_which_games_count() -> None:
    """2.7 to 2.12, 1.2: exact limits, unequal time, tie-breaks, forfeits, moved games."""
    lines = games(
        "a b 1-0",
        "a b 1-0",
        "a b 1-0",
        "a b 1-0F",
        "a b 1-0",
        "a b 0-0",
        "a b 1-0",
        "a b 1-0",
    )
    changes: list[Document] = [
        {"minutes": 10.5},
        {"minutes": 10},
        {"minutes": 3},
        {},
        {"minutes": 5, "tiebreak": True},
    ]
    changes += [{"on": "2023-06-11"}, {"minutes_black": 60}, {"on": "2023-06-09"}]
    lines = [{**game, **change} for game, change in zip(lines, changes, strict=True)]
    documents = [opening("a", 1500), opening("b", 1500), tournament("T", lines)]
    answer = book(documents)
    assert answer.unrated.keys() == {("T", f"{number}.1") for number in (3, 4, 5, 7)}
    units = [
        (e.list, e.unit, e.on)
        for e in answer.entries
        if e.player == "a" and e.kind == "unit"
    ]
    assert units == [
        ("selo", "T/8.1", "2023-06-09"),
        ("selo", "T", DAY),
        ("selo", "T/6.1", "2023-06-11"),
        ("pelo", "T", DAY),
    ]
    league = book(
        [documents[0], documents[1], {**documents[2], "each_game_rated": True}]
    )
    assert [e.unit for e in league.entries if e.player == "a" and e.list == "selo"] == [
        None,
        "T/8.1",
        "T/1.1",
        "T/6.1",
    ]


@pytest.mark.parametrize(
    ("control", "minutes"),
    [
        ("90+30", 120),
        ("40/90+30:30+30", 150),
        ("40/90:30+30", 130),  # 90 + 30 + 20 increments of 30 s
        ("40/60:20/30:15+10", 90),  # the third stage begins at move 61
        ("10+0.5", Fraction(21, 2)),
    ],
)
def test_time_controls(control: str, minutes: Fraction) -> None:
    """7.8: time for the first 60 moves."""
    assert control_minutes(control) == minutes


def test_corrections_count_and_struck_out_numbers_are_not_used_again() -> None:
    """Amend, a game, a merge and a withdrawal, by number; struck out numbers are not
    used again.
    """
    documents: list[Document] = [
        opening("a", 1500),
        opening("b", 1500),
        tournament("T", games("a b 1-0")),
    ]
    documents.append(
        {"kind": "amend", "tournament": "T", "reason": "r", "games": {"1.1": None}}
    )
    documents.append(
        {
            "kind": "game",
            "tournament": "T",
            "round": 1,
            "white": "a",
            "black": "c",
            "result": "1-0",
        }
    )
    # a against c who is new: c (1500 - 200 + .1) = 1300; p(200) = 76: 1500 + 45 x .24 +
    # .1 = 1510.9.
    answer = book(documents)
    assert answer.peaks("selo")["a"] == (1511, DAY, "T", "1.2")
    assert answer.current("selo")["c"] == (1300, 1, 1, False)
    documents.append({"kind": "merge-players", "from": "c", "into": "b", "reason": "r"})
    # b as c is established: equal numbers, 1500 +- 22.5 + .1 = 1522.6 and 1477.6.
    assert after(book(documents), "T", "a", "b") == [1523, 1478]
    gone = [
        *documents,
        {"kind": "withdraw", "seq": 6, "reason": "r"},
        {"kind": "withdraw", "seq": 2, "reason": "r"},
    ]
    assert book(gone).current("selo").keys() == {"a", "c"}
    back = [
        *gone,
        {"kind": "reinstate", "seq": 6, "reason": "r"},
        {"kind": "reinstate", "seq": 2, "reason": "r"},
    ]
    assert book(back).entries == book(documents).entries
    taken = [*back, {"kind": "withdraw", "tournament": "T", "reason": "r"}]
    assert book(taken).current("selo") == {
        "a": (1500, 100, 100, True),
        "b": (1500, 100, 100, True),
    }


def test_order_of_units_and_rulings() -> None:
    """Ends first, then starts, whatever was told first; rulings after the day's units;
    a new player's draws follow.
    """
    documents = [opening("a", 1500), opening("b", 1500), opening("n", 1500, 2)]
    documents.append(tournament("late", games("a b 1-0"), start="2023-06-09"))
    documents.append(tournament("early", games("a b 1/2-1/2"), start="2023-06-01"))
    documents.append(
        {
            "kind": "ruling",
            "player": "n",
            "list": "selo",
            "on": DAY,
            "rating": 1600,
            "reason": "r",
        }
    )
    documents.append(tournament("next", games("n a 1/2-1/2"), "2023-07-01"))
    answer = book(documents)
    order = [(e.kind, e.unit) for e in answer.entries if e.player == "a"]
    assert order == [
        ("opening", None),
        ("unit", "early"),
        ("unit", "late"),
        ("unit", "next"),
    ]
    # a: 1500.1 -> 1500, then 1522.6 -> 1523. n: (1600 + 1600 + 1523) / 3 + 0 + .3 =
    # 1574.63.
    assert after(answer, "next", "n") == [1575]
    assert [(e.before, e.after) for e in answer.entries if e.kind == "ruling"] == [
        (1500, 1600)
    ]


def test_rules_adopted_later_count_from_their_day() -> None:
    """fi-2023 adopted from 2024: a new player's win against 1600 with 4 games at 1500
    is 1560, as in fi-2011.
    """
    documents = [
        opening("n", 1500, 4),
        opening("a", 1600),
        tournament("T", games("n a 1-0")),
    ]
    adoption = {
        "kind": "adopt-rules",
        "list": "selo",
        "edition": "fi-2023",
        "from": "2024-01-01",
    }
    assert after(book([*documents, adoption]), "T", "n") == [1560]
    assert after(book([*documents, {**adoption, "list": "pelo"}]), "T", "n") == [1561]


@pytest.mark.parametrize("seed", range(24))
def test_random_histories_are_valid_and_can_be_rated(seed: int) -> None:
    """Nothing the ledger would refuse; the last running value is the number after the
    unit.
    """
    first_seq = 1 + seed % 3
    documents = history(
        random.Random(seed),
        foreign=seed % 2 == 1,
        editions=seed % 4 > 1,
        corrections=seed % 5 > 0,
        first_seq=first_seq,
    )
    assert problems(documents, first_seq) == []
    answer = book(documents)
    assert all(
        e.running[-1] == e.after and len(e.running) == e.games
        for e in answer.entries
        if e.running
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_telling_does_not_matter(seed: int) -> None:
    """1.3: the same facts in another order give the same entries."""
    rng = random.Random(seed)
    documents = [d for d in history(rng, corrections=False) if d["kind"] != "game"]
    shuffled = rng.sample(documents, len(documents))
    by_player = sorted(book(shuffled).entries, key=lambda e: (e.list, e.player))
    assert by_player == sorted(
        book(documents).entries, key=lambda e: (e.list, e.player)
    )
