"""FIDE 2009: the table d(p) of 2.1.1, the performance, and where every article is held."""

from fractions import Fraction
from typing import Any

import pytest

from rulebooks.fide import ARTICLES
from rulebooks.fide.rating import D_ROWS, d, performance
from tests.families.fide.fide_build import DP
from tests.rules.test_coverage_table import resolve


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
def test_between_two_rows_the_difference_is_interpolated(
    half_points: int, games: int, difference: Fraction
) -> None:
    """0.3333 lies a third of the way from 0.3 to 0.4: -149 + 77/3 = -123.33."""
    assert d(half_points, games) == difference


def test_a_perfect_score_has_no_performance() -> None:
    assert (
        performance([2000, 2100], 4)
        is performance([2000, 2100], 0)
        is performance([], 0)
        is None
    )
    assert [row[1] for row in D_ROWS] == [-row[1] for row in reversed(D_ROWS)]


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_article_names_code_that_exists(article: Any) -> None:
    assert all(resolve(name) for name in article.where.split(", "))
