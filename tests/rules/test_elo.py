"""Logistic Elo: the article's answers as documents, K at its limits, the calculators, Q
beside R; all recomputed.
"""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from messages import Message
from rulebooks import calculators as calc
from rulebooks import curves, elo, performances
from rulebooks.base import Change
from rulebooks.elo import ARTICLES, k_factor
from rulebooks.fide import category as category_of
from rulebooks.logistic import BILLION, expected
from tests.rules.systems import DAY, Printed, Run, exactly, half_up, met, opening, sheet
from tests.rules.test_coverage_table import resolve
from tests.world.documents import tournament

LIST = "elo"
FIVE = [1609, 1477, 1388, 1586, 1720]


def recompute(told: Printed) -> int:
    """R + K (S - E), the curve written a second time."""
    rating: int = told["start"]
    exact = Fraction(rating)
    for game in told["games"]:
        assert game["difference"] == rating - game["number"]
        curve = 1 / (1 + 10 ** ((game["number"] - rating) / 400))
        assert abs(curve - game["expected"]) < 1e-9
        assert exactly(game["surplus"]) == exactly(game["score"]) - exactly(
            game["expected"]
        )
        exact += told["coefficient"] * exactly(game["surplus"])
    assert exact == exactly(told["exact"])
    return half_up(exact)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path, LIST, "elo-32", recompute)


def mine(
    run: Run, rating: int | None, numbers: list[int], results: list[int]
) -> Change:
    openings, lines = met(numbers, results, LIST)
    own = [] if rating is None else [opening("me", LIST, rating)]
    return run(*own, *openings, tournament("T", DAY, *lines))["me", "T"]


def test_the_example_of_1613(run: Run) -> None:
    """3.1: 2.5 of 5, expected 0.506 + 0.686 + 0.785 + 0.539 + 0.351 = 2.867: 1601."""
    change = mine(run, 1613, FIVE, [0, 1, 2, 2, 0])
    assert change.after == 1601 and change.expected == 287
    assert [round(expected(1613 - number) / BILLION, 3) for number in FIVE] == [
        0.506,
        0.686,
        0.785,
        0.539,
        0.351,
    ]


def test_the_example_with_three_points(run: Run) -> None:
    """3.1: "two wins, one loss, and two draws": 1617."""
    assert mine(run, 1613, FIVE, [0, 1, 2, 2, 1]).after == 1617


def test_the_pool_of_four(run: Run) -> None:
    """3.4: 10 games each pair as one event; A scores 22.5, the others 12.5: 1740 and
    three of 1420, mean unchanged.
    """
    lines = [
        f"{a} {b} {result}"
        for a, b in ("BC", "BD", "CD")
        for result in ["1-0"] * 5 + ["0-1"] * 5
    ]
    lines += [
        f"A {o} {result}"
        for o in "BCD"
        for result in ["1-0"] * 7 + ["1/2-1/2"] + ["0-1"] * 2
    ]
    found = run(
        *(opening(player, LIST, 1500) for player in "ABCD"),
        tournament("T", DAY, *lines),
    )
    assert [found[player, "T"].half_points for player in "ABCD"] == [45, 25, 25, 25]
    numbers = [found[player, "T"].after for player in "ABCD"]
    assert numbers == [1740, 1420, 1420, 1420] and sum(numbers) == 4 * 1500


def test_players_without_an_opening_start_from_1500(run: Run) -> None:
    """Both start from 1500: 1500 + 32 x 0.5."""
    found = run(tournament("T", DAY, "a b 1-0"))
    change = found["a", "T"]
    assert (change.before, change.after, found["b", "T"].after) == (None, 1516, 1484)
    assert change.terms[0].basis == "start-1500"


