"""`selo calc` of the other systems: every calculation the sources print, through the command, and what it refuses."""

import json
import shlex
from typing import Any

import norway_examples as told
import pytest
from click.testing import CliRunner

from cli.calc import calc_command
from ledger.errors import Usage

FIVE = "1609 1477 1388 1586 1720"


def calc(line: str) -> dict[str, Any]:
    name, *rest = shlex.split(line)
    result = CliRunner().invoke(calc_command, [name, "--json", *rest])
    assert result.exception is None, f"{line}: {result.output} {result.exception!r}"
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def refused(line: str) -> list[str]:
    """'field: message' of every problem."""
    result = CliRunner().invoke(calc_command, shlex.split(line))
    assert isinstance(result.exception, Usage), f"{line}: {result.output} {result.exception!r}"
    assert result.exception.exit_code == 2
    return [f"{problem.where.field}: {problem.message}" for problem in result.exception.problems]


# --- the encyclopedia ---


def test_1613_to_1601_and_1617() -> None:
    """3.1: a loss, a draw, two wins, a loss; and with three points."""
    value = calc("elo --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720")
    assert (value["new"], value["score"], value["games"], value["average"]) == (1601, 2.5, 5, 1556)
    assert (round(value["expected"], 3), value["k"]) == (2.867, "32")
    value = calc(f"elo --rating 1613 --k 32 3 {FIVE}")
    assert (value["new"], value["low"], value["high"]) == (1617, None, None)
    assert calc(f"elo --rating 1613 3 {FIVE}")["new"] == 1617  # 32 is the default


@pytest.mark.parametrize(("score", "number"), [("22.5", 1740), ("12.5", 1420)])
def test_the_pool_of_four(score: str, number: int) -> None:
    assert calc(f"elo --rating 1500 --k 32 {score} {' 1500' * 30}")["new"] == number


@pytest.mark.parametrize(
    ("points", "d"),
    [(99, 677), (90, 366), (80, 240), (70, 149), (60, 72), (50, 0), (40, -72), (30, -149), (20, -240), (10, -366),
     (1, -677)],
)  # fmt: skip
def test_the_table_d(points: int, d: int) -> None:
    """2.1.1, as the difference of a percentage, and as a performance over a hundred games."""
    assert calc(f"difference --percent {points} --by fide")["difference"] == d
    assert calc(f"performance --method fide {points} {' 2000' * 100}")["performance"] == 2000 + d


def test_the_algorithm_of_400() -> None:
    """2.1.1: beaten + 400, lost to - 400, drawn as they are."""
    assert calc("performance --method 400 +1800 -2000 =1900")["performance"] == 1900
    assert calc("performance --method 400 +1800 +2000")["performance"] == 2300
    assert calc("performance --method fide +1800 +2000")["performance"] is None
    by = calc("performance --method all +1622 -1880 =1633 +1717")["methods"]
    assert by == {"exact": 1808, "logistic": 1807, "fide": 1804, "400": 1813, "norway": 1804}
    assert calc("performance +1622 -1880 =1633 +1717")["performance"] == 1808


@pytest.mark.parametrize(
    ("average", "category"), [(2250, None), (2251, 1), (2275, 1), (2276, 2), (2300, 2), (2601, 15), (2775, 21)]
)
def test_fide_categories(average: int, category: int | None) -> None:
    """2.1.2."""
    assert calc(f"category --average {average}")["category"] == category
    assert calc(f"category {average - 10} {average + 10}")["category"] == category


@pytest.mark.parametrize(
    ("rating", "name"),
    [(2400, "Senior Master"), (2399, "Master"), (2200, "Master"), (2199, "Expert"), (2000, "Expert"),
     (1999, "Class A"), (1800, "Class A"), (1799, "Class B"), (1600, "Class B"), (1400, "Class C"),
     (1200, "Class D"), (1000, "Class E"), (999, None)],
)  # fmt: skip
def test_us_classes(rating: int, name: str | None) -> None:
    """2.3."""
    assert calc(f"class --rating {rating}")["classes"]["uscf"] == name


def test_expectation() -> None:
    """3.1: "a difference of 200 ... an expected score of approximately 0.75"."""
    assert calc("expectation --difference 200 --by logistic")["expected"] == 0.759746927
    assert calc("expectation --rating 1660 --opponent 1995 --by table")["expected"] == 0.12
    by = {row["by"]: row["expected"] for row in calc("expectation --difference -100")["rows"]}
    assert by == {"table": 0.36, "normal": 0.361836805, "logistic": 0.359935}


