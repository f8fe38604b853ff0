"""What a rule change moves: results foreseen better or worse, and titles."""

from pathlib import Path

import pytest

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
