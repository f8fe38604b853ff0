"""The US formula: Ne and K at their limits, newcomers, the games a standing remembers,
classes; all recomputed.
"""

import math
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulebooks.base import Standing
from rulebooks.uscf import ARTICLES, class_of, effective_games, k_factor
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
from tests.rules.test_coverage_table import resolve
from tests.world.documents import tournament

LIST = "elo-uscf"


def recompute(told: Printed) -> int:
    """Ne and K by the formula in floating point, then the printed terms exactly."""
    rating, earlier, now = told["start"], told["carried"]["games"], len(told["games"])
    effective = min(earlier, 50)
    if rating <= 2355:
        effective = min(
            effective, 50 / math.sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
        )
    assert float(exactly(told["effective_games"])) == pytest.approx(effective, abs=1e-8)
    k = 800 / (exactly(told["effective_games"]) + now)
    assert told["k"] == float(k)
    exact = Fraction(rating)
    for game in told["games"]:
        assert (
            abs(1 / (1 + 10 ** ((game["number"] - rating) / 400)) - game["expected"])
            < 1e-9
        )
        exact += k * (exactly(game["score"]) - exactly(game["expected"]))
    assert told["exact"] == float(exact)
    return half_up(exact)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "uscf", recompute)


@pytest.mark.parametrize(
    ("rating", "games", "effective"),
    [
        pytest.param(1500, 0, 0, id="nobody-yet"),
        pytest.param(1500, 10, 10, id="fewer-than-the-formula"),
        # 0.662 + 0.00000739 x 1069^2 = 9.10696: 50 / 3.01777
        pytest.param(1500, 50, 16.56850, id="1500"),
        pytest.param(1500, 16, 16, id="just-under-the-formula"),
        pytest.param(1500, 17, 16.56850, id="just-over-the-formula"),
        # 0.662 + 0.00000739 x 214^2 = 1.00043
        pytest.param(2355, 50, 49.98919, id="2355-by-the-formula"),
        pytest.param(2356, 50, 50, id="2356-above-it"),
        pytest.param(2356, 49, 49, id="2356-49-games"),
        pytest.param(2700, 900, 50, id="never-more-than-50"),
    ],
)
def test_effective_games(rating: int, games: int, effective: float) -> None:
    assert float(effective_games(rating, games)) == pytest.approx(effective, abs=1e-4)


def test_k_is_800_by_effective_games_and_games() -> None:
    """K = 800 / (Ne + m)."""
    assert k_factor(1500, 0, 1) == 800 and k_factor(1500, 0, 4) == 200
    assert k_factor(2400, 50, 10) == Fraction(800, 60)
    assert float(k_factor(1500, 50, 5)) == pytest.approx(800 / 21.5685, abs=1e-3)


def test_a_newcomer_starts_from_1500(run: Run) -> None:
    """K 800 / 1: 1500 + 800 x 0.5; the opponent (50 games, Ne 16.5685) 800 / 17.5685 x
    -0.5 = -22.8.
    """
    found = run(opening("b", LIST, 1500, 50), tournament("T", DAY, "a b 1-0"))
    assert (found["a", "T"].before, found["a", "T"].after) == (None, 1900)
    assert found["b", "T"].after == 1477
    assert found["a", "T"].standing == Standing(1900, 1, ())


def test_games_are_remembered_up_to_50(run: Run) -> None:
    """48 + 1, 49 + 1, 50: from there on nobody counts."""
    documents = [opening("a", LIST, 2400, 48), opening("b", LIST, 2400, 500)]
    documents += [
        tournament(f"t{i}", f"2009-0{i}-01", "a b 1/2-1/2") for i in range(2, 5)
    ]
    found = run(*documents)
    assert [found["a", f"t{i}"].standing.games for i in range(2, 5)] == [49, 50, 50]
    assert [found["a", f"t{i}"].carried for i in range(2, 5)] == [
        (48, 0, 0),
        (49, 0, 0),
        (50, 0, 0),
    ]
    assert found["b", "opening"].standing.games == 50


def test_a_ruling_leaves_the_games(run: Run) -> None:
    ruling = {
        "kind": "ruling",
        "player": "a",
        "list": LIST,
        "on": "2009-02-01",
        "rating": 1800,
        "reason": "slip",
    }
    found = run(opening("a", LIST, 1500, 7), ruling)
    assert found["a", "ruling"].standing == Standing(1800, 7, ())


@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (2400, "Senior Master"),
        (2399, "Master"),
        (2200, "Master"),
        (2199, "Expert"),
        (2000, "Expert"),
        (1999, "Class A"),
        (1800, "Class A"),
        (1799, "Class B"),
        (1600, "Class B"),
        (1599, "Class C"),
        (1400, "Class C"),
        (1399, "Class D"),
        (1200, "Class D"),
        (1199, "Class E"),
        (1000, "Class E"),
        (999, None),
    ],
)
def test_every_rating_has_its_class(rating: int, name: str | None) -> None:
    assert class_of(rating) == name


def test_the_sheet_prints_every_term(run: Run) -> None:
    """A draw and a win of 2400 with 50 games: K = 800 / 52."""
    openings, lines = met([2400, 2400], [1, 2], LIST)
    entries = run.entries(
        opening("me", LIST, 2400, 50), *openings, tournament("T", DAY, *lines)
    )
    entry = next(e for e in entries if (e.change.player, e.unit) == ("me", "T"))
    assert sheet(entry).lines()[4:] == [
        "game  opponent    W    Ri  D    E  S-E   K (S-E)",
        "1.1   o1        0.5  2400  0  0.5    0         0",
        "2.1   o2          1  2400  0  0.5  0.5  7.692308",
        "sum   2 games   1.5             1  0.5  7.692308",
        "",
        "Ne 50: the games before, at most 50 (2.3)",
        "K = 800 / (50 + 2) = 15.384615 (2.3)",
        "class: Senior Master (2.3)",
        "S - E = 1.5 - 1 = 0.5",
        "2400 + 7.692308 = 2407.692308 (3.1)",
        "rounded to the nearest, a half up: 2408",
        "edition uscf (Elo rating system, Wikipedia, 10 February 2009 (Glickman 2001))",
        "sections: 2.3, 3.1",
    ]


def test_random_histories_add_up(run: Run) -> None:
    chance = random.Random(6)
    documents: list[dict[str, Any]] = [
        opening(f"p{i}", LIST, 1100 + 300 * i, 20 * i) for i in range(5)
    ]
    for month in range(1, 9):
        lines = [
            f"p{a} p{b} {chance.choice(['1-0', '0-1', '1/2-1/2'])}"
            for a, b in pairs(chance, 8)
        ]
        documents.append(tournament(f"t{month}", f"2009-{month:02d}-20", *lines))
    assert len(run.entries(*documents)) > 40


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_article_names_code_that_exists(article: Any) -> None:
    assert all(resolve(name) for name in article.where.split(", "))
