"""The pool of selo: every cause of a change by hand, one after the other."""

from pathlib import Path

import pytest

from tests.features.trials.pooled import DAY, EQUALS, causes, opening, pooled
from tests.world.documents import tournament

FOREIGNER = {"kind": "player", "player": "S", "name": "S", "federation": "SWE"}
ELO = {
    "kind": "external-rating",
    "player": "S",
    "source": "fide-standard",
    "on": "2024-01-01",
    "rating": 2000,
}


def test_a_period_without_games_moves_nothing(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        row = pool.row("selo")
    assert (row["players"], row["total"], row["mean"], row["change"]) == (
        4,
        6400,
        1600.0,
        0,
    )
    assert row["deciles"] == [1600] * 11 and not any(row["causes"].values())


def test_openings_are_a_cause(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        row = pool("selo")["rows"][0]
    assert (row["from"], row["change"], row["causes"]["openings"]) == (
        "2024-01-01",
        6400,
        6400,
    )
    assert row["entered_otherwise"] == {
        "openings": {"players": 4, "points": 6400, "mean": 1600.0}
    }


def test_equal_players_exchange_points(tmp_path: Path) -> None:
    """45 x 0.5 both ways; what is left is two tenths and the rounding of 1622.6 and
    1577.6.
    """
    assert causes(tmp_path, *EQUALS, tournament("T", DAY, "A B 1-0")) == {
        "bonus": 0.2,
        "rounding": 0.8,
    }


def test_different_k_is_a_cause(tmp_path: Path) -> None:
    """A draw of 2000 (K 25) with 1600 (K 45), expected 0.92: -10.5 and +18.9. 1989.6
    and 1619.
    """
    found = causes(
        tmp_path,
        opening("A", 2000),
        opening("B", 1600),
        tournament("T", DAY, "A B 1/2-1/2"),
    )
    assert found == {"bonus": 0.2, "k_differences": 8.4, "rounding": 0.4}


def test_the_time_of_the_game_is_part_of_k(tmp_path: Path) -> None:
    """60 minutes: half of both K. 1994.85 and 1609.55."""
    draw = tournament("T", DAY, "A B 1/2-1/2", minutes=60)
    found = causes(tmp_path, opening("A", 2000), opening("B", 1600), draw)
    assert found == {"bonus": 0.2, "k_differences": 4.2, "rounding": 0.6}


def test_the_cap_is_a_cause(tmp_path: Path) -> None:
    """2000 beats 1500: 0.96 expected, 0.92 counted. +1 and +1 by the cap, -1.8 for the
    other: 2002.1 and 1498.3.
    """
    found = causes(
        tmp_path,
        opening("A", 2000),
        opening("B", 1500),
        tournament("T", DAY, "A B 1-0"),
    )
    assert found == {"bonus": 0.2, "cap": 1, "k_differences": -0.8, "rounding": -0.4}


def test_two_scores_that_are_no_point(tmp_path: Path) -> None:
    """0-0 of two equals: both lose 22.5."""
    found = causes(tmp_path, *EQUALS, tournament("T", DAY, "A B 0-0"))
    assert found == {"bonus": 0.2, "expectations": -45, "rounding": 0.8}


def test_two_scores_that_are_no_point_with_different_k(tmp_path: Path) -> None:
    """0-0 of 2000 and 1600: 25 x -0.92 and 45 x -0.08. t = -0.5: 70 x -0.5 = -35; s =
    -0.42: -20 x -0.42 = 8.4.
    """
    found = causes(
        tmp_path,
        opening("A", 2000),
        opening("B", 1600),
        tournament("T", DAY, "A B 0-0"),
    )
    assert found["expectations"] == -35 and found["k_differences"] == 8.4
    assert round(found["expectations"] + found["k_differences"], 6) == round(
        -25 * 0.92 - 45 * 0.08, 6
    )


def test_a_newcomer_is_a_cause(tmp_path: Path) -> None:
    """He loses to 1600: 1600 - 200 + 0.1, 1400. Against 1400 are 0.76 expected: 45 x
    0.24 + 0.1 = 10.9.
    """
    with pooled(tmp_path, *EQUALS, tournament("T", DAY, "A N 1-0")) as pool:
        assert pool.causes("selo") == {
            "newcomers": 1400,
            "against_newcomers": 10.8,
            "bonus": 0.1,
            "rounding": 0.1,
        }
        row = pool.row("selo")
    assert (
        row["newcomers"] == {"players": 1, "points": 1400, "mean": 1400.0}
        and row["entered_otherwise"] == {}
    )


def test_later_changes_of_a_newcomer(tmp_path: Path) -> None:
    """A draw with 1600 more: (1600 + 1600 - 400) / 2 + ... = 1500.2. His second number
    is no first one.
    """
    first = tournament("T", "2024-06-01", "A N 1-0")
    with pooled(tmp_path, *EQUALS, first, tournament("U", DAY, "B N 1/2-1/2")) as pool:
        found, row = pool.causes("selo"), pool.row("selo")
    assert (
        found["still_new"] == 100
        and "newcomers" not in found
        and row["newcomers"]["players"] == 0
    )
    # B counted them as 1500: 0.64 expected
    assert found["against_newcomers"] == pytest.approx(45 * (0.5 - 0.64))


def test_the_elo_taken_as_selo(tmp_path: Path) -> None:
    """3.7: 2000 at once; then the draw of test_different_k_is_a_cause."""
    with pooled(
        tmp_path, *EQUALS, FOREIGNER, ELO, tournament("T", DAY, "S A 1/2-1/2")
    ) as pool:
        found, row = pool.causes("selo"), pool.row("selo")
    assert found == {
        "elo_steps": 2000,
        "bonus": 0.2,
        "k_differences": 8.4,
        "rounding": 0.4,
    }
    assert row["entered_otherwise"] == {
        "elo_steps": {"players": 1, "points": 2000, "mean": 2000.0}
    }


def test_a_ruling_is_a_cause(tmp_path: Path) -> None:
    rulings = [
        {
            "kind": "ruling",
            "player": "A",
            "list": "selo",
            "on": DAY,
            "delta": -50,
            "reason": "level",
        },
        {
            "kind": "ruling",
            "player": "B",
            "list": "selo",
            "on": DAY,
            "rating": 1700,
            "reason": "level",
        },
        {
            "kind": "ruling",
            "player": "N",
            "list": "selo",
            "on": DAY,
            "rating": 1300,
            "reason": "start",
        },
    ]
    with pooled(tmp_path, *EQUALS, *rulings) as pool:
        assert pool.causes("selo") == {"rulings": 1350}
        assert pool.row("selo")["entered_otherwise"]["rulings"]["players"] == 1


def test_a_foreigner_abroad_brings_points(tmp_path: Path) -> None:
    """The foreigner is not rated: what 1600 wins against 2000 comes from outside. 45 x (1 -
    0.08).
    """
    abroad = tournament("T", DAY, "A S 1-0", domestic=False)
    found = causes(tmp_path, *EQUALS, FOREIGNER, ELO, abroad)
    assert found == {"bonus": 0.1, "outside": 41.4, "rounding": 0.5}


def test_an_opening_over_a_number(tmp_path: Path) -> None:
    """An opening sets the number whatever came before it."""
    found = causes(
        tmp_path,
        opening("A", 1600),
        opening("B", 1600, on=DAY),
        tournament("T", "2024-06-01", "A B 1-0"),
    )
    assert set(found) == {"openings"} and found["openings"] == 1600 - 1400
