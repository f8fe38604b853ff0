"""Rate by pure functions, from games and standings to new ratings and the structs that
explain them. No storage.

Why: docs/design/009-one-form-of-each-rule.md
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from importlib import import_module
from os import listdir, path
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from rulebooks.changeable import Changeable
    from rulebooks.protocol import Article, Family, Rulebook

K = TypeVar("K")
# the lists of the families that come with the program: known before a family is
# imported, which costs time
INDEX = {
    "selo": "rulebooks.finland",
    "pelo": "rulebooks.finland",
    "elo-no": "rulebooks.norway",
    "elo-psm": "rulebooks.psm",
    "elo": "rulebooks.elo",
    "elo-uscf": "rulebooks.uscf",
    "elo-fide": "rulebooks.fide",
    "glicko": "rulebooks.glicko",
}
# what families share, and what is no family: never imported to see whether it is one
SHARED = frozenset(
    {
        "base",
        "calculator_answers",
        "calculators",
        "changeable",
        "defaults",
        "entries",
        "games",
        "logistic",
        "numbers",
        "performances",
        "protocol",
        "sheets",
        "units",
    }
)
DEFAULT_RULES = ("fi",)


def _families(
    index: Mapping[str, str] = INDEX, shared: Set[str] = SHARED
) -> dict[str, str]:
    """Return the family's module for each list: those of the index, and every other
    module or folder here that has RULEBOOKS, so that a family is added by its own file
    alone.
    """
    families, known = (
        dict(index),
        {module.rpartition(".")[2] for module in index.values()}
        | shared
        | {"__init__"},
    )
    for name in sorted(set(_beside()) - known):
        module = f"{__name__}.{name}"
        for list_name in getattr(import_module(module), "RULEBOOKS", ()):
            if families.setdefault(list_name, module) != module:
                raise ImportError(
                    f"{module} and {families[list_name]} both keep the list {list_name}"
                )
    return families


def _beside() -> Iterator[str]:
    """Yield the modules and the folders of modules in this folder. Asking pkgutil for
    them takes four times as long as loading this module.
    """
    for folder in filter(path.isdir, __path__):
        for file in listdir(folder):
            name, ending = path.splitext(file)
            if ending == ".py" or (
                not ending and path.exists(path.join(folder, name, "__init__.py"))
            ):
                yield name


FAMILIES = _families()
LISTS = tuple(FAMILIES)


@cache
def rules() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the words of `selo init --rules`: the lists that a new ledger keeps, with
    their editions; () means all.
    """
    words: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for module in dict.fromkeys(FAMILIES.values()):
        for word, lists in cast("Family", import_module(module)).RULES.items():
            if words.setdefault(word, lists) is not lists:
                raise ImportError(
                    f"{module} and another family both have the rules {word}"
                )
    return words


def edition_called(list_name: str, name: str) -> str:
    """Return the edition's full name; a family may have short ones where the list is
    named already.
    """
    short: Mapping[str, str] = getattr(family(list_name), "SHORT", {})
    return short.get(name, name)


@cache
def family(list_name: str) -> "Family":
    """Import the module of a list's family."""
    return cast("Family", import_module(FAMILIES[list_name]))


def articles_of(list_name: str) -> "Sequence[Article]":
    """Return the coverage table of a list's rule text."""
    return family(list_name).ARTICLES


def changeable_of(list_name: str) -> "Mapping[str, Changeable]":
    """Return the numbers of a list that a trial may change."""
    return family(list_name).CHANGES


@cache
def rulebook(list_name: str) -> "Rulebook":
    """Return the rulebook that keeps a list, such as rulebook("selo"). Its family is
    imported when first asked for: that costs time, and most commands ask about one
    list.
    """
    return family(list_name).RULEBOOKS[list_name]


def titled() -> list[str]:
    """Return the lists that give titles."""
    return [name for name in LISTS if rulebook(name).title_rules]


def kinds_of(base: type[K]) -> list[type[K]]:
    """Return the structs derived from one of `rulebooks.sheets`, of every family: all
    their modules are imported for it.
    """
    # no command that answers a question asks for this
    from pkgutil import walk_packages

    for name in dict.fromkeys(FAMILIES.values()):
        for module in walk_packages(
            getattr(import_module(name), "__path__", ()), f"{name}."
        ):
            import_module(module.name)
    return sorted(_derived(base), key=lambda kind: (kind.__name__, kind.__module__))


def _derived(base: type[K]) -> Iterator[type[K]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _derived(kind)


def last_day(list_name: str) -> str | None:
    """Return the day after which nothing changes on a list that is not kept any more;
    None for any other.
    """
    until = [
        getattr(edition, "until", None)
        for edition in family(list_name).EDITIONS.values()
    ]
    return max(day for day in until if day) if any(until) else None


def birth_read(born: str) -> tuple[str, str]:
    """Return the part of a birth date that any rule reads, and the list that reads the
    day of it: every rating comes out the same from this part as from the whole.
    """
    from rulebooks.norway.tables import reads_day

    return (born, "elo-no") if reads_day(born) else (born[:4], "")


def lowest(list_name: str) -> int | None:
    """Return the rating below which nobody stands, where the rules have one."""
    floor: int | None = getattr(family(list_name), "FLOOR", None)
    return floor


class _Editions(Mapping[str, Mapping[str, int]]):
    """The editions by list, read list by list: a family costs its import, and most
    commands ask about one.
    """

    def __getitem__(self, list_name: str) -> Mapping[str, int]:
        return {
            edition.id: edition.revision
            for edition in family(list_name).EDITIONS.values()
        }

    def __iter__(self) -> Iterator[str]:
        return iter(LISTS)

    def __len__(self) -> int:
        return len(LISTS)


def editions() -> Mapping[str, Mapping[str, int]]:
    """Return {list: {edition: revision}} as this code has them."""
    return _Editions()


def default_adoptions(
    words: Sequence[str] = DEFAULT_RULES,
) -> list[tuple[str, str, str]]:
    """Return the (list, edition, first day) that a new ledger starts with, in the order
    of the lists.

    `words` are known, at most one for each list.
    """
    wanted = {
        name: editions for word in words for name, editions in rules()[word].items()
    }
    return [
        (name, e.id, e.since)
        for name in LISTS
        if name in wanted
        for e in family(name).EDITIONS.values()
        if not wanted[name] or e.id in wanted[name]
    ]
