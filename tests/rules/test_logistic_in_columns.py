"""The logistic lists calculated in columns, as a replay does, beside the same changes one after the other."""

import random

import pytest

from messages.results import RESULT_OF
from rulebooks import rulebook
from rulebooks.base import Person, Standing, Unit
from rulebooks.units import Figures, one_by_one
from tests.rules.rules_build import game, unit

PLAYED = [result for letter, result in RESULT_OF.items() if letter in "10="]


def random_unit(list_name: str, chance: random.Random) -> Unit:
    players = [f"P{number}" for number in range(chance.randint(2, 9))]
    games = []
    for _ in range(chance.randint(1, 20)):
        white, black = chance.sample(players, 2)
        games.append(game(white, black, chance.choice(PLAYED)))
    return unit(list_name, *games)


def both_ways(list_name: str, seed: int) -> tuple[Figures, Figures, list[Standing]]:
    chance = random.Random(seed)
    rated = random_unit(list_name, chance)
    rated = rated._replace(edition=chance.choice(sorted(rulebook(list_name).editions)))
    before = [
        Standing(chance.choice((None, 1500, chance.randint(400, 2900))), chance.randint(0, 60), ())
        for _ in rated.seats()
    ]
    people = [Person(player) for player in rated.seats()]
    rules = rulebook(list_name)
    return rules.figures(rated, before, people), one_by_one(rules, rated, before, people), before


@pytest.mark.parametrize("list_name", ["elo", "elo-uscf"])
@pytest.mark.parametrize("seed", range(40))
def test_columns_come_to_the_changes(list_name: str, seed: int) -> None:
    columns, changes, _ = both_ways(list_name, seed)
    assert columns._replace(shown=[], marks={}) == changes._replace(shown=[], marks={})


def test_who_starts_from_1500_is_not_who_has_1500() -> None:
    """Their opponents' terms say which it was."""
    rated = unit("elo", game("A", "B", "1-0"))._replace(edition="elo-32")
    people = [Person("A"), Person("B")]
    rules = rulebook("elo")
    started, had = (rules.figures(rated, [Standing(1600), Standing(rating)], people).shown for rating in (None, 1500))
    assert started != had
    marks = [
        rulebook("elo-uscf").figures(rated._replace(edition="uscf"), [Standing(1600), Standing(rating)], people).marks
        for rating in (None, 1500)
    ]
    assert marks[0][0] != marks[1][0]
