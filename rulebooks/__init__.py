"""Rulebooks: pure functions from games and standings to new ratings, and the structs that explain them. No storage."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from rulebooks.changeable import Changeable
    from rulebooks.protocol import Article, Family, Rulebook

K = TypeVar("K")
# each list and the family that keeps it; a family is imported when one of its lists is first used
FAMILIES = {
    "selo": "rulebooks.finland",
    "pelo": "rulebooks.finland",
    "elo-no": "rulebooks.norway",
    "elo-psm": "rulebooks.psm",
    "elo": "rulebooks.elo",
    "elo-uscf": "rulebooks.uscf",
    "elo-fide": "rulebooks.fide",
    "glicko": "rulebooks.glicko",
}
LISTS = tuple(FAMILIES)
# for each word of `selo init --rules`: the lists a new ledger keeps, with their editions; () means all editions
RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "fi": {"selo": (), "pelo": ()},
    "no": {"elo-no": ()},
    "psm": {"elo-psm": ()},
    "elo": {"elo": ("elo-32",)},
    "elo-32": {"elo": ("elo-32",)},
    "elo-16-32": {"elo": ("elo-16-32",)},
    "elo-uscf": {"elo": ("elo-uscf",)},
    "uscf": {"elo-uscf": ()},
    "fide-2009": {"elo-fide": ("fide-2009",)},
    "fide-2024": {"elo-fide": ("fide-2024",)},
    "fide": {"elo-fide": ()},
    "glicko-2": {"glicko": ()},
}
DEFAULT_RULES = ("fi",)
# short names of editions where the list is already named; `elo` alone is K 32, the article's example
SHORT = {"elo": {"elo": "elo-32", "32": "elo-32", "16-32": "elo-16-32", "uscf": "elo-uscf"}}


def edition_called(list_name: str, name: str) -> str:
    """The edition's full name."""
    return SHORT.get(list_name, {}).get(name, name)


@cache
def family(list_name: str) -> "Family":
    """The module of a list's family."""
    return cast("Family", import_module(FAMILIES[list_name]))


def articles_of(list_name: str) -> "Sequence[Article]":
    """The coverage table of a list's rule text."""
    return family(list_name).ARTICLES


def changeable_of(list_name: str) -> "Mapping[str, Changeable]":
    """The numbers of a list that a trial may change."""
    return family(list_name).CHANGES


@cache
def rulebook(list_name: str) -> "Rulebook":
    """The rulebook that keeps a list."""
    return family(list_name).RULEBOOKS[list_name]


def kinds_of(base: type[K]) -> list[type[K]]:
    """The structs derived from one of `rulebooks.sheets`, of every family: all their modules are imported for it."""
    from pkgutil import walk_packages  # no command that answers a question asks for this

    for name in dict.fromkeys(FAMILIES.values()):
        for found in walk_packages(getattr(import_module(name), "__path__", ()), f"{name}."):
            import_module(found.name)
    return sorted(_derived(base), key=lambda kind: (kind.__name__, kind.__module__))


def _derived(base: type[K]) -> Iterator[type[K]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _derived(kind)


def last_day(list_name: str) -> str | None:
    """The day after which nothing changes on a list that is not kept any more."""
    until = [getattr(edition, "until", None) for edition in family(list_name).EDITIONS.values()]
    return max(day for day in until if day) if any(until) else None


def birth_read(born: str) -> tuple[str, str]:
    """What of a birth any rule reads, and the list that reads the day of it: every rating comes out the same from this
    part as from the whole."""
    from rulebooks.norway.category import reads_day

    return (born, "elo-no") if reads_day(born) else (born[:4], "")


def lowest(list_name: str) -> int | None:
    """The rating below which nobody stands, where the rules have one."""
    floor: int | None = getattr(family(list_name), "FLOOR", None)
    return floor


class _Editions(Mapping[str, Mapping[str, int]]):
    """Read list by list: a family costs its import, and most commands ask about one."""

    def __getitem__(self, list_name: str) -> Mapping[str, int]:
        return {edition.id: edition.revision for edition in family(list_name).EDITIONS.values()}

    def __iter__(self) -> Iterator[str]:
        return iter(LISTS)

    def __len__(self) -> int:
        return len(LISTS)


def editions() -> Mapping[str, Mapping[str, int]]:
    """{list: {edition: revision}} as this code carries them."""
    return _Editions()


def default_adoptions(rules: Sequence[str] = DEFAULT_RULES) -> list[tuple[str, str, str]]:
    """(list, edition, first day) that a new ledger starts with, in the order of the lists.

    `rules` are known words, at most one for each list.
    """
    wanted = {name: editions for word in rules for name, editions in RULES[word].items()}
    return [
        (name, e.id, e.since)
        for name in LISTS
        if name in wanted
        for e in family(name).EDITIONS.values()
        if not wanted[name] or e.id in wanted[name]
    ]