def test_k_of_every_system() -> None:
    assert calc("k --system elo-32 --rating 2500")["k"] == "32"
    assert [calc(f"k --system elo-16-32 --rating {r}")["k"] for r in (2199, 2200)] == ["32", "16"]
    assert [calc(f"k --system elo-uscf --rating {r}")["k"] for r in (2099, 2100, 2400, 2401)] == [
        "32",
        "24",
        "24",
        "16",
    ]
    assert [calc(f"k --system fide-2009 --rating {r} --games {g}")["k"] for r, g in
            ((2399, 29), (2399, 30), (2400, 29), (2400, 30))] == ["25", "15", "25", "10"]  # fmt: skip
    assert calc("k --system fide-2009 --rating 2300 --shown-2400")["k"] == "10"
    assert calc("k --system uscf --rating 2400 --games 30 --now 10")["k"] == "20"
    assert calc("k --system psm --rating 1830")["k"] == "24.649"
    assert calc("k --system no --category III --class A")["k"] == "7.5"
    assert [calc(f"k --system no --category I --rating {r}")["k"] for r in (2299, 2300)] == ["30", "20"]


def test_us_numbers() -> None:
    """2.3: a newcomer's K is 800 / m."""
    assert calc("uscf +1500 -1500")["k"] == "400"
    value = calc("uscf +1500")
    assert (value["before"], value["new"], value["games_after"]) == (None, 1900, 1)


def test_fide_numbers() -> None:
    value = calc("fide --rating 2395 --games 80 +2380 =2380")
    assert (value["new"], value["exact"], value["k"], value["expected"]) == (2402, "2401.9", "15", 1.04)
    assert calc(f"fide 8 {' 2000' * 10}")["new"] == 2240
    value = calc("fide +2000 +2100")
    assert (value["new"], value["low"], value["games_after"]) == (None, None, 0)
    assert "more than nothing" in value["why"]
    # a list of 2400 with 30 games between two competitions: K is 10 from then on
    rows = calc("fide --rating 2398 --games 30 +2398 / -2400 / =2395 +2395")["competitions"]
    assert [(row["k"], row["new"]) for row in rows] == [("15", 2406), ("10", 2401), ("10", 2406)]


def test_q_walks_with_r() -> None:
    """3.5: the same number, kept as Q."""
    value = calc("q --rating 1613 --k 32 -- -1609 =1477 +1388 +1586 -1720")
    assert round(value["rating_after"]) == 1601
    assert abs(value["rating_after"] - 1601.269876864) < 1e-6
    assert abs(value["q_after"] - value["q"] * value["f"] ** (value["score"] - value["expected"])) < 1e-6


# --- PSM ---


def test_the_two_games_of_psm() -> None:
    assert calc("psm --rating 1830 =1980")["new"] - 1830 == 5
    assert calc("psm --rating 1950 -- -1820")["new"] - 1950 == -14
    value = calc("psm --rating 1830 =1980 -1820")  # each game from what the one before left
    assert (value["running"], value["low"], value["high"]) == ([1835, 1822], 1822, 1835)


# --- Norway ---


@pytest.mark.parametrize(
    ("percent", "d"),
    [("57.14", 51), ("10", -366), ("40", -72), ("59.52", 69), ("27.78", -168), ("22.22", -218), ("44.44", -40),
     ("4/7", 51), ("2,5/9", -168)],
)  # fmt: skip
def test_elo_tabellen(percent: str, d: int) -> None:
    assert calc(f"difference --percent {percent} --by norway")["difference"] == d


def test_formulas_i_ii_iii() -> None:
    met = "1875 2000 1875 1750 1900 1850 1875"
    assert calc(f"no 4 {met}")["new"] == 1926
    assert calc(f"performance --method norway 4 {met}")["performance"] == 1926
    second = "2125 1975 2050 2200 1900"
    value = calc(f"no --rating 1875 --games 7 0.5 {second}")
    assert (value["new"], value["formula"], value["performance"], value["average"]) == (1795, "IIa", 1684, 2050)
    value = calc(f"no --rating 1875 --games 7 2 {second}")
    assert (value["new"], value["formula"], value["performance"], value["games_after"]) == (1949, "IIb", 1978, 12)
    value = calc(f"no --rating 2446 --category II 6 {' 2518' * 11}")
    assert (value["new"], value["k"], value["formula"]) == (2462, "10", "III")
    assert calc(f"no --rating 2446 --minutes 90+30 6 {' 2518' * 11}")["new"] == 2462
    assert calc("mean --average 1947 --score 25 --games 42")["mean"] == 1878


def shown(line: told.Line, numbers: dict[str, int]) -> str:
    """His games; the total where the source's own differs from them."""
    made = sum(told.HALF_POINTS[result] for result, _ in line.rounds)
    if made != line.half_points:
        return " ".join([str(line.half_points / 2), *(str(numbers[no]) for _, no in line.rounds)])
    return " ".join(f"{result}{numbers[no]}" for result, no in line.rounds)


