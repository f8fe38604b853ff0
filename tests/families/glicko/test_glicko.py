"""Glicko-2: the paper's worked example, what a library says, the months of a ledger,
and every entry added up again.
"""

import math
from fractions import Fraction
from pathlib import Path

import pytest

from rulebooks import rulebook
from rulebooks.glicko import ARTICLES, CHANGES
from rulebooks.glicko.rating import (
    after_period,
    at,
    evidence,
    expected,
    from_scale,
    g,
    month_in,
    to_scale,
    without_games,
)
from tests.rules.systems import Printed, Run, opening, sheet
from tests.rules.test_coverage_table import resolve
from tests.world.command import Selo
from tests.world.documents import player, tournament

LIST = "glicko"
PAPER = ((1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0))
Games = tuple[tuple[float, float, float], ...]


def period(
    rating: float, deviation: float, sigma: float, games: Games
) -> tuple[float, float, float]:
    own = to_scale(rating, deviation, sigma)
    seen = evidence(
        own, ((to_scale(other, unsure, 0), score) for other, unsure, score in games)
    )
    after = after_period(own, seen, 0.5) if games else without_games(own, 1)
    return (*from_scale(after), after.sigma)


def test_the_example_of_the_paper_step_by_step() -> None:
    """1500, RD 200, against 1400 (30) won, 1550 (100) and 1700 (300) lost, tau 0.5."""
    own = to_scale(1500, 200, 0.06)
    assert (own.mu, round(own.phi, 4)) == (0, 1.1513)
    others = [to_scale(rating, deviation, 0) for rating, deviation, _ in PAPER]
    assert [round(other.mu, 4) for other in others] == [-0.5756, 0.2878, 1.1513]
    assert [round(g(other.phi), 4) for other in others] == [0.9955, 0.9531, 0.7242]
    assert [round(expected(0, other.mu, other.phi), 3) for other in others] == [
        0.639,
        0.432,
        0.303,
    ]
    seen = evidence(own, zip(others, (1, 0, 0), strict=True))
    assert 1 / seen.precision == pytest.approx(1.7785, abs=0.001)
    assert seen.gain / seen.precision == pytest.approx(-0.4834, abs=0.001)
    rating, deviation, sigma = period(1500, 200, 0.06, PAPER)
    assert rating == pytest.approx(1464.06, abs=0.02) and deviation == pytest.approx(
        151.52, abs=0.01
    )
    assert sigma == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(
    ("start", "games", "rating", "deviation"),
    [
        pytest.param(
            (1500, 350, 0.06),
            ((1500, 350, 1.0),),
            1662.3109,
            290.3190,
            id="two-newcomers",
        ),
        pytest.param(
            (1800, 60, 0.06),
            ((1700, 80, 1.0), (1900, 45, 0.5), (2050, 120, 0.0), (1650, 200, 1.0)),
            1811.1841,
            58.2942,
            id="four-games",
        ),
        pytest.param(
            (2300, 45, 0.05),
            ((2100, 50, 0.5),) * 9,
            2275.1552,
            43.4544,
            id="nine-draws",
        ),
        pytest.param(
            (1200, 150, 0.06),
            ((1600, 70, 1.0), (1500, 90, 1.0), (1400, 300, 0.5)),
            1392.8325,
            135.1594,
            id="beyond",
        ),
        pytest.param((2000, 75, 0.07), (), 2000, 75.9794, id="idle"),
    ],
)
def test_the_numbers_of_a_library(
    start: tuple[float, float, float], games: Games, rating: float, deviation: float
) -> None:
    """glicko2 2.1.0 (PyPI): its volatility stops iterating elsewhere, which moves a
    rating by hundredths at most.
    """
    after = period(*start, games)
    assert after[:2] == pytest.approx((rating, deviation), abs=0.05)


