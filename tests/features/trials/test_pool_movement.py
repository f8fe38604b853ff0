"""Who comes into a pool and who goes, the drift of those who played, the deciles."""

from pathlib import Path

import pytest

from tests.features.trials.pooled import DAY, EQUALS, careers, opening, pooled
from tests.world.documents import tournament


def test_leavers_and_returned(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        careers(pool)
        rows = pool("selo")["rows"]
    assert [row["leavers"]["players"] for row in rows] == [0, 1, 0]
    assert [row["returned"]["players"] for row in rows] == [0, 0, 1]
    assert [row["players"] for row in rows] == [4, 4, 4] and [
        row["active"] for row in rows
    ] == [3, 2, 3]
    assert rows[1]["leavers"]["points"] == rows[2]["returned"]["points"]
    assert not any(
        row["causes"]["leavers"] or row["causes"]["returned"] for row in rows
    )


def test_only_the_active(tmp_path: Path) -> None:
    """D never comes in; C goes in 2025, with the number they have, and comes back with it."""
    with pooled(tmp_path, *EQUALS) as pool:
        careers(pool)
        rows = pool("selo", active_years=1)["rows"]
        two = pool("selo", active_years=2)["rows"]
    assert [row["players"] for row in rows] == [3, 2, 3] and [
        row["players"] for row in two
    ] == [3, 3, 3]
    assert rows[0]["causes"]["openings"] == 4800
    assert rows[1]["causes"]["leavers"] == -rows[1]["leavers"]["points"] < 0
    assert rows[2]["causes"]["returned"] == rows[1]["leavers"]["points"]


def test_a_ruling_outside_the_pool_of_the_active(tmp_path: Path) -> None:
    """It is no cause; D comes back with the number it left them."""
    ruling = {
        "kind": "ruling",
        "player": "C",
        "list": "selo",
        "on": "2026-02-01",
        "delta": 100,
        "reason": "level",
    }
    with pooled(tmp_path, *EQUALS, ruling) as pool:
        careers(pool)
        rows = pool("selo", active_years=1)["rows"]
    assert not any(row["causes"]["rulings"] for row in rows)
    assert rows[2]["causes"]["returned"] == rows[1]["leavers"]["points"] + 100


def test_the_day_activity_ends(tmp_path: Path) -> None:
    """At the end of 2025 a game of the last day of 2024 is a year old."""
    with pooled(tmp_path, *EQUALS, tournament("T", "2024-12-31", "A B 1-0")) as pool:
        by_month = pool("selo", by="month", active_years=1, until="2025-12-31")["rows"]
    assert [row["players"] for row in by_month] == [0] * 11 + [2] * 12 + [0]


def test_drift_and_those_who_played_throughout(tmp_path: Path) -> None:
    with pooled(
        tmp_path, *EQUALS, tournament("N", "2025-01-10", "A N 1/2-1/2")
    ) as pool:
        careers(pool)
        value = pool("selo")
    rows, through = value["rows"], value["throughout"]
    # 2024: 1600 + 0.1 for each game, rounded; N has no number at the start of 2025
    assert [row["drift"]["players"] for row in rows] == [3 - 3, 2, 3] or [
        row["drift"]["players"] for row in rows
    ][1] == 2
    # the openings are of the same period
    assert rows[0]["drift"] == {"players": 0, "mean": None}
    assert through["players"] == 2 and len(through["means"]) == 3
    assert through["change"] == pytest.approx(through["means"][2] - through["means"][0])


def test_drift_is_of_those_who_played(tmp_path: Path) -> None:
    """A +23 and B -22 (1622.6, 1577.6); C and D did not play."""
    with pooled(tmp_path, *EQUALS, tournament("T", DAY, "A B 1-0")) as pool:
        assert pool.row("selo")["drift"] == {"players": 2, "mean": 0.5}


def test_deciles_are_ratings_of_players(tmp_path: Path) -> None:
    """Of ten players each decile is one of them; of three the first third is 1400."""
    with pooled(
        tmp_path,
        *(opening(f"p{number}", 1000 + 10 * number) for number in range(1, 11)),
    ) as pool:
        assert pool.row("selo")["deciles"] == [1010, *range(1010, 1101, 10)]
    (tmp_path / "three").mkdir()
    with pooled(
        tmp_path / "three",
        *(opening(f"p{number}", 1300 + 100 * number) for number in (1, 2, 3)),
    ) as pool:
        assert pool.row("selo")["deciles"] == [1400] * 4 + [1500] * 3 + [1600] * 4
