"""Short ways to write documents and to read answers in hand-made cases."""

from __future__ import annotations

from typing import Any

from .finland import Book
from .records import Document, Entry

DAY = "2023-06-10"


def opening(
    player: str, rating: int, games: int = 100, rating_list: str = "selo", **more: Any
) -> Document:
    """An opening balance on the first day of 2009."""
    document = {
        "kind": "opening",
        "player": player,
        "list": rating_list,
        "on": "2009-01-01",
    }
    return {**document, "rating": rating, "games": games, **more}


def games(*lines: str) -> list[Document]:
    """Games as ``A B 1-0``, one a round."""
    found = []
    for round_, line in enumerate(lines, start=1):
        white, black, result = line.split()
        found.append(
            {"round": round_, "white": white, "black": black, "result": result}
        )
    return found


def tournament(
    name: str, lines: list[Document], day: str = DAY, **header: Any
) -> Document:
    """A one-day tournament of 90 minutes."""
    days = {
        "kind": "tournament",
        "tournament": name,
        "name": name,
        "start": day,
        "end": day,
    }
    time = {} if "time_control" in header else {"minutes": 90}
    return {**days, **time, **header, "games": lines}


def line(answer: Book, player: str, unit: str) -> Entry:
    """The player's entry in a unit."""
    return next(
        e
        for e in answer.entries
        if (e.player, e.unit, e.kind) == (player, unit, "unit")
    )


def after(answer: Book, unit: str, *players: str) -> list[int]:
    """The numbers after a unit."""
    return [line(answer, player, unit).after for player in players]


def elo(
    player: str, rating: int, on: str = "2023-01-01", source: str = "fide-standard"
) -> Document:
    """A FIDE rating."""
    return {
        "kind": "external-rating",
        "player": player,
        "source": source,
        "on": on,
        "rating": rating,
    }


def person(player: str, federation: str, **more: str) -> Document:
    """A player document."""
    return {
        "kind": "player",
        "player": player,
        "name": player,
        "federation": federation,
        **more,
    }
