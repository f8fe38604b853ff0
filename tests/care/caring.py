"""A ledger on disk with a few people and tournaments, and what it answers."""

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from messages.answer import json_value
from projections.answers import Question
from projections.answers.events.log import Log, log
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.players.history import history
from projections.answers.players.show import show
from tests.world.documents import Document, amend, game, opening, player, tournament
from tests.world.ledger import NOW, new_ledger, submitted

TODAY = NOW[:10]
PEOPLE = {
    "A": "Aalto, Anna",
    "B": "Berg, Björn",
    "C": "Corander, Cecilia",
    "D": "Dahl, Dan",
}


@cache
def _club() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = new_ledger(Path(folder))
        for name, words in PEOPLE.items():
            number = ord(name)
            submitted(
                path, player(name, name=words, club=f"Seura {name}", fide_id=number)
            )
            submitted(path, opening(name, 1500 + number, on="2023-01-01", games=40))
        submitted(path, cup("T1", "2023-06-10"))
        submitted(path, cup("T2", "2024-06-10"))
        submitted(path, amend("T1", reason="slip", games={"1.1": {"result": "0-1"}}))
        return path.read_bytes()


def made(folder: Path, name: str = "selo.db") -> str:
    """Four people with openings, two tournaments, one amended; made once and copied."""
    path = folder / name
    path.write_bytes(_club())
    return str(path)


def cup(name: str, day: str) -> Document:
    games = (
        game(1, "A", "B"),
        game(1, "C", "D", "1/2-1/2"),
        game(2, "B", "C", "0-1"),
        game(2, "D", "A"),
    )
    return tournament(name, day, *games, name=f"Cup {name}")


def answers(path: str, today: str = TODAY) -> dict[str, Any]:
    """What a ledger says: lists, every player's page and history with all versions, the
    log.
    """
    with reading(path, Question(), today) as now:
        ids = sorted(player.partition(":")[2] for player in _streams(now))
        found: dict[str, Any] = {
            name: json_value(rating_list(now, name)) for name in ("selo", "pelo")
        }
        found["log"] = json_value(log(now, Log()))
        for player in ids:
            found[player] = [json_value(show(now, player))]
            found[player] += [
                json_value(history(now, player, name, all_versions=True))
                for name in ("selo", "pelo")
            ]
    return found


def _streams(now: Any) -> Iterator[str]:
    for row in now.events.execute(
        "SELECT DISTINCT stream FROM event WHERE stream LIKE 'player:%'"
    ).fetchall():
        yield str(row[0])
