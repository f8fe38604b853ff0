"""What other federations and programs write: SwissPerfect, tables of two points a game,
reports of games abroad.
"""

from pathlib import Path

import pytest

from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from exchange.results.foreign import read_foreign
from exchange.results.games import read_games
from exchange.results.matrix import read_matrix
from ledger.errors import Refused

ROOT = Path(__file__).parents[2]
PERFECT = (
    "No\tName       \tIntl Id\tLoc Id\tTotal\t 1  \t 2  \t 3  \n\n1 \tAho, Aino "
    " \t500001 \t92\t2.5\t 2:W\t 0:D\t 3:+\n2 \tBerg, Bea  \t       \t93\t1.5\t 1:L\t"
    " 3:D\t 0:W\n4 \tSalo, Eero \t       \t94\t0  \t 0: \t 0: \t 0:-\n3 \tUrho, Unto \t"
    "       \t95\t0.5\t 0:L\t 2:D\t 1:-\n"
)
DOUBLED = (
    "1;Aho, Aino;2w2;3b1\n2;Berg, Bea;1b0;4w2\n3;Salo, Eero;4w0;1w1\n4;Urho,"
    " Unto;3b2;2b0\n"
)
ABROAD = """Event,"Saaren avoin, 2007"
Start,2007-09-22
End,2007-09-23
Rounds,3
Website,http://example.org

Player,456,Aho,Aino
1,0,B,Bell,Ben,2209,,ENG
2,=,W,Salo,Eero,1900,,IRL
3,=,-
Total,1

Player,457,Salo,Eero
1,1,W,Cole,Cid,2000,FM,SCO
2,=,B,Aho,Aino,1800,,IRL
3,1,B,Bell,Ben,1500,,WLS
Total,2.5
"""


def test_an_export_of_swissperfect() -> None:
    table = read_crosstable(PERFECT.encode(), "sp.txt")
    assert (kind_of("sp.txt", PERFECT.encode()), table.style, table.rounds) == (
        "crosstable",
        "swissperfect",
        3,
    )
    assert [(row.name, row.fide_id) for row in table.players] == [
        ("Aho, Aino", "500001"),
        ("Berg, Bea", ""),
        ("Salo, Eero", ""),
        ("Urho, Unto", ""),
    ]
    # numbers of the column No, in rows that are not in their order
    assert [
        (game.round, game.white, game.black, game.result) for game in table.games
    ] == [
        (1, 1, 2, "1-0"),
        (2, 2, 4, "1/2-1/2"),
        (3, 1, 4, "1-0F"),
    ]
    assert [(bye.round, bye.player, bye.code) for bye in table.byes] == [
        (1, 4, "Z"),
        (2, 1, "H"),
        (3, 2, "F"),
        (3, 3, "Z"),
    ]
    # a drawn game that was not played moves no rating either
    drawn = read_crosstable(
        PERFECT.replace(" 2:W", " 2:=").replace(" 1:L", " 1:=").encode(), "sp.txt"
    )
    assert [game.rated for game in drawn.games] == [False, True, False]


@pytest.mark.parametrize(
    ("old", "new"),
    [(" 2:W", " 9:W"), (" 1:L", " 1:W"), (" 2:W", " 2:X"), ("4 \tSalo", "3 \tSalo")],
    ids=["no-such-row", "both-won", "no-result", "a-number-twice"],
)
def test_swissperfect_is_never_half_read(old: str, new: str) -> None:
    with pytest.raises(Refused) as caught:
        read_crosstable(PERFECT.replace(old, new, 1).encode(), "sp.txt")
    assert all(problem.where.line for problem in caught.value.problems)


def test_two_points_a_game_in_a_crosstable() -> None:
    expected = [
        (1, 1, 2, "1-0"),
        (1, 3, 4, "0-1"),
        (2, 3, 1, "1/2-1/2"),
        (2, 2, 4, "1-0"),
    ]
    table = read_crosstable(DOUBLED.encode(), "t.txt")
    assert (
        table.doubled
        and [(g.round, g.white, g.black, g.result) for g in table.games] == expected
    )
    stated = read_crosstable(DOUBLED.encode(), "t.txt", points="doubled")
    assert stated.games == table.games
    usual = DOUBLED.replace("b1", "b½").replace("w1", "w½")
    for cell in ("2w2", "4w2", "3b2"):
        usual = usual.replace(cell, f"{cell[:-1]}1")
    plain = read_crosstable(usual.encode(), "t.txt")
    assert (
        not plain.doubled
        and [(g.round, g.white, g.black, g.result) for g in plain.games] == expected
    )
    # one 2 in a table that counts as usual is a slip, and stated as usual no 2 is a
    # result
    with pytest.raises(Refused) as caught:
        read_crosstable(usual.replace("2w1", "2w2").encode(), "t.txt")
    assert [problem.where.line for problem in caught.value.problems] == [1]
    for points, text in (("usual", DOUBLED), ("doubled", usual)):
        with pytest.raises(Refused):
            read_crosstable(text.encode(), "t.txt", points=points)  # type: ignore[arg-type]


