"""FIDE by the regulations of 2024: lists by month, K, the 400 rule, first ratings, the
floor, the way from 2009.
"""

from pathlib import Path
from typing import Any

import pytest

from rulebooks.fide import shown
from rulebooks.fide.monthly import k_factor
from rulebooks.fide.months import (
    Months,
    PooledResults,
    change_of,
    counts_for,
    first_rating,
    is_published,
    k_for,
)
from rulebooks.fide.rating import D_ROWS
from rulebooks.fide_differences import DP, dp
from tests.rules.systems import Printed, Run, opening, sheet
from tests.world.command import Selo
from tests.world.documents import adopt, game, player, tournament

LIST = "elo-fide"
SINCE = "2024-03-01"


def recompute(printed: Printed) -> int:
    """Every game's W - PD, K, and the period with what came before; a first rating is
    checked by itself.
    """
    if printed["formula"] == "first":
        return int(printed["rounded"])
    kept = printed["list_rating"]
    for played in printed["games"]:
        assert played["difference"] == kept["rated_from"] - played["number"]
    assert int(kept["live"]) - kept["rating"] == pytest.approx(
        float(kept["pending"]), abs=0.5
    )
    return int(kept["live"])


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "fide-2024", recompute)


def opened(name: str, rating: int, games: int = 100, **more: Any) -> Printed:
    return opening(name, LIST, rating, games, on=SINCE, **more)


@pytest.mark.parametrize(
    ("end", "day"),
    [
        ("2024-04-28", "2024-05-01"),
        ("2024-04-29", "2024-06-01"),
        ("2024-02-27", "2024-03-01"),
        ("2024-02-28", "2024-04-01"),
        ("2025-02-26", "2025-03-01"),
        ("2024-12-29", "2025-01-01"),
        ("2024-12-30", "2025-02-01"),
        ("2024-05-01", "2024-06-01"),
    ],
)
def test_the_list_that_a_tournament_counts_for(end: str, day: str) -> None:
    """7.1.3: it closes 3 days before its date; also over a short February."""
    assert counts_for(end) == day


def test_the_table_of_8_1_1() -> None:
    """Its tens are those of the encyclopedia's simplified table; a mirror below a half;
    8.1: 800 for all or nothing.
    """
    assert len(DP) == 51
    for p, difference in D_ROWS:
        assert dp(2 * p, 100) == difference
    assert (dp(4, 2), dp(0, 1), dp(1, 1), dp(186, 100), dp(184, 100)) == (
        800,
        -800,
        0,
        422,
        401,
    )
    assert dp(185, 100) == 422  # .925 is .93


@pytest.mark.parametrize(
    ("pool", "first"),
    [
        # 5 games, 3 points, opponents 9507: 13107/7 = 1872.43, p = 4/7 = .57, dp 50:
        # 1922
        pytest.param(
            [PooledResults("2024-05-01", 5, 9507, 6)], 1922, id="three-of-five"
        ),
        # all of 5 won against 2000: (10000 + 3600)/7 = 1942.86, p = 6/7 = .86, dp 309:
        # 2252, at most 2200
        pytest.param(
            [PooledResults("2024-05-01", 5, 10000, 10)], 2200, id="at-most-2200"
        ),
        # nothing of 5 against 1500: (7500 + 3600)/7 = 1585.71, p = 1/7 = .14, dp -309:
        # 1277
        pytest.param([PooledResults("2024-05-01", 5, 7500, 0)], 1277, id="nothing"),
        pytest.param(
            [
                PooledResults("2024-05-01", 2, 3803, 3),
                PooledResults("2024-06-01", 3, 5704, 3),
            ],
            1922,
            id="two-lists",
        ),
    ],
)
def test_first_ratings(pool: list[PooledResults], first: int) -> None:
    assert first_rating(pool) == first


def test_who_is_published() -> None:
    assert not is_published([PooledResults("2024-05-01", 4, 7600, 6)])
    assert not is_published([PooledResults("2024-05-01", 5, 7500, 0)])
    assert is_published([PooledResults("2024-05-01", 5, 7500, 5)])


