"""A tournament that no list rates is one where people met all the same: nobody is
forgotten in it.
"""

from contextlib import closing
from pathlib import Path

import pytest

from ledger.store.database import connect
from projections.tables.boards import boards
from tests.world.command import Selo
from tests.world.documents import amend, founding, game, open_2024, player, tournament


@pytest.fixture
def bullet(club: Selo) -> Selo:
    """E and F met with three minutes each on all their moves, which no list rates."""
    club.submit(player("E", name="Eeva Eklund"), player("F", name="Fredrik Forss"))
    club.submit(
        tournament(
            "bullet",
            "2024-03-01",
            game(1, "E", "F"),
            game(2, "F", "E", "1/2-1/2"),
            minutes=2,
        )
    )
    assert {row["status"] for row in club.ask("tournament", "bullet")["games"]} == {
        "not rated"
    }
    return club


def test_who_met_there_are_opponents(bullet: Selo) -> None:
    [row] = bullet.ask("player", "opponents", "E")["rows"]
    assert (row["player"], row["games"], row["won"], row["drawn"]) == ("F", 2, 1, 1)
    assert [
        one["tournament"] for one in bullet.ask("player", "versus", "F", "E")["games"]
    ] == [
        "bullet",
        "bullet",
    ]
    assert "bullet" in {
        row["target"] for row in bullet.ask("log", "--player", "E")["events"]
    }


def test_what_was_known_stays_when_more_is_recorded(bullet: Selo) -> None:
    seq = str(bullet.events())
    known = bullet.ask("player", "opponents", "E", "--known-seq", seq)
    bullet.submit(amend("bullet", set={"minutes": 90}))  # now they are rated
    bullet.submit(amend("bullet", games={"2.1": {"result": "0-1"}}))
    assert bullet.ask("player", "opponents", "E", "--known-seq", seq) == known


def test_who_met_there_are_two_people(bullet: Selo) -> None:
    [problem] = bullet.refused("player", "merge", "E", "F", "--reason", "one person")
    assert problem["code"] == "played-together" and "bullet" in problem["message"]
    bullet.done("withdraw", "bullet", "--reason", "x")
    bullet.done("player", "merge", "E", "F", "--reason", "one person")


def test_an_erasure_reaches_the_file_of_such_a_tournament(
    club: Selo, tmp_path: Path
) -> None:
    """Also where the file spells the name as no register does."""
    club.submit(player("E", name="Eeva Eklund"), player("F", name="Fredrik Forss"))
    file = tmp_path / "bullet.csv"
    file.write_text("round,white,black,result\n1,E,F,1-0\n", encoding="utf-8")
    days = ("--start", "2024-03-01", "--end", "2024-03-01")
    club.done(
        "submit",
        str(file),
        "--id",
        "bullet",
        "--name",
        "Bullet",
        *days,
        "--minutes",
        "2",
    )
    assert b"1,E,F,1-0" in Path(club.ledger).read_bytes()
    club.done("player", "erase", "E", "--reason", "asked by the guardian")
    assert b"1,E,F,1-0" not in Path(club.ledger).read_bytes()


def test_boards_follow_the_ledger_that_is_asked(bullet: Selo, tmp_path: Path) -> None:
    """What was tried and taken back is forgotten, and another ledger is another one."""
    (tmp_path / "other").mkdir()
    other = Selo(tmp_path / "other")
    other.done("init")
    other.submit(*founding())
    other.submit(open_2024())
    with (
        closing(connect(bullet.ledger, write=False)) as one,
        closing(connect(other.ledger, write=False)) as two,
    ):
        for _ in range(2):
            assert boards(one).tournaments("E") == ["bullet"]
            assert boards(two).tournaments("E") == [] and boards(two).tournaments(
                "A"
            ) == ["open-2024"]
    bullet.done(
        "submit",
        bullet.file("x.jsonl", tournament("later", "2024-04-01", game(1, "E", "A"))),
        "--dry-run",
    )
    with closing(connect(bullet.ledger, write=False)) as one:
        assert boards(one).tournaments("E") == ["bullet"]
        bullet.submit(tournament("later", "2024-04-01", game(1, "E", "A")))
        assert boards(one).tournaments("E") == ["bullet", "later"]


def test_a_birth_after_a_game_of_theirs_is_asked_about(bullet: Selo) -> None:
    late = bullet.submit(player("E", name="Eeva Eklund", born="2024-05-01"))
    assert [warning["message"] for warning in late["warnings"]] == [
        "E played on 2024-03-01, before they were born (2024-05-01); is the year right?"
    ]
