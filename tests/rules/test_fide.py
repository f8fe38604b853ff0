"""FIDE 2009: lists by quarter with live numbers, K for ever 10, first numbers, d(p), 400; every entry recomputed."""

import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from systems import Run, Told, exactly, half_up, met, opening, sheet, tournament
from test_coverage_table import resolve
from test_elo import pairs

from rulebooks import rulebook
from rulebooks.base import Change, Standing
from rulebooks.fide.coverage import ARTICLES
from rulebooks.fide.lists import Lists, Shown, at, list_on, lists_of, quarter, shown, standing_of
from rulebooks.fide.rating import expected, k_factor
from rulebooks.fide.tables import D_ROWS, d, performance

LIST = "elo-fide"
DP = {0.99: 677, 0.9: 366, 0.8: 240, 0.7: 149, 0.6: 72, 0.5: 0, 0.4: -72, 0.3: -149, 0.2: -240, 0.1: -366, 0.01: -677}


def recompute(told: Told) -> int:
    """List + pending before + K (W - p), or the mean + d(p) of a first number."""
    games = told["games"]
    score = sum((exactly(game["score"]) for game in games), Fraction(0))
    if told["formula"] == "first":
        mean = Fraction(sum(game["number"] for game in games), len(games))
        return half_up(mean + _d(score / len(games)))
    kept = told["list_rating"]
    moved = Fraction(0)
    for game in games:
        assert game["difference"] == kept["rated_from"] - game["number"]
        assert game["capped"] == (abs(game["difference"]) > 400)
        assert 8 <= game["percent"] <= 92
        moved += told["coefficient"] * (exactly(game["score"]) - Fraction(game["percent"], 100))
        assert exactly(game["contribution"]) == told["coefficient"] * exactly(game["surplus"])
    assert Fraction(kept["pending"]) == Fraction(kept["pending_before"]) + moved
    assert Fraction(kept["live"]) == kept["rating"] + Fraction(kept["pending"]) == Fraction(told["exact"])
    return half_up(kept["rating"] + Fraction(kept["pending"]))


def _d(p: Fraction) -> Fraction:
    rows = sorted((Fraction(str(key)), value) for key, value in DP.items())
    for (low, least), (high, most) in pairwise(rows):
        if low <= p <= high:
            return least + (p - low) / (high - low) * (most - least)
    return Fraction(677 if p > Fraction(1, 2) else -677)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "fide-2009", recompute)


def win(name: str, on: str, player: str = "me", opponent: str = "o", result: str = "1-0", **header: Any) -> Told:
    return tournament(name, [f"{player} {opponent} {result}"], on, **header)


def numbers(change: Change, day: str) -> tuple[int | None, int | None]:
    """(list, live)."""
    found = shown(change.standing, day)
    return found.list_rating, found.live


# 2.1.1
@pytest.mark.parametrize(("p", "difference"), DP.items())
def test_the_table_of_d(p: float, difference: int) -> None:
    assert d(round(200 * p), 100) == difference
    assert performance([2000] * 100, round(200 * p)) == 2000 + difference


@pytest.mark.parametrize(
    ("half_points", "games", "difference"),
    [
        pytest.param(11, 10, 36, id="0.55-half-way-to-0.6"),
        pytest.param(13, 10, Fraction(221, 2), id="0.65-is-110.5"),
        pytest.param(2, 3, -149 + Fraction(77, 3), id="one-third"),
        pytest.param(1, 1, 0, id="a-draw"),
        pytest.param(1, 200, -677, id="below-0.01"),
        pytest.param(399, 200, 677, id="above-0.99"),
    ],
)
def test_between_the_rows(half_points: int, games: int, difference: Fraction) -> None:
    """0.3333 lies a third of the way from 0.3 to 0.4: -149 + 77/3 = -123.33."""
    assert d(half_points, games) == difference


def test_a_perfect_score_has_no_performance() -> None:
    assert performance([2000, 2100], 4) is performance([2000, 2100], 0) is performance([], 0) is None
    assert [row[1] for row in D_ROWS] == [-row[1] for row in reversed(D_ROWS)]


# The lists
@pytest.mark.parametrize(
    ("day", "list_day"),
    [
        ("2009-01-01", "2009-01-01"), ("2009-03-31", "2009-01-01"), ("2009-04-01", "2009-04-01"),
        ("2009-06-30", "2009-04-01"), ("2009-07-01", "2009-07-01"), ("2009-09-30", "2009-07-01"),
        ("2009-10-01", "2009-10-01"), ("2009-12-31", "2009-10-01"),
    ],
)  # fmt: skip
def test_quarters(day: str, list_day: str) -> None:
    assert quarter(day) == list_day