@pytest.mark.parametrize(
    ("highest", "completed", "junior", "k"),
    [
        (2000, 29, False, 40),
        (2000, 30, False, 20),
        (2399, 30, False, 20),
        (2400, 30, False, 10),
        (2400, 5, False, 10),
        (2299, 100, True, 40),
        (2300, 100, True, 20),
        (2300, 29, True, 40),
        (2400, 100, True, 10),
    ],
)
def test_k(highest: int, completed: int, junior: bool, k: int) -> None:
    from rulebooks.fide import EDITIONS
    from rulebooks.fide.monthly import MonthlyEdition

    edition = EDITIONS["fide-2024"]
    assert (
        isinstance(edition, MonthlyEdition)
        and k_factor(highest, completed, junior, edition) == k
    )


@pytest.mark.parametrize(
    ("k", "games", "cut"),
    [(20, 35, 20), (20, 36, 19), (20, 39, 17), (40, 17, 40), (40, 18, 38)],
)
def test_k_times_games_is_at_most_700(k: int, games: int, cut: int) -> None:
    assert k_for(k, games) == cut


@pytest.mark.parametrize(
    ("surplus", "change"), [(25, 3), (-25, -3), (24, 2), (-24, -2), (0, 0)]
)
def test_a_half_is_rounded_away_from_zero(surplus: int, change: int) -> None:
    """K 10: 2.5 and -2.5."""
    assert change_of(Months("2024-05-01", k=10, games=1, surplus=surplus)) == change


def numbers(change: Any, day: str) -> tuple[int | None, int | None]:
    both = shown(change.standing, day)
    return both.list_rating, both.live


def test_a_month(run: Run) -> None:
    """2400 and 2380 draw: 15 apart is .53, 20 is .53: 10 x -0.03 and 20 x +0.03,
    rounded by the list of May alone.
    """
    changes = run(
        opened("a", 2400),
        opened("b", 2380),
        opened("c", 1500),
        tournament("T", "2024-04-20", "a b 1/2-1/2"),
    )
    assert numbers(changes["a", "T"], "2024-04-20") == (2400, 2400)
    assert numbers(changes["b", "T"], "2024-05-01") == (2381, 2381)
    assert changes["b", "T"].coefficient == 20 and changes["a", "T"].coefficient == 10


def test_the_games_of_a_period_are_rounded_once(run: Run) -> None:
    """Two draws of one month at 20 x 0.03 each are 1.2, not twice 1."""
    changes = run(
        opened("a", 2380),
        opened("b", 2360),
        tournament("T", "2024-04-10", "b a 1/2-1/2"),
        tournament("U", "2024-04-20", "b a 1/2-1/2"),
    )
    assert (changes["b", "T"].after, changes["b", "U"].after) == (2361, 2361)
    assert numbers(changes["b", "U"], "2024-05-01") == (2361, 2361)


def test_a_tournament_after_the_closing_date_waits_a_month_longer(run: Run) -> None:
    changes = run(
        opened("a", 2000), opened("b", 2000), tournament("T", "2024-04-29", "a b 1-0")
    )
    assert [
        numbers(changes["a", "T"], day)
        for day in ("2024-04-29", "2024-05-31", "2024-06-01")
    ] == [
        (2000, 2010),
        (2000, 2010),
        (2010, 2010),
    ]


def test_the_list_to_come_is_pending_too(run: Run) -> None:
    """On the last days of March the list of March is in force: 10 wait for April, 20
    for May.
    """
    changes = run(
        opened("a", 2000),
        opened("b", 2000),
        tournament("T", "2024-03-10", "a b 1-0"),
        tournament("U", "2024-03-30", game(1, "a", "b"), game(2, "a", "b")),
    )
    standing = changes["a", "U"].standing
    for day, listed, pending in (
        ("2024-03-31", 2000, 30),
        ("2024-04-01", 2010, 20),
        ("2024-05-01", 2030, 0),
    ):
        both = shown(standing, day)
        assert (both.list_rating, both.live) == (listed, 2030)
        assert both.pending == pending


