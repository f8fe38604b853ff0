"""The pool of a list: every cause by hand, who comes and goes, the encyclopedia's four."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from pooled import DAY, Pooled, added_up, adopt, opening, pooled, tournament

sys.path.append(str(Path(__file__).parents[1] / "command"))
import command_world
from command_world import Selo

from cli.pool import columns
from ledger.errors import Usage

selo = command_world.selo

EQUALS = [opening(player, 1600) for player in "ABCD"]
FOREIGNER = {"kind": "player", "player": "S", "name": "S", "federation": "SWE"}
ELO = {"kind": "external-rating", "player": "S", "source": "fide-standard", "on": "2024-01-01", "rating": 2000}


def causes(folder: Path, *documents: dict[str, Any], said: str = "selo") -> dict[str, float]:
    with pooled(folder, *documents) as pool:
        return pool.causes(said)


# --- selo, one cause after the other ---


def test_nothing_happened(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        row = pool.row("selo")
    assert (row["players"], row["total"], row["mean"], row["change"]) == (4, 6400, 1600.0, 0)
    assert row["deciles"] == [1600] * 11 and not any(row["causes"].values())


def test_openings(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        row = pool("selo")["rows"][0]
    assert (row["from"], row["change"], row["causes"]["openings"]) == ("2024-01-01", 6400, 6400)
    assert row["entered_otherwise"] == {"openings": {"players": 4, "points": 6400, "mean": 1600.0}}


def test_equal_players_exchange_points(tmp_path: Path) -> None:
    """45 x 0.5 both ways; what is left is two tenths and the rounding of 1622.6 and 1577.6."""
    assert causes(tmp_path, *EQUALS, tournament("T", "A B 1-0")) == {"bonus": 0.2, "rounding": 0.8}


def test_different_k(tmp_path: Path) -> None:
    """A draw of 2000 (K 25) with 1600 (K 45), expected 0.92: -10.5 and +18.9. 1989.6 and 1619."""
    found = causes(tmp_path, opening("A", 2000), opening("B", 1600), tournament("T", "A B 1/2-1/2"))
    assert found == {"bonus": 0.2, "k_differences": 8.4, "rounding": 0.4}


def test_the_time_of_the_game_is_part_of_k(tmp_path: Path) -> None:
    """60 minutes: half of both K. 1994.85 and 1609.55."""
    draw = tournament("T", "A B 1/2-1/2", minutes=60)
    found = causes(tmp_path, opening("A", 2000), opening("B", 1600), draw)
    assert found == {"bonus": 0.2, "k_differences": 4.2, "rounding": 0.6}


def test_the_cap(tmp_path: Path) -> None:
    """2000 beats 1500: 0.96 expected, 0.92 counted. +1 and +1 by the cap, -1.8 for the other: 2002.1 and 1498.3."""
    found = causes(tmp_path, opening("A", 2000), opening("B", 1500), tournament("T", "A B 1-0"))
    assert found == {"bonus": 0.2, "cap": 1, "k_differences": -0.8, "rounding": -0.4}


def test_two_scores_that_are_no_point(tmp_path: Path) -> None:
    """0-0 of two equals: both lose 22.5."""
    found = causes(tmp_path, *EQUALS, tournament("T", "A B 0-0"))
    assert found == {"bonus": 0.2, "expectations": -45, "rounding": 0.8}


def test_two_scores_that_are_no_point_with_different_k(tmp_path: Path) -> None:
    """0-0 of 2000 and 1600: 25 x -0.92 and 45 x -0.08. t = -0.5: 70 x -0.5 = -35; s = -0.42: -20 x -0.42 = 8.4."""
    found = causes(tmp_path, opening("A", 2000), opening("B", 1600), tournament("T", "A B 0-0"))
    assert found["expectations"] == -35 and found["k_differences"] == 8.4
    assert round(found["expectations"] + found["k_differences"], 6) == round(-25 * 0.92 - 45 * 0.08, 6)


def test_a_newcomer(tmp_path: Path) -> None:
    """He loses to 1600: 1600 - 200 + 0.1, 1400. Against 1400 are 0.76 expected: 45 x 0.24 + 0.1 = 10.9."""
    with pooled(tmp_path, *EQUALS, tournament("T", "A N 1-0")) as pool:
        assert pool.causes("selo") == {"newcomers": 1400, "against_newcomers": 10.8, "bonus": 0.1, "rounding": 0.1}
        row = pool.row("selo")
    assert row["newcomers"] == {"players": 1, "points": 1400, "mean": 1400.0} and row["entered_otherwise"] == {}


def test_later_changes_of_a_newcomer(tmp_path: Path) -> None:
    """A draw with 1600 more: (1600 + 1600 - 400) / 2 + ... = 1500.2. His second number is no first one."""
    first = tournament("T", "A N 1-0", on="2024-06-01")
    with pooled(tmp_path, *EQUALS, first, tournament("U", "B N 1/2-1/2")) as pool:
        found, row = pool.causes("selo"), pool.row("selo")
    assert found["still_new"] == 100 and "newcomers" not in found and row["newcomers"]["players"] == 0
    # B counted him as 1500: 0.64 expected
    assert found["against_newcomers"] == pytest.approx(45 * (0.5 - 0.64))


def test_the_elo_taken_as_selo(tmp_path: Path) -> None:
    """3.7: 2000 at once; then the draw of test_different_k."""
    with pooled(tmp_path, *EQUALS, FOREIGNER, ELO, tournament("T", "S A 1/2-1/2")) as pool:
        found, row = pool.causes("selo"), pool.row("selo")
    assert found == {"elo_steps": 2000, "bonus": 0.2, "k_differences": 8.4, "rounding": 0.4}
    assert row["entered_otherwise"] == {"elo_steps": {"players": 1, "points": 2000, "mean": 2000.0}}


def test_a_ruling(tmp_path: Path) -> None:
    rulings = [
        {"kind": "ruling", "player": "A", "list": "selo", "on": DAY, "delta": -50, "reason": "level"},
        {"kind": "ruling", "player": "B", "list": "selo", "on": DAY, "rating": 1700, "reason": "level"},
        {"kind": "ruling", "player": "N", "list": "selo", "on": DAY, "rating": 1300, "reason": "start"},
    ]
    with pooled(tmp_path, *EQUALS, *rulings) as pool:
        assert pool.causes("selo") == {"rulings": 1350}
        assert pool.row("selo")["entered_otherwise"]["rulings"]["players"] == 1


def test_a_foreigner_abroad_brings_points(tmp_path: Path) -> None:
    """He is not rated: what 1600 wins against his 2000 comes from outside. 45 x (1 - 0.08)."""
    abroad = tournament("T", "A S 1-0", domestic=False)
    found = causes(tmp_path, *EQUALS, FOREIGNER, ELO, abroad)
    assert found == {"bonus": 0.1, "outside": 41.4, "rounding": 0.5}


def test_an_opening_over_a_number(tmp_path: Path) -> None:
    """An opening sets the number whatever came before it."""
    found = causes(
        tmp_path, opening("A", 1600), opening("B", 1600, on=DAY), tournament("T", "A B 1-0", on="2024-06-01")
    )
    assert set(found) == {"openings"} and found["openings"] == 1600 - 1400


# --- pelo, and the other systems ---


def test_the_bend_of_the_pelo_curve(tmp_path: Path) -> None:
    """A +1, B and C -0.5: 200 (1 - exp(-0.1)) = 19.032516, 200 (1 - exp(-0.05)) = 9.754115, instead of 20, 10, 10."""
    openings = [opening(player, 1600, "pelo") for player in "ABC"]
    found = causes(tmp_path, *openings, tournament("T", "A B 1-0", "C A 0-1", minutes=5), said="pelo")
    assert found["curve"] == pytest.approx(19.032516 - 2 * 9.754115, abs=2e-6)
    assert found["curve"] + found["rounding"] == -1  # 1619, 1590, 1590
    assert set(found) == {"curve", "rounding"}


def test_a_pelo_newcomer_begins_with_his_provisional_number(tmp_path: Path) -> None:
    """4.3: he wins against 1600: 2000. 7.4 follows for both, with the same weight: nothing else comes in."""
    with pooled(tmp_path, opening("A", 1600, "pelo"), tournament("T", "N A 1-0", minutes=5)) as pool:
        found, row = pool.causes("pelo"), pool.row("pelo")
    assert found["newcomers"] == 2000 == row["newcomers"]["mean"]
    assert set(found) <= {"newcomers", "rounding"}


def test_logistic_elo_begins_with_1500(tmp_path: Path) -> None:
    with pooled(tmp_path, adopt("elo", "elo-32"), tournament("T", "A B 1-0")) as pool:
        assert pool.causes("elo") == {"newcomers": 3000}
        assert pool.row("elo")["newcomers"] == {"players": 2, "points": 3000, "mean": 1500.0}


def test_k_of_the_16_32_scheme(tmp_path: Path) -> None:
    """2400 (16) draws with 2000 (32): E = 10/11. -16 x 0.409090909 + 32 x 0.409090909. 2393.45 and 2013.09."""
    openings = [opening("A", 2400), opening("B", 2000)]
    found = causes(tmp_path, *openings, tournament("T", "A B 1/2-1/2"), said="elo:elo-16-32")
    # each side to the millionth, so that they add up: -6.545455 and +13.090909
    assert found == {"k_differences": 6.545454, "rounding": -0.545454}


def test_k_of_the_us_formula(tmp_path: Path) -> None:
    """1500 after 0 games (K 800) beats 1500 after 4 games (K 160): 400 - 80."""
    openings = [opening("A", 1500, "elo-uscf", 0), opening("B", 1500, "elo-uscf", 4)]
    found = causes(tmp_path, adopt("elo-uscf", "uscf"), *openings, tournament("T", "A B 1-0"), said="elo-uscf")
    assert found == {"k_differences": 320}


def test_psm_rounds_every_game(tmp_path: Path) -> None:
    """1830 v 1980, a draw: 24.649 x 0.2 = 4.9298 and 20.164 x -0.2 = -4.0328; 5 and -4."""
    openings = [opening("A", 1830, "elo-psm"), opening("B", 1980, "elo-psm")]
    draw = tournament("T", "A B 1/2-1/2")
    found = causes(tmp_path, adopt("elo-psm", "psm"), *openings, draw, said="elo-psm")
    assert found == {"k_differences": 0.897, "rounding": 0.103}


def test_fide_counts_live_numbers(tmp_path: Path) -> None:
    """K 15 and K 25, a draw of equals' win: 7.5 up, 12.5 down; live 2208 and 2188 (2207.5 and 2187.5)."""
    openings = [opening("A", 2200, "elo-fide"), opening("B", 2200, "elo-fide", 5)]
    documents = [adopt("elo-fide", "fide-2009"), *openings, tournament("T", "A B 1-0")]
    assert causes(tmp_path, *documents, said="elo-fide") == {"k_differences": -5, "rounding": 1}


