"""List the families of rules, and find what each answers for by the name of a list.

Families are imported when first asked for: that costs time, and most commands ask about
one list.

Why: docs/design/032-families-of-rules.md
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    from rulebooks.base import PerformanceMethod
    from rulebooks.changeable import Changeable
    from rulebooks.protocol import Article, Family, ReadsDay, Rulebook


K = TypeVar("K")
EditionsByList = Mapping[str, tuple[str, ...]]


DEFAULT_RULES = ("fi",)


class Listed(NamedTuple):
    """A family of rules, with what has to be known before its module is imported, which
    costs time.

    module        a module or a folder beside this module
    lists         the lists that it keeps
    performances  the ways of measuring a performance that it brings: its PERFORMANCES
    reads_day     its rules read more of a birth date than the year: its `reads_day`
    """

    module: str
    lists: tuple[str, ...]
    performances: tuple[str, ...] = ()
    reads_day: bool = False


# Families of rules, a line each. The core needs Finland's; any other is taken away by
# deleting its folder or module, its tests in tests/families/ and its line.
FAMILIES = (
    Listed("rulebooks.finland", ("selo", "pelo")),
    Listed("rulebooks.norway", ("elo-no",), performances=("norway",), reads_day=True),
    Listed("rulebooks.psm", ("elo-psm",)),
    Listed("rulebooks.elo", ("elo",)),
    Listed("rulebooks.uscf", ("elo-uscf",)),
    Listed("rulebooks.fide", ("elo-fide",), performances=("fide",)),
    Listed("rulebooks.glicko", ("glicko",)),
)


def modules_by_list(families: Iterable[Listed]) -> dict[str, str]:
    """Return the module of each list's family.

    Raises ImportError where two families keep one list.
    """
    modules: dict[str, str] = {}
    for family in families:
        for name in family.lists:
            if modules.setdefault(name, family.module) != family.module:
                raise ImportError(
                    f"{family.module} and {modules[name]} both keep the list {name}"
                )
    return modules


MODULES = modules_by_list(FAMILIES)


LISTS = tuple(MODULES)


@cache
def rules() -> Mapping[str, EditionsByList]:
    """Return the words of `selo init --rules`: the lists that a new ledger keeps, with
    their editions; () means all.
    """
    words: dict[str, EditionsByList] = {}
    for module in dict.fromkeys(MODULES.values()):
        of_family = cast("Family", import_module(module)).RULES
        for word, lists in of_family.items():
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
    return cast("Family", import_module(MODULES[list_name]))


def articles_of(list_name: str) -> "Sequence[Article]":
    """Return the coverage table of a list's rule text."""
    return family(list_name).ARTICLES


def changeable_of(list_name: str) -> "Mapping[str, Changeable]":
    """Return the numbers of a list that a trial may change."""
    return family(list_name).CHANGES


@cache
def rulebook(list_name: str) -> "Rulebook":
    """Return the rulebook that keeps a list, such as rulebook("selo")."""
    return family(list_name).RULEBOOKS[list_name]


def lists_with_titles() -> list[str]:
    """Return the lists that give titles."""
    return [name for name in LISTS if rulebook(name).title_rules]


def structs_derived_from(base: type[K]) -> list[type[K]]:
    """Return the structs derived from one of `rulebooks.sheets`, of every family: all
    their modules are imported for it.
    """
    # no command that answers a question asks for this
    from pkgutil import walk_packages

    for name in dict.fromkeys(MODULES.values()):
        for module in walk_packages(
            getattr(import_module(name), "__path__", ()), f"{name}."
        ):
            import_module(module.name)
    return sorted(
        _derived_structs(base), key=lambda kind: (kind.__name__, kind.__module__)
    )


def _derived_structs(base: type[K]) -> Iterator[type[K]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _derived_structs(kind)


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
    for listed in FAMILIES:
        if listed.reads_day:
            rules = cast("ReadsDay", import_module(listed.module))
            if rules.reads_day(born):
                return born, listed.lists[0]
    return born[:4], ""


def performance_method(name: str) -> "PerformanceMethod":
    """Return a way of measuring a performance that a family brings.

    Raises KeyError where no family brings one of that name.
    """
    for listed in FAMILIES:
        if name in listed.performances:
            methods: Mapping[str, PerformanceMethod] = import_module(
                listed.module
            ).PERFORMANCES
            return methods[name]
    raise KeyError(name)


def calculator_of(list_name: str) -> object:
    """Import what answers for a list's family without a ledger: the module that it
    names as its CALCULATOR, or its own.
    """
    module = family(list_name)
    return import_module(getattr(module, "CALCULATOR", MODULES[list_name]))


def lowest_rating(list_name: str) -> int | None:
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
    wanted: dict[str, tuple[str, ...]] = {}
    for word in words:
        wanted.update(rules()[word])

    adoptions = []
    for name in LISTS:
        if name not in wanted:
            continue
        for edition in family(name).EDITIONS.values():
            # a word that names no editions of a list means all of them
            if not wanted[name] or edition.id in wanted[name]:
                adoptions.append((name, edition.id, edition.since))
    return adoptions