def test_live_beside_the_list(run: Run) -> None:
    """K 15: two wins against equals are 7.5 each; both from the list of January, 15 at once in April."""
    found = run(opening("me", LIST, 2000), opening("o", LIST, 2000), win("a", "2009-02-01"), win("b", "2009-03-01"))
    first, second = found["me", "a"], found["me", "b"]
    assert shown(first.standing, "2009-02-15") == Shown("2009-01-01", 2000, Fraction(15, 2), 2008)
    assert [term.number for term in second.terms] == [2000]
    assert (second.before, second.after, second.carried) == (2008, 2015, (30, 2000, 750))
    assert numbers(second, "2009-03-31") == (2000, 2015)
    assert numbers(second, "2009-04-01") == (2015, 2015)
    assert numbers(found["o", "b"], "2009-04-01") == (1985, 1985)


def test_changes_add_up_exactly_and_are_rounded_once(run: Run) -> None:
    """7.5 + 7.5 + 7.5 = 22.5 goes up to 23 in April; rounded one by one they would be 24. -22.5 goes up to -22."""
    documents = [opening("me", LIST, 2000), opening("o", LIST, 2000)]
    found = run(*documents, *(win(name, "2009-02-01") for name in "abc"))
    assert numbers(found["me", "c"], "2009-04-01") == (2023, 2023)
    assert numbers(found["o", "c"], "2009-04-01") == (1978, 1978)
    assert at(found["me", "c"].standing, "2009-04-01").state[1] == 0


def test_the_next_list_is_what_counts_next(run: Run) -> None:
    """From April both are rated from 2008 and 1993: D 15, p 52: 15 x 0.48 = 7.2."""
    found = run(opening("me", LIST, 2000), opening("o", LIST, 2000), win("a", "2009-02-01"), win("b", "2009-04-01"))
    change = found["me", "b"]
    assert change.terms[0].number == 1993 and change.terms[0].percent == 52
    assert shown(change.standing, "2009-05-01") == Shown("2009-04-01", 2008, Fraction(36, 5), 2015)


def test_a_unit_is_rated_from_the_list_in_force_when_it_begins(run: Run) -> None:
    """20 March to 5 April: rated from January's 2000, counted from April's 2008 on, in force in July."""
    late = win("b", "2009-04-05", start="2009-03-20")
    found = run(opening("me", LIST, 2000), opening("o", LIST, 2000), win("a", "2009-02-01"), late)
    change = found["me", "b"]
    assert (change.terms[0].number, change.terms[0].percent, change.carried) == (2000, 50, (30, 2000, 0))
    assert shown(change.standing, "2009-04-30") == Shown("2009-04-01", 2008, Fraction(15, 2), 2016)
    assert numbers(change, "2009-07-01") == (2016, 2016)


def test_a_very_long_unit(run: Run) -> None:
    """The five lists of the last year are kept; a unit that began earlier is rated from the oldest of them."""
    documents = [opening("me", LIST, 2000, on="2007-01-01"), opening("o", LIST, 2000, on="2007-01-01")]
    for year, month in ((2007, 2), (2007, 5), (2007, 8), (2007, 11), (2008, 2), (2008, 5), (2008, 8)):
        documents.append(win(f"t{year}{month}", f"{year}-{month:02d}-01"))
    last = found = run(*documents, win("long", "2009-01-02", start="2007-01-02"))["me", "long"]
    held = lists_of(last.standing)
    assert held.day == "2009-01-01" and found.carried is not None
    assert found.carried[1] == held.lists[4] == list_on(held, "2007-01-02") == list_on(held, "2008-03-31")
    assert list_on(held, "2008-04-01") == held.lists[3] != held.lists[4]


def test_nothing_pending_nothing_moves() -> None:
    standing = standing_of(Lists("2009-01-01", (2000,) * 5), 30)
    assert at(standing, "2009-03-31") == standing and at(standing, "2008-01-01") == standing
    assert at(standing, "2019-05-05")._replace(state=()) == standing._replace(state=())
    assert at(Standing(), "2009-01-01") == Standing()
    assert shown(Standing(), "2009-05-01") == Shown("2009-04-01", None, Fraction(0), None)
    assert rulebook(LIST).at(standing, "2010-01-01").state[0] == "2010-01-01"
    assert rulebook("selo").at(standing, "2010-01-01") is standing


