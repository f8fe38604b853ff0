"""The calculators: numbers worked out by hand, the naive formulas, and games as they
are written.
"""

import random
from fractions import Fraction
from functools import partial

import pytest

from features.calculators import finland as calculator
from features.calculators.competitions import Competition, competition_of_total
from features.calculators.typed import GamesTyped, read_competitions
from ledger.errors import Problem
from rulebooks.finland import needs
from rulebooks.finland.needs import objections
from tests.naive import formulas
from tests.naive.editions import FI_1990, FI_2011, FI_2023

calculate = partial(calculator.calculate, edition="fi-2023")
need = partial(needs.need, edition="fi-2023")
OFFICIAL = Competition(((1995, 0), (1695, 2), (1930, 0), (1901, 1)))
NAIVE = {edition.name: edition for edition in (FI_1990, FI_2011, FI_2023)}


def wins(*numbers: int) -> Competition:
    return Competition(tuple((number, 2) for number in numbers))


def test_the_official_example() -> None:
    """E = .12 + .45 + .17 + .20 = .94; 1660 + 40 (1.5 - .94) + .4 = 1682.8. Mean 7521 /
    4 = 1880.25, half up.
    """
    value = calculate("selo", [OFFICIAL], rating=1660, minutes=90)
    main = {
        "new": 1683,
        "exact": 1682.8,
        "games": 4,
        "score": 1.5,
        "expected": 0.94,
        "average": 1880.3,
        "performance": 1785,
        "low": 1655,
        "high": 1683,
        "running": (1655, 1677, 1671, 1683),
    }
    assert {name: getattr(value, name) for name in main} == main
    assert value.competitions[0].formula == "7.2"


@pytest.mark.parametrize(
    ("edition", "exact"),
    [("fi-1990", 1682.4), ("fi-2011", 1682.8), ("fi-2023", 1682.8)],
)
def test_editions_of_7_2(edition: str, exact: float) -> None:
    assert calculate("selo", [OFFICIAL], rating=1660, edition=edition).exact == exact


TIMES = [
    (90, "fi-2023", 2310.1),
    (89, "fi-2023", 2305.1),
    (Fraction(179, 2), "fi-2023", 2305.1),
    (59, "fi-2023", 2301.1),
    (59, "fi-2011", 2301.6),
    (59, "fi-1990", 2301.5),
]


@pytest.mark.parametrize(("minutes", "edition", "exact"), TIMES)
def test_time_coefficient(minutes: Fraction | int, edition: str, exact: float) -> None:
    """7.8: 2300 wins against 2300, 20 Kt / 2 and the bonus."""
    assert (
        calculate(
            "selo", [wins(2300)], rating=2300, minutes=minutes, edition=edition
        ).exact
        == exact
    )


def test_cap_of_7_9() -> None:
    """D = 900: at most .92, 2000 + 25 x .08 + .1 = 2002.1; in pelo p = 1 and a win
    brings nothing.
    """
    assert calculate("selo", [wins(1100)], rating=2000).exact == 2002.1
    assert calculate("pelo", [wins(1100)], rating=2000).exact == 2000


def test_pelo_by_hand() -> None:
    """D -100 and 50: E = .36 + .57; W - E = .07, 1500 + 200 (1 - exp(-.007)) =
    1501.395. After one game .64: 1512.4.
    """
    value = calculate("pelo", [Competition(((1600, 2), (1450, 0)))], rating=1500)
    assert (value.new, value.exact, value.expected) == (1501, 1501.395111, 0.93)
    assert (value.running, value.low, value.high) == ((1512, 1501), 1501, 1512)
    assert (
        calculate("pelo", [Competition(((1500, 0),))], rating=1500).exact == 1490.245885
    )


def test_new_selo_by_hand() -> None:
    """7.3: 1550 + 400 (1.5 / 2 - 1/2) + .2. New players have no running values, so the
    range is where they end.
    """
    value = calculate("new-selo", [Competition(((1500, 2), (1600, 1)))])
    assert (value.new, value.exact, value.before, value.games_after) == (
        1650,
        1650.2,
        None,
        2,
    )
    assert (value.running, value.low, value.high, value.expected) == (
        (),
        1650,
        1650,
        None,
    )
    # thirds do not end as decimals: 4702 / 3 + 400 (3 / 3 - 1/2) + 3 / 10
    assert calculate("new-selo", [wins(1500, 1600, 1602)]).exact == 53029 / 30


