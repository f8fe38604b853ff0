"""The calculators: numbers worked out by hand, the naive formulas, the command line and what it refuses."""

import json
import random
import shlex
from fractions import Fraction
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from naive import formulas
from naive.editions import FI_1990, FI_2011, FI_2023

from cli.calc import calc_command
from cli.calc_words import parsed
from cli.main import run
from ledger.errors import Problem, Usage
from rulebooks.finland.calc import Competition, calculate, need, objections, with_total

OFFICIAL = Competition(((1995, 0), (1695, 2), (1930, 0), (1901, 1)))
NAIVE = {edition.name: edition for edition in (FI_1990, FI_2011, FI_2023)}


def wins(*numbers: int) -> Competition:
    return Competition(tuple((number, 2) for number in numbers))


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(calc_command, arguments)


def told(*arguments: str) -> dict[str, Any]:
    result = invoke(arguments[0], "--json", *arguments[1:])
    assert result.exception is None, result.output
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def refused(*arguments: str) -> list[str]:
    """'field: message' of every problem."""
    result = invoke(*arguments)
    assert isinstance(result.exception, Usage), result.output
    assert result.exception.exit_code == 2
    return [f"{problem.where.field}: {problem.message}" for problem in result.exception.problems]


def test_the_official_example() -> None:
    """E = .12 + .45 + .17 + .20 = .94; 1660 + 40 (1.5 - .94) + .4 = 1682.8. Mean 7521 / 4 = 1880.25, half up."""
    value = calculate("selo", [OFFICIAL], rating=1660, minutes=90)
    main = {"new": 1683, "exact": "1682.8", "games": 4, "score": 1.5, "expected": 0.94, "average": 1880.3,
            "performance": 1785, "low": 1655, "high": 1683, "running": [1655, 1677, 1671, 1683]}  # fmt: skip
    assert {name: value[name] for name in main} == main
    assert value["competitions"][0]["formula"] == "7.2"


@pytest.mark.parametrize(("edition", "exact"), [("fi-1990", "1682.4"), ("fi-2011", "1682.8"), ("fi-2023", "1682.8")])
def test_editions_of_7_2(edition: str, exact: str) -> None:
    assert calculate("selo", [OFFICIAL], rating=1660, edition=edition)["exact"] == exact


TIMES = [
    (90, "fi-2023", "2310.1"), (89, "fi-2023", "2305.1"), (Fraction(179, 2), "fi-2023", "2305.1"),
    (59, "fi-2023", "2301.1"), (59, "fi-2011", "2301.6"), (59, "fi-1990", "2301.5"),
]  # fmt: skip


@pytest.mark.parametrize(("minutes", "edition", "exact"), TIMES)
def test_time_coefficient(minutes: Fraction | int, edition: str, exact: str) -> None:
    """7.8: 2300 wins against 2300, 20 Kt / 2 and the bonus."""
    assert calculate("selo", [wins(2300)], rating=2300, minutes=minutes, edition=edition)["exact"] == exact


def test_cap_of_7_9() -> None:
    """D = 900: at most .92, 2000 + 25 x .08 + .1 = 2002.1; in pelo p = 1 and a win brings nothing."""
    assert calculate("selo", [wins(1100)], rating=2000)["exact"] == "2002.1"
    assert calculate("pelo", [wins(1100)], rating=2000)["exact"] == "2000"


def test_pelo_by_hand() -> None:
    """D -100 and 50: E = .36 + .57; W - E = .07, 1500 + 200 (1 - exp(-.007)) = 1501.395. After one game .64: 1512.4."""
    value = calculate("pelo", [Competition(((1600, 2), (1450, 0)))], rating=1500)
    assert (value["new"], value["exact"], value["expected"]) == (1501, "1501.395111", 0.93)
    assert (value["running"], value["low"], value["high"]) == ([1512, 1501], 1501, 1512)
    assert calculate("pelo", [Competition(((1500, 0),))], rating=1500)["exact"] == "1490.245885"


def test_new_selo_by_hand() -> None:
    """7.3: 1550 + 400 (1.5 / 2 - 1/2) + .2. New players have no running values, so the range is where they end."""
    value = calculate("new-selo", [Competition(((1500, 2), (1600, 1)))])
    assert (value["new"], value["exact"], value["before"], value["games_after"]) == (1650, "1650.2", None, 2)
    assert (value["running"], value["low"], value["high"], value["expected"]) == ([], 1650, 1650, None)
    # thirds do not end as decimals: 4702 / 3 + 400 (3 / 3 - 1/2) + 3 / 10
    assert calculate("new-selo", [wins(1500, 1600, 1602)])["exact"] == "53029/30"