def test_a_deviation_has_a_bound() -> None:
    """Ten years of nothing make nobody an unrated player; a result that nobody expects
    throws no rating anywhere.
    """
    assert from_scale(without_games(to_scale(1500, 60, 0.06), 120))[1] == pytest.approx(
        128.98, abs=0.01
    )
    assert from_scale(without_games(to_scale(1500, 340, 0.06), 50_000))[
        1
    ] == pytest.approx(500)
    rating, deviation, _ = period(400, 62, 0.06, ((2700, 62, 1.0),))
    assert 400 < rating < 2700 and deviation <= 500


# A ledger


def recompute(printed: Printed) -> int:
    """From the printed terms of a month with one unit: all of its games are on the
    sheet.
    """
    if printed["games_in_month"] != len(printed["games"]):
        return int(printed["rounded"])
    own = to_scale(
        *(
            float(printed[name])
            for name in ("rating_start", "deviation_start", "volatility_start")
        )
    )
    games = [
        (
            to_scale(game["number"], game["deviation"], 0),
            float(Fraction(str(game["score"]))),
        )
        for game in printed["games"]
    ]
    rating, deviation = from_scale(after_period(own, evidence(own, games), 0.5))
    assert deviation == pytest.approx(float(printed["deviation"]), abs=0.5)
    # opponents are printed rounded
    assert rating == pytest.approx(printed["exact"], abs=1.5)
    return int(printed["rounded"])


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "glicko-2", recompute)


def test_two_newcomers(run: Run) -> None:
    changes = run(tournament("T", "2009-06-10", "a b 1-0"))
    assert [(changes[p, "T"].before, changes[p, "T"].after) for p in "ab"] == [
        (None, 1662),
        (None, 1338),
    ]


def test_the_order_inside_a_month_makes_no_difference(run: Run) -> None:
    """Two tournaments of June are one period: the second goes on from the start of the
    month.
    """
    one = run(
        opening("a", LIST, 1800),
        opening("b", LIST, 1700),
        opening("c", LIST, 1900),
        tournament("T", "2009-06-10", "a b 1-0"),
        tournament("U", "2009-06-20", "a c 0-1"),
    )
    assert one["a", "U"].before == one["a", "T"].after
    month = month_in(one["a", "U"].standing)
    assert month is not None and (month.games, month.rating) == (2, 1_800_000_000)


def test_the_order_of_a_month_turned_round(tmp_path: Path) -> None:
    def last(first: str, second: str) -> int | None:
        run = Run(
            tmp_path / f"{first[:3]}{second[:3]}".replace(" ", ""),
            LIST,
            "glicko-2",
            recompute,
        )
        run.folder.mkdir()
        changes = run(
            *(opening(p, LIST, r) for p, r in (("a", 1800), ("b", 1700), ("c", 1900))),
            tournament("T", "2009-06-10", first),
            tournament("U", "2009-06-20", second),
        )
        return changes["a", "U"].after

    assert last("a b 1-0", "a c 0-1") == last("a c 0-1", "a b 1-0")


def test_a_new_month_starts_from_the_last_ones_end(run: Run) -> None:
    changes = run(
        opening("a", LIST, 1800, games=30),
        opening("b", LIST, 1700, games=30),
        tournament("T", "2009-06-30", "a b 1-0"),
        tournament("U", "2009-07-01", "a b 1-0"),
    )
    june, july = (month_in(changes["a", name].standing) for name in "TU")
    assert june is not None and july is not None
    assert july.rating == june.closed().rating and (june.month, july.month) == (
        "2009-06",
        "2009-07",
    )


@pytest.mark.parametrize(
    ("games", "deviation"), [(0, 350), (10, 105), (30, 62), (50, 49), (5000, 49)]
)
def test_the_deviation_of_an_opening(run: Run, games: int, deviation: int) -> None:
    changes = run(opening("a", LIST, 1800, games=games), opening("b", LIST, 1700))
    (change,) = (change for (player, _), change in changes.items() if player == "a")
    assert rulebook(LIST).shown(change.standing, "2009-01-01").beside == {
        "deviation": deviation
    }


