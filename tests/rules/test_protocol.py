"""Every rulebook answers everything the protocol asks: mypy checks the assignments, the
tests what is in them.
"""

import random
from importlib import import_module
from itertools import permutations
from pkgutil import iter_modules

import pytest

import rulebooks
from projections.answers.lists.rating_list import ListRow
from projections.answers.players.show import PlayerOnList
from rulebooks import (
    FAMILIES,
    LISTS,
    family,
    finland,
    rulebook,
    rules,
)
from rulebooks.base import Standing
from rulebooks.performances import METHODS
from rulebooks.protocol import Family
from tests.rules.rules_build import HALF_POINTS, game, tournament

MODULES = [import_module(each.module) for each in FAMILIES]
FINLAND: Family = finland  # mypy compares the two; tests/families/ has the others


def test_every_family_is_here() -> None:
    assert [family(name) for name in LISTS] == [
        module
        for listed, module in zip(FAMILIES, MODULES, strict=True)
        for _ in listed.lists
    ]


def test_each_line_says_what_its_family_has() -> None:
    assert [each.module for each in FAMILIES] == [each.__name__ for each in MODULES]
    for listed, module in zip(FAMILIES, MODULES, strict=True):
        assert listed.lists == tuple(module.RULEBOOKS)
        assert listed.performances == tuple(getattr(module, "PERFORMANCES", ()))
        assert listed.reads_day == hasattr(module, "reads_day")


def test_every_family_in_the_folder_has_a_line() -> None:
    there = [f"rulebooks.{found.name}" for found in iter_modules(rulebooks.__path__)]
    assert {name for name in there if hasattr(import_module(name), "RULEBOOKS")} == {
        each.module for each in FAMILIES
    }


def test_no_two_families_share_a_word_or_an_edition() -> None:
    words = [word for module in MODULES for word in module.RULES]
    ids = [edition for module in MODULES for edition in module.EDITIONS]
    assert (
        words == list(rules())
        and len(words) == len(set(words))
        and len(ids) == len(set(ids))
    )
    for module in MODULES:
        for lists in module.RULES.values():
            assert set(lists) <= set(module.RULEBOOKS)
            assert {
                edition for editions in lists.values() for edition in editions
            } <= set(module.EDITIONS)


@pytest.mark.parametrize("name", LISTS)
def test_what_a_list_shows_beside_a_rating_has_a_field(name: str) -> None:
    shown = set(rulebook(name).shown(Standing(), "2000-01-01").beside)
    assert shown <= set(PlayerOnList.__struct_fields__) & set(ListRow.__struct_fields__)


@pytest.mark.parametrize("name", LISTS)
def test_every_list_measures_performances(name: str) -> None:
    assert rulebook(name).performance in METHODS


@pytest.mark.parametrize("name", LISTS)
def test_one_more_edition_leaves_the_list_as_it_is(name: str) -> None:
    rules = rulebook(name)
    first = next(iter(rules.editions))
    varied = rules.with_edition(first, "varied", {"source": "a trial"})
    assert (varied.editions["varied"].source, varied.editions["varied"].since) == (
        "a trial",
        rules.editions[first].since,
    )
    assert (
        list(varied.editions) == [*rules.editions, "varied"]
        and "varied" not in rulebook(name).editions
    )


@pytest.mark.parametrize("name", LISTS)
def test_only_selo_gives_titles_and_selects(name: str) -> None:
    rules = rulebook(name)
    assert (bool(rules.title_rules), rules.selection is not None) == (
        name == "selo",
        name == "selo",
    )


def test_only_a_list_with_an_end_changes_when_it_is_unending() -> None:
    ending = {name for name in LISTS if rulebook(name).unending() is not rulebook(name)}
    assert ending == {"elo-no"} & set(LISTS)


@pytest.mark.parametrize("name", LISTS)
def test_each_game_is_in_one_unit_or_left_out_for_a_reason(name: str) -> None:
    """What a submission says of games that are rated and not rated counts on it."""
    rules, seed = rulebook(name), random.Random(name)
    dated = sorted(
        (edition.since, called) for called, edition in rules.editions.items()
    )
    rated = left = 0
    for number in range(150):
        day = seed.choice([since for since, _ in dated] + ["2005-05-05", "2024-05-05"])
        games = [
            game(
                *pair,
                seed.choice([*HALF_POINTS, "1-0F", "0-0F", "*"]),
                seed.choice([None, 3, 10, 14.95, 15, 60, 120]),
                round_no=seed.randint(1, 5),
                tiebreak=seed.random() < 0.1,
                on=day,
            )
            for pair in seed.sample([*permutations("abcdef", 2)], seed.randint(1, 12))
        ]
        played = tournament(
            *games,
            end=day,
            minutes=seed.choice([5, 15, 60, 90]),
            domestic=seed.random() < 0.7,
            fide_accepted=seed.random() < 0.7,
            official=seed.random() < 0.3,
            each_game_rated=seed.random() < 0.3,
            age_group=seed.choice(["open", "under-14", "under-10"]),
        )

        def in_force(on: str) -> str:
            return next(
                (called for since, called in reversed(dated) if since <= on),
                dated[0][1],
            )

        units = [one.id for unit in rules.units(played, in_force) for one in unit.games]
        without = rules.left_out(played, in_force)
        assert sorted([*units, *without]) == sorted(one.id for one in played.games), (
            f"{name}, tournament {number}"
        )
        rated, left = rated + len(units), left + len(without)
    assert min(rated, left) > 20, (rated, left)