@pytest.mark.parametrize(("edition", "new", "exact"), [("fi-2023", 1561, "1560.5"), ("fi-2011", 1560, "1560")])
def test_earlier_games_are_draws_against_the_rating(edition: str, new: int, exact: str) -> None:
    """3.3: (4 x 1500 + 1600) / 5 + 400 (3 / 5 - 1/2), and .5 in 2023."""
    value = calculate("new-selo", [wins(1600)], rating=1500, games=4, edition=edition)
    assert (value["new"], value["exact"], value["games_after"]) == (new, exact, 5)


def test_new_pelo_by_hand() -> None:
    """7.5: 1600 + 800 (2.5 / 3 - 1/2) = 1866.7, 1867. Then p(367) + p(267) + p(167) = .90 + .82 + .72 = 2.44, and
    200 (1 - exp(-.006)) = 1.196."""
    value = calculate("new-pelo", [Competition(((1500, 2), (1600, 2), (1700, 1)))])
    assert (value["new"], value["exact"], value["expected"]) == (1868, "1868.196407", 2.44)
    assert value["competitions"][0]["provisional"] == 1867


def test_performance_by_hand() -> None:
    """erf(x) = 1/2 at x = .476936, 190.8 points; an exact half goes up; nothing at 100 %."""
    assert calculate("performance", [with_total(6, [1500] * 4)])["performance"] == 1691
    value = calculate("performance", [Competition(((1500, 1), (1501, 1)))])
    assert (value["performance"], value["exact"], value["average"]) == (1501, "1500.5", 1500.5)
    assert (value["new"], value["expected"], value["reliable"]) == (None, None, False)
    assert calculate("performance", [wins(1500)])["performance"] is None
    assert calculate("performance", [with_total(15, [1500] * 15)])["reliable"] is True
    assert calculate("performance", [OFFICIAL], rating=1660)["expected"] == 0.94


def test_one_after_the_other() -> None:
    """A new player who passes the limit goes on by 7.2 from the rounded number."""
    first = Competition(tuple((1500, 1) for _ in range(11)))
    value = calculate("new-selo", [first, wins(1501)])
    assert [row["formula"] for row in value["competitions"]] == ["7.3", "7.2"]
    assert [row["new"] for row in value["competitions"]] == [1501, 1524]  # 1501.1; 1501 + 45 / 2 + .1 = 1523.6
    assert (value["new"], value["games"], value["score"], value["games_after"]) == (1524, 12, 6.5, 12)
    assert (value["low"], value["high"], value["expected"]) == (1501, 1524, None)
    value = calculate("selo", [wins(1500), wins(1500)], rating=1500)
    assert [row["before"] for row in value["competitions"]] == [1500, 1523]  # 1522.6
    assert (value["new"], value["expected"], value["running"]) == (1544, 1.03, [1523, 1544])  # D 23: .53, 1544.25
    value = calculate("new-pelo", [Competition(((1500, 1),)), wins(1500)])
    assert [row["formula"] for row in value["competitions"]] == ["7.4", "7.4"]
    assert [row["provisional"] for row in value["competitions"]] == [1500, None]


def test_a_total_has_no_range() -> None:
    """The order is not known, unless every game was won, or lost, or there is only one."""
    value = calculate("selo", [with_total(3, [1995, 1695, 1930, 1901])], rating=1660)
    assert (value["new"], value["low"], value["high"], value["running"]) == (1683, None, None, [])
    assert calculate("selo", [with_total(4, [1500, 1600])], rating=1500)["running"] == [1523, 1552]  # 1551.5
    assert calculate("selo", [with_total(1, [1500])], rating=1500)["low"] == 1500


