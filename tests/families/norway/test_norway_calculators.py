"""`selo calc` of Norway: the table, the formulas, and both crosstables of its rules,
through the command.
"""

import pytest

from tests.families.norway import norway_examples as examples
from tests.world.calculators import calc

pytestmark = pytest.mark.features("calculators")


@pytest.mark.parametrize(
    ("percent", "d"),
    [
        ("57.14", 51),
        ("10", -366),
        ("40", -72),
        ("59.52", 69),
        ("27.78", -168),
        ("22.22", -218),
        ("44.44", -40),
        ("4/7", 51),
        ("2,5/9", -168),
    ],
)
def test_elo_tabellen(percent: str, d: int) -> None:
    assert calc(f"difference --percent {percent} --by norway")["difference"] == d


def test_formulas_i_ii_iii() -> None:
    met = "1875 2000 1875 1750 1900 1850 1875"
    assert calc(f"no 4 {met}")["new"] == 1926
    assert calc(f"performance --method norway 4 {met}")["performance"] == 1926
    second = "2125 1975 2050 2200 1900"
    value = calc(f"no --rating 1875 --games 7 0.5 {second}")
    assert (value["new"], value["formula"], value["performance"], value["average"]) == (
        1795,
        "IIa",
        1684,
        2050,
    )
    value = calc(f"no --rating 1875 --games 7 2 {second}")
    assert (
        value["new"],
        value["formula"],
        value["performance"],
        value["games_after"],
    ) == (1949, "IIb", 1978, 12)
    value = calc(f"no --rating 2446 --category II 6 {' 2518' * 11}")
    assert (value["new"], value["k"], value["formula"]) == (2462, 10, "III")
    assert calc(f"no --rating 2446 --minutes 90+30 6 {' 2518' * 11}")["new"] == 2462
    assert calc("mean --average 1947 --score 25 --games 42")["mean"] == 1878


def shown(line: examples.Line, numbers: dict[str, int]) -> str:
    """His games; the total where the source's own differs from them."""
    made = sum(examples.HALF_POINTS[result] for result, _ in line.rounds)
    if made != line.half_points:
        return " ".join(
            [str(line.half_points / 2), *(str(numbers[no]) for _, no in line.rounds)]
        )
    return " ".join(f"{result}{numbers[no]}" for result, no in line.rounds)


def by_hand(table: str, juniors: set[str], found: dict[str, int]) -> dict[str, int]:
    """Everybody in the order of the rules, each through the command; `found` are those
    without a number before.
    """
    rows = {line.no: line for line in examples.lines(table)}
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
    rows = {line.no: line for line in examples.lines(examples.BERGER)}
    old = {no: line.rating or 0 for no, line in rows.items()}
    assert calc(f"no -- {shown(rows['02'], old)}")["new"] == 1154
    assert by_hand(examples.BERGER, {"02", "04"}, {"02": 1154}) == examples.BERGER_NEW


def test_monradturneringer() -> None:
    """The table of rounds digit by digit, IIa for no. 6, then everybody else."""
    rows = {line.no: line for line in examples.lines(examples.MONRAD)}
    unrated = ("02", "06", "14")
    numbers = {no: str(line.rating) for no, line in rows.items()} | {
        no: f"n{no}" for no in unrated
    }
    words = " / ".join(
        f"n{no}: {rows[no].half_points / 2}"
        f" {' '.join(numbers[met] for _, met in rows[no].rounds)}"
        for no in unrated
    )
    rounds = calc(f"field {words}")["rounds"]
    # the text goes on after everything is at rest
    rounds += [rounds[-1]] * (6 - len(rounds))
    assert {
        no: [found[f"n{no}"] for found in rounds] for no in unrated
    } == examples.ITERATIONS
    first = {no: rounds[-1][f"n{no}"] for no in unrated}
    met = {**{no: line.rating or 0 for no, line in rows.items()}, **first}
    value = calc(f"no --rating 1245 --games 5 -- {shown(rows['06'], met)}")
    assert (value["new"], value["formula"]) == (1186, "I+IIa")
    found = {**first, "06": value["new"]}
    assert (
        by_hand(examples.MONRAD, {"02", "04", "06", "14", "17"}, found)
        == examples.MONRAD_NEW
    )


def test_juniors() -> None:
    """Deflasjonsproblemer: double K up to 1500, half K among juniors only, neither for
    others.
    """
    met = "1500 1500 1500 1500"
    assert calc(f"no --rating 1500 --category II --junior 4 {met}")["k"] == 60
    assert calc(f"no --rating 1501 --category II --junior 4 {met}")["k"] == 30
    assert calc(f"no --rating 1500 --category II --junior --abroad 4 {met}")["k"] == 30
    assert calc(f"no --rating 1500 --category II --all-juniors 0 {met}")["k"] == 15
    assert calc(f"no --rating 1500 --category II 4 {met}")["k"] == 20
    assert calc("no --rating 410 --category I -- -410")["new"] == 400  # never lower


@pytest.mark.lists("elo-fide", "elo-uscf")
def test_norwegian_category_and_class() -> None:
    assert (
        calc("category --minutes 40/120:60 --event-kind landskamp")["category"] == "I"
    )
    assert calc("category --minutes 40/120:60")["category"] == "II"
    assert calc("category --start-minutes 20 --total-minutes 25")["category"] == "V"
    assert calc("category --start-minutes 19 --total-minutes 25")["category"] is None
    for line, name in (
        ("2300", "A"),
        ("2099 --born 1996-01-02", "B"),
        ("2100 --born 1996-01-02", "C"),
        ("1500 --born 1996-01-01", "C"),
        ("1500 --born 1996-01-02 --highest 2100", "C"),
        ("1500", "C"),
    ):
        assert (
            calc(f"class --on 2016-01-10 --rating {line}")["classes"]["no"] == name
        ), line


def test_fewer_games_before_than_now_are_left_out_in_words() -> None:
    value = calc("no --rating 1500 --games 1 2 1600 1700")
    assert (
        value["new"] == 2050
        and "games before: 1, fewer than 2; they are left out"
        in value["competitions"][0]["working"]
    )
