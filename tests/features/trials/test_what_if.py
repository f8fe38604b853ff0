"""What a rule change moves: results foreseen better or worse, and titles."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament
from tests.world.server import Put


@pytest.fixture
def selo(tmp_path: Path, put: Put) -> Selo:
    world = put(Selo(tmp_path))
    assert world.run("init").code == 0
    world.submit(*(player(name, name=f"Name {name}") for name in "ABCD"))
    world.submit(
        *(
            opening(name, rating)
            for name, rating in zip("ABCD", (1800, 1700, 1600, 1500), strict=True)
        )
    )
    world.submit(
        tournament(
            "spring",
            "2024-03-10",
            game(1, "A", "B", "0-1"),
            game(2, "C", "D", "1/2-1/2"),
        )
    )
    world.done("publish", "selo", "april", "--as-of", "2024-04-01")
    world.submit(
        tournament(
            "may", "2024-05-10", game(1, "A", "B", "0-1"), game(2, "A", "C", "1-0")
        )
    )
    world.submit(player("E", name="Name E"), opening("E", 2000, on="2024-05-20"))
    world.done("publish", "selo", "june", "--as-of", "2024-06-01")
    return world


def test_what_a_change_does_is_scored_on_the_same_games(selo: Selo) -> None:
    path = selo.file(
        "cap.json",
        {"list": "selo", "name": "no bonus", "change": {"bonus_established": 0}},
    )
    value = selo.ask("trial", "what-if", path)
    paired = value["paired"]
    assert (
        paired["games"] == 4
        and paired["log_loss"]["low"] <= paired["log_loss"]["difference"]
    )
    assert (
        paired["log_loss"]["difference"] <= paired["log_loss"]["high"]
        and value["titles"] == []
    )
    out = selo.done("trial", "what-if", path)
    assert "of the same 4 games" in out and "no title gained or lost" in out


def test_titles_that_a_change_takes(selo: Selo) -> None:
    selo.submit(*(player(name) for name in ("S", "T")))
    selo.submit(opening("S", 2195, games=200), opening("T", 2195, games=200))
    selo.submit(
        tournament(
            "cup", "2024-05-20", *(game(at, "S", "T", "1-0") for at in range(1, 8))
        )
    )
    before = {row["title"] for row in selo.ask("titles", "S")["rows"]}
    path = selo.file(
        "slow.json",
        {
            "list": "selo",
            "name": "slow",
            "change": {"kr": [[0, 0]], "bonus_established": 0},
        },
    )
    changed = selo.ask("trial", "what-if", path)["titles"]
    assert "M" in before and [
        row["title"] for row in changed if row["player"] == "S" and row["after"] is None
    ] == ["M"]
    assert selo.ask("trial", "what-if", path) == selo.ask("trial", "what-if", path)


@pytest.mark.lists("elo")
def test_strangers_are_not_told_of_people_who_are_left_out(selo: Selo) -> None:
    """No row, no title, no dot; everybody else keeps their rank."""
    people = [player(name, name=f"Name {name}") for name in "ST"]
    selo.submit(*people, opening("S", 2195, games=200), opening("T", 2195, games=200))
    games = [game(at, "S", "T", "1-0") for at in range(1, 8)]
    selo.submit(tournament("cup", "2024-05-20", *games))
    selo.submit({"kind": "player", "player": "S", "unlisted": True, "change": True})
    selo.submit({"kind": "settings", "unlisted": "left-out"})
    change = {"kr": [[0, 0]], "bonus_established": 0}
    proposal = json.dumps({"list": "selo", "name": "slow", "change": change})
    path = selo.file("slow.json", proposal)

    office = selo.ask("trial", "what-if", path)
    assert {row["player"] for row in office["compare"]["rows"]} == set("ABCDEST")
    assert {row["player"] for row in office["titles"]} == {"S"}
    with served(selo.ledger) as service:
        tried = service.ask(f"/api/what-if?proposal={quote(proposal)}").value
        compared = service.ask("/api/compare?list=selo&list=elo").value
        one = service.ask("/api/compare?list=selo&list=elo&limit=1").value
        texts = [
            service.ask(f"/{address}").text
            for address in (
                "compare.csv?list=selo&list=elo",
                "en/compare?list=selo&list=elo",
                "en/committee/rule?list=selo&number=kr&value=[[0,0]]",
            )
        ]

    assert tried["titles"] == []
    for comparison in (tried["compare"], compared):
        shown = {row["player"]: row["lists"]["selo"] for row in comparison["rows"]}
        assert shown.keys() == set("ABCDET") and shown["T"]["rank"] == 2
    [first] = one["rows"]
    assert first["player"] != "S"
    for text in texts:
        assert "Name A" in text and "Name S" not in text
        assert not re.search(r"(?<![\w.])S(?![\w.])", text)
