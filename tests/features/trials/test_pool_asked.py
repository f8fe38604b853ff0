"""Which periods and which list a pool is asked for; the encyclopedia's four."""

from pathlib import Path

import pytest

from ledger.errors import Usage
from tests.features.trials.pooled import (
    DAY,
    EQUALS,
    careers,
    early,
    norway,
    opening,
    pooled,
)
from tests.world.documents import adopt, tournament

# --- periods ---


def test_quarters_and_months(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS, tournament("T", DAY, "A B 1-0")) as pool:
        quarters = pool("selo", by="quarter", until="2025-03-31")["rows"]
        months = pool("selo", by="month", since="2025-02-15", until="2025-03-01")[
            "rows"
        ]
    assert [row["period"] for row in quarters] == [
        "2024-Q1",
        "2024-Q2",
        "2024-Q3",
        "2024-Q4",
        "2025-Q1",
    ]
    assert (quarters[-1]["from"], quarters[-1]["to"], quarters[-1]["active"]) == (
        "2025-01-01",
        "2025-03-31",
        2,
    )
    told = [(row["period"], row["from"], row["to"], row["change"]) for row in months]
    assert told == [
        ("2025-02", "2025-02-15", "2025-02-28", 0),
        ("2025-03", "2025-03-01", "2025-03-01", 1),
    ]


def test_from_a_day_on(tmp_path: Path) -> None:
    """The rows are those of the whole report, and the first knows who played before it."""
    with pooled(tmp_path, *EQUALS) as pool:
        careers(pool)
        for active_years in (None, 1):
            whole = pool("selo", active_years=active_years)["rows"]
            assert (
                pool("selo", since="2025-01-01", active_years=active_years)["rows"]
                == whole[1:]
            )
            assert (
                pool("selo", since="1990-01-01", active_years=active_years)["rows"]
                == whole
            )
        middle = pool("selo", since="2025-06-01", until="2025-12-31")["rows"]
    assert [
        (row["from"], row["active"], row["leavers"]["players"]) for row in middle
    ] == [("2025-06-01", 0, 2)]


def test_without_an_entry_there_is_no_period(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        assert pool("selo", until="2023-01-01")["rows"] == [] == pool("pelo")["rows"]
        assert pool("pelo")["throughout"] == {"players": 0, "means": [], "change": None}
        for asked in (
            {"since": "2025-01-02", "until": "2025-01-01"},
            {"until": "2027-01-01"},
            {"since": "2027-01-01"},
        ):
            with pytest.raises(Usage):
                pool("selo", **asked)


# --- which list ---


@pytest.mark.lists("elo-no", "elo")
def test_a_list_nobody_adopted_begins_with_the_openings_there_are(
    tmp_path: Path,
) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        value = pool("elo")
        assert value["openings_from"] == "selo" and value["rows"][0]["total"] == 6400
        pool.submit(adopt("elo", "elo-32"))
        assert pool("elo")["rows"] == []  # booked without openings: nobody is on it
        # an edition by name is a trial
        assert pool("elo:elo-32")["openings_from"] == "selo"


@pytest.mark.lists("elo-no", "elo")
def test_a_booked_list_ends_where_its_system_ends(tmp_path: Path) -> None:
    """As booked nothing is rated or opened after January 2018; the edition by name is a
    trial and goes on.
    """
    with pooled(tmp_path, *norway(early("T", "A B 1-0"), A=1500, B=1500)) as pool:
        assert pool("elo-no")["rows"] == [] and pool.row("elo-no:no")["active"] == 2


def test_unknown_lists_are_refused(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        for said in ("nix", "selo:nix", "", ":"):
            with pytest.raises(Usage):
                pool(said)


@pytest.mark.lists("elo-no", "elo")
def test_the_pool_of_four(tmp_path: Path) -> None:
    """3.4.1: 1740 and three of 1420, "the average rating of the entire pool is
    unchanged", and no cause at all.
    """
    lines = [
        f"{a} {b} {result}"
        for a, b in ("BC", "BD", "CD")
        for result in ["1-0"] * 5 + ["0-1"] * 5
    ]
    lines += [
        f"A {o} {result}"
        for o in "BCD"
        for result in ["1-0"] * 7 + ["1/2-1/2"] + ["0-1"] * 2
    ]
    openings = [opening(player, 1500, "elo") for player in "ABCD"]
    with pooled(
        tmp_path, adopt("elo", "elo-32"), *openings, tournament("T", DAY, *lines)
    ) as pool:
        before, row = pool("elo")["rows"][0], pool.row("elo")
    assert (before["mean"], row["mean"], row["change"]) == (1500.0, 1500.0, 0)
    assert row["deciles"] == [1420] * 8 + [1740] * 3 and not any(row["causes"].values())
    assert row["drift"] == {"players": 4, "mean": 0.0}
