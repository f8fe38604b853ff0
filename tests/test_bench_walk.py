"""The bench asks every command and every address, and what is over a limit ends it."""

import re

import pytest

from projections.answers.asking import Unledgered
from tests.world.command import NAMES, name_in
from tools.bench import walk
from tools.bench.asked import LEFT, OTHERS, QUESTIONS
from tools.bench.shapes import SHAPES
from web.questions import registry

ENOUGH = 3000  # games


def test_nothing_that_can_be_asked_is_left_out() -> None:
    asked, of_no_ledger = set(), set()
    for entry in registry.QUESTIONS:
        if issubclass(entry.asked, Unledgered):
            of_no_ledger.add(entry.command)
        else:
            asked.add(entry.command)
    assert asked == QUESTIONS.keys()
    commands = {name_in(name) for name in asked | of_no_ledger}
    assert commands | OTHERS.keys() | LEFT.keys() == NAMES
    assert not OTHERS.keys() & LEFT.keys() and not commands & (
        OTHERS.keys() | LEFT.keys()
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_the_same_each_time_and_has_the_games_asked_for(shape: str) -> None:
    texts = list(SHAPES[shape](ENOUGH))
    assert texts == list(SHAPES[shape](ENOUGH))
    games = sum(
        len(re.findall('"result": "[^"]*"[,}]', text))
        for text in texts
        if '"amend"' not in text
    )
    least = ENOUGH // 6 if shape == "single_games" else ENOUGH // 2
    assert least <= games <= ENOUGH * 3 // 2


@pytest.mark.parametrize(
    "shape", ["federation", pytest.param("crowd", marks=pytest.mark.torture)]
)
def test_no_address_is_over_its_limit(shape: str) -> None:
    over = [row for row in walk.walked(shape, ENOUGH, with_commands=False) if row.over]
    assert over == []


def test_what_is_over_a_limit_is_found() -> None:
    """The control: too many loops, or too many bytes."""
    assert walk.found("slow", seconds=9.0, loop=0.05, most=30, size=1).over
    assert walk.found(
        "large", seconds=0.01, loop=0.05, most=30, size=walk.LARGEST + 1
    ).over
    assert not walk.found("fine", seconds=1.0, loop=0.05, most=30, size=1).over
