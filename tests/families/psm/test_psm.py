"""PSM: its two examples, game by game, who has no opening, the factor at its limits;
every entry recomputed.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from messages import Message
from projections.answers.career import peak_of
from rulebooks import rulebook
from rulebooks.base import Standing
from rulebooks.psm import ARTICLES, change_of, factor
from tests.rules.systems import (
    DAY,
    RESULT,
    Printed,
    Run,
    adds_up,
    exactly,
    half_up,
    opening,
    sheet,
)
from tests.rules.test_coverage_table import resolve
from tests.world.documents import tournament

LIST = "elo-psm"
Psm = Callable[..., dict[tuple[str, str], Any]]


def recompute(told: Printed) -> int:
    """Each game for itself: factor (3400 - R)^2 / 100000, from the number the game
    before left.
    """
    rating: int = told["before"]
    for game in told["games"]:
        assert game["own"] == rating
        surplus = exactly(game["score"]) - Fraction(game["percent"], 100)
        rating += half_up(surplus * (3400 - rating) ** 2 / 100_000)
        assert game["running"] == rating
    return rating


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "psm", recompute)


@pytest.mark.parametrize(
    ("own", "opponent", "half_points", "change"),
    [(1830, 1980, 1, 5), (1950, 1820, 0, -14)],
)
def test_the_examples(
    run: Run, own: int, opponent: int, half_points: int, change: int
) -> None:
    game = tournament("T", DAY, f"me o {RESULT[half_points]}")
    found = run(opening("me", LIST, own), opening("o", LIST, opponent), game)
    assert (
        found["me", "T"].after - own == change == change_of(own, opponent, half_points)
    )


@pytest.mark.parametrize(
    ("rating", "opponent", "half_points", "change"),
    [
        pytest.param(3400, 3400, 2, 0, id="factor-0"),
        pytest.param(2400, 2400, 2, 5, id="factor-10-half-a-point"),
        pytest.param(2400, 2400, 0, -5, id="factor-10-lost"),
        pytest.param(1000, 1000, 2, 29, id="57.6-x-0.5-is-28.8"),
        pytest.param(2400, 1664, 2, 0, id="736-expects-all"),
        pytest.param(2400, 1665, 2, 0, id="735-expects-99-gives-0.1"),
        # 24.2064 x 0.5 = 12.1
        pytest.param(1844, 1844, 2, 12, id="rounded-down"),
        pytest.param(2400, 1900, 2, 0, id="97-without-a-cap-0.3"),
    ],
)
def test_one_game(rating: int, opponent: int, half_points: int, change: int) -> None:
    assert change_of(rating, opponent, half_points) == change


def test_an_exact_half_goes_up() -> None:
    """(3400 - 2400)^2 / 100000 = 10, table 45 and 55 at 33 to 39: 10 x 0.55 = 5.5 up to
    6, 10 x -0.55 = -5.5 to -5.
    """
    assert factor(2400) == (1_000_000, 100_000)
    assert (change_of(2400, 2433, 2), change_of(2400, 2367, 0)) == (6, -5)


def test_each_game_starts_from_the_one_before(run: Run) -> None:
    """a: 2400 + 5, then D 15, 52 %, 9.90 x 0.48 = 4.75. c: 10.2 x -0.48 = -4.9. b has
    2395 when they meet c's 2385.
    """
    found = run(
        opening("a", LIST, 2400),
        opening("b", LIST, 2400),
        opening("c", LIST, 2390),
        tournament("T", DAY, "a b 1-0", "c a 0-1", "b c 1/2-1/2"),
    )
    assert found["a", "T"].running == (2405, 2410)
    assert [term.number for term in found["a", "T"].terms] == [2400, 2390]
    assert found["b", "T"].terms[1].number == found["c", "T"].running[0] == 2385
    assert found["b", "T"].terms[1].percent == 51
    assert found["a", "T"].standing == Standing(2410, 0, ())


def test_the_order_is_date_round_place(run: Run) -> None:
    """Told backwards, played forwards."""
    lines = tournament("T", DAY, "a b 1-0", "a c 1-0", start="2009-06-09")
    lines["games"][0]["on"] = DAY
    lines["games"][1]["on"] = "2009-06-09"
    found = run(*(opening(player, LIST, 2000) for player in "abc"), lines)
    assert [term.opponent for term in found["a", "T"].terms] == ["c", "b"]


def test_a_game_alone_is_its_own_unit(run: Run) -> None:
    documents = [opening(player, LIST, 2000) for player in "ab"]
    league = tournament("T", DAY, "a b 1-0", "b a 1-0", each_game_rated=True)
    for game in league["games"]:
        game["on"] = DAY
    found = run(*documents, league)
    assert {unit for _, unit in found if unit != "opening"} == {"T/1.1", "T/2.1"}


def test_nobody_is_guessed(run: Run) -> None:
    """n has no opening: no entry for n, none for m who only met n, and the game
    does not count for a.
    """
    openings = [opening(player, LIST, 2000) for player in "abm"]
    found = run(*openings, tournament("T", DAY, "a n 1-0", "a b 1-0", "n m 1-0"))
    assert set(found) == {(p, "opening") for p in "abm"} | {("a", "T"), ("b", "T")}
    assert found["a", "T"].games == 1


def test_who_is_omitted_and_why() -> None:
    from tests.rules.rules_build import game, tournament

    book = rulebook(LIST)
    (unit,) = book.units(tournament(game("a", "n"), game("m", "n")), lambda day: "psm")
    rated = book.rate(unit, {"a": Standing(2000), "m": Standing(1800)}, {})
    assert not rated.changes
    assert {player: why.code for player, why in rated.omitted.items()} == {
        "a": "no-opponent",
        "m": "no-opponent",
        "n": "no-opening",
    }


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        pytest.param({"minutes": 10}, "too-short", id="10-minutes"),
        pytest.param({"minutes": 10.5}, None, id="over-10-minutes"),
        pytest.param(
            {"minutes": 90, "black_minutes": 60}, "unequal-time", id="unequal"
        ),
        pytest.param({"result": "1-0F"}, "forfeit", id="forfeit"),
        pytest.param({"result": "*"}, "unfinished", id="unfinished"),
        pytest.param({"result": "0-0"}, None, id="both-lost"),
    ],
)
@pytest.mark.parametrize(
    "list_name",
    [
        LIST,
        *(
            pytest.param(name, marks=pytest.mark.lists(name))
            for name in ("elo", "elo-uscf", "elo-fide")
        ),
    ],
)
def test_which_games_count(
    changed: dict[str, Any], code: str | None, list_name: str
) -> None:
    from tests.rules.rules_build import game, tournament

    one = game(
        "a",
        "b",
        changed.get("result", "1-0"),
        changed.get("minutes"),
        black_minutes=changed.get("black_minutes"),
    )
    rules, played = rulebook(list_name), tournament(one)
    units, unrated = (
        rules.units(played, lambda day: "any"),
        rules.left_out(played, lambda day: "any"),
    )
    assert len(units) == (code is None)
    assert [why.code for why in unrated.values()] == ([] if code is None else [code])


def test_a_ruling_and_the_peak(run: Run) -> None:
    ruling = {
        "kind": "ruling",
        "player": "a",
        "list": LIST,
        "on": "2009-07-01",
        "delta": 100,
        "reason": "slip",
    }
    lost = tournament("U", "2009-08-01", "b a 1-0")
    entries = [
        entry
        for entry in run.entries(
            opening("a", LIST, 2000),
            opening("b", LIST, 2000),
            tournament("T", DAY, "a b 1-0"),
            ruling,
            lost,
        )
        if entry.change.player == "a"
    ]
    # 16.641 x -0.66 = -10.98
    assert [entry.change.after for entry in entries] == [2000, 2010, 2110, 2099]
    peak = peak_of(rulebook(LIST), entries)
    assert peak is not None and (peak.rating, peak.tournament, peak.game) == (
        2099,
        "U",
        "1.1",
    )
    assert rulebook(LIST).titles(entries) == []


def test_the_sheet_prints_every_term(run: Run) -> None:
    entries = run.entries(
        opening("me", LIST, 1830),
        opening("o", LIST, 1980),
        tournament("T", DAY, "me o 1/2-1/2"),
    )
    entry = next(e for e in entries if e.change.player == "me" and e.unit == "T")
    assert adds_up(entry, recompute)["games"][0]["contribution"] == 4.9298
    assert sheet(entry).lines() == [
        "elo-psm of Aino Aalto (me): 1830 -> 1835",
        f"T, {DAY}",
        "each game on its own, from the ratings before it",
        "",
        (
            "game  opponent    W    Ri   own  factor     D  E %  (W-E) x factor  change"
            "  after"
        ),
        (
            "1.1   o         0.5  1980  1830  24.649  -150   30          4.9298       5"
            "   1835"
        ),
        (
            "sum   1 game    0.5                                                     +5"
            "   1835"
        ),
        "",
        "change = (W - E) x factor, each rounded to the nearest, a half up",
        "1830 +5 = 1835",
        "edition psm (How does the Elo rating work in chess (PSM Schach))",
    ]


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_article_names_code_that_exists(article: Any) -> None:
    coded = not isinstance(article.where, Message)
    assert coded != article.where.startswith("no code: ")
    assert not coded or all(resolve(name) for name in article.where.split(", "))
