"""Every way of measuring a performance (2.1.1)."""

from fractions import Fraction

import pytest

from rulebooks import performances


def test_the_algorithm_of_400() -> None:
    """2.1.1: beaten + 400, lost to - 400, drawn as they are."""
    assert performances.performance_400([1600, 1700, 1800], 2 + 0 + 1) == Fraction(
        1600 + 400 + 1700 - 400 + 1800, 3
    )
    assert (
        performances.performance_400([2000], 2) == 2400
        and performances.performance_400([2000], 0) == 1600
    )
    assert performances.performance_400([], 0) is None


@pytest.mark.parametrize(
    ("numbers", "half_points", "by_method"),
    [
        ([2000] * 10, 18, {"400": 2320, "exact": 2362, "logistic": 2382}),
        ([2000, 2001], 2, {"400": 2001, "exact": 2001, "logistic": 2001}),
        ([2000], 2, {"400": 2400, "exact": None, "logistic": None}),
    ],
)
def test_performances(
    numbers: list[int], half_points: int, by_method: dict[str, int | None]
) -> None:
    """Every way of the article, rounded."""
    assert by_method == {
        method: performances.performance(method, numbers, half_points)
        for method in by_method
    }
