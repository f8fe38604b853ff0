"""Small ledgers for trials: plain documents, and every fact read inside the transaction of a test."""

from typing import Any

from ledger.store.events import events_after, head
from ledger.timeline import Timeline
from projections.answers.reading import Reading
from tests.world.ledger import NOW

TODAY = NOW[:10]


def player(name: str) -> dict[str, Any]:
    return {"kind": "player", "player": name, "name": f"Player {name}"}


def opening(name: str, rating: int, games: int = 40, list_name: str = "selo") -> dict[str, Any]:
    return {"kind": "opening", "player": name, "list": list_name, "on": "2023-12-31", "rating": rating, "games": games}


def tournament(name: str, day: str, *games: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    """One round a game."""
    return {
        "kind": "tournament", "tournament": name, "name": name, "start": day, "end": day, "minutes": 90,
        "games": [
            {"round": n, "white": white, "black": black, "result": result}
            for n, (white, black, result) in enumerate(games, 1)
        ],
        **more,
    }  # fmt: skip


def every_fact(connection: Any, as_of: str = TODAY) -> Reading:
    """What `whole` gives, from an open write transaction."""
    timeline = Timeline()
    for event in events_after(connection, 0):
        timeline.apply(event)
    return Reading(connection, connection, as_of, head(connection), timeline)
