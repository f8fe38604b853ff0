"""Rulebooks: pure functions from games and standings to new numbers. The standard library only; no storage."""

from rulebooks.base import Rulebook


def rulebook(list_name: str) -> Rulebook:
    """The rulebook that keeps a list; modules are read when first asked for."""
    from rulebooks import finland

    return finland.RULEBOOKS[list_name]


LISTS = ("selo", "pelo")


def editions() -> dict[str, dict[str, int]]:
    """{list: {edition: revision}} as this code carries them."""
    from rulebooks.finland.tables import EDITIONS

    return {name: {edition.id: edition.revision for edition in EDITIONS.values()} for name in LISTS}


def default_adoptions() -> list[tuple[str, str, str]]:
    """(list, edition, first day) a new ledger starts with."""
    from rulebooks.finland.tables import EDITIONS

    return [(name, edition.id, edition.since) for name in LISTS for edition in EDITIONS.values()]


def sources() -> list[dict[str, object]]:
    """Every edition of every list with its first day, revision and source text."""
    from rulebooks.finland.tables import EDITIONS

    return [
        {"list": name, "edition": e.id, "since": e.since, "revision": e.revision, "source": e.source}
        for name in LISTS
        for e in EDITIONS.values()
    ]
