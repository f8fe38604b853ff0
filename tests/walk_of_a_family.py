"""Asks everything of two lists that have the same rules: run in a source tree with a
family more (test_new_family.py).

Prints one JSON object: the answers about each list, and what the service says.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.features import asked_of_features
from tests.web.serving import NOW, served
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

PAGES = (
    "/lists/{list}",
    "/players/a",
    "/players/a/why/T?list={list}",
    "/players/a/history?list={list}",
    "/tournaments/T",
    "/lists/{list}.csv",
    "/api/lists/{list}",
    "/api/players/a/why/T?list={list}",
)
GAMES = "a b 1/2-1/2", "a c 1-0", "b d 0-1", "c d 1-0", "e f 1-0", "a e 1-0"
EARLIER = "2010-01-01"


def questions(name: str) -> dict[str, tuple[str, ...]]:
    """By what is asked, a command line about the list."""
    return {
        "show": ("show", "a"),
        "history": ("history", "a", "--list", name),
        "list": ("list", name),
        "explain": ("explain", "a", "T", "--list", name),
        "opening": ("explain", "b", "opening", "--list", name),
        "ruling": ("explain", "b", "ruling", "--list", name),
        "tournament": ("tournament", "T"),
        "published": ("list", name, "--label", "first"),
        "list published": ("list", "published", name),
        "ledger replay": ("ledger", "replay", "--list", name),
        "player performance": ("player", "performance", "a", "--list", name),
        "player opponents": ("player", "opponents", "a", "--list", name),
        "bands": ("list", name, "--bands", "100"),
        "csv": ("export", "list", name),
        "audit": ("export", "audit", "T"),
        "log impact": ("log", "impact", "20"),
        **{
            line: tuple(line.format(list=name).split())
            for feature in asked_of_features()
            for line in feature.of_list
        },
    }


def booked(selo: Selo, lists: tuple[str, ...]) -> Any:
    people = [player(name) for name in "abcdef"]
    ratings = {"a": 1830, "b": 1980, "c": 1700, "d": 2350}
    openings = [
        opening(one, rating, name, games=40, on=EARLIER)
        for one, rating in ratings.items()
        for name in lists
    ]
    made = selo.submit(
        *people,
        *openings,
        tournament("T", "2010-06-01", *GAMES, time_control="25+0:5+5"),
    )
    selo.submit(
        tournament("U", "2010-09-01", "a b 1-0", "b c 0-1", time_control="90+30")
    )
    for name in lists:
        selo.submit(
            {
                "kind": "ruling",
                "player": "b",
                "list": name,
                "on": "2010-10-01",
                "delta": 5,
                "reason": "a slip",
            }
        )
        selo.submit(
            {"kind": "publish", "list": name, "label": "first", "as_of": "2010-12-31"}
        )
    return made


def walked(word: str, name: str, like: str, of: str) -> dict[str, Any]:
    """`word` and `of` are the rules of the new list, and of the old one that is like
    it.
    """
    with tempfile.TemporaryDirectory() as folder:
        selo = Selo(Path(folder), today=NOW)
        selo.done("init", "--rules", f"{of},{word},elo")
        warnings = booked(selo, (like, name))["warnings"]
        answers: dict[str, dict[str, Any]] = {}
        for asked in (like, name):
            answers[asked] = {
                about: selo.answer(*line) for about, line in questions(asked).items()
            }
        with served(selo.ledger) as service:
            pages = {
                address: (reply.status, len(reply.text))
                for template in PAGES
                for address in (template.format(list=name),)
                for reply in (service.ask(address),)
            }
            described = service.ask("/api/openapi.json").value
        return {
            "answers": answers,
            "warnings": [warning["message"] for warning in warnings],
            "pages": pages,
            "schemas": described["components"]["schemas"],
            "rules": [row for row in selo.ask("rules")["rows"] if row["list"] == name],
            "unknown": selo.refuse(opening("a", 1500, "elo-none")),
            "help": selo.done("init", "--help"),
            "again": selo.ask("ledger", "rebuild", "--check"),
            "verified": selo.answer("verify")[1]["problems"],
        }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(walked(*sys.argv[1:])))