@pytest.mark.parametrize(
    ("edition", "new", "exact"),
    [("fi-2023", 1561, 1560.5), ("fi-2011", 1560, 1560)],
)
def test_earlier_games_are_draws_against_the_rating(
    edition: str, new: int, exact: float
) -> None:
    """3.3: (4 x 1500 + 1600) / 5 + 400 (3 / 5 - 1/2), and .5 in 2023."""
    value = calculate("new-selo", [wins(1600)], rating=1500, games=4, edition=edition)
    assert (value.new, value.exact, value.games_after) == (new, exact, 5)


def test_new_pelo_by_hand() -> None:
    """7.5: 1600 + 800 (2.5 / 3 - 1/2) = 1866.7, 1867. Then p(367) + p(267) + p(167) =
    .90 + .82 + .72 = 2.44, and 200 (1 - exp(-.006)) = 1.196.
    """
    value = calculate("new-pelo", [Competition(((1500, 2), (1600, 2), (1700, 1)))])
    assert (value.new, value.exact, value.expected) == (1868, 1868.196407, 2.44)
    assert value.competitions[0].provisional == 1867


def test_performance_by_hand() -> None:
    """erf(x) = 1/2 at x = .476936, 190.8 points; an exact half goes up; nothing at 100
    %.
    """
    assert (
        calculate("performance", [competition_of_total(6, [1500] * 4)]).performance
        == 1691
    )
    value = calculate("performance", [Competition(((1500, 1), (1501, 1)))])
    assert (value.performance, value.exact, value.average) == (1501, 1500.5, 1500.5)
    assert (value.new, value.expected, value.reliable) == (None, None, False)
    assert calculate("performance", [wins(1500)]).performance is None
    assert (
        calculate("performance", [competition_of_total(15, [1500] * 15)]).reliable
        is True
    )
    assert calculate("performance", [OFFICIAL], rating=1660).expected == 0.94


def test_one_after_the_other() -> None:
    """A new player who passes the limit goes on by 7.2 from the rounded number."""
    first = Competition(tuple((1500, 1) for _ in range(11)))
    value = calculate("new-selo", [first, wins(1501)])
    assert [row.formula for row in value.competitions] == ["7.3", "7.2"]
    # 1501.1; 1501 + 45 / 2 + .1 = 1523.6
    assert [row.new for row in value.competitions] == [1501, 1524]
    assert (value.new, value.games, value.score, value.games_after) == (
        1524,
        12,
        6.5,
        12,
    )
    assert (value.low, value.high, value.expected) == (1501, 1524, None)
    value = calculate("selo", [wins(1500), wins(1500)], rating=1500)
    assert [row.before for row in value.competitions] == [1500, 1523]  # 1522.6
    # D 23: .53, 1544.25
    assert (value.new, value.expected, value.running) == (1544, 1.03, (1523, 1544))
    value = calculate("new-pelo", [Competition(((1500, 1),)), wins(1500)])
    assert [row.formula for row in value.competitions] == ["7.4", "7.4"]
    assert [row.provisional for row in value.competitions] == [1500, None]


def test_a_total_has_no_range() -> None:
    """The order is not known, unless every game was won, or lost, or there is only one."""
    value = calculate(
        "selo", [competition_of_total(3, [1995, 1695, 1930, 1901])], rating=1660
    )
    assert (value.new, value.low, value.high, value.running) == (1683, None, None, ())
    # 1551.5
    assert calculate(
        "selo", [competition_of_total(4, [1500, 1600])], rating=1500
    ).running == (
        1523,
        1552,
    )
    assert calculate("selo", [competition_of_total(1, [1500])], rating=1500).low == 1500


