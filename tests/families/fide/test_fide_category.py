"""2.1.2: the category of a tournament; and the performance by d(p), rounded."""

import pytest

from rulebooks.fide import category as category_of
from rulebooks.performances import performance


@pytest.mark.parametrize(
    ("average", "category"),
    [
        (2250, None),
        (2251, 1),
        (2275, 1),
        (2276, 2),
        (2300, 2),
        (2476, 10),
        (2500, 10),
        (2601, 15),
        (2625, 15),
        (2626, 16),
        (2650, 16),
        (2651, 17),
        (2676, 18),
        (2701, 19),
        (2726, 20),
        (2751, 21),
        (2775, 21),
        (2776, 22),
    ],
)
def test_category(average: int, category: int | None) -> None:
    assert category_of([average - 10, average + 10]) == category


def test_category_rounds_the_average_first() -> None:
    assert category_of([2250, 2251]) == 1
    assert category_of([2250, 2250, 2251]) is None


def test_performances_are_rounded() -> None:
    assert performance("fide", [2000] * 10, 18) == 2366
    assert performance("fide", [2000, 2001], 2) == 2001
    assert performance("fide", [2000], 2) is None
