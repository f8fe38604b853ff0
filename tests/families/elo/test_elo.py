"""Logistic Elo: the article's answers as documents, K at its limits; all recomputed."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from messages import Message
from rulebooks.base import Change
from rulebooks.elo import ARTICLES, k_factor
from rulebooks.logistic import BILLION, expected
from tests.rules.systems import (
    DAY,
    Printed,
    Run,
    exactly,
    half_up,
    met,
    opening,
    pairs,
    sheet,
)
from tests.rules.test_coverage_table import is_here, resolve
from tests.world.documents import tournament

LIST = "elo"
FIVE = [1609, 1477, 1388, 1586, 1720]


def recompute(told: Printed) -> int:
    """R + K (S - E), the curve written a second time."""
    rating: int = told["start"]
    exact = Fraction(rating)
    for game in told["games"]:
        assert game["difference"] == rating - game["number"]
        curve = 1 / (1 + 10 ** ((game["number"] - rating) / 400))
        assert abs(curve - game["expected"]) < 1e-9
        assert exactly(game["surplus"]) == exactly(game["score"]) - exactly(
            game["expected"]
        )
        exact += told["coefficient"] * exactly(game["surplus"])
    assert exact == exactly(told["exact"])
    return half_up(exact)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "elo-32", recompute)


def mine(
    run: Run, rating: int | None, numbers: list[int], results: list[int]
) -> Change:
    openings, lines = met(numbers, results, LIST)
    own = [] if rating is None else [opening("me", LIST, rating)]
    return run(*own, *openings, tournament("T", DAY, *lines))["me", "T"]


def test_the_example_of_1613(run: Run) -> None:
    """3.1: 2.5 of 5, expected 0.506 + 0.686 + 0.785 + 0.539 + 0.351 = 2.867: 1601."""
    change = mine(run, 1613, FIVE, [0, 1, 2, 2, 0])
    assert change.after == 1601 and change.expected == 287
    assert [round(expected(1613 - number) / BILLION, 3) for number in FIVE] == [
        0.506,
        0.686,
        0.785,
        0.539,
        0.351,
    ]


def test_the_example_with_three_points(run: Run) -> None:
    """3.1: "two wins, one loss, and two draws": 1617."""
    assert mine(run, 1613, FIVE, [0, 1, 2, 2, 1]).after == 1617


def test_the_pool_of_four(run: Run) -> None:
    """3.4: 10 games each pair as one event; A scores 22.5, the others 12.5: 1740 and
    three of 1420, mean unchanged.
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
    found = run(
        *(opening(player, LIST, 1500) for player in "ABCD"),
        tournament("T", DAY, *lines),
    )
    assert [found[player, "T"].half_points for player in "ABCD"] == [45, 25, 25, 25]
    numbers = [found[player, "T"].after for player in "ABCD"]
    assert numbers == [1740, 1420, 1420, 1420] and sum(numbers) == 4 * 1500


def test_players_without_an_opening_start_from_1500(run: Run) -> None:
    """Both start from 1500: 1500 + 32 x 0.5."""
    found = run(tournament("T", DAY, "a b 1-0"))
    change = found["a", "T"]
    assert (change.before, change.after, found["b", "T"].after) == (None, 1516, 1484)
    assert change.terms[0].basis == "start-1500"


@pytest.mark.parametrize(
    ("edition", "rating", "k"),
    [
        ("elo-32", 100, 32),
        ("elo-32", 3000, 32),
        ("elo-16-32", 2199, 32),
        ("elo-16-32", 2200, 16),
        ("elo-16-32", 2800, 16),
        ("elo-16-32", -50, 32),
        ("elo-uscf", 2099, 32),
        ("elo-uscf", 2100, 24),
        ("elo-uscf", 2400, 24),
        ("elo-uscf", 2401, 16),
    ],
)
def test_k_is_that_of_the_edition(
    tmp_path: Path, edition: str, rating: int, k: int
) -> None:
    """A draw with an equal moves nothing, a win half of K."""
    assert k_factor(rating, edition) == k
    run = Run(tmp_path, LIST, edition, recompute)
    change = mine(run, rating, [rating], [2])
    assert (change.coefficient, change.after) == (k, rating + k // 2)


def test_k_goes_by_the_number_before_the_unit(tmp_path: Path) -> None:
    change = mine(
        Run(tmp_path, LIST, "elo-16-32", recompute), 2199, [2199] * 4, [2] * 4
    )
    assert change.after == 2199 + 64


def test_ratings_are_rounded_half_up(run: Run) -> None:
    """Half points against equals are multiples of 16; only the curve makes fractions,
    and E(d) + E(-d) is 1.
    """
    assert all(expected(d) + expected(-d) == BILLION for d in range(0, 3000, 7))
    assert expected(400) == round(BILLION * 10 / 11) and expected(0) == BILLION // 2


def test_the_sheet_prints_every_term(run: Run) -> None:
    openings, lines = met(FIVE, [0, 1, 2, 2, 0], LIST)
    entries = run.entries(
        opening("me", LIST, 1613), *openings, tournament("T", DAY, *lines)
    )
    entry = next(e for e in entries if (e.change.player, e.unit) == ("me", "T"))
    assert sheet(entry).lines() == [
        "elo of Aino Aalto (me): 1613 -> 1601",
        "T, 2009-06-10",
        "all games at once from the ratings before",
        "",
        "game  opponent    W    Ri     D            E           S-E        K (S-E)",
        "1.1   o1          0  1609     4  0.505756208  -0.505756208  -16.184198656",
        "2.1   o2        0.5  1477   136  0.686300258  -0.186300258   -5.961608256",
        "3.1   o3          1  1388   225  0.785026737   0.214973263    6.879144416",
        "4.1   o4          1  1586    27  0.538778092   0.461221908   14.759101056",
        "5.1   o5          0  1720  -107  0.350705053  -0.350705053  -11.222561696",
        "sum   5 games   2.5              2.866566348  -0.366566348  -11.730123136",
        "",
        "K 32: everybody (3.4)",
        "S - E = 2.5 - 2.866566348 = -0.366566348",
        "1613 - 11.730123136 = 1601.269876864 (3.1)",
        "rounded to the nearest, a half up: 1601",
        "edition elo-32 (Elo rating system, Wikipedia, 10 February 2009)",
        "sections: 3.1, 3.4",
    ]


def test_random_histories_add_up(run: Run) -> None:
    """Also corrected ones: a game struck out, a tournament sent late."""
    chance = random.Random(5)
    documents: list[dict[str, Any]] = [
        opening(f"p{i}", LIST, 1200 + 100 * i) for i in range(6)
    ]
    for month in range(1, 9):
        lines = [
            f"p{a} p{b} {chance.choice(['1-0', '0-1', '1/2-1/2'])}"
            for a, b in pairs(chance, 8)
        ]
        documents.append(tournament(f"t{month}", f"2009-{month:02d}-20", *lines))
    amend = {
        "kind": "amend",
        "tournament": "t2",
        "reason": "slip",
        "games": {"1.1": None},
    }
    late = tournament("late", "2009-02-01", "p0 p7 1/2-1/2")
    entries = run.entries(*documents, later=[amend, late])
    assert len(entries) > 40


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_article_names_code_that_exists(article: Any) -> None:
    coded = not isinstance(article.where, Message)
    assert coded != article.where.startswith("no code")
    places = article.where.split(", ") if coded else []
    assert all(resolve(name) for name in places if is_here(name))