@pytest.mark.parametrize("seed", range(30))
def test_the_naive_formulas_agree(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for name, edition in NAIVE.items():
        rating, minutes = rng.randint(900, 2700), rng.choice((15, 59, 60, 89, 90, 120))
        games = tuple(
            (rng.randint(800, 2700), rng.randint(0, 2))
            for _ in range(rng.randint(1, 14))
        )
        pairs = [(met, Fraction(made, 2)) for met, made in games]
        timed = [(met, points, Fraction(minutes)) for met, points in pairs]
        earlier, played = rng.randint(0, 9), [Competition(games)]
        value = calculate("selo", played, rating=rating, minutes=minutes, edition=name)
        exact = formulas.established_selo(rating, timed, edition)
        assert (value.exact, value.new) == (
            float(exact),
            formulas.rounded(exact),
        )
        assert value.performance == formulas.performance(pairs)
        value = calculate(
            "new-selo", played, rating=rating, games=earlier, edition=name
        )
        past = [(rating, Fraction(1, 2))] * earlier
        exact = formulas.newcomer_selo(
            past, (rating, Fraction(earlier)), pairs, edition
        )
        assert (value.exact, value.new) == (
            float(exact),
            formulas.rounded(exact),
        )
        assert calculate(
            "pelo", played, rating=rating, edition=name
        ).new == formulas.pelo(rating, pairs)
        value, provisional = (
            calculate("new-pelo", played, edition=name),
            formulas.provisional_pelo(pairs),
        )
        assert value.competitions[0].provisional == provisional
        assert value.new == formulas.pelo(provisional, pairs)


def test_need_finds_the_score_for_a_target() -> None:
    """D -20 and -26: E = .47 + .46 = .93; 2180 + 20 (W - .93) + .2; the number counts
    as rounded: 2191.6 is 2192.
    """
    found = need(2180, 90, 2192, [2200, 2206])
    assert (found.half_points, found.score, found.new) == (3, 1.5, 2192)
    assert [row.new for row in found.rows] == [2162, 2172, 2182, 2192, 2202]
    assert need(2180, 90, 2193, [2200, 2206]).score == 2
    assert need(2180, 90, 2203, [2200, 2206]).score is None
    assert need(2180, 90, 2162, [2200, 2206]).score == 0
    assert need(1500, 5, 1510, [1500]).kind == "pelo"
    assert need(1500, 5, 1510, [1500]).half_points == 2  # 1509.75


LIMITS: list[tuple[str, int | None, int | None, Fraction | int | None, str, list[str]]] = [
    ("selo", 1500, None, 90, "fi-2023", []), ("selo", None, None, 90, "fi-2023", ["rating"]),
    ("selo", 1500, 10, 10, "fi-2023", ["games", "minutes"]), ("selo", 1500, 10, 14, "fi-1990", ["minutes"]),
    ("selo", 1500, 11, Fraction(21, 2), "fi-2023", []), ("new-selo", None, None, None, "fi-2023", []),
    ("new-selo", None, 3, None, "fi-2023", ["rating"]), ("new-selo", 1500, 10, None, "fi-2023", []),
    ("new-selo", 1500, 10, None, "fi-2011", ["games"]), ("pelo", 1500, 0, 3, "fi-2023", ["games", "minutes"]),
    ("new-pelo", None, 1, 10, "fi-2023", ["games"]), ("performance", None, None, 1, "fi-2023", []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "rating", "games", "minutes", "edition", "fields"), LIMITS
)
def test_the_calculator_for_that_player_and_that_time(
    kind: str,
    rating: int | None,
    games: int | None,
    minutes: Fraction | int | None,
    edition: str,
    fields: list[str],
) -> None:
    """3.1, 4.1 and 2.8 at their limits."""
    assert [
        o.field for o in objections(kind, rating, games, minutes, edition)
    ] == fields


def games_of(*tokens: str) -> list[Competition]:
    problems: list[Problem] = []
    competitions = read_competitions(GamesTyped(tuple(tokens)), problems)
    assert problems == []
    return competitions


def test_a_first_word_is_a_total_or_a_draw() -> None:
    """A first number with a fraction, or below 100, is a total; any other is an
    opponent.
    """
    assert games_of("1683", "1700") == [Competition(((1683, 1), (1700, 1)))]
    assert games_of("2", "1683", "1700") == [competition_of_total(4, [1683, 1700])]
    assert games_of("0", "1683", "1700") == [competition_of_total(0, [1683, 1700])]
    assert (
        games_of("½", "1683", "/", "1/2", "1683", "/", "0,50", "1683")
        == [competition_of_total(1, [1683])] * 3
    )
    assert games_of("100") == [Competition(((100, 1),))]
    assert games_of("1.0", "1683", "/", "+1700") == [
        competition_of_total(2, [1683]),
        wins(1700),
    ]