# 3.2.2
@pytest.mark.parametrize(
    ("rating", "games", "top", "k"),
    [
        (2000, 0, False, 25), (2000, 29, False, 25), (2000, 30, False, 15), (2399, 30, False, 15),
        (2400, 30, False, 10), (2400, 29, False, 25), (2300, 30, True, 10),
    ],
)  # fmt: skip
def test_k(rating: int, games: int, top: bool, k: int) -> None:
    assert k_factor(rating, games, top) == k


def test_k_25_until_events_with_30_games_are_completed(run: Run) -> None:
    """28 games before: K 25 for the whole event of 3, then 15."""
    openings, lines = met([2000] * 3, [1, 1, 1], LIST)
    found = run(
        opening("me", LIST, 2000, 28),
        *openings,
        tournament("a", lines, "2009-02-01"),
        win("b", "2009-03-01", "me", "o1"),
    )
    assert [found["me", unit].coefficient for unit in "ab"] == [25, 15]


def test_k_falls_to_10_for_ever_once_a_list_shows_2400(run: Run) -> None:
    """2395 + 7.5: live 2403 in February is no list, that of April is; in July he is under 2400 and K stays 10."""
    documents = [opening("me", LIST, 2395), opening("o", LIST, 2395)]
    found = run(
        *documents, win("a", "2009-02-01"), win("b", "2009-03-01", result="0-1"), win("c", "2009-03-02"),
        win("d", "2009-04-02", result="0-1"), win("e", "2009-07-02"),
    )  # fmt: skip
    assert [found["me", unit].coefficient for unit in "abcde"] == [15, 15, 15, 10, 10]
    assert [numbers(found["me", unit], day)[0] for unit, day in (("c", "2009-04-01"), ("d", "2009-07-01"))] == [
        2403,
        2398,
    ]


def test_2400_with_fewer_than_30_games_is_25_and_10_when_they_are_there(run: Run) -> None:
    documents = [opening("me", LIST, 2450, 29), opening("o", LIST, 2450)]
    found = run(*documents, win("a", "2009-02-01"), win("b", "2009-03-01"))
    assert [found["me", unit].coefficient for unit in "ab"] == [25, 10]


def test_2400_on_a_list_counts_also_when_the_thirtieth_game_comes_after_a_fall(run: Run) -> None:
    """3.2.2: "has reached 2400, and he has also completed events with ... 30 games": 2400 with 28 games, under it in
    July, the thirtieth in August: K 10 from September on."""
    documents = [opening("me", LIST, 2400, 28), opening("o", LIST, 2400)]
    days = ("2009-05-01", "2009-08-01", "2009-09-01")
    found = run(*documents, *(win(unit, day, result="0-1") for unit, day in zip("abc", days, strict=True)))
    assert [found["me", unit].coefficient for unit in "abc"] == [25, 25, 10]
    assert found["me", "c"].before is not None and found["me", "c"].before < 2400


def test_an_opening_after_2400_on_a_list_leaves_k_at_10(run: Run) -> None:
    """3.2.2: "Thereafter it remains permanently at 10"."""
    documents = [opening("me", LIST, 2300, 40, on="2009-06-01"), opening("o", LIST, 2410)]
    told = {"kind": "ruling", "player": "me", "list": LIST, "on": "2009-01-01", "rating": 2410, "reason": "given"}
    found = run(*documents, told, win("a", "2009-07-01"))
    assert found["me", "a"].coefficient == 10


@pytest.mark.parametrize(("peak", "games", "k"), [(2400, 30, 10), (2399, 30, 15), (2400, 29, 25)])
def test_an_opening_remembers_its_peak(run: Run, peak: int, games: int, k: int) -> None:
    found = run(opening("me", LIST, 2300, games, peak=peak), opening("o", LIST, 2300), win("a", "2009-02-01"))
    assert found["me", "a"].coefficient == k


@pytest.mark.parametrize(
    ("difference", "share", "cut"),
    [
        (391, 91, False),
        (392, 92, False),
        (400, 92, False),
        (401, 92, True),
        (900, 92, True),
        (-401, 8, True),
        (0, 50, False),
    ],
)
def test_the_difference_counts_at_most_400(difference: int, share: int, cut: bool) -> None:
    assert expected(difference) == (share, cut)