@pytest.mark.parametrize(
    ("own", "day", "percent"),
    [
        (2649, "2025-10-01", 92),
        (2650, "2025-10-01", 96),
        (2650, "2025-09-30", 92),
        (2700, "2024-05-01", 92),
    ],
)
def test_differences_over_400(run: Run, own: int, day: str, percent: int) -> None:
    """2150 is 499 to 550 points below: .96 for whom the whole difference counts (485 to
    517).
    """
    changes = run(
        opened("a", own), opened("b", own - 500), tournament("T", day, "a b 1-0")
    )
    assert changes["a", "T"].expected == percent
    # the other side is below 2650 and keeps its 400
    assert changes["b", "T"].expected == 8


def test_a_first_rating_over_two_tournaments(run: Run) -> None:
    """Three games are not enough; with three more the list of July has the number."""
    games = [opened(f"o{at}", 1900) for at in range(6)]
    changes = run(
        *games,
        tournament("T", "2024-05-10", "n o0 1-0", "n o1 0-1", "n o2 1/2-1/2"),
        tournament("U", "2024-06-10", "n o3 1-0", "n o4 0-1", "n o5 1/2-1/2"),
    )
    assert numbers(changes["n", "T"], "2024-06-05") == (None, 1860)
    # (6 x 1900 + 3600)/8 = 1875, half of the points: dp 0
    assert numbers(changes["n", "U"], "2024-06-30") == (None, 1875)
    assert numbers(changes["n", "U"], "2024-07-01") == (1875, 1875)


@pytest.mark.parametrize(
    ("day", "listed"), [("2026-04-10", 1871), ("2026-05-10", None)]
)
def test_results_older_than_26_months_are_forgotten(
    run: Run, day: str, listed: int | None
) -> None:
    """The first three count for April 2024: with the list of May 2026 they are 26
    lists, with June one more.
    """
    games = [opened(f"o{at}", 1900) for at in range(6)]
    changes = run(
        *games,
        tournament("T", "2024-03-10", "n o0 1-0", "n o1 0-1", "n o2 1/2-1/2"),
        tournament("U", day, "n o3 1-0", "n o4 0-1"),
    )
    assert numbers(changes["n", "U"], "2026-07-01")[0] == listed


def test_nothing_in_the_first_event_is_disregarded(run: Run) -> None:
    changes = run(
        *[opened(f"o{at}", 1900) for at in range(3)],
        tournament("T", "2024-05-10", "n o0 0-1", "n o1 0-1", "o0 o1 1-0"),
    )
    assert ("n", "T") not in changes


def test_a_match_with_an_unrated_player_is_not_rated(run: Run) -> None:
    """6.1."""
    assert not [
        key
        for key in run(opened("a", 2000), tournament("T", "2024-05-10", "n a 1-0"))
        if key[1] == "T"
    ]


LEAGUE = {"start": "2024-04-01", "each_game_rated": True}


def test_a_game_of_a_league_is_no_match(run: Run) -> None:
    """6.1: n is unrated and a is not, but they are two of three in the league."""
    changes = run(
        opened("a", 2000),
        opened("b", 2000),
        tournament(
            "L",
            "2024-05-10",
            game(1, "n", "a", "0-1", on="2024-04-05"),
            game(2, "n", "b", "1/2-1/2", on="2024-04-12"),
            **LEAGUE,
        ),
    )
    # 8.2.1: the lost game is pooled, though it is the first one: a game is no event
    # (2000 + 3600)/3 = 1866.67, p = 1/3, dp -125
    assert changes["n", "L/1.1"].after == 1742
    # (4000 + 3600)/4 = 1900, p = 1.5/4 = .375, .38, dp -87
    assert changes["n", "L/2.1"].after == 1813
    # n is no opponent yet
    assert ("a", "L/1.1") not in changes


