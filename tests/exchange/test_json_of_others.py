"""JSON of other programs: match cards of the English league system are read, and what
is not read is named for what it is.
"""

import json
from typing import Any

import pytest

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from exchange.json.files import read_documents
from exchange.recognise import kind_of
from ledger.errors import Refused


def board(number: str, home: str, score: str, away: str) -> dict[str, str]:
    return {"board": number, "hname": home, "result": score, "aname": away}


def match_card(*scores: str) -> bytes:
    """A match of two boards and more, as the league system writes it."""
    rows: list[Any] = [
        board(f"{at} ( {'BW'[at % 2]} )", f"Aho{at}, Aino", score, f"Berg{at}, Bea")
        for at, score in enumerate(scores, 1)
    ]
    rows.append(board(f"{len(rows) + 1} ( W )", "Salo, Eero", "1 - 0", "Default"))
    rows.append(["Adjustment", " ", " ", "3 : -3", " ", " "])
    card = {
        "title": "Rooks A v Pawns BRound 3",
        "header": ["Board", "Rating", "Rooks A", " V ", "Pawns B", "Rating"],
        "totals": ["Total", 100, " ", "2½ - 1½", " ", 90],
        "data": rows,
    }
    return json.dumps([card], ensure_ascii=False).encode()


def cards(*scores: str) -> GamesFile:
    return read_games_file(match_card(*scores), "match.json", Settings())


def test_match_cards_are_a_league() -> None:
    file = cards("1 - 0", "½ - ½", "1 - 0(def)", "0 - 0", "")
    assert kind_of("match.json", match_card("1 - 0")) == "ecf-lms"
    assert [(one.round, one.white, one.black, one.result) for one in file.games] == [
        (3, "Aho1, Aino", "Berg1, Bea", "1-0"),
        (3, "Berg2, Bea", "Aho2, Aino", "1/2-1/2"),
        (3, "Aho3, Aino", "Berg3, Bea", "1-0F"),
        (3, "Berg4, Bea", "Aho4, Aino", "*"),
        (3, "Aho5, Aino", "Berg5, Bea", "*"),
    ]
    assert file.without_colours is None
    assert file.league is not None
    assert [team["name"] for team in file.league["teams"]] == ["Rooks A", "Pawns B"]


def test_a_card_with_another_result_is_refused() -> None:
    with pytest.raises(Refused):
        cards("1 - 0", "3 - 2")


def test_a_card_that_names_no_round_is_not_of_the_round_before() -> None:
    [named] = json.loads(match_card("1 - 0"))
    other = {**named, "title": "Knights C v Bishops D"}
    heads = ["Board", "Rating", "Knights C", " V ", "Bishops D", "Rating"]
    rows = [board("1 ( W )", "Ek, Eva", "0 - 1", "Falk, Finn")]
    other |= {"header": heads, "data": rows}
    data = json.dumps([named, other]).encode()
    with pytest.raises(Refused) as refused:
        read_games_file(data, "match.json", Settings())
    assert [one.code for one in refused.value.problems] == ["pairings-no-round"]

    stated = read_games_file(data, "match.json", Settings(round=5))
    assert {game.round for game in stated.games} == {5}


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (
            {"rank": 1, "score": 3, "username": "aho", "performance": 1900},
            "the file is a list of results of Lichess",
        ),
        (
            [{"theme": "dark", "boards": []}],
            "the file is JSON of another program; it begins with theme, boards",
        ),
        (
            {"title": "Open", "players": [{"name": "Aho"}], "rounds": [], "byes": []},
            "the file is JSON of another program; it begins with title, players, rounds",
        ),
    ],
)
def test_json_of_another_program_is_named(value: object, says: str) -> None:
    with pytest.raises(Refused) as refused:
        read_documents("file.json", json.dumps(value).encode())
    assert str(refused.value.problems[0].message).startswith(says)


def test_a_slip_in_a_document_is_none_of_another_program() -> None:
    with pytest.raises(Refused) as refused:
        read_documents("file.json", b'{"player": "F001", "name": "Aho, Aino"}')
    assert "kind is missing" in str(refused.value.problems[0].message)