def test_a_first_fide_number(tmp_path: Path) -> None:
    """A draw with 2200: 2200. The other side counts nobody."""
    documents = [adopt("elo-fide", "fide-2009"), opening("A", 2200, "elo-fide"), tournament("T", "A N 1/2-1/2")]
    assert causes(tmp_path, *documents, said="elo-fide") == {"newcomers": 2200}


def norway(*documents: dict[str, Any], **ratings: int) -> list[dict[str, Any]]:
    openings = [opening(player, rating, "elo-no") for player, rating in ratings.items()]
    return [adopt("elo-no", "no"), *openings, *documents]


def early(name: str, *lines: str, **header: Any) -> dict[str, Any]:
    """The booked list ends in 2018; a virtual one would go on."""
    return tournament(name, *lines, category="I", **header)


def test_the_norwegian_mean_bends_the_curve(tmp_path: Path) -> None:
    """K 30. A wins against 1600 and loses to 2000 at 1800: expected 1 at the mean, game by game too (0.76 and 0.24)."""
    documents = norway(early("T", "A B 1-0", "C A 1-0"), A=1850, B=1600, C=2000)
    found = causes(tmp_path, *documents, said="elo-no:no")
    each = 1 / (1 + 10 ** (-250 / 400)) + 1 / (1 + 10 ** (150 / 400))
    at_mean = 2 / (1 + 10 ** (-50 / 400))
    assert found["curve"] == pytest.approx(30 * (each - at_mean), abs=2e-6)
    assert set(found) == {"curve", "rounding"}


