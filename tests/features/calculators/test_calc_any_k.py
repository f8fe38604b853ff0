"""Calculators: any K for elo, a mean with decimals for the category, why a field of
numbers is refused.
"""

import pytest

from tests.world.calculators import calc
from tests.world.command import Selo

pytestmark = pytest.mark.lists(
    "elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko"
)


def test_any_k() -> None:
    """3.2.2: Sonas's K 24, ICC's 32, FIDE's 10 and 30; the gain is K times the surplus
    of half a point.
    """
    for k in (1, 10, 24, 30, 999):
        value = calc(f"elo --rating 1500 --k {k} +1500")
        assert value["new"] == 1500 + (k + 1) // 2 and value["k"] == k
    assert (
        calc("elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720")["new"] == 1601
    )


@pytest.mark.parametrize(
    ("average", "category"),
    [
        ("2250.4", None),
        ("2250.5", 1),
        ("2275", 1),
        ("2275.4", 1),
        ("2275.5", 2),
        ("2275,5", 2),
        ("2751", 21),
    ],
)
def test_the_category_of_a_mean_with_decimals(
    average: str, category: int | None
) -> None:
    assert calc(f"category --average {average}")["category"] == category


def test_start_numbers_are_names_and_ratings_are_none(
    selo_without_ledger: Selo,
) -> None:
    """The seed's players have numbers; from 100 on a number among the opponents is a
    rating.
    """
    value = calc("field 02: 1.5 1500 14 / 14: 0.5 1500 2 99 / 99: 1 100 14")
    named = calc("field b: 1.5 1500 n / n: 0.5 1500 b z / z: 1 100 n")
    assert value["new"] == {
        "2": named["new"]["b"],
        "14": named["new"]["n"],
        "99": named["new"]["z"],
    }
    assert len(value["rounds"]) == len(named["rounds"])
    for line, message in {
        "100: 1 1500 14 / 14: 1 1500": (
            "a start number is from 1 to 99, and a rating is not a name"
        ),
        "2: 1 1500 15 / 14: 1 1500": "2 cannot have met '15'",
        "2: 1 1500 2": "2 cannot have met '2'",
        "2: 1 1500 / 02: 1 1500": "2 is there twice",
    }.items():
        ran = selo_without_ledger.run_line("calc", "field", *line.split())
        assert ran.code and message in ran.err, line
