"""`selo calc` of the other systems: every calculation the encyclopedia and PSM print,
through the command.
"""

import pytest

from tests.world.calculators import calc

pytestmark = pytest.mark.lists(
    "elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko"
)

FIVE = "1609 1477 1388 1586 1720"


# --- the encyclopedia ---


def test_1613_to_1601_and_1617() -> None:
    """3.1: a loss, a draw, two wins, a loss; and with three points."""
    value = calc("elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720")
    assert (value["new"], value["score"], value["games"], value["average"]) == (
        1601,
        2.5,
        5,
        1556,
    )
    assert (round(value["expected"], 3), value["k"]) == (2.867, 32)
    value = calc(f"elo --rating 1613 --k 32 3 {FIVE}")
    assert (value["new"], value["low"], value["high"]) == (1617, None, None)
    assert calc(f"elo --rating 1613 3 {FIVE}")["new"] == 1617  # 32 is the default


@pytest.mark.parametrize(("score", "number"), [("22.5", 1740), ("12.5", 1420)])
def test_the_pool_of_four(score: str, number: int) -> None:
    assert calc(f"elo --rating 1500 --k 32 {score} {' 1500' * 30}")["new"] == number


@pytest.mark.parametrize(
    ("points", "d"),
    [
        (99, 677),
        (90, 366),
        (80, 240),
        (70, 149),
        (60, 72),
        (50, 0),
        (40, -72),
        (30, -149),
        (20, -240),
        (10, -366),
        (1, -677),
    ],
)
def test_the_table_d(points: int, d: int) -> None:
    """2.1.1, as the difference of a percentage, and as a performance over a hundred
    games.
    """
    assert calc(f"difference --percent {points} --by fide")["difference"] == d
    assert (
        calc(f"performance --method fide {points} {' 2000' * 100}")["performance"]
        == 2000 + d
    )


def test_the_algorithm_of_400() -> None:
    """2.1.1: beaten + 400, lost to - 400, drawn as they are."""
    assert calc("performance --method 400 +1800 -2000 =1900")["performance"] == 1900
    assert calc("performance --method 400 +1800 +2000")["performance"] == 2300
    assert calc("performance --method fide +1800 +2000")["performance"] is None
    by = calc("performance --method all +1622 -1880 =1633 +1717")["methods"]
    assert by == {
        "exact": 1808,
        "logistic": 1807,
        "fide": 1804,
        "400": 1813,
        "norway": 1804,
    }
    assert calc("performance +1622 -1880 =1633 +1717")["performance"] == 1808


@pytest.mark.parametrize(
    ("average", "category"),
    [(2250, None), (2251, 1), (2275, 1), (2276, 2), (2300, 2), (2601, 15), (2775, 21)],
)
def test_fide_categories(average: int, category: int | None) -> None:
    """2.1.2."""
    assert calc(f"category --average {average}")["category"] == category
    assert calc(f"category {average - 10} {average + 10}")["category"] == category


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
        (1400, "Class C"),
        (1200, "Class D"),
        (1000, "Class E"),
        (999, None),
    ],
)
def test_us_classes(rating: int, name: str | None) -> None:
    """2.3."""
    assert calc(f"class --rating {rating}")["classes"]["uscf"] == name


def test_expectation() -> None:
    """3.1: "a difference of 200 ... an expected score of approximately 0.75"."""
    assert calc("expectation --difference 200 --by logistic")["expected"] == 0.759746927
    assert (
        calc("expectation --rating 1660 --opponent 1995 --by table")["expected"] == 0.12
    )
    by = {
        row["by"]: row["expected"]
        for row in calc("expectation --difference -100")["rows"]
    }
    assert by == {
        "table": 0.36,
        "normal": 0.361836805,
        "logistic": 0.359935,
        "norway": 0.362857143,
    }


def test_k_of_every_system() -> None:
    assert calc("k --system elo-32 --rating 2500")["k"] == 32
    assert [calc(f"k --system elo-16-32 --rating {r}")["k"] for r in (2199, 2200)] == [
        32,
        16,
    ]
    assert [
        calc(f"k --system elo-uscf --rating {r}")["k"] for r in (2099, 2100, 2400, 2401)
    ] == [
        32,
        24,
        24,
        16,
    ]
    assert [
        calc(f"k --system fide-2009 --rating {r} --games {g}")["k"]
        for r, g in ((2399, 29), (2399, 30), (2400, 29), (2400, 30))
    ] == [25, 15, 25, 10]
    assert calc("k --system fide-2009 --rating 2300 --shown-2400")["k"] == 10
    assert calc("k --system uscf --rating 2400 --games 30 --now 10")["k"] == 20
    assert calc("k --system psm --rating 1830")["k"] == 24.649
    assert calc("k --system no --category III --class A")["k"] == 7.5
    assert [
        calc(f"k --system no --category I --rating {r}")["k"] for r in (2299, 2300)
    ] == [30, 20]


def test_us_numbers() -> None:
    """2.3: a newcomer's K is 800 / m."""
    assert calc("uscf +1500 -1500")["k"] == 400
    value = calc("uscf +1500")
    assert (value["before"], value["new"], value["games_after"]) == (None, 1900, 1)


def test_fide_numbers() -> None:
    value = calc("fide --rating 2395 --games 80 +2380 =2380")
    assert (value["new"], value["exact"], value["k"], value["expected"]) == (
        2402,
        2401.9,
        15,
        1.04,
    )
    assert calc(f"fide 8 {' 2000' * 10}")["new"] == 2240
    value = calc("fide +2000 +2100")
    assert (value["new"], value["low"], value["games_after"]) == (None, None, 0)
    assert "more than zero" in value["why"]
    # a list of 2400 with 30 games between two competitions: K is 10 from then on
    rows = calc("fide --rating 2398 --games 30 +2398 / -2400 / =2395 +2395")[
        "competitions"
    ]
    assert [(row["k"], row["new"]) for row in rows] == [
        (15, 2406),
        (10, 2401),
        (10, 2406),
    ]


def test_what_was_reached_is_remembered_between_competitions() -> None:
    """A list with 2400 before the thirtieth game gives K 10 from then on; and a junior
    who was over 2100 is no junior any more.
    """
    lost = " ".join(["-2410"] * 10)
    rows = calc(f"fide --rating 2410 --games 20 -- {lost} / +2285")["competitions"]
    assert [(row["k"], row["new"]) for row in rows] == [(25, 2285), (10, 2290)]

    junior = "no --rating 2105 --games 50 --category II --junior --"
    rows = calc(f"{junior} -2105 -2105 / +2085")["competitions"]
    assert [(row["k"], row["new"]) for row in rows] == [(20, 2085), (20, 2095)]


def test_q_walks_with_r() -> None:
    """3.5: the same number, kept as Q."""
    value = calc("q --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720")
    assert round(value["rating_after"]) == 1601
    assert abs(value["rating_after"] - 1601.269876864) < 1e-6
    assert (
        abs(
            value["q_after"]
            - value["q"] * value["f"] ** (value["score"] - value["expected"])
        )
        < 1e-6
    )


# --- PSM ---


def test_the_two_games_of_psm() -> None:
    assert calc("psm --rating 1830 =1980")["new"] - 1830 == 5
    assert calc("psm --rating 1950 -- -1820")["new"] - 1950 == -14
    # each game from what the one before left
    value = calc("psm --rating 1830 =1980 -1820")
    assert (value["running"], value["low"], value["high"]) == ([1835, 1822], 1822, 1835)
