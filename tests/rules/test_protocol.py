"""Every rulebook answers everything the protocol asks: mypy checks the assignments, the tests what is in them."""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

import pytest

import rulebooks
from projections.answers.lists.rating_list import ListRow
from projections.answers.players.show import PlayerOnList
from rulebooks import INDEX, LISTS, SHARED, elo, family, fide, finland, glicko, norway, psm, rulebook, rules, uscf
from rulebooks.base import Standing
from rulebooks.defaults import LongList
from rulebooks.finland import FinnishList
from rulebooks.norway import NorwegianList
from rulebooks.performances import METHODS
from rulebooks.protocol import Family, Rulebook

MODULES = (finland, norway, psm, elo, uscf, fide, glicko)
FAMILIES: Sequence[Family] = MODULES
BOOKS: Sequence[Rulebook] = (
    FinnishList("selo"), NorwegianList("elo-no"), psm.RULEBOOKS["elo-psm"], elo.RULEBOOKS["elo"],
    uscf.RULEBOOKS["elo-uscf"], fide.RULEBOOKS["elo-fide"], glicko.RULEBOOKS["glicko"],
)  # fmt: skip


def test_every_family_is_here() -> None:
    assert {id(family(name)) for name in LISTS} == {id(module) for module in FAMILIES}
    assert {type(book) for book in BOOKS} == {FinnishList, NorwegianList, LongList}


def test_the_index_is_what_the_families_declare() -> None:
    """Families and shared modules are all there are in the folder, so that none is imported to see what it is."""
    declared = {name: module.__name__ for module in MODULES for name in module.RULEBOOKS}
    assert declared == INDEX and tuple(INDEX) == LISTS
    there = {found.name for found in iter_modules(rulebooks.__path__)}
    assert {module.__name__.rpartition(".")[2] for module in MODULES} | SHARED == there
    assert [name for name in SHARED if hasattr(import_module(f"rulebooks.{name}"), "RULEBOOKS")] == []


def test_no_two_families_share_a_word_or_an_edition() -> None:
    words = [word for module in MODULES for word in module.RULES]
    ids = [edition for module in MODULES for edition in module.EDITIONS]
    assert words == list(rules()) and len(words) == len(set(words)) and len(ids) == len(set(ids))
    for module in MODULES:
        for lists in module.RULES.values():
            assert set(lists) <= set(module.RULEBOOKS)
            assert {edition for editions in lists.values() for edition in editions} <= set(module.EDITIONS)


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
    assert list(varied.editions) == [*rules.editions, "varied"] and "varied" not in rulebook(name).editions


@pytest.mark.parametrize("name", LISTS)
def test_only_selo_gives_titles_and_selects(name: str) -> None:
    rules = rulebook(name)
    assert (bool(rules.title_rules), rules.selection is not None) == (name == "selo", name == "selo")


def test_only_a_list_with_an_end_changes_when_it_is_unending() -> None:
    assert [name for name in LISTS if rulebook(name).unending() is not rulebook(name)] == ["elo-no"]