# First numbers
def test_a_first_number_is_in_force_at_the_next_list(run: Run) -> None:
    """2 of 4 against 2000: 2000. Nobody's opponent before April, himself not rated again; then K 25 with 4 games."""
    openings, lines = met([2000] * 4, [2, 2, 0, 0], LIST)
    found = run(
        *openings, tournament("a", lines, "2009-02-01"), win("b", "2009-03-01", "me", "o1"),
        win("c", "2009-04-05", "me", "o1", start="2009-03-30"), win("d", "2009-05-01", "me", "o1"),
    )  # fmt: skip
    first = found["me", "a"]
    assert (first.formula, first.before, first.after, first.coefficient) == ("first", None, 2000, None)
    assert numbers(first, "2009-03-31") == (None, 2000) and numbers(first, "2009-04-01") == (2000, 2000)
    assert not {("me", "b"), ("o1", "b"), ("me", "c"), ("o1", "c"), ("o1", "a")} & set(found)
    assert (found["me", "d"].coefficient, found["me", "d"].carried) == (25, (4, 2000, 0))
    assert (found["me", "d"].after, found["o1", "d"].before) == (2013, 2000)


@pytest.mark.parametrize(
    ("results", "number"),
    [
        pytest.param([2, 2], None, id="everything"),
        pytest.param([0, 0], None, id="nothing"),
        pytest.param([2, 1], 2195, id="0.75-is-194.5"),
        pytest.param([1, 0], 1806, id="0.25-is-minus-194.5"),
        pytest.param([1], 2000, id="one-draw"),
    ],
)
def test_which_score_gives_a_first_number(run: Run, results: list[int], number: int | None) -> None:
    openings, lines = met([2000] * len(results), results, LIST)
    found = run(*openings, tournament("a", lines, "2009-02-01"))
    assert (found["me", "a"].after if ("me", "a") in found else None) == number


def test_a_unit_without_a_number_leaves_no_trace(run: Run) -> None:
    """Everything in February, half in March: only March's games count."""
    openings, lines = met([2000, 2000], [2, 2], LIST)
    found = run(*openings, tournament("a", lines, "2009-02-01"), win("b", "2009-03-01", "me", "o1", "1/2-1/2"))
    assert (found["me", "b"].after, found["me", "b"].standing.games) == (2000, 1)


def test_unrated_opponents_count_for_nobody(run: Run) -> None:
    found = run(
        opening("me", LIST, 2000, 29), opening("o", LIST, 2000), tournament("a", ["me n 1-0", "me o 1-0", "x n 1-0"])
    )
    assert (found["me", "a"].games, found["me", "a"].standing.games, found["me", "a"].after) == (1, 30, 2013)
    assert {player for player, unit in found if unit == "a"} == {"me", "o"}


def test_who_is_omitted_and_why() -> None:
    from rules_build import game, tournament

    rules = rulebook(LIST)
    told = tournament(
        game("a", "n"), game("x", "y"), game("w", "a", "0-1"), game("z", "a", "1/2-1/2"), end="2009-02-01"
    )
    (unit,), _ = rules.units(told, lambda day: "fide-2009")
    standings = {
        "a": standing_of(Lists("2009-01-01", (2000,) * 5), 30),
        "w": standing_of(Lists("2009-01-01", first=1900), 9),
    }
    rated = rules.rate(unit, standings, {})
    assert {change.player for change in rated.changes} == {"z"}
    assert {player: why.code for player, why in rated.omitted.items()} == {
        "a": "no-opponent", "n": "no-first-number", "x": "no-opponent", "y": "no-opponent", "w": "first-number-waits",
    }  # fmt: skip


# Decisions
def test_a_ruling_is_in_force_at_once(run: Run) -> None:
    """7.5 is pending; a correction moves the list and leaves it, a ruled number takes it away."""
    by = {"kind": "ruling", "player": "me", "list": LIST, "on": "2009-02-10", "delta": -100, "reason": "slip"}
    to = {"kind": "ruling", "player": "o", "list": LIST, "on": "2009-02-10", "rating": 2100, "reason": "slip"}
    found = run(
        opening("me", LIST, 2000), opening("o", LIST, 2000), win("a", "2009-02-01"), by, to, win("b", "2009-03-01")
    )
    assert (found["me", "ruling"].before, found["me", "ruling"].after) == (2008, 1908)
    assert numbers(found["me", "ruling"], "2009-02-11") == (1900, 1908)
    assert numbers(found["o", "ruling"], "2009-02-11") == (2100, 2100)
    assert found["me", "b"].terms[0].number == 2100 and found["o", "b"].terms[0].number == 1900


def test_rulings_on_a_first_number_and_on_nobody(run: Run) -> None:
    openings, lines = met([2000, 2000], [2, 0], LIST)
    ruling = {"kind": "ruling", "list": LIST, "on": "2009-02-10", "delta": 50, "reason": "slip"}
    found = run(
        *openings, tournament("a", lines, "2009-02-01"), {**ruling, "player": "me"}, {**ruling, "player": "nobody"}
    )
    assert numbers(found["me", "ruling"], "2009-02-11") == (None, 2050)
    assert numbers(found["me", "ruling"], "2009-04-01") == (2050, 2050)
    assert ("nobody", "ruling") not in found


