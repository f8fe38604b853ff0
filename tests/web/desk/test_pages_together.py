"""Several saved pages of one event, chosen together at the desk, are one draft and one
tournament; other files are left one by one.
"""

import pytest

from tests.exchange.pages_made import Board, Seat, Words, chess_results, pairings
from tests.web.desk.officer import PARTS, Officer, several_files
from tests.world.command import Selo

AHO, BERG = Seat(1, "Aho, Aino", 500001), Seat(2, "Berg, Bea", 500002)
SALO, URHO = Seat(3, "Salo, Eero"), Seat(4, "Urho, Unto", 500004)


def page(number: int, *boards: Board, name: str = "Open of Espoo 2024") -> bytes:
    table = pairings(Words.german(), number, boards)
    return chess_results(name, "Paarungen", table)


FIRST = page(1, Board(AHO, "1 - 0", SALO), Board(BERG, "½ - ½", URHO))
SECOND = page(2, Board(URHO, "0 - 1", AHO), Board(SALO, "1 - 0", BERG))


def test_pages_of_one_event_are_one_tournament(officer: Officer, club: Selo) -> None:
    files = several_files([("r1.html", FIRST), ("r2.html", SECOND)])
    draft = officer.sent("/desk/files", files, PARTS)
    shown = officer.page(draft)
    assert "r1.html + r2.html" in shown
    answers = {
        "tournament": "espoo",
        "start": "2024-03-01",
        "end": "2024-03-04",
        "minutes": "90",
        "new_ids": "E",
    }
    officer.sent(f"{draft}/answers", answers)
    officer.sent(f"{draft}/book")
    games = club.ask("tournament", "espoo")["games"]
    assert [(game["game"], game["result"]) for game in games] == [
        ("1.1", "1-0"),
        ("1.2", "1/2-1/2"),
        ("2.1", "0-1"),
        ("2.2", "1-0"),
    ]


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (
            ("a.csv", b"round,white,black,result\n1,A,B,1-0\n"),
            "a saved page of the same event, and a.csv is none",
        ),
        (
            ("b.html", page(2, Board(AHO, "1 - 0", BERG), name="Cup of Turku")),
            "and in b.html",
        ),
    ],
)
def test_other_files_are_left_one_by_one(
    officer: Officer, other: tuple[str, bytes], says: str
) -> None:
    files = several_files([("r1.html", FIRST), other])
    reply = officer.post("/desk/files", files, PARTS)
    assert reply.status == 422
    assert says in reply.text
    # a browser sends none of them a second time by itself
    assert f"Choose r1.html, {other[0]} again" in reply.text