def test_a_match_whose_games_count_one_by_one_is_a_match(run: Run) -> None:
    changes = run(
        opened("a", 2000),
        tournament(
            "M", "2024-05-10", game(1, "n", "a", "1-0", on="2024-04-05"), **LEAGUE
        ),
    )
    assert changes.keys() == {("a", "opening")}


def test_a_game_moved_outside_a_tournament_is_no_match(run: Run) -> None:
    changes = run(
        opened("a", 2000),
        opened("b", 2000),
        tournament(
            "T",
            "2024-05-10",
            game(1, "a", "b"),
            game(2, "n", "a", "1/2-1/2", on="2024-05-20"),
        ),
    )
    assert changes["n", "T/2.1"].after == 1867  # (2000 + 3600)/3, half of the points


def test_the_only_two_who_played_long_games_are_no_match(run: Run) -> None:
    """Those of c are too short for the list; they were players all the same."""
    changes = run(
        opened("a", 2000),
        tournament(
            "T",
            "2024-05-10",
            game(1, "n", "a", "1/2-1/2"),
            game(2, "c", "a", minutes=5),
        ),
    )
    assert changes["n", "T"].after == 1867


def test_below_1400_is_unrated_on_the_next_list(run: Run) -> None:
    changes = run(
        opened("a", 1401), opened("b", 1405), tournament("T", "2024-05-10", "a b 0-1")
    )
    assert numbers(changes["a", "T"], "2024-05-10") == (1401, 1391)
    assert numbers(changes["a", "T"], "2024-06-01") == (None, None)


def test_from_the_quarters_of_2009(tmp_path: Path) -> None:
    """The first monthly list takes in what was pending for April."""
    selo = Selo(tmp_path, today="2026-11-01")
    selo.run("init", "--rules", "fide")
    selo.submit(
        player("a"),
        player("b"),
        opening("a", LIST, 2000),
        opening("b", LIST, 2000),
        tournament("T", "2024-01-20", "a b 1-0"),
        tournament("U", "2024-03-05", "a b 1-0"),
    )
    rows = selo.ask("history", "a", "--list", LIST)["rows"]
    # 15 x 0.5 = 7.5 live 2008; then 2008 against 1993, 15 apart .52: 20 x 0.48
    assert [
        (row["before"], row["after"], row["coefficient"])
        for row in rows
        if row["tournament"]
    ] == [
        (2000, 2008, 15),
        (2008, 2018, 20),
    ]
    assert selo.ask("list", LIST, "--as-of", "2024-04-01")["rows"][0]["rating"] == 2018
    assert selo.run("ledger", "rebuild", "--check").code == 0


def test_back_to_quarters(tmp_path: Path) -> None:
    selo = Selo(tmp_path, today="2026-11-01")
    selo.run("init", "--rules", "fide-2024")
    selo.submit(
        adopt(LIST, "fide-2009", on="2025-01-01"),
        player("a"),
        player("b"),
        opening("a", LIST, 2000),
        opening("b", LIST, 2000),
        tournament("T", "2024-12-20", "a b 1-0"),
        tournament("U", "2025-02-05", "a b 1-0"),
    )
    rows = selo.ask("history", "a", "--list", LIST)["rows"]
    assert [
        (row["before"], row["after"], row["coefficient"])
        for row in rows
        if row["tournament"]
    ][1][2] == 15


def test_the_sheet(run: Run) -> None:
    entries = run.entries(
        opened("me", 2000), opened("b", 1980), tournament("T", "2024-05-10", "me b 1-0")
    )
    (entry,) = (
        entry for entry in entries if entry.change.player == "me" and entry.unit == "T"
    )
    lines = sheet(entry).lines()
    assert "K 20: 30 games or more, never 2400 on a list (8.3.3)" in lines
    assert "for the list of 2024-06-01: 20 x 0.47 = 9.4 (8.3.2)" in lines
    assert entry.change.after == 2009