@pytest.mark.parametrize("seed", range(30))
def test_the_naive_formulas_agree(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    for name, edition in NAIVE.items():
        rating, minutes = rng.randint(900, 2700), rng.choice((15, 59, 60, 89, 90, 120))
        games = tuple((rng.randint(800, 2700), rng.randint(0, 2)) for _ in range(rng.randint(1, 14)))
        pairs = [(met, Fraction(made, 2)) for met, made in games]
        timed = [(met, points, Fraction(minutes)) for met, points in pairs]
        earlier, played = rng.randint(0, 9), [Competition(games)]
        value = calculate("selo", played, rating=rating, minutes=minutes, edition=name)
        exact = formulas.established_selo(rating, timed, edition)
        assert (Fraction(value["exact"]), value["new"]) == (exact, formulas.rounded(exact))
        assert value["performance"] == formulas.performance(pairs)
        value = calculate("new-selo", played, rating=rating, games=earlier, edition=name)
        past = [(rating, Fraction(1, 2))] * earlier
        exact = formulas.newcomer_selo(past, (rating, Fraction(earlier)), pairs, edition)
        assert (Fraction(value["exact"]), value["new"]) == (exact, formulas.rounded(exact))
        assert calculate("pelo", played, rating=rating, edition=name)["new"] == formulas.pelo(rating, pairs)
        value, provisional = calculate("new-pelo", played, edition=name), formulas.provisional_pelo(pairs)
        assert value["competitions"][0]["provisional"] == provisional
        assert value["new"] == formulas.pelo(provisional, pairs)


def test_need() -> None:
    """D -20 and -26: E = .47 + .46 = .93; 2180 + 20 (W - .93) + .2; the number counts as rounded: 2191.6 is 2192."""
    found = need(2180, 90, 2192, [2200, 2206])
    assert (found["half_points"], found["score"], found["new"]) == (3, 1.5, 2192)
    assert [row["new"] for row in found["rows"]] == [2162, 2172, 2182, 2192, 2202]
    assert need(2180, 90, 2193, [2200, 2206])["score"] == 2
    assert need(2180, 90, 2203, [2200, 2206])["score"] is None
    assert need(2180, 90, 2162, [2200, 2206])["score"] == 0
    assert need(1500, 5, 1510, [1500])["kind"] == "pelo"
    assert need(1500, 5, 1510, [1500])["half_points"] == 2  # 1509.75


LIMITS: list[tuple[str, int | None, int | None, Fraction | int | None, str, list[str]]] = [
    ("selo", 1500, None, 90, "fi-2023", []), ("selo", None, None, 90, "fi-2023", ["rating"]),
    ("selo", 1500, 10, 10, "fi-2023", ["games", "minutes"]), ("selo", 1500, 10, 14, "fi-1990", ["minutes"]),
    ("selo", 1500, 11, Fraction(21, 2), "fi-2023", []), ("new-selo", None, None, None, "fi-2023", []),
    ("new-selo", None, 3, None, "fi-2023", ["rating"]), ("new-selo", 1500, 10, None, "fi-2023", []),
    ("new-selo", 1500, 10, None, "fi-2011", ["games"]), ("pelo", 1500, 0, 3, "fi-2023", ["games", "minutes"]),
    ("new-pelo", None, 1, 10, "fi-2023", ["games"]), ("performance", None, None, 1, "fi-2023", []),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "rating", "games", "minutes", "edition", "fields"), LIMITS)
def test_the_calculator_for_that_player_and_that_time(
    kind: str, rating: int | None, games: int | None, minutes: Fraction | int | None, edition: str, fields: list[str]
) -> None:
    """3.1, 4.1 and 2.8 at their limits."""
    assert [o.field for o in objections(kind, rating, games, minutes, edition)] == fields


WAYS = [
    "--rating 1660 --minutes 90 -- -1995 +1695 -1930 1901", "--rating 1660 --minutes 90 -1995 +1695 -1930 =1901",
    "-1995 +1695 --rating 1660 -1930 1901 --minutes 90+30", "--rating=1660 1.5 1995 1695 1930 1901",
    "1,5 1995 1695 1930 1901 --rating 1660", "--rating 1660 '−1995 +1695' '–1930 1901'",
    "--rating 1660 1½ 1995 1695 1930 1901 --edition fi-2023 --games 11",
]  # fmt: skip


@pytest.mark.parametrize("line", WAYS)
def test_every_way_to_write_the_official_example(line: str) -> None:
    value = told("selo", *shlex.split(line))
    assert (value["new"], value["exact"], value["score"]) == (1683, "1682.8", 1.5)


def test_lines_for_people() -> None:
    result = invoke("selo", "--rating", "1660", "-1995", "+1695", "-1930", "1901")
    assert result.output.splitlines() == [
        "new         1683 (+23)",
        "exact       1682.8",
        "score       1.5 of 4",
        "expected    0.94",
        "average     1880.3",
        "performance 1785, not reliable (5.5)",
        "range       1655 to 1683: 1655 1677 1671 1683",
    ]
    lines = invoke("selo", "--rating", "1500", "+1500", "/", "+1500").output.splitlines()
    assert len(lines) == 3 + 1 + 7
    assert lines[1].split() == ["7.2", "1500", "1523", "1522.6", "1", "1", "0.5", "1500", "1523", "1523"]
    need_lines = invoke("need", "--rating", "2180", "--target", "2192", "2200", "2206").output.splitlines()
    assert need_lines[0] == "1.5 of 2 reach 2192: 2192"
    assert "no score reaches 2300: 1 of 1 give" in invoke("need", "--rating", "2180", "--target", "2300", "2200").output