def test_the_norwegian_floor(tmp_path: Path) -> None:
    """405 loses to 405 with K 30: 390, lifted by 10."""
    found = causes(tmp_path, *norway(early("T", "A B 0-1"), A=405, B=405), said="elo-no:no")
    assert found == {"floor": 10}


def test_struck_off_after_five_years(tmp_path: Path) -> None:
    """In the year the calendar does it; who begins again is a newcomer."""
    documents = norway(early("T", "A B 1-0", on="2024-01-02"), early("U", "A C 1-0", on=DAY), A=1500, B=1500)
    old = [{**d, "on": "2020-02-02"} if d.get("player") == "C" else d for d in [opening("C", 1700, "elo-no")]]
    with pooled(tmp_path, *documents, *old) as pool:
        found, row = pool.causes("elo-no:no"), pool.row("elo-no:no")
    assert found["struck_off"] == -1700 and row["struck_off"]["players"] == 1
    assert row["newcomers"]["players"] == 1 and found["newcomers"] == row["newcomers"]["points"]


def test_struck_off_without_a_game(tmp_path: Path) -> None:
    """An opening's day counts as played: 1 January 2012 is more than five years before the end of 2017."""
    documents = [adopt("elo-no", "no"), opening("A", 1500, "elo-no", on="2012-01-01")]
    with pooled(tmp_path, *documents) as pool:
        rows = pool("elo-no")["rows"]
    assert [row["players"] for row in rows] == [1] * 5 + [0] * 10
    assert rows[5]["causes"]["struck_off"] == -1500 and rows[5]["mean"] is None and rows[5]["deciles"] == []