def test_rulings(run: Run) -> None:
    """A set rating spends the games of the month; a correction moves the rating by so
    much.
    """
    ruling = {
        "kind": "ruling",
        "player": "a",
        "list": LIST,
        "on": "2009-06-15",
        "reason": "board",
    }
    entries = run.entries(
        opening("a", LIST, 1800),
        opening("b", LIST, 1700),
        tournament("T", "2009-06-10", "a b 1-0"),
        {**ruling, "delta": 50},
        {**ruling, "on": "2009-06-16", "rating": 1900},
    )
    (before,) = (
        entry.change.after
        for entry in entries
        if entry.change.player == "a" and entry.unit == "T"
    )
    ruled = [entry.change for entry in entries if entry.change.kind == "ruling"]
    assert sorted((change.before, change.after) for change in ruled) == [
        (before, before + 50),
        (before + 50, 1900),
    ]


def test_a_set_rating_after_games_ends_the_period(run: Run) -> None:
    """The games leave their deviation, step 6 in it, and the rest of the month is a
    period without games, in which step 6 counts again.
    """
    entries = run.entries(
        opening("a", LIST, 1800),
        opening("b", LIST, 1700),
        tournament("T", "2009-06-10", "a b 1-0"),
        {
            "kind": "ruling",
            "player": "a",
            "list": LIST,
            "on": "2009-06-16",
            "rating": 1900,
            "reason": "board",
        },
    )
    own = [entry.change for entry in entries if entry.change.player == "a"]
    played, ruled = (month_in(change.standing) for change in own[1:])
    assert played is not None and ruled is not None
    assert ruled.deviation == played.closed().deviation

    july = month_in(at(own[-1].standing, "2009-07-01"))
    assert july is not None
    step_6 = math.hypot(ruled.deviation, 173.7178 * ruled.volatility / 1000)
    assert july.deviation == pytest.approx(step_6, rel=1e-6)


def test_the_sheet(run: Run) -> None:
    entries = run.entries(
        *(opening(p, LIST, r, games=30) for p, r in (("me", 1800), ("b", 1700))),
        tournament("T", "2009-06-10", "me b 1-0", "b me 1/2-1/2"),
    )
    (entry,) = (
        entry for entry in entries if entry.change.player == "me" and entry.unit == "T"
    )
    lines = sheet(entry).lines()
    assert lines[0].startswith("glicko of Aino Aalto (me): 1800 -> ")
    assert "all games of the month at once, from the ratings at its start" in lines
    assert any(
        line.startswith("month 2009-06: starts from 1800.00, RD 66.6") for line in lines
    ), lines


def test_the_command(selo_without_ledger: Selo) -> None:
    selo = selo_without_ledger
    selo.run("init", "--rules", "glicko-2")
    selo.submit(
        player("a"),
        player("b"),
        opening("a", LIST, 1800),
        opening("b", LIST, 1700),
        tournament("T", "2009-06-10", "a b 1-0"),
    )
    june, later = (
        selo.ask("list", LIST, "--as-of", day)["rows"]
        for day in ("2009-06-30", "2012-06-30")
    )
    assert [row["rating"] for row in june] == [row["rating"] for row in later]
    assert all(
        old["deviation"] < new["deviation"]
        for old, new in zip(june, later, strict=True)
    )
    assert selo.ask("show", "a")["lists"][LIST]["deviation"] > 49
    assert "deviation" in selo.run("list", LIST).out


def test_what_a_trial_may_change() -> None:
    assert (
        math.isclose(CHANGES["tau"].read(0.8), 0.8)
        and CHANGES["start"].read(1400) == 1400
    )
    for value in (True, "0.5", 9, None):
        with pytest.raises(ValueError, match="is not a number from"):
            CHANGES["tau"].read(value)


def test_every_step_is_somewhere() -> None:
    for article in ARTICLES:
        for dotted in article.where.split(", "):
            assert resolve(dotted) is not None