def test_the_sheet(run: Run) -> None:
    openings, lines = met([1500, 2033], [2, 0], LIST)
    documents = [opening("me", LIST, 2000), opening("o", LIST, 2000), *openings, win("a", "2009-02-01")]
    entries = run.entries(*documents, tournament("T", lines, "2009-03-01"))
    entry = next(e for e in entries if (e.change.player, e.unit) == ("me", "T"))
    assert sheet(entry).lines() == [
        "elo-fide of Aino Aalto (me): 2008 -> 2002",
        "T, 2009-03-01",
        "on the list: all games at once from the list, exact until the next list",
        "",
        "game  opponent  W    Ri    D    p    W-E  K (W-E)",
        "1.1   o1        1  1500  500   92   0.08      1.2",
        "2.1   o2        0  2033  -33   45  -0.45    -6.75",
        "sum   2 games   1             137  -0.37    -5.55",
        "",
        "rated from 2000, the number on the list in force when the competition began",
        "a difference counts at most 400",
        "K 15: 30 games or more, never 2400 on a list (3.2.2)",
        "pending: 7.5 before, - 5.55 = 1.95 for the next list",
        "live: list of 2009-01-01 2000 + 1.95 = 2001.95 (2.2)",
        "shown rounded, a half up: 2002; the next list rounds what is pending then",
        "edition fide-2009 (Elo rating system, Wikipedia, 10 February 2009)",
        "sections: 2.1, 2.2, 3.2.2",
    ]
    first = next(e for e in run_first(run) if e.change.formula == "first")
    assert sheet(first).lines()[4:] == [
        "game  opponent    W    Ri",
        "1.1   o1          1  2000",
        "2.1   o2        0.5  2101",
        "sum   2 games   1.5  4101",
        "",
        "p = 1.5/2 = 0.75, d(p) = 194.5 (2.1.1)",
        "4101/2 + 194.5 = 2245",
        "rounded to the nearest, a half up: 2245; in force at the next list",
        "edition fide-2009 (Elo rating system, Wikipedia, 10 February 2009)",
        "sections: 2.1, 2.1.1",
    ]


def run_first(run: Run) -> list[Any]:
    openings, lines = met([2000, 2101], [2, 1], LIST)
    other = Run(run.folder / "other", run.list_name, run.edition, run.recompute)
    other.folder.mkdir()
    return other.entries(*openings, tournament("F", lines))


def test_random_histories_add_up_and_the_lists_are_sums(run: Run) -> None:
    """Corrections and a late report come out as a rebuild does; each list is the one before and the changes since."""
    chance = random.Random(9)
    documents: list[dict[str, Any]] = [opening(f"p{i}", LIST, 2250 + 40 * i, 20 + 4 * i) for i in range(5)]
    for month in range(1, 13):
        lines = [f"p{a} p{b} {chance.choice(['1-0', '0-1', '1/2-1/2'])}" for _ in range(2) for a, b in pairs(chance, 8)]
        start = f"2009-{max(1, month - chance.choice([0, 0, 2])):02d}-10"
        documents.append(tournament(f"t{month}", lines, f"2009-{month:02d}-20", start=start))
    amend = {"kind": "amend", "tournament": "t2", "reason": "slip", "games": {"1.1": None}}
    late = tournament("late", ["p0 p7 1/2-1/2", "p0 p1 1-0"], "2009-02-01")
    entries = run.entries(*documents, later=[amend, late])
    assert len(entries) > 60
    for player in (f"p{i}" for i in range(5)):
        career = [entry for entry in entries if entry.change.player == player]
        listed = Fraction(career[0].change.after)
        for list_day, following in (
            ("2009-01-01", "2009-04-01"),
            ("2009-04-01", "2009-07-01"),
            ("2009-07-01", "2009-10-01"),
        ):
            inside = [e.change for e in career if list_day <= e.on < following and e.change.kind == "unit"]
            moved = sum(
                (c.coefficient or 0) * (Fraction(c.half_points, 2) - Fraction(c.expected or 0, 100)) for c in inside
            )
            listed = Fraction(half_up(listed + moved))
            after = [e for e in career if e.on < following][-1].change.standing
            assert shown(after, following).list_rating == listed


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_coverage(article: Any) -> None:
    assert all(resolve(name) for name in article.where.split(", "))
