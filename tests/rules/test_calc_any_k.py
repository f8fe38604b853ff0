"""Calculators: any K for elo, a mean with decimals for the category, why a field of numbers is refused."""

import pytest

from tests.calc_line import calc
from tests.world.command import Selo


def test_any_k() -> None:
    """3.2.2: Sonas's K 24, ICC's 32, FIDE's 10 and 30; the gain is K times the surplus of half a point."""
    for k in (1, 10, 24, 30, 999):
        value = calc(f"elo --rating 1500 --k {k} +1500")
        assert value["new"] == 1500 + (k + 1) // 2 and value["k"] == str(k)
    assert calc("elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720")["new"] == 1601


@pytest.mark.parametrize(
    ("average", "category"),
    [("2250.4", None), ("2250.5", 1), ("2275", 1), ("2275.4", 1), ("2275.5", 2), ("2275,5", 2), ("2751", 21)],
)
def test_the_category_of_a_mean_with_decimals(average: str, category: int | None) -> None:
    assert calc(f"category --average {average}")["category"] == category


def test_why_a_field_of_start_numbers_is_refused(selo_without_ledger: Selo) -> None:
    ran = selo_without_ledger.run_line("calc", "field", "2:", "1.5", "1500", "14", "/", "14:", "0.5", "1500", "2")
    assert ran.code and "a name begins with a letter, n2 and not 2" in ran.err