def games_of(*tokens: str) -> list[Competition]:
    problems: list[Problem] = []
    found = parsed(tokens, problems)
    assert problems == []
    return found


def test_total_or_draws() -> None:
    """A first number with a fraction, or below 100, is a total; any other is an opponent."""
    assert games_of("1683", "1700") == [Competition(((1683, 1), (1700, 1)))]
    assert games_of("2", "1683", "1700") == [with_total(4, [1683, 1700])]
    assert games_of("0", "1683", "1700") == [with_total(0, [1683, 1700])]
    assert games_of("½", "1683", "/", "1/2", "1683", "/", "0,50", "1683") == [with_total(1, [1683])] * 3
    assert games_of("100") == [Competition(((100, 1),))]
    assert games_of("1.0", "1683", "/", "+1700") == [with_total(2, [1683]), wins(1700)]


REFUSALS: list[tuple[str, list[str]]] = [
    ("selo", ["games: no games", "rating: calc selo starts from the player's number"]),
    ("selo --rating 1500 +16x2 50 -50 -5000 /", [
        "games: a / with no games before or after it", "word 1: '+16x2' is no game", "word 2: '50' is nobody's number",
        "word 3: '-50' is nobody's number", "word 4: '-5000' is nobody's number"]),
    ("pelo --rating 1500 2.5 1600 1700", ["word 1: 2.5 points in 2 games"]),
    ("pelo --rating 1500 1.25 1600 1700", ["word 1: '1.25' is no total: whole and half points only"]),
    ("pelo --rating 1500 +1600 / 3", ["word 3: a total of 3 and no opponents"]),
    ("pelo --rating 1500 1 +1600", ["word 2: '+1600' has a result, but a total stands first"]),
    ("new-selo --ratig 1500 +1600", ["word 1: no option '--ratig' here"]),
    ("performance -- +1600 --minutes", ["word 2: no option '--minutes' here"]),
    ("selo --rating x --games -1 --minutes soon --edition fi-3 1600.0", [
        "minutes: 'soon' is no time", "edition: no edition 'fi-3'", "rating: 'x' is no value for --rating",
        "games: '-1' is no value for --games", "word 1: a total of 1600.0 and no opponents"]),
    ("selo --rating 1500 --minutes 5 +1600", ["minutes: 5 minutes for 60 moves are pelo time (2.8)"]),
    ("pelo --rating 1500 --minutes 2.5 +1600", ["minutes: 2.5 minutes are not rated (2.8)"]),
    ("selo --rating 1500 --games 10 +1600", ["games: with 10 games a player is new (3.1)"]),
    ("need +1600", [
        "games: calc need takes opponents without results", "rating: calc need asks for --rating",
        "target: calc need asks for --target"]),
    ("need --rating 1500 --target 1600", ["games: no opponents"]),
    ("need --rating 1500 --target 1600 --minutes 3 1600", ["minutes: 3 minutes are not rated (2.8)"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "problems"), REFUSALS)
def test_refusals(line: str, problems: list[str]) -> None:
    """All of them at once, each with its place."""
    assert refused(*line.split()) == problems


def test_refused_as_the_contract_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calc", "selo", "--json", "+16x2"]) == 2
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert [problem["code"] for problem in problems] == ["game", "rules"]
    assert run(["--json", "calc", "selo", "--rating", "1660", "--", "-1995", "+1695", "-1930", "1901"]) == 0
    assert json.loads(capsys.readouterr().out)["new"] == 1683


def test_options_that_do_not_enter_are_said() -> None:
    result = invoke("new-pelo", "--rating", "1500", "+1600")
    assert "--rating does not enter into calc new-pelo" in result.stderr
    assert "1500" not in result.stdout


@pytest.mark.parametrize("name", calc_command.list_commands(click.Context(calc_command)))
def test_the_examples_run(name: str) -> None:
    shown = invoke(name, "--help").output
    example = shown.split("Example:")[1].split("Options:")[0].strip()
    result = invoke(*shlex.split(example)[2:])
    assert (result.exception, result.exit_code) == (None, 0)
