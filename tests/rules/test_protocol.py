"""Every rulebook answers everything the protocol asks: mypy checks the assignments, the tests what is in them."""

from collections.abc import Sequence

import pytest

from rulebooks import LISTS, elo, family, fide, finland, glicko, norway, psm, rulebook, uscf
from rulebooks.finland import FinnishList
from rulebooks.long_list import LongList
from rulebooks.norway import NorwegianList
from rulebooks.protocol import Family, Rulebook

FAMILIES: Sequence[Family] = (finland, norway, psm, elo, uscf, fide, glicko)
BOOKS: Sequence[Rulebook] = (
    FinnishList("selo"), NorwegianList("elo-no"), psm.RULEBOOKS["elo-psm"], elo.RULEBOOKS["elo"],
    uscf.RULEBOOKS["elo-uscf"], fide.RULEBOOKS["elo-fide"], glicko.RULEBOOKS["glicko"],
)  # fmt: skip


def test_every_family_is_here() -> None:
    assert {id(family(name)) for name in LISTS} == {id(module) for module in FAMILIES}
    assert {type(book) for book in BOOKS} == {FinnishList, NorwegianList, LongList}


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
