"""What letters say of reports that came late, and of corrections."""

import re
from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament
from tests.world.server import Put

MOVES = re.compile(r"(?:, |by )([+\N{MINUS SIGN}]\d+)")


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


def late_report(selo: Selo) -> None:
    """One with results that the list of April was made without."""
    selo.submit(
        tournament(
            "late", "2024-03-20", game(1, "C", "D", "1-0"), game(2, "C", "B", "0-1")
        )
    )


def test_a_report_that_came_late_is_named(selo: Selo) -> None:
    late_report(selo)
    [letter] = selo.ask(
        "letters", "list", "--since", "april", "--player", "D", "--language", "fi"
    )["rows"]
    assert (
        "20.3.2024  Kilpailu late: 0/1, " in letter["text"]
        and "(ilmoitettu myöhässä)" in letter["text"]
    )
    assert "korjattu" not in letter["text"]


def test_a_late_report_and_a_correction_are_told_apart(selo: Selo) -> None:
    late_report(selo)
    selo.done(
        "amend", "spring", "--game", "2.1", "--result", "1-0", "--reason", "misread"
    )
    [letter] = selo.ask("letters", "list", "--since", "april", "--player", "D")["rows"]
    moves = [
        int(move.replace("\N{MINUS SIGN}", "-"))
        for move in MOVES.findall(letter["text"])
    ]
    assert len(moves) == 2 and sum(moves) == letter["change"], letter["text"]


@pytest.mark.lists("elo-fide")
def test_points_that_waited_for_the_next_list_are_no_correction(tmp_path: Path) -> None:
    """The cup ends after the closing date of April, and so is on the list of May."""
    fide = Selo(tmp_path, today="2024-05-20")
    fide.done("init", "--rules", "fide-2024")
    for name in "AB":
        start = opening(name, 2000, "elo-fide", on="2024-03-01", games=100)
        fide.submit(player(name), start)
    fide.submit(
        tournament("cup", "2024-03-31", game(1, "A", "B"), game(2, "A", "B")),
    )
    fide.done("publish", "elo-fide", "april", "--as-of", "2024-04-01")
    [letter] = fide.ask("letters", "list", "--since", "april", "--player", "A")["rows"]
    assert (letter["old"], letter["new"]) == (2000, 2020)
    assert "corrected" not in letter["text"]