@pytest.mark.parametrize(
    ("edition", "rating", "k"),
    [
        ("elo-32", 100, 32),
        ("elo-32", 3000, 32),
        ("elo-16-32", 2199, 32),
        ("elo-16-32", 2200, 16),
        ("elo-16-32", 2800, 16),
        ("elo-16-32", -50, 32),
        ("elo-uscf", 2099, 32),
        ("elo-uscf", 2100, 24),
        ("elo-uscf", 2400, 24),
        ("elo-uscf", 2401, 16),
    ],
)
def test_k_is_that_of_the_edition(
    tmp_path: Path, edition: str, rating: int, k: int
) -> None:
    """A draw with an equal moves nothing, a win half of K."""
    assert k_factor(rating, edition) == k
    run = Run(tmp_path, LIST, edition, recompute)
    change = mine(run, rating, [rating], [2])
    assert (change.coefficient, change.after) == (k, rating + k // 2)


def test_k_goes_by_the_number_before_the_unit(tmp_path: Path) -> None:
    change = mine(
        Run(tmp_path, LIST, "elo-16-32", recompute), 2199, [2199] * 4, [2] * 4
    )
    assert change.after == 2199 + 64


def test_ratings_are_rounded_half_up(run: Run) -> None:
    """Half points against equals are multiples of 16; only the curve makes fractions,
    and E(d) + E(-d) is 1.
    """
    assert all(expected(d) + expected(-d) == BILLION for d in range(0, 3000, 7))
    assert expected(400) == round(BILLION * 10 / 11) and expected(0) == BILLION // 2


def test_the_sheet_prints_every_term(run: Run) -> None:
    openings, lines = met(FIVE, [0, 1, 2, 2, 0], LIST)
    entries = run.entries(
        opening("me", LIST, 1613), *openings, tournament("T", DAY, *lines)
    )
    entry = next(e for e in entries if (e.change.player, e.unit) == ("me", "T"))
    assert sheet(entry).lines() == [
        "elo of Aino Aalto (me): 1613 -> 1601",
        "T, 2009-06-10",
        "all games at once from the ratings before",
        "",
        "game  opponent    W    Ri     D            E           S-E        K (S-E)",
        "1.1   o1          0  1609     4  0.505756208  -0.505756208  -16.184198656",
        "2.1   o2        0.5  1477   136  0.686300258  -0.186300258   -5.961608256",
        "3.1   o3          1  1388   225  0.785026737   0.214973263    6.879144416",
        "4.1   o4          1  1586    27  0.538778092   0.461221908   14.759101056",
        "5.1   o5          0  1720  -107  0.350705053  -0.350705053  -11.222561696",
        "sum   5 games   2.5              2.866566348  -0.366566348  -11.730123136",
        "",
        "K 32: everybody (3.4)",
        "S - E = 2.5 - 2.866566348 = -0.366566348",
        "1613 - 11.730123136 = 1601.269876864 (3.1)",
        "rounded to the nearest, a half up: 1601",
        "edition elo-32 (Elo rating system, Wikipedia, 10 February 2009)",
        "sections: 3.1, 3.4",
    ]


def test_random_histories_add_up(run: Run) -> None:
    """Also corrected ones: a game struck out, a tournament sent late."""
    chance = random.Random(5)
    documents: list[dict[str, Any]] = [
        opening(f"p{i}", LIST, 1200 + 100 * i) for i in range(6)
    ]
    for month in range(1, 9):
        lines = [
            f"p{a} p{b} {chance.choice(['1-0', '0-1', '1/2-1/2'])}"
            for a, b in pairs(chance, 8)
        ]
        documents.append(tournament(f"t{month}", f"2009-{month:02d}-20", *lines))
    amend = {
        "kind": "amend",
        "tournament": "t2",
        "reason": "slip",
        "games": {"1.1": None},
    }
    late = tournament("late", "2009-02-01", "p0 p7 1/2-1/2")
    entries = run.entries(*documents, later=[amend, late])
    assert len(entries) > 40


def pairs(chance: random.Random, players: int) -> list[tuple[int, int]]:
    seats = chance.sample(range(players), players)
    return [(seats[i], seats[i + 1]) for i in range(0, players, 2)]


# The calculators
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
        ([2000] * 10, 18, {"fide": 2366, "400": 2320, "exact": 2362, "logistic": 2382}),
        ([2000, 2001], 2, {"fide": 2001, "400": 2001, "exact": 2001, "logistic": 2001}),
        ([2000], 2, {"fide": None, "400": 2400, "exact": None, "logistic": None}),
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


def test_new_numbers() -> None:
    """The calculator is the rulebook."""
    assert calc.new_number("elo-32", FIVE, [0, 1, 2, 2, 0], rating=1613).new == 1601
    assert calc.new_number("psm", [1980], [1], rating=1830).new == 1835
    assert calc.new_number("psm", [1820], [0], rating=1950).new == 1936
    assert calc.new_number("psm", [1820], [0]).new is None
    assert calc.new_number("uscf", [1500], [2]).new == 1900
    assert calc.new_number("fide-2009", [2000] * 10, [2] * 8 + [0] * 2).new == 2240
    assert calc.new_number("fide-2009", [2000], [2]).why
    assert calc.new_number("fide-2009", [2000], [2], rating=2000, games=30).new == 2008
    assert (
        calc.new_number(
            "fide-2009", [2000], [2], rating=2000, games=30, once_2400=True
        ).new
        == 2005
    )


def test_k_of() -> None:
    told = [
        calc.k_of(system, 2400, 30, 5).k for system in calc.SYSTEMS if system != "no"
    ]
    assert told == [10, 32, 16, 24, pytest.approx(800 / 35), 10]


# 3.5: Q beside R
def test_the_same_pool_kept_as_q_walks_with_r() -> None:
    """Two thousand games with several K and a C of its own; nothing is rounded on the
    way.
    """
    chance, c = random.Random(35), 1500.0
    ratings = {player: chance.uniform(1000, 2400) for player in range(12)}
    experiences = {
        player: elo.experience(rating, c) for player, rating in ratings.items()
    }
    for _ in range(2000):
        a, b = chance.sample(range(12), 2)
        score, k = chance.choice([0, 0.5, 1]), chance.choice([10, 16, 32])
        by_r = 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))
        by_q = elo.expected(experiences[a], experiences[b])
        assert by_q == pytest.approx(by_r, abs=1e-9)
        ratings[a] += k * (score - by_r)
        ratings[b] -= k * (score - by_r)
        experiences[a] = elo.updated(experiences[a], k, score - by_q)
        experiences[b] = elo.updated(experiences[b], k, by_q - score)
        for player in (a, b):
            assert elo.rating(experiences[player], c) == pytest.approx(
                ratings[player], abs=1e-6
            )


def test_the_rough_update_is_near_for_low_f() -> None:
    """Q' = Q (1 + kappa (S - E)), kappa = ln F."""
    q = elo.experience(1500)
    exact, rough = elo.updated(q, 1, 0.5), elo.updated_roughly(q, 1, 0.5)
    assert rough == pytest.approx(exact, rel=1e-5) and rough < exact
    assert elo.factor(400) == pytest.approx(10)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_article_names_code_that_exists(article: Any) -> None:
    coded = not isinstance(article.where, Message)
    assert coded != article.where.startswith("no code")
    assert not coded or all(resolve(name) for name in article.where.split(", "))
