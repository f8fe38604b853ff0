"""Tables of games under headings that nobody knows: what is proposed, and what is never
guessed.
"""

import random
from contextlib import suppress

import pytest

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from exchange.results.games import MEANING
from exchange.results.proposed_columns import proposal, table_under_heads
from ledger.errors import Refused
from tests.exchange.sheets_made import xlsx
from tests.exchange.test_hostile import mutated

ODD = """Seuran mestaruus

Rd.;Spieler A;Verein;Wertung;Spieler B;Datum
1;Aho, Aino;Oma;1-0;Berg, Bea;1.6.2024
1;Salo, Eero;Oma;½-½;Urho, Unto;1.6.2024
2;Berg, Bea;Toinen;0-1;Salo, Eero;13.6.2024
"""
RIGHT = "round=1,white=2,black=5,result=4,date=6"


def test_what_stands_in_the_columns_makes_the_proposal() -> None:
    found = proposal(ODD.splitlines())
    assert found is not None and found.text == RIGHT and "2 'Spieler A'" in found.heads
    file = read_games_file(ODD.encode(), "odd.csv", Settings())
    assert file.columns == found
    stated = read_games_file(ODD.encode(), "odd.csv", Settings(columns=RIGHT))
    assert stated.columns is None and stated.games == file.games
    assert [
        (g.round, g.white, g.black, g.result, g.on, g.line) for g in stated.games
    ] == [
        (1, "Aho, Aino", "Berg, Bea", "1-0", "2024-06-01", 4),
        (1, "Salo, Eero", "Urho, Unto", "1/2-1/2", "2024-06-01", 5),
        (2, "Berg, Bea", "Salo, Eero", "0-1", "2024-06-13", 6),
    ]
    # the same in a workbook, and with the digest of what was sent
    book = xlsx({"a": [line.split(";") for line in ODD.splitlines()]})
    in_book = read_games_file(book, "odd.xlsx", Settings(columns=RIGHT))
    assert [game[:4] for game in in_book.games] == [game[:4] for game in stated.games]
    assert (
        in_book.source.sha256 != stated.source.sha256
        and "xlsx" in in_book.source.format
    )


@pytest.mark.parametrize("seed", range(30))
def test_any_order_of_the_columns_is_proposed_right(seed: int) -> None:
    chance = random.Random(seed)
    people = [f"Sukunimi{letter}, Etunimi" for letter in "abcdefgh"]
    scores = ("1-0", "½-½", "0-1", "1-0F")
    rows = [
        ("1" if at < 3 else "2", *chance.sample(people, 2), chance.choice(scores))
        for at in range(6)
    ]
    order = chance.sample(("round", "white", "black", "result"), 4)
    order.remove("black")
    # White stands left of Black
    order.insert(chance.randint(order.index("white") + 1, 3), "black")
    heads = {"round": "K1", "white": "P1", "black": "P2", "result": "T"}
    mark = chance.choice(";\t")
    cells = [
        dict(zip(("round", "white", "black", "result"), row, strict=True))
        for row in rows
    ]
    text = [
        mark.join(heads[name] for name in order),
        *(mark.join(row[name] for name in order) for row in cells),
    ]
    found = proposal(text)
    assert not {head.casefold() for head in heads.values()} & MEANING.keys()
    assert found is not None and found.text == ",".join(
        f"{name}={order.index(name) + 1}"
        for name in ("round", "white", "black", "result")
    ), f"seed {seed}"


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("a;b;c\n1;2;3\n3;4;5\n", Settings()),
        ("a;b;c\nAho, A;1-0;Berg, B\nSalo, C;0-1;Urho, D\n", Settings()),
        (ODD, Settings(columns="white=2,black=5,result=4")),
        (ODD, Settings(columns="round=1,white=2,black=5")),
        (ODD, Settings(columns="round=1,white=2,black=5,result=9")),
        (
            "1;Aho, A;1-0;Berg, B\n1;Salo, C;0-1;Urho, D\n1;Eko, C;0-1;Olo, D\n",
            Settings(columns="round=1,white=2,black=4,result=3"),
        ),
    ],
    ids=[
        "no-results",
        "no-round",
        "no-round-stated",
        "no-result",
        "no-such-column",
        "no-heading",
    ],
)
def test_what_cannot_be_known_is_asked_for(text: str, settings: Settings) -> None:
    with pytest.raises(Refused) as caught:
        read_games_file(text.encode(), "odd.csv", settings)
    [problem] = caught.value.problems
    assert problem.code == "table-columns" and problem.hint


def test_a_proposal_that_does_not_fit_is_refused_with_its_lines() -> None:
    wrong = ODD.replace("0-1;Salo", "gewonnen;Salo")
    with pytest.raises(Refused) as caught:
        read_games_file(wrong.encode(), "odd.csv", Settings(columns=RIGHT))
    assert [
        (problem.code, problem.where.line) for problem in caught.value.problems
    ] == [("table-result", 6)]
    one_round = read_games_file(
        ODD.encode(), "odd.csv", Settings(columns="white=2,black=5,result=4", round=3)
    )
    assert {game.round for game in one_round.games} == {3}


def test_any_text_is_read_or_refused() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    outcomes = set()
    for _ in range(1500):
        data = mutated(ODD.encode(), chance)
        for settings in (Settings(), Settings(columns=RIGHT)):
            with suppress(Refused):
                outcomes.add(read_games_file(data, "odd.csv", settings).source.format)
        lines = data.decode("utf-8", "replace").split("\n")
        table = table_under_heads(lines, RIGHT, None)
        assert table is None or len(table) == len(lines)
    assert "table of games" in outcomes


def test_a_table_that_begins_with_a_game_has_no_headings() -> None:
    games = '1;"Aho, Aino";"Berg, Bo";1-0\n1;Cho;Dahl;½-½\n2;Berg;Cho;0-1\n'
    with pytest.raises(Refused) as refused:
        read_games_file(games.encode(), "a.csv", Settings())
    [problem] = refused.value.problems
    assert problem.code == "table-columns"
    assert str(problem.message) == (
        "the table has no line of headings: it begins with 1 '1', 2 'Aho, Aino',"
        " 3 'Berg, Bo', 4 '1-0'"
    )
    # numbers alone head the columns of many a table
    headed = proposal(["1;2;3;4", "a;b;c;d", "e;f;g;h"])
    assert headed is not None and not headed.is_headless


def test_a_wall_chart_of_us_chess_is_named() -> None:
    rows = ("AHO AINO|2.0|W   4|W   2", "BERG BO|1.0|D   3|L   1", "CHO C|0.5|D   2|U")
    chart = "".join(f" {at} | {row}|\n" for at, row in enumerate((*rows, *rows), 1))
    with pytest.raises(Refused) as refused:
        read_games_file(chart.encode(), "a.txt", Settings())
    [problem] = refused.value.problems
    assert problem.code == "other-format" and "W12" in str(problem.message)
    assert "TRF" in str(problem.hint)
