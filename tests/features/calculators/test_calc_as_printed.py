"""The calculators print what the sources print: percentages, IIa beside IIb, PSM's
factor, kappa, Kr and Kt.
"""

import math

import pytest

from tests.world.calculators import calc, refused

pytestmark = pytest.mark.lists(
    "elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko"
)


def fields(line: str) -> list[str]:
    return [problem.partition(":")[0] for problem in refused(line)]


@pytest.mark.parametrize(
    ("difference", "percent"),
    [
        (63, 58.75),
        (66, 59.14),
        (30, 54.14),
        (-63, 41.25),
        (401, 92),
        (2000, 92),
        (0, 50),
    ],
)
def test_norways_table_read_from_the_difference(
    difference: int, percent: float
) -> None:
    """58,75 %, 59,14 % and 54,14 % of the worked Monrad."""
    assert (
        round(
            100
            * calc(f"expectation --difference {difference} --by norway")["expected"],
            2,
        )
        == percent
    )


def test_two_a_beside_two_b() -> None:
    """Example 2 of formula II: "Innsetning i IIa gir nå R = 1917 ... IIb: R = 1949"."""
    answer = calc("no --rating 1875 --games 7 2 2125 1975 2050 2200 1900")
    assert answer["new"] == 1949
    assert (
        "IIa would give (7 x 1875 + 5 x 1978) / 12 = 1917.916667"
        in answer["competitions"][0]["working"]
    )


def test_psms_factor_and_steps() -> None:
    """1830 v 1980, a draw: factor 24.649, expectation 0.30, change 4.9."""
    first, *_ = calc("psm --rating 1830 =1980")["competitions"][0]["working"]
    assert (
        first
        == "1830 v 1980: factor (3400 - 1830)^2 / 100000 = 24.649, D -150: E 0.3, (0.5"
        " - 0.3) x 24.649 = 4.9298: +5"
    )


def test_kappa_and_c() -> None:
    one, two = (calc(f"q --rating 1613 --c {c} -- -1609 =1477") for c in (1, 2))
    assert one["rating_after"] == pytest.approx(two["rating_after"]) and two[
        "q"
    ] == pytest.approx(2 * one["q"])
    assert one["kappa"] == pytest.approx(math.log(one["f"]))
    surplus = one["score"] - one["expected"]
    assert one["q_roughly"] == pytest.approx(one["q"] * (1 + one["kappa"] * surplus))
    for c in ("0", "x", "1e3"):
        assert fields(f"q --rating 1613 --c {c} 1500") == ["c"]


@pytest.mark.parametrize(
    ("words", "k", "kr", "kt"),
    [
        ("--rating 1800", 35, 35, 1),
        ("--rating 1800 --minutes 60", 17.5, 35, 0.5),
        ("--rating 2300", 20, 20, 1),
        ("--rating 2300 --minutes 15", 2, 20, 0.1),
        ("--rating 2299 --minutes 15", 6, 20, 0.3),
        ("--rating 2300 --minutes 15 --edition fi-2011", 3, 20, 0.15),
        ("--rating 1649 --minutes 89+0", 22.5, 45, 0.5),
        ("--rating 900 --minutes 59+60", 45, 45, 1),
    ],
)
def test_k_of_finland(words: str, k: float, kr: int, kt: float) -> None:
    answer = calc(f"k --system fi {words}")
    assert (answer["k"], answer["kr"], answer["kt"]) == (k, kr, kt)


def test_k_of_fide_today() -> None:
    assert [
        calc(f"k --system fide-2024 {words}")["k"]
        for words in (
            "--rating 2000",
            "--rating 2000 --games 29",
            "--rating 2000 --junior",
            "--rating 2300 --junior",
            "--rating 2350 --shown-2400",
            "--rating 2000 --now 36",
            "--rating 2000 --games 0 --now 18",
        )
    ] == [20, 40, 40, 20, 10, 19, 38]


def test_every_wrong_value_at_once() -> None:
    assert fields("k --system fi --rating x --minutes y --edition z") == [
        "rating",
        "minutes",
        "edition",
    ]
    assert fields("k --system fi") == ["rating"]