def by_hand(table: str, juniors: set[str], found: dict[str, int]) -> dict[str, int]:
    """Everybody in the order of the rules, each through the command; `found` are those without a number before."""
    rows = {line.no: line for line in told.lines(table)}
    old = {no: line.rating for no, line in rows.items() if line.rating is not None}
    numbers = {**old, **found}
    young = {}
    for no in juniors - found.keys():
        options = f"--rating {old[no]} --games {rows[no].games} --category II --junior"
        young[no] = calc(f"no {options} -- {shown(rows[no], numbers)}")["new"]
    numbers = {**numbers, **young}
    rest = {}
    for no in rows.keys() - juniors - found.keys():
        options = f"--rating {old[no]} --games {rows[no].games} --category II"
        rest[no] = calc(f"no {options} -- {shown(rows[no], numbers)}")["new"]
    return {**found, **young, **rest}


def test_bergerturneringer_ten_of_ten() -> None:
    rows = {line.no: line for line in told.lines(told.BERGER)}
    old = {no: line.rating or 0 for no, line in rows.items()}
    assert calc(f"no -- {shown(rows['02'], old)}")["new"] == 1154
    assert by_hand(told.BERGER, {"02", "04"}, {"02": 1154}) == told.BERGER_NEW


def test_monradturneringer() -> None:
    """The table of rounds digit by digit, IIa for no. 6, then everybody else."""
    rows = {line.no: line for line in told.lines(told.MONRAD)}
    unrated = ("02", "06", "14")
    numbers = {no: str(line.rating) for no, line in rows.items()} | {no: f"n{no}" for no in unrated}
    words = " / ".join(
        f"n{no}: {rows[no].half_points / 2} {' '.join(numbers[met] for _, met in rows[no].rounds)}" for no in unrated
    )
    rounds = calc(f"field {words}")["rounds"]
    rounds += [rounds[-1]] * (6 - len(rounds))  # the text goes on after everything is at rest
    assert {no: [found[f"n{no}"] for found in rounds] for no in unrated} == told.ITERATIONS
    first = {no: rounds[-1][f"n{no}"] for no in unrated}
    met = {**{no: line.rating or 0 for no, line in rows.items()}, **first}
    value = calc(f"no --rating 1245 --games 5 -- {shown(rows['06'], met)}")
    assert (value["new"], value["formula"]) == (1186, "I+IIa")
    found = {**first, "06": value["new"]}
    assert by_hand(told.MONRAD, {"02", "04", "06", "14", "17"}, found) == told.MONRAD_NEW


def test_juniors() -> None:
    """Deflasjonsproblemer: double K up to 1500, half K among juniors only, neither for others."""
    met = "1500 1500 1500 1500"
    assert calc(f"no --rating 1500 --category II --junior 4 {met}")["k"] == "60"
    assert calc(f"no --rating 1501 --category II --junior 4 {met}")["k"] == "30"
    assert calc(f"no --rating 1500 --category II --junior --abroad 4 {met}")["k"] == "30"
    assert calc(f"no --rating 1500 --category II --all-juniors 0 {met}")["k"] == "15"
    assert calc(f"no --rating 1500 --category II 4 {met}")["k"] == "20"
    assert calc("no --rating 410 --category I -- -410")["new"] == 400  # never lower


def test_norwegian_category_and_class() -> None:
    assert calc("category --minutes 40/120:60 --event-kind landskamp")["category"] == "I"
    assert calc("category --minutes 40/120:60")["category"] == "II"
    assert calc("category --start-minutes 20 --total-minutes 25")["category"] == "V"
    assert calc("category --start-minutes 19 --total-minutes 25")["category"] is None
    for line, name in (("2300", "A"), ("2099 --born 1996-01-02", "B"), ("2100 --born 1996-01-02", "C"),
                       ("1500 --born 1996-01-01", "C"), ("1500 --born 1996-01-02 --highest 2100", "C"),
                       ("1500", "C")):  # fmt: skip
        assert calc(f"class --on 2016-01-10 --rating {line}")["classes"]["no"] == name, line


# --- what is refused ---

