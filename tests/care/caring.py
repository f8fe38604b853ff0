"""A ledger on disk with a few people and tournaments, and what it answers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desk.submit import Outcome, init, submit
from exchange.json.documents import read
from ledger.answer import plain
from projections.answers import log
from projections.answers.lists.rating_list import rating_list
from projections.answers.players.history import history
from projections.answers.players.show import show
from projections.answers.reading import Question, reading
from tests.world.ledger import NOW, outside

TODAY = NOW[:10]
PEOPLE = {"A": "Aalto, Anna", "B": "Berg, Björn", "C": "Corander, Cecilia", "D": "Dahl, Dan"}


def tell(path: str, *documents: dict[str, Any], now: str = NOW) -> Outcome:
    text = "\n".join(json.dumps(document) for document in documents)
    return submit(path, read("test.jsonl", text.encode()), outside(now))


def made(folder: Path, name: str = "selo.db") -> str:
    """Four people with openings, two tournaments, one amended."""
    path = str(folder / name)
    init(path, outside())
    for player, words in PEOPLE.items():
        number = ord(player)
        balance = {"list": "selo", "on": "2023-01-01", "rating": 1500 + number, "games": 40}
        tell(path, {"kind": "player", "player": player, "name": words, "club": f"Seura {player}", "fide_id": number})
        tell(path, {"kind": "opening", "player": player, **balance})
    tell(path, tournament("T1", "2023-06-10"))
    tell(path, tournament("T2", "2024-06-10"))
    tell(path, {"kind": "amend", "tournament": "T1", "reason": "slip", "games": {"1.1": {"result": "0-1"}}})
    return path


def tournament(name: str, day: str) -> dict[str, Any]:
    lines = ((1, "A", "B", "1-0"), (1, "C", "D", "1/2-1/2"), (2, "B", "C", "0-1"), (2, "D", "A", "1-0"))
    games = [dict(zip(("round", "white", "black", "result"), line, strict=True)) for line in lines]
    header = {"kind": "tournament", "tournament": name, "name": f"Cup {name}", "start": day, "end": day, "minutes": 90}
    return {**header, "games": games}


def answers(path: str, today: str = TODAY) -> dict[str, Any]:
    """What a ledger says: lists, every player's page and history with all versions, the log."""
    with reading(path, Question(), today) as now:
        ids = sorted(player.partition(":")[2] for player in _streams(now))
        found: dict[str, Any] = {name: plain(rating_list(now, name)) for name in ("selo", "pelo")}
        found["log"] = plain(log.log(now))
        for player in ids:
            found[player] = [plain(show(now, player))]
            found[player] += [plain(history(now, player, name, all_versions=True)) for name in ("selo", "pelo")]
    return found


def _streams(now: Any) -> Iterator[str]:
    for row in now.events.execute("SELECT DISTINCT stream FROM event WHERE stream LIKE 'player:%'").fetchall():
        yield str(row[0])


def stored_version() -> tuple[str, dict[str, Any]]:
    """A ledger for the shelf: every kind of table has rows. (the dump, what it answers)."""
    import sqlite3
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = made(Path(folder))
        tell(path, {"kind": "player", "player": "Z", "name": "Zander, Zoe"})
        tell(path, {"kind": "merge-players", "from": "Z", "into": "D", "reason": "one person"})
        tell(path, {"kind": "ruling", "player": "B", "list": "selo", "on": "2024-07-01", "delta": -10, "reason": "r"})
        tell(path, {"kind": "erase-person", "player": "C", "reason": "asked for it"})
        from tests.care.test_versions import numbers

        connection = sqlite3.connect(path)
        dump = "\n".join(connection.iterdump()) + "\n"
        connection.close()
        return dump, numbers(path)


if __name__ == "__main__":
    place = Path(__file__).parent
    text, said = stored_version()
    place.joinpath("ledger-v1.sql").write_text(text, "utf-8")
    place.joinpath("ledger-v1.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", "utf-8")