# --- who comes and who goes ---


def careers(pool: Pooled) -> None:
    """A and B play every year, C in 2024 and 2026, D never."""
    for year, line in ((2024, "C A 1/2-1/2"), (2025, "A B 1/2-1/2"), (2026, "C A 1/2-1/2")):
        pool.submit(tournament(f"t{year}", "A B 1/2-1/2", line, on=f"{year}-03-01"))


def test_leavers_and_returned(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        careers(pool)
        rows = pool("selo")["rows"]
    assert [row["leavers"]["players"] for row in rows] == [0, 1, 0]
    assert [row["returned"]["players"] for row in rows] == [0, 0, 1]
    assert [row["players"] for row in rows] == [4, 4, 4] and [row["active"] for row in rows] == [3, 2, 3]
    assert rows[1]["leavers"]["points"] == rows[2]["returned"]["points"]
    assert not any(row["causes"]["leavers"] or row["causes"]["returned"] for row in rows)


def test_only_the_active(tmp_path: Path) -> None:
    """D never comes in; C goes in 2025, with the number he has, and comes back with it."""
    with pooled(tmp_path, *EQUALS) as pool:
        careers(pool)
        rows = pool("selo", active_years=1)["rows"]
        two = pool("selo", active_years=2)["rows"]
    assert [row["players"] for row in rows] == [3, 2, 3] and [row["players"] for row in two] == [3, 3, 3]
    assert rows[0]["causes"]["openings"] == 4800
    assert rows[1]["causes"]["leavers"] == -rows[1]["leavers"]["points"] < 0
    assert rows[2]["causes"]["returned"] == rows[1]["leavers"]["points"]


def test_a_ruling_outside_the_pool_of_the_active(tmp_path: Path) -> None:
    """It is no cause; he comes back with the number it left him."""
    ruling = {"kind": "ruling", "player": "C", "list": "selo", "on": "2026-02-01", "delta": 100, "reason": "level"}
    with pooled(tmp_path, *EQUALS, ruling) as pool:
        careers(pool)
        rows = pool("selo", active_years=1)["rows"]
    assert not any(row["causes"]["rulings"] for row in rows)
    assert rows[2]["causes"]["returned"] == rows[1]["leavers"]["points"] + 100


def test_the_day_activity_ends(tmp_path: Path) -> None:
    """At the end of 2025 a game of the last day of 2024 is a year old."""
    with pooled(tmp_path, *EQUALS, tournament("T", "A B 1-0", on="2024-12-31")) as pool:
        by_month = pool("selo", by="month", active_years=1, until="2025-12-31")["rows"]
    assert [row["players"] for row in by_month] == [0] * 11 + [2] * 12 + [0]


def test_drift_and_those_who_played_throughout(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS, tournament("N", "A N 1/2-1/2", on="2025-01-10")) as pool:
        careers(pool)
        value = pool("selo")
    rows, through = value["rows"], value["throughout"]
    # 2024: 1600 + 0.1 for each game, rounded; N has no number at the start of 2025
    assert [row["drift"]["players"] for row in rows] == [3 - 3, 2, 3] or [row["drift"]["players"] for row in rows][
        1
    ] == 2
    assert rows[0]["drift"] == {"players": 0, "mean": None}  # the openings are of the same period
    assert through["players"] == 2 and len(through["means"]) == 3
    assert through["change"] == pytest.approx(through["means"][2] - through["means"][0])


def test_drift_is_of_those_who_played(tmp_path: Path) -> None:
    """A +23 and B -22 (1622.6, 1577.6); C and D did not play."""
    with pooled(tmp_path, *EQUALS, tournament("T", "A B 1-0")) as pool:
        assert pool.row("selo")["drift"] == {"players": 2, "mean": 0.5}


def test_deciles(tmp_path: Path) -> None:
    """Of ten players each decile is one of them; of three the first third is 1400."""
    with pooled(tmp_path, *(opening(f"p{number}", 1000 + 10 * number) for number in range(1, 11))) as pool:
        assert pool.row("selo")["deciles"] == [1010, *range(1010, 1101, 10)]
    (tmp_path / "three").mkdir()
    with pooled(tmp_path / "three", *(opening(f"p{number}", 1300 + 100 * number) for number in (1, 2, 3))) as pool:
        assert pool.row("selo")["deciles"] == [1400] * 4 + [1500] * 3 + [1600] * 4


# --- periods ---


def test_quarters_and_months(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS, tournament("T", "A B 1-0")) as pool:
        quarters = pool("selo", by="quarter", until="2025-03-31")["rows"]
        months = pool("selo", by="month", since="2025-02-15", until="2025-03-01")["rows"]
    assert [row["period"] for row in quarters] == ["2024-Q1", "2024-Q2", "2024-Q3", "2024-Q4", "2025-Q1"]
    assert (quarters[-1]["from"], quarters[-1]["to"], quarters[-1]["active"]) == ("2025-01-01", "2025-03-31", 2)
    told = [(row["period"], row["from"], row["to"], row["change"]) for row in months]
    assert told == [("2025-02", "2025-02-15", "2025-02-28", 0), ("2025-03", "2025-03-01", "2025-03-01", 1)]


def test_from_a_day_on(tmp_path: Path) -> None:
    """What was before is the ground: the rows are those of the whole report, and the first knows who played before."""
    with pooled(tmp_path, *EQUALS) as pool:
        careers(pool)
        for active_years in (None, 1):
            whole = pool("selo", active_years=active_years)["rows"]
            assert pool("selo", since="2025-01-01", active_years=active_years)["rows"] == whole[1:]
            assert pool("selo", since="1990-01-01", active_years=active_years)["rows"] == whole
        middle = pool("selo", since="2025-06-01", until="2025-12-31")["rows"]
    assert [(row["from"], row["active"], row["leavers"]["players"]) for row in middle] == [("2025-06-01", 0, 2)]


def test_no_period(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        assert pool("selo", until="2023-01-01")["rows"] == [] == pool("pelo")["rows"]
        assert pool("pelo")["throughout"] == {"players": 0, "means": [], "change": None}
        for asked in ({"since": "2025-01-02", "until": "2025-01-01"}, {"until": "2027-01-01"}, {"since": "2027-01-01"}):
            with pytest.raises(Usage):
                pool("selo", **asked)


# --- which list ---


def test_a_list_nobody_adopted_begins_with_the_openings_there_are(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        value = pool("elo")
        assert value["openings_from"] == "selo" and value["rows"][0]["total"] == 6400
        pool.submit(adopt("elo", "elo-32"))
        assert pool("elo")["rows"] == []  # booked without openings: nobody is on it
        assert pool("elo:elo-32")["openings_from"] == "selo"  # an edition by name is a trial


def test_a_booked_list_ends_where_its_system_ends(tmp_path: Path) -> None:
    """As booked nothing is rated after January 2018; the edition by name is a trial and goes on."""
    with pooled(tmp_path, *norway(early("T", "A B 1-0"), A=1500, B=1500)) as pool:
        assert pool.row("elo-no")["active"] == 0 and pool.row("elo-no:no")["active"] == 2


def test_unknown_lists(tmp_path: Path) -> None:
    with pooled(tmp_path, *EQUALS) as pool:
        for said in ("nix", "selo:nix", "", ":"):
            with pytest.raises(Usage):
                pool(said)


def test_the_pool_of_four(tmp_path: Path) -> None:
    """3.4.1: 1740 and three of 1420, "the average rating of the entire pool is unchanged", and no cause at all."""
    lines = [f"{a} {b} {result}" for a, b in ("BC", "BD", "CD") for result in ["1-0"] * 5 + ["0-1"] * 5]
    lines += [f"A {o} {result}" for o in "BCD" for result in ["1-0"] * 7 + ["1/2-1/2"] + ["0-1"] * 2]
    openings = [opening(player, 1500, "elo") for player in "ABCD"]
    with pooled(tmp_path, adopt("elo", "elo-32"), *openings, tournament("T", *lines)) as pool:
        before, row = pool("elo")["rows"][0], pool.row("elo")
    assert (before["mean"], row["mean"], row["change"]) == (1500.0, 1500.0, 0)
    assert row["deciles"] == [1420] * 8 + [1740] * 3 and not any(row["causes"].values())
    assert row["drift"] == {"players": 4, "mean": 0.0}


# --- the command ---


def four() -> list[dict[str, Any]]:
    """The example of the encyclopedia as documents of their own, people included."""
    people = [{"kind": "player", "player": player, "name": f"Player {player}"} for player in "ABCD"]
    openings = [opening(player, 1500, "elo") for player in "ABCD"]
    lines = [f"{a} {b} {result}" for a, b in ("BC", "BD", "CD") for result in ["1-0"] * 5 + ["0-1"] * 5]
    lines += [f"A {o} {result}" for o in "BCD" for result in ["1-0"] * 7 + ["1/2-1/2"] + ["0-1"] * 2]
    return [adopt("elo", "elo-32"), *people, *openings, tournament("four", *lines)]


def test_the_command(selo: Selo) -> None:
    selo.clock("2026-06-30")
    selo.submit(*four())
    value = selo.ask("pool", "elo")
    assert [(row["period"], row["mean"], row["change"]) for row in added_up(value)["rows"]] == [
        ("2024", 1500.0, 6000), ("2025", 1500.0, 0), ("2026", 1500.0, 0),
    ]  # fmt: skip
    assert set(value) >= {"list", "by", "rows", "throughout", "basis", "editions", "openings_from", "active_years"}
    text = selo.run("pool", "elo").out
    assert "1420" in text and "1740" in text and "openings" in text and "rounding" not in text


def test_the_rows_of_the_command(selo: Selo) -> None:
    selo.clock("2026-06-30")
    selo.submit(*four())
    rows = selo.ask("pool", "elo", "--by", "quarter", "--from", "2025-01-01")["rows"]
    lines = selo.run("pool", "elo", "--by", "quarter", "--from", "2025-01-01", "--jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == rows and len(rows) == 6
    found = list(csv.DictReader(io.StringIO(selo.run("pool", "elo", "--csv").out)))
    assert tuple(found[0]) == columns() and found[1]["decile_10"] == "1740" and found[0]["cause_openings"] == "6000"
    header = selo.run("pool", "pelo", "--csv").out
    assert header == ",".join(columns()) + "\n"


def test_what_the_command_does_not_know(selo: Selo) -> None:
    selo.clock("2026-06-30")
    assert selo.run("pool", "selo").out == "no entry on selo\n"
    assert selo.ask("pool", "elo-fide", "--by", "month")["rows"] == []
    selo.submit(*four())
    refused = (
        "nix", "elo:nix", "elo --from 2025-02-01 --to 2025-01-31", "elo --to 2026-07-01", "elo --from 2026-07-01",
        "elo --by week", "elo --active-years 0", "elo --from yesterday", "elo --as-of 2030-01-01",
    )  # fmt: skip
    for words in refused:
        said = selo.run("pool", *words.split())
        assert said.code in (1, 2) and said.out == "" and said.err.strip(), words
    selo.path.unlink()
    assert selo.run("pool", "selo").code == 3


def test_the_two_times_of_the_command(selo: Selo) -> None:
    """As of a day, as known at a seq: what was told later is not there."""
    selo.clock("2026-06-30")
    selo.submit(*four()[:-1])
    selo.submit(four()[-1])
    before = selo.ask("log", "--limit", "1")["events"][0]["seq"] - 1
    assert selo.ask("pool", "elo", "--known-seq", str(before))["rows"][1]["active"] == 0
    assert [row["to"] for row in selo.ask("pool", "elo", "--as-of", "2025-02-28")["rows"]] == [
        "2024-12-31",
        "2025-02-28",
    ]
    assert selo.ask("pool", "elo", "--as-of", "2025-02-28")["rows"][1]["active"] == 0
    assert selo.ask("pool", "elo")["rows"][1]["active"] == 4