REFUSALS = [
    ("elo", ["games: no games"]),
    ("elo --k 40 +1500", ["k: no scheme '40'"]),
    ("elo --rating nan +1500", ["rating: 'nan' is no value for --rating"]),
    ("elo --rating -5000 +1500", ["rating: '-5000' is no value for --rating"]),
    ("elo --rating 99999999999999 +9999999999", [
        "rating: '99999999999999' is no value for --rating", "word 1: '+9999999999' is no game"]),
    ("elo --games 5 +1500", ["rating: earlier games without the number they led to"]),
    ("elo --rating 1500 nan inf", ["word 1: 'nan' is no game", "word 2: 'inf' is no game"]),
    ("uscf --rating 1500 --games -1 +1500", ["games: '-1' is no value for --games"]),
    ("uscf --category II +1500", ["word 1: no option '--category' here", "word 2: 'II' is no game"]),
    ("psm +1500", ["rating: PSM has no rules for a player without a number"]),
    ("psm --rating 1500 1 1500 1600", ["games: PSM rates every game for itself, so a total does not do"]),
    ("no --rating 1500 +1500", ["category: from 30 games on K goes by the category"]),
    ("no --rating 1500 --category VI +1500", ["category: no category 'VI'"]),
    ("no --rating 1500 --minutes 10 +1500", ["minutes: 10 is too short for category V: not rated"]),
    ("no --rating 1500 --minutes soon +1500", ["minutes: 'soon' is no time"]),
    ("no --rating 1500 --category I --minutes 90 +1500", ["minutes: give --category or --minutes, not both"]),
    ("no --rating 1500 --category I --event-kind title +1500", ["minutes: --event-kind goes with --minutes"]),
    ("no --rating 1500 --minutes 90 --event-kind club +1500", ["event-kind: 'club' is no value for --event-kind"]),
    ("performance --method elo +1500", ["method: 'elo' is no value for --method"]),
    ("performance --method fide", ["games: no games"]),
    ("expectation", ["difference: give --difference, or --rating and --opponent"]),
    ("expectation --rating 1500", ["difference: give --difference, or --rating and --opponent"]),
    ("expectation --difference 1 --rating 1500 --opponent 1600", [
        "difference: give --difference, or --rating and --opponent"]),
    ("expectation --difference 1e3 --by magic", [
        "by: 'magic' is no value for --by", "difference: '1e3' is no value for --difference"]),
    ("difference", ["percent: give --percent"]),
    ("difference --percent 101", ["percent: '101' is no percentage"]),
    ("difference --percent 8/7", ["percent: '8/7' is no percentage"]),
    ("difference --percent 1/0", ["percent: '1/0' is no percentage"]),
    ("difference --percent nan", ["percent: 'nan' is no percentage"]),
    ("category", ["games: no opponents"]),
    ("category 2600 --minutes 90", ["minutes: give a time or the players, not both"]),
    ("category --average 2600 2600", ["average: give --average or the players, not both"]),
    ("category --start-minutes 60", ["minutes: give --minutes, or --start-minutes and --total-minutes"]),
    ("category --start-minutes 60 --total-minutes 59", ["total-minutes: less in all than for the first move"]),
    ("class", ["rating: calc class asks for --rating"]),
    ("class --rating 1500 --born soon --on 2016-02-30", ["born: 'soon' is no day", "on: '2016-02-30' is no day"]),
    ("k", ["system: calc k asks for --system", "rating: calc k asks for --rating"]),
    ("k --system fi --rating 1500", ["system: 'fi' is no value for --system"]),
    ("k --system uscf --rating 1500", ["now: uscf asks for --now, the games in the tournament"]),
    ("k --system uscf --rating 1500 --now 0", ["now: '0' is no value for --now"]),
    ("k --system no --class D --category VI", [
        "class: 'D' is no value for --class", "category: 'VI' is no value for --category"]),
    ("k --system no --class A", ["category: no asks for --category, and for --class or --rating"]),
    ("field", ["players: no players"]),
    ("field a: 1 1500 1600 b", ["a: a cannot have met 'b'"]),
    ("field a: 1 1500 a", ["a: a cannot have met 'a'"]),
    ("field a: 3 1500 1600 / a: 1 99999", ["a: '3' is no score in 2 games", "a: a stands there twice",
                                           "a: '99999' is nobody's number"]),
    ("field 1500 1600", [": '1500 1600' is no player with score and opponents"]),
    ("mean --average 1947 --score 43 --games 42", ["score: '43' is no score in 42 games"]),
    ("mean", ["average: calc mean asks for --average", "score: calc mean asks for --score",
              "games: calc mean asks for --games"]),
    ("q +1500", ["rating: calc q asks for --rating"]),
    ("q --rating 1500 --k 0 +1500", ["k: '0' is no value for --k"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "problems"), REFUSALS)
def test_refusals(line: str, problems: list[str]) -> None:
    assert refused(line) == problems


@pytest.mark.parametrize("system", ["no --category II", "psm", "elo", "elo --k uscf", "uscf", "fide"])
@pytest.mark.parametrize("rating", [-1000, 0, 400, 1500, 3400, 4000])
def test_nobody_is_too_strong_or_too_weak(system: str, rating: int) -> None:
    """The ends of what the command takes: an answer or a refusal, never a fault."""
    for games in ("+100", "-4000", "=4000 +100", " ".join(["+4000"] * 120)):
        value = calc(f"{system} --rating {rating} -- {games}")
        assert isinstance(value["new"], int)
        assert calc(f"{system} --rating {rating} --games 3 -- {games}")["games_after"] == 3 + value["games"]