def test_two_points_a_game_in_a_matrix_and_in_a_table_of_games() -> None:
    matrix = read_matrix(
        b"1;Aho;*;2;1\n2;Berg;0;*;2\n3;Salo;1;0;*\n", colours="unknown"
    )
    assert matrix.doubled and [game.result for game in matrix.games] == [
        "1-0",
        "1-0",
        "1/2-1/2",
    ]
    with pytest.raises(Refused):
        read_matrix(b"1;Aho;*;2;1\n2;Berg;0;*;2\n3;Salo;1;0;*\n", points="usual")
    assert kind_of("t", "1;Aho;*;2;½\n2;Berg;0;*;1\n3;Salo;½;0;*\n".encode()) is None
    head = b"round;white;black;result\n"
    games = read_games(
        head + b"1;A A;B B;2-0\n1;C C;D D;1 - 1\n2;A A;C C;0-2F\n2;B B;D D;0-0\n"
    )
    assert games.doubled and [game.result for game in games.games] == [
        "1-0",
        "1/2-1/2",
        "0-1F",
        "0-0",
    ]
    assert not read_games(head + b"1;A A;B B;0-0\n").doubled
    with pytest.raises(Refused) as caught:
        read_games(head + b"1;A A;B B;2-0\n1;C C;D D;1-0\n")
    assert [problem.where.line for problem in caught.value.problems] == [2]


def test_a_report_of_games_abroad() -> None:
    report = read_foreign(ABROAD.encode(), "abroad.csv")
    assert kind_of("abroad.csv", ABROAD.encode()) == "foreign"
    assert (report.event, str(report.start), str(report.end)) == (
        "Saaren avoin, 2007",
        "2007-09-22",
        "2007-09-23",
    )
    assert [
        (one.name, one.number, one.federation) for one in report.players.values()
    ] == [
        ("Aho, Aino", "456", "IRL"),
        ("Bell, Ben", "", "ENG"),
        ("Salo, Eero", "457", "IRL"),
        ("Cole, Cid", "", "SCO"),
        ("Bell, Ben", "", "WLS"),
    ]
    names = {key: f"{one.name} {one.federation}" for key, one in report.players.items()}
    assert [
        (game.round, names[game.white], names[game.black], game.result)
        for game in report.games
    ] == [
        (1, "Bell, Ben ENG", "Aho, Aino IRL", "1-0"),
        (2, "Aho, Aino IRL", "Salo, Eero IRL", "1/2-1/2"),
        (1, "Salo, Eero IRL", "Cole, Cid SCO", "1-0"),
        (3, "Bell, Ben WLS", "Salo, Eero IRL", "0-1"),
    ]
    assert len(report.byes) == 1


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("Total,1\n", "Total,2\n", ("foreign-total", 11)),
        ("Total,1\n", "Total,1e999999999\n", ("foreign-total", 11)),
        ("2,=,B,Aho", "2,=,W,Aho", ("foreign-two-sides", 15)),
        ("3,=,-", "4,=,-", ("foreign-line", 10)),
        ("1,1,W,Cole", "1,1,G,Cole", ("foreign-line", 14)),
        ("1,1,W,Cole", "1,7,W,Cole", ("foreign-line", 14)),
        ("2,=,B,Aho,Aino", "2,=,-", ("foreign-two-sides", 15)),
        (
            "3,1,B,Bell,Ben,1500,,WLS",
            "3,1,B,Aho,Aino,1500,,IRL",
            ("foreign-two-sides", 16),
        ),
        ("Aho,Aino\n", 'Aho,"Aino\n', ("foreign-line", 7)),
    ],
    ids=[
        "total",
        "a total of more digits than any memory has",
        "sides",
        "round",
        "colour",
        "result",
        "a bye where others have a game",
        "a game where others have a bye",
        "quotes",
    ],
)
def test_what_is_wrong_in_it_is_said_with_its_line(
    old: str, new: str, problem: tuple[str, int]
) -> None:
    with pytest.raises(Refused) as caught:
        read_foreign(ABROAD.replace(old, new, 1).encode(), "abroad.csv")
    assert problem in [(one.code, one.where.line) for one in caught.value.problems]


def test_the_sample_of_the_page_about_tables_is_read() -> None:
    page = (ROOT / "docs" / "how-to" / "import-tables.md").read_text("utf-8")
    sample = page.partition("```text abroad.csv\n")[2].partition("```")[0]
    assert kind_of("abroad.csv", sample.encode()) == "foreign"
    report = read_foreign(sample.encode(), "abroad.csv")
    assert [one.number for one in report.players.values()] == ["F010", ""]
    assert (len(report.games), len(report.byes)) == (1, 1)


@pytest.mark.parametrize("own", ["F010", "P-7", "finjhi", '"F010"', "456"])
def test_a_player_of_such_a_report_may_have_an_id_of_any_kind(own: str) -> None:
    text = ABROAD.replace("Player,456", f"Player,{own}").replace("457", own)
    assert kind_of("abroad.csv", text.encode()) == "foreign"


def test_a_table_with_a_column_of_players_is_no_such_report() -> None:
    text = "Event,Open\nPlayer,Club,Points\n1,Aho,Lahti\n2,Berg,Turku\n"
    assert kind_of("a.csv", text.encode()) != "foreign"
