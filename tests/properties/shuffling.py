"""The same facts in another order: each document where it is still possible and means
the same.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.naive.records import Document

ABOUT_TOURNAMENTS = ("tournament", "game", "amend", "withdraw", "reinstate")


def players_in(document: Document) -> set[str]:
    """Every id a document names as a player."""
    games: list[Any] = [document, *document.get("add_games", ())]
    if document["kind"] == "tournament":
        games += document["games"]
    elif document["kind"] == "amend":
        games += document.get("games", {}).values()
    found = {
        game[side]
        for game in games
        if game
        for side in ("white", "black")
        if side in game
    }
    return found | ({document["player"]} if "player" in document else set())


def named_in(document: Document) -> set[str]:
    return players_in(document) | {
        document[end] for end in ("from", "into") if document["kind"] == "merge-players"
    }


def families(documents: Iterable[Document]) -> Callable[[str], str]:
    """One name for all ids that were ever said to be one person."""
    leader: dict[str, str] = {}

    def of(player: str) -> str:
        while player in leader:
            player = leader[player]
        return player

    for document in documents:
        if document["kind"] == "merge-players" and of(document["from"]) != of(
            document["into"]
        ):
            leader[of(document["from"])] = of(document["into"])
    return of


def shuffled(documents: Sequence[Document], rng: random.Random) -> list[Document]:
    """A random order in which each document is still possible, and means the same, in
    its place.
    """
    after = _after(documents)
    missing = [len(after[number]) for number in range(len(documents))]
    before: dict[int, list[int]] = defaultdict(list)
    for number, earlier in after.items():
        for other in earlier:
            before[other].append(number)
    ready = [number for number in range(len(documents)) if not missing[number]]
    order: list[Document] = []
    while ready:
        at = rng.randrange(len(ready))
        number, ready[at] = ready[at], ready[-1]
        ready.pop()
        order.append(documents[number])
        for other in before[number]:
            missing[other] -= 1
            if not missing[other]:
                ready.append(other)
    assert len(order) == len(documents)
    return order


def _after(documents: Sequence[Document]) -> dict[int, set[int]]:
    """For each document those that must have been told before it.

    A player before their use; what is about one tournament, one withdrawable fact, one
    player's details, one foreign number of a day, one list's rules stays in its order,
    because the later word wins there; a merge and the details
    of the family, which are the final id's once it stands; a merge and those
    tournaments and openings that name two ids of the family, because they allow or
    forbid each other.
    """
    family = families(documents)
    keys = _keys(documents, family)
    first_told: dict[str, int] = {}
    for number, document in enumerate(documents):
        if document["kind"] == "player":
            first_told.setdefault(document["player"], number)
    merging, near = _merging(documents, keys), touching(documents, family)
    found: dict[int, set[int]] = {}
    for number, document in enumerate(documents):
        found[number] = {first_told[player] for player in named_in(document)} - {number}
        for other in range(number):
            if (
                keys[number] & keys[other]
                or merging[number] & near[other]
                or merging[other] & near[number]
            ):
                found[number].add(other)
    return found


def _keys(
    documents: Sequence[Document], family: Callable[[str], str]
) -> list[set[Any]]:
    by_label: dict[Any, set[Any]] = {}
    for document in documents:
        kind, label = document["kind"], document["_seq"]
        keys: set[Any] = {("seq", label)}
        if "seq" in document:
            keys = set(by_label[document["seq"]])
        elif kind in ABOUT_TOURNAMENTS:
            keys.add(("tournament", document["tournament"]))
        elif kind == "external-rating":
            keys.add(
                (
                    "external",
                    family(document["player"]),
                    document["source"],
                    document["on"],
                )
            )
        elif kind == "player":
            keys.add(("player", document["player"]))
        elif kind == "adopt-rules":
            keys.add(("rules", document["list"]))
        elif kind == "merge-players":
            keys.add(("family", family(document["from"])))
        by_label[label] = keys
    return [by_label[document["_seq"]] for document in documents]


def _merging(documents: Sequence[Document], keys: list[set[Any]]) -> list[set[str]]:
    """The family that a document joins or parts."""
    return [
        {key[1] for key in keys[number] if key[0] == "family"}
        for number in range(len(documents))
    ]


def touching(
    documents: Sequence[Document], family: Callable[[str], str]
) -> list[set[str]]:
    """The family whose details a document tells, or of which its tournament, or its
    list's openings, name two ids.
    """
    groups = [_group(document) for document in documents]
    ids: dict[Any, set[str]] = defaultdict(set)
    for document, group in zip(documents, groups, strict=True):
        if group is not None:
            ids[group] |= players_in(document)
    crowded: dict[Any, set[str]] = {}
    for group, players in ids.items():
        sizes: dict[str, int] = defaultdict(int)
        for player in players:
            sizes[family(player)] += 1
        crowded[group] = {name for name, size in sizes.items() if size > 1}
    return [
        (
            {family(document["player"])}
            if document["kind"] == "player"
            else crowded.get(group, set())
        )
        for document, group in zip(documents, groups, strict=True)
    ]


def _group(document: Document) -> Any:
    if document["kind"] == "opening":
        return "openings", document["list"]
    return ("tournament", document["tournament"]) if "tournament" in document else None
