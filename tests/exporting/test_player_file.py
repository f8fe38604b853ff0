"""What `selo export player` gives a person who did not play: they may have directed a
tournament, or been sent to it.
"""

from typing import Any

from tests.world.command import Selo
from tests.world.documents import amend, player, tournament


def documents(selo: Selo, name: str) -> list[dict[str, Any]]:
    """The documents in somebody's file."""
    lines = selo.ask("export", "player", name)["documents"]
    return [line["document"] for line in lines]


def kinds(selo: Selo, name: str) -> list[str]:
    return [document["kind"] for document in documents(selo, name)]


def test_whoever_directs_a_tournament_has_it_in_their_file(club: Selo) -> None:
    club.submit(player("Y"), player("Z"))
    club.submit(tournament("may", "2024-05-01", "A B 1-0", minutes=90, arbiter="Z"))
    club.submit(amend("may", set={"arbiter": "Y"}))
    club.submit(amend("may", set={"place": "Turku"}))
    # until somebody else directs it, and from then on
    assert kinds(club, "Z") == ["player", "tournament", "amend"]
    assert kinds(club, "Y") == ["player", "amend", "amend"]


def test_whoever_was_sent_to_a_tournament_has_it_in_their_file(club: Selo) -> None:
    club.submit(player("Z"))
    club.submit(
        tournament("may", "2024-05-01", "A B 1-0", minutes=90, representatives=["Z"])
    )
    assert kinds(club, "Z") == ["player", "tournament"]


def test_the_organiser_is_in_nobodys_file(club: Selo) -> None:
    """It may be a person, and other people appear only as ids."""
    club.submit(
        tournament("may", "2024-05-01", "A B 1-0", minutes=90, organiser="Olli Ojala")
    )
    club.submit(amend("may", set={"organiser": "Oona Ojala", "place": "Turku"}))
    *_, booked, corrected = documents(club, "A")
    assert booked["tournament"] == "may" and corrected["set"] == {"place": "Turku"}
    assert "Ojala" not in club.done("export", "player", "A")
