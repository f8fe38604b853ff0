"""The calculators as a command line: every way to write a calculation, the lines for
people, what it refuses.
"""

import json
import shlex

import click
import pytest

from cli.main import run
from features.calculators.command import calc_command
from tests.world.calculators import calc, invoke, refused

CALC = calc_command()
assert isinstance(CALC, click.Group)
WAYS = [
    "--rating 1660 --minutes 90 -- -1995 +1695 -1930 1901",
    "--rating 1660 --minutes 90 -1995 +1695 -1930 =1901",
    "-1995 +1695 --rating 1660 -1930 1901 --minutes 90+30",
    "--rating=1660 1.5 1995 1695 1930 1901",
    "1,5 1995 1695 1930 1901 --rating 1660",
    "--rating 1660 '−1995 +1695' '–1930 1901'",
    "--rating 1660 1½ 1995 1695 1930 1901 --edition fi-2023 --games 11",
]


@pytest.mark.parametrize("line", WAYS)
def test_every_way_to_write_the_official_example(line: str) -> None:
    value = calc(f"selo {line}")
    assert (value["new"], value["exact"], value["score"]) == (1683, 1682.8, 1.5)


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
    lines = invoke(
        "selo", "--rating", "1500", "+1500", "/", "+1500"
    ).output.splitlines()
    assert len(lines) == 3 + 1 + 7
    assert lines[1].split() == [
        "7.2",
        "1500",
        "1523",
        "1522.6",
        "1",
        "1",
        "0.5",
        "1500",
        "1523",
        "1523",
    ]
    need_lines = invoke(
        "need", "--rating", "2180", "--target", "2192", "2200", "2206"
    ).output.splitlines()
    assert need_lines[0] == "1.5 of 2 reach 2192: 2192"
    assert (
        "no score reaches 2300: 1 of 1 give"
        in invoke("need", "--rating", "2180", "--target", "2300", "2200").output
    )


def test_a_time_with_decimals_that_comes_to_whole_seconds() -> None:
    short = invoke(
        "selo", "--rating", "1500", "--minutes", "10+0.25", "1", "1500"
    ).output
    assert (
        short
        and short
        == invoke("selo", "--rating", "1500", "--minutes", "10.25", "1", "1500").output
    )
    assert refused("selo --rating 1500 --minutes 10+0.01 1 1500") == [
        "minutes: '10+0.01' is not a time"
    ]


REFUSALS: list[tuple[str, list[str]]] = [
    ("selo", ["games: no games", "rating: calc selo starts from the player's rating"]),
    (
        "selo --rating 1500 +16x2 50 -50 -5000 /",
        [
            "games: a / without games before or after it",
            "word 1: '+16x2' is not a game",
            "word 2: '50' is not a rating",
            "word 3: '-50' is not a rating",
            "word 4: '-5000' is not a rating",
        ],
    ),
    ("pelo --rating 1500 2.5 1600 1700", ["word 1: 2.5 points in 2 games"]),
    (
        "pelo --rating 1500 1.25 1600 1700",
        ["word 1: '1.25' is not a total: whole and half points only"],
    ),
    ("pelo --rating 1500 +1600 / 3", ["word 3: a total of 3 without opponents"]),
    (
        "pelo --rating 1500 1 +1600",
        ["word 2: '+1600' has a result, but a total comes first"],
    ),
    ("new-selo --ratig 1500 +1600", ["word 1: there is no option '--ratig' here"]),
    ("performance -- +1600 --minutes", ["word 2: there is no option '--minutes' here"]),
    (
        "selo --rating x --games -1 --minutes soon --edition fi-3 1600.0",
        [
            "minutes: 'soon' is not a time",
            "edition: there is no edition 'fi-3'",
            "rating: 'x' is not a value for --rating",
            "games: '-1' is not a value for --games",
            "word 1: a total of 1600.0 without opponents",
        ],
    ),
    (
        "selo --rating 1500 --minutes 5 +1600",
        ["minutes: 5 minutes for 60 moves are pelo time (2.8)"],
    ),
    (
        "pelo --rating 1500 --minutes 2.5 +1600",
        ["minutes: 2.5 minutes are not rated (2.8)"],
    ),
    (
        "selo --rating 1500 --games 10 +1600",
        ["games: with 10 games a player is new (3.1)"],
    ),
    (
        "need +1600",
        [
            "games: calc need takes opponents without results",
            "rating: calc need requires --rating",
            "target: calc need requires --target",
        ],
    ),
    ("need --rating 1500 --target 1600", ["games: no opponents"]),
    (
        "need --rating 1500 --target 1600 --minutes 3 1600",
        ["minutes: 3 minutes are not rated (2.8)"],
    ),
]


@pytest.mark.parametrize(("line", "problems"), REFUSALS)
def test_wrong_calculations_are_refused_with_their_place(
    line: str, problems: list[str]
) -> None:
    """All of them at once, each with its place."""
    assert refused(line) == problems


def test_refused_as_the_contract_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calc", "selo", "--json", "+16x2"]) == 2
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert [problem["code"] for problem in problems] == ["game", "rules"]
    assert (
        run(
            [
                "--json",
                "calc",
                "selo",
                "--rating",
                "1660",
                "--",
                "-1995",
                "+1695",
                "-1930",
                "1901",
            ]
        )
        == 0
    )
    assert json.loads(capsys.readouterr().out)["new"] == 1683


def test_options_that_do_not_enter_are_said() -> None:
    result = invoke("new-pelo", "--rating", "1500", "+1600")
    assert "calc new-pelo does not use --rating" in result.stderr
    assert "1500" not in result.stdout


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
@pytest.mark.parametrize("name", CALC.list_commands(click.Context(CALC)))
def test_the_examples_run(name: str) -> None:
    shown = invoke(name, "--help").output
    example = shown.split("Example:")[1].split("Options:")[0].strip()
    result = invoke(*shlex.split(example)[2:])
    assert (result.exception, result.exit_code) == (None, 0)
