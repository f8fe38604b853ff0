"""New ids are those that a command line and an address can name."""

from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, game, player, tournament
from tests.world.server import Put


@pytest.fixture
def office(tmp_path: Path, new_ledger: Path, put: Put) -> Selo:
    office = put(Selo(tmp_path, new_ledger))
    office.submit(player("A", name="Aalto, Anna"), player("B", name="Berg, Bea"))
    office.submit(tournament("T", "2024-06-01", game(1, "A", "B")))
    return office


NEW: dict[str, tuple[Document, str]] = {
    "player": (player("-x", name="X"), "player"),
    "player that means a folder": (player("..", name="X"), "player"),
    "tournament": (tournament("-t", "2024-06-01", game(1, "A", "B")), "tournament"),
    "tournament that means a folder": (
        tournament(".", "2024-06-01", game(1, "A", "B")),
        "tournament",
    ),
    "introduced": (
        tournament(
            "U",
            "2024-06-01",
            game(1, "A", "-n"),
            players=[{"player": "-n", "name": "N"}],
        ),
        "player",
    ),
    "game in a tournament": (
        tournament("U", "2024-06-01", {**game(1, "A", "B"), "game": "--game"}),
        "games",
    ),
    "game": (
        {"kind": "game", "tournament": "T", **game(2, "A", "B"), "game": "-g"},
        "game",
    ),
    "game added": (
        {
            "kind": "amend",
            "tournament": "T",
            "reason": "x",
            "add_games": [{**game(2, "A", "B"), "game": ".."}],
        },
        "add_games",
    ),
}


@pytest.mark.parametrize("name", NEW)
def test_an_id_that_looks_like_something_else_is_refused(
    name: str, office: Selo
) -> None:
    document, field = NEW[name]
    [problem] = office.refuse(document)
    assert (problem["code"], problem["where"]["field"]) == ("bad-id", field)


def test_other_signs_inside_an_id_stay_allowed(office: Selo) -> None:
    office.submit(
        player("x-1", name="X"), player("..x", name="Y"), player("_", name="Z")
    )
    assert office.ask("show", "..x")["player"]["id"] == "..x"
