"""PSM, elo, uscf and fide-2009 as documents through a ledger; every entry that comes
out must add up on paper.
"""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from rulebooks import rulebook
from rulebooks.base import Change
from rulebooks.entries import WorkedEntry
from rulebooks.protocol import Sheet
from tests.printed_sheets import as_printed
from tests.world import documents
from tests.world.documents import Document, adopt, introduced
from tests.world.ledger import ledger

Printed = dict[str, Any]
DAY = "2009-06-10"
RESULT = {0: "0-1", 1: "1/2-1/2", 2: "1-0"}


def opening(
    player: str,
    list_name: str,
    rating: int,
    games: int = 100,
    on: str = "2009-01-01",
    **fields: Any,
) -> Document:
    return documents.opening(player, rating, list_name, games=games, on=on, **fields)


def met(
    numbers: Sequence[int], results: Sequence[int], list_name: str
) -> tuple[list[Document], list[str]]:
    """Opponents o1, o2, ... with openings, and the games of 'me' against them."""
    opponents = [
        opening(f"o{at}", list_name, rating)
        for at, rating in enumerate(numbers, start=1)
    ]
    return opponents, [
        f"me o{at} {RESULT[made]}" for at, made in enumerate(results, start=1)
    ]


class Run:
    """A ledger that keeps one list by one edition; entries by (player, unit)."""

    def __init__(
        self,
        folder: Path,
        list_name: str,
        edition: str,
        recompute: Callable[[Printed], int],
    ) -> None:
        self.folder, self.list_name, self.edition, self.recompute = (
            folder,
            list_name,
            edition,
            recompute,
        )

    def __call__(self, *documents: Document) -> dict[tuple[str, str], Change]:
        return {(e.change.player, e.unit): e.change for e in self.entries(*documents)}

    def entries(
        self, *documents: Document, later: Sequence[Document] = ()
    ) -> list[WorkedEntry]:
        """`later`: told one by one after everything else. The tables must be those of a
        rebuild.
        """
        with ledger(self.folder) as book:
            book.submit(
                adopt(self.list_name, self.edition), *introduced(documents), *documents
            )
            for document in later:
                book.submit(document)
            standing = book.versions()
            book.rebuild()
            assert book.versions() == standing
            found = [entry for entry in book.entries() if entry.list == self.list_name]
        for entry in found:
            adds_up(entry, self.recompute)
        return sorted(found, key=lambda entry: (entry.place, entry.change.player))


def sheet(entry: WorkedEntry) -> Sheet:
    return rulebook(entry.list).explain(entry, {"me": "Aino Aalto"}, "because")


def adds_up(entry: WorkedEntry, recompute: Callable[[Printed], int]) -> Printed:
    """The printed terms give the stored number, also after a way through JSON; no line
    is too long.
    """
    printed = as_printed(sheet(entry))
    exact = exactly(printed["exact"])
    assert (
        math.floor(exact + Fraction(1, 2))
        == printed["rounded"]
        == printed["after"]
        == entry.change.after
    )
    if printed["kind"] == "unit":
        assert recompute(printed) == entry.change.after
    else:
        assert printed["given"]["number"] == entry.change.after
    lines = sheet(entry).lines()
    assert all(len(line) <= 109 for line in lines)
    assert not any("DOES NOT ADD UP" in line for line in lines)
    return printed


def pairs(chance: random.Random, players: int) -> list[tuple[int, int]]:
    seats = chance.sample(range(players), players)
    return [(seats[i], seats[i + 1]) for i in range(0, players, 2)]


def exactly(printed: Any) -> Fraction:
    return Fraction(str(printed))


def half_up(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))
