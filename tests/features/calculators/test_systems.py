"""A calculator of a system is its rulebook; the curves and tables beside each other."""

import pytest

from features.calculators import curves, systems
from features.calculators.families import RATED
from rulebooks import LISTS
from rulebooks.protocol import OnTheSpot

FIVE = [1609, 1477, 1388, 1586, 1720]


@pytest.mark.lists("elo-no")
def test_expectation() -> None:
    told = {curve: float(curves.expectation(200, curve)) for curve in curves.CURVES}
    assert told == {
        "table": 0.76,
        "norway": 0.757777778,
        "normal": 0.760249939,
        "logistic": 0.759746927,
    }
    assert all(
        curves.expectation(d, c) + curves.expectation(-d, c) == 1
        for c in curves.CURVES
        for d in (0, 4, 91, 800)
    )


@pytest.mark.lists("elo", "elo-psm", "elo-uscf", "elo-fide")
def test_new_numbers() -> None:
    """The calculator is the rulebook."""
    assert systems.new_number("elo-32", FIVE, [0, 1, 2, 2, 0], rating=1613).new == 1601
    assert systems.new_number("psm", [1980], [1], rating=1830).new == 1835
    assert systems.new_number("psm", [1820], [0], rating=1950).new == 1936
    assert systems.new_number("psm", [1820], [0]).new is None
    assert systems.new_number("uscf", [1500], [2]).new == 1900
    assert systems.new_number("fide-2009", [2000] * 10, [2] * 8 + [0] * 2).new == 2240
    assert systems.new_number("fide-2009", [2000], [2]).why
    assert (
        systems.new_number("fide-2009", [2000], [2], rating=2000, games=30).new == 2008
    )
    assert (
        systems.new_number(
            "fide-2009", [2000], [2], rating=2000, games=30, once_2400=True
        ).new
        == 2005
    )


@pytest.mark.lists("elo", "elo-psm", "elo-uscf", "elo-fide")
def test_k_of() -> None:
    systems_here = [system for system, name in RATED.items() if name in LISTS]
    told = [
        systems.k_of(system, OnTheSpot(2400, 30, 5)).k
        for system in systems_here
        if system != "no"
    ]
    assert told == [10, 32, 16, 24, pytest.approx(800 / 35), 10]
