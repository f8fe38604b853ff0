"""`selo player performance` by the list's own rule: 7.6, formula I, the mean and d(p), the
logistic curve. By hand.
"""

from typing import Any

import pytest

from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

pytestmark = pytest.mark.lists("elo-no", "elo-fide", "elo")


@pytest.fixture
def office(selo_without_ledger: Selo) -> Selo:
    """a wins three of four against 1600, 1700, 1800 and 1900 on every list."""
    selo = selo_without_ledger
    selo.run("init", "--rules", "fi,no,fide-2009,elo")
    ratings = {"a": 1750, "b": 1600, "c": 1700, "d": 1800, "e": 1900}
    selo.submit(
        *(player(name) for name in ratings),
        *(
            opening(name, rating, which, on="2010-01-01", games=40)
            for which in ("selo", "elo-no", "elo-fide", "elo")
            for name, rating in ratings.items()
        ),
        tournament(
            "T",
            "2010-06-01",
            "a b 1-0",
            "a c 1-0",
            "a d 1-0",
            "a e 0-1",
            time_control="90+30",
        ),
    )
    return selo


def measured(office: Selo, *more: str) -> Any:
    return office.ask("player", "performance", "a", *more)


@pytest.mark.parametrize(
    ("which", "method", "number"),
    [
        ("elo-no", "norway", 1943),  # 1750 + D(75 %) = 1750 + 193
        ("elo-fide", "fide", 1945),  # d(75) half way between 149 and 240: 194.5
        ("elo", "logistic", None),
        ("selo", "exact", None),
    ],
)
def test_each_list_by_its_own_rule(
    office: Selo, which: str, method: str, number: int | None
) -> None:
    value = measured(office, "--list", which)
    assert value["method"] == method and number in (None, value["performance"])
    # another rule is asked for by name, over the same opponents
    others = {
        name: measured(office, "--list", which, "--method", name)
        for name in ("fide", "400", "norway", "exact")
    }
    assert others["400"]["performance"] == 1950  # 1750 + 400 x (3 - 1) / 4
    assert (
        others["fide"]["performance"] == 1945
        and others["norway"]["performance"] == 1943
    )
    assert (
        1930 < others["exact"]["performance"] < 1960
        and others[method if number else "exact"]["average"] == 1750
    )


def test_all_won(office: Selo) -> None:
    """Formula I has a number, 400 above the mean; no curve has one, and d(p) is
    indeterminate.
    """
    office.submit(
        tournament("W", "2010-07-01", "a b 1-0", "a c 1-0", time_control="90+30")
    )
    only = ("--tournament", "W")
    value = measured(office, "--list", "elo-no", *only)
    assert value["performance"] == int(value["average"] + 0.5) + 400
    for which in ("selo", "elo-fide", "elo"):
        none = measured(office, "--list", which, *only)
        assert (none["performance"], none["exact"], none["reliable"]) == (
            None,
            None,
            False,
        )
    assert (
        f"performance {value['performance']} (norway), not reliable"
        in office.run("player", "performance", "a", "--list", "elo-no", *only).out
    )
