"""Tables of games as spreadsheets save them, and crosstables pasted as text."""

from datetime import date

import pytest

from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from exchange.results.games import read_games
from exchange.results.written_results import as_unplayed, result
from ledger.errors import Refused

ENGLISH = (
    "round,white,black,result,date\n1,p1,p2,1-0,2024-01-13\n1,p3,p4,½-½,2024-01-13\n"
)
FINNISH = (
    "Kierros;Valkea;Musta;Tulos;Päivä\n1;Äijälä,"
    " Åke;p2;1-0;13.1.2024\n1,0;p3;p4;0,5-0,5;14.1.2024\n"
)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1-0", "1-0"),
        ("0 - 1", "0-1"),
        ("1:0", "1-0"),
        ("1–0", "1-0"),
        ("½-½", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("0.5 : 0.5", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2"),
        ("=", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0,5", "1/2-1/2"),
        ("1", "1-0"),
        ("0", "0-1"),
        ("0-0", "0-0"),
        ("½-0", "1/2-0"),
        ("0-½", "0-1/2"),
        ("1-0F", "1-0F"),
        ("0-1k", "0-1F"),
        ("0-0F", "0-0F"),
        ("1/2-1/2F", "1/2-1/2F"),
        ("+:-", "1-0F"),
        ("+-", "1-0F"),
        ("- : +", "0-1F"),
        ("- - -", "0-0F"),
        ("*", "*"),
        ("1-1", None),
        ("1-½", None),
        ("½-0F", None),
        ("+:+", None),
        ("2-0", None),
        ("1-0-0", None),
        ("F", None),
        ("", None),
        ("won", None),
    ],
)
def test_results_are_read_in_every_spelling(text: str, plain: str | None) -> None:
    assert result(text) == plain


def test_results_said_to_be_unplayed() -> None:
    assert [as_unplayed(text) for text in ("1-0", "0-1F", "*", "1/2-0")] == [
        "1-0F",
        "0-1F",
        "*",
        None,
    ]


def test_an_english_table_is_read() -> None:
    table = read_games(ENGLISH.encode(), "games.csv")
    assert (table.separator, table.source.encoding) == (",", "utf-8")
    assert [
        (game.round, game.white, game.black, game.result, game.on)
        for game in table.games
    ] == [
        (1, "p1", "p2", "1-0", date(2024, 1, 13)),
        (1, "p3", "p4", "1/2-1/2", date(2024, 1, 13)),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_finnish_table_is_read_in_every_encoding(
    encoding: str, separator: str
) -> None:
    table = read_games(FINNISH.replace(";", separator).encode(encoding))
    assert (table.separator, table.source.encoding) == (separator, encoding)
    first, second = table.games
    assert (first.white, first.on) == ("Äijälä, Åke", date(2024, 1, 13))
    assert (second.round, second.result, second.line) == (1, "1/2-1/2", 3)


def test_quotes_and_cp1252_are_read() -> None:
    data = (
        'round,white,black,result,board\r\n\r\n2,"Žuk,'
        ' ""A""",p2,"0,5-0,5",3\r\n,,,,\r\n'.encode("cp1252")
    )
    table = read_games(data)
    (game,) = table.games
    assert (table.source.encoding, table.source.line_ends) == ("cp1252", "crlf")
    assert (game.line, game.white, game.result, game.board) == (
        3,
        'Žuk, "A"',
        "1/2-1/2",
        3,
    )


def test_a_column_may_say_what_was_played() -> None:
    table = read_games(
        "kierros;valkea;musta;tulos;pelattu\n1;a;b;1-0;kyllä\n1;c;d;1-0;Ei\n".encode()
    )
    assert [game.result for game in table.games] == ["1-0", "1-0F"]


def test_days_are_asked_about_once_for_each_text() -> None:
    data = b"round,white,black,result,date\n1,a,b,1-0,3/4/2024\n1,c,d,1-0,3/4/2024\n2,a,c,1-0,4/4/2024\n"
    table = read_games(data)
    assert [(question.field, question.where.line) for question in table.questions] == [
        ("date", 2)
    ]
    assert [game.on for game in table.games] == [None, None, date(2024, 4, 4)]
    assert read_games(data, date_order="dmy").games[0].on == date(2024, 4, 3)
    proven = read_games(data + b"3,a,d,1-0,13/4/2024\n")
    assert (proven.games[0].on, proven.questions) == (date(2024, 4, 3), ())


def test_days_with_dots_are_day_month_year_unless_one_cannot_be() -> None:
    data = b"round,white,black,result,date\n1,a,b,1-0,3.4.2024\n"
    assert [
        (game.on, read.questions) for read in [read_games(data)] for game in read.games
    ] == [(date(2024, 4, 3), ())]
    assert read_games(data, date_order="mdy").games[0].on == date(2024, 3, 4)
    assert read_games(data + b"2,a,b,1-0,4.13.2024\n").games[0].on == date(2024, 3, 4)


def test_two_games_in_a_round_are_told() -> None:
    table = read_games(b"round,white,black,result\n1,a,b,1-0\n1,B,c,1-0\n")
    assert [(warning.code, warning.where.line) for warning in table.warnings] == [
        ("table-two-games", 3)
    ]


def test_a_game_on_two_lines_is_refused_and_never_counted_twice() -> None:
    table = (
        b"round,white,black,result,board,date\n1,a,b,1-0,,\n1,c,d,1-0,,\n1,A,B,1-0,,\n"
    )
    with pytest.raises(Refused) as caught:
        read_games(table)
    assert [
        (problem.code, str(problem.where)) for problem in caught.value.problems
    ] == [("table-line-twice", "4")]
    # another board, day, round, result or colour: then it is another game
    for other in (
        b"1,a,b,1-0,7,",
        b"1,a,b,1-0,,2024-01-13",
        b"2,a,b,1-0,,",
        b"1,a,b,0-1,,",
        b"1,b,a,1-0,,",
    ):
        assert len(read_games(table.replace(b"1,A,B,1-0,,", other)).games) == 3


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("table-empty", "")]),
        ("round,white,black,result\n", [("table-empty", "")]),
        (
            "white,black,when\na,b,c\n",
            [
                ("table-unknown-column", "1, when"),
                ("table-missing-column", "1, round"),
                ("table-missing-column", "1, result"),
            ],
        ),
        (
            "round,rd,white,black,result\n1,1,a,b,1-0\n",
            [("table-column-twice", "1, round")],
        ),
        (
            "round,white,black,result\nx,,a,2-0\n1,a,A,1-0\n",
            [
                ("table-round", "2, round"),
                ("table-no-player", "2, white"),
                ("table-result", "2, result"),
                ("table-own-opponent", "3, black"),
            ],
        ),
        ("round,white,black,result\n0,a,b,1-0\n", [("table-round", "2, round")]),
        ("round,white,black,result\n1,a,b,1-0,x\n", [("table-fields", "2")]),
        # what is wrong with the header and with the lines, at once; a column that is
        # not there, once
        (
            "round,white,result,date,foo\n1,A,1-0,2024-01-01\nx,A,2-0,soon\n1,,1-0\n1,A,1-0,2024-01-01\n",
            [
                ("table-unknown-column", "1, foo"),
                ("table-missing-column", "1, black"),
                ("table-round", "3, round"),
                ("table-result", "3, result"),
                ("table-date", "3, date"),
                ("table-no-player", "4, white"),
            ],
        ),
        (f"round,white,black,result\n1,{'a' * 1001},b,1-0\n", [("table-fields", "2")]),
        ('round,white,black,result\n1,"a,b,1-0\n', [("table-quotes", "2")]),
        (
            "round,white,black,result,board\n1,a,b,1-0,left\n",
            [("table-board", "2, board")],
        ),
        (
            "round,white,black,result,date\n1,a,b,1-0,soon\n",
            [("table-date", "2, date")],
        ),
        (
            "round,white,black,result,played\n1,a,b,1-0,\n",
            [("table-played", "2, played")],
        ),
        (
            "round,white,black,result,played\n1,a,b,1-0F,yes\n",
            [("table-played", "2, result")],
        ),
    ],
)
def test_tables_are_refused_with_every_place(
    text: str, problems: list[tuple[str, str]]
) -> None:
    with pytest.raises(Refused) as caught:
        read_games(text.encode())
    assert [
        (problem.code, str(problem.where)) for problem in caught.value.problems
    ] == problems
    assert all(problem.hint for problem in caught.value.problems)


SWISS_MANAGER = """Final ranking crosstable after 3 rounds
Rk.\tSNo\tName\tRtg\tFED\t1.Rd\t2.Rd\t3.Rd\tPts
1\t4\tAho Aino\t2100\tFIN\t4w1\t2b½\t3w+\t2,5
2\t1\tBerg Bo\t2000\tSWE\t3b1\t1w½\t4b½\t2
\t3\tSalo Eero\t1900\tFIN\t2w0\t4b1\t1b-\t1
4\t2\tUusi Anna\t0\tFIN\t1b0\t3w0\t2w½\t0,5

Chess-Results.com
"""
CLUB = """Kerhon mestaruus
 1. Aho Aino    1800  m3+  v2=  --   1,5
 2. Berg Bo     1700  +    m1=  v3-  1.5
 3. Salo Eero   1600  v1-  --   m2+  1
"""


def test_a_crosstable_of_swiss_manager() -> None:
    table = read_crosstable(SWISS_MANAGER.encode(), "table.txt")
    assert (table.style, table.rounds) == ("swiss-manager", 3)
    assert [player.name for player in table.players] == [
        "Aho Aino",
        "Berg Bo",
        "Salo Eero",
        "Uusi Anna",
    ]
    assert [
        (game.round, game.white, game.black, game.result) for game in table.games
    ] == [
        (1, 1, 4, "1-0"),
        (1, 3, 2, "0-1"),
        (2, 2, 1, "1/2-1/2"),
        (2, 4, 3, "0-1"),
        (3, 1, 3, "1-0F"),
        (3, 4, 2, "1/2-1/2"),
    ]


@pytest.mark.parametrize("colours", ["bn", "bč", "hs", "бч", "λμ", "bs", "白黑"])
def test_colours_of_a_copied_crosstable_are_those_of_its_language(colours: str) -> None:
    copied = SWISS_MANAGER.translate(dict(zip(map(ord, "wb"), colours, strict=True)))
    there = read_crosstable(copied.encode()).games
    assert len(there) == 6
    assert there == read_crosstable(SWISS_MANAGER.encode()).games
    assert kind_of("a.txt", copied.encode()) == "crosstable"


def test_a_round_that_was_left_out_keeps_the_numbers_of_the_others() -> None:
    lines = [line.split("\t") for line in SWISS_MANAGER.splitlines()]
    without = "\n".join("\t".join(cells[:6] + cells[7:]) for cells in lines)
    assert {game.round for game in read_crosstable(without.encode()).games} == {1, 3}
    unnumbered = without.replace("1.Rd", "Sat").replace("3.Rd", "Sun")
    assert {game.round for game in read_crosstable(unnumbered.encode()).games} == {1, 2}


def test_in_a_club_table_the_signs_are_results() -> None:
    table = read_crosstable(CLUB.encode())
    assert (table.style, table.rounds) == ("club", 3)
    assert [player.name for player in table.players] == [
        "Aho Aino",
        "Berg Bo",
        "Salo Eero",
    ]
    assert [
        (game.round, game.white, game.black, game.result) for game in table.games
    ] == [
        (1, 3, 1, "0-1"),
        (2, 1, 2, "1/2-1/2"),
        (3, 2, 3, "0-1"),
    ]
    assert all(game.rated for game in table.games)
    assert [(bye.round, bye.player, bye.code) for bye in table.byes] == [
        (1, 2, "F"),
        (2, 3, "Z"),
        (3, 1, "Z"),
    ]


@pytest.mark.parametrize(
    ("head", "one", "name"),
    [
        ("Nr;Nimi;Seura", "1;Kivi;Lumikosken Sotilas", "Kivi"),
        (
            "Rk.\tSNo\t\tName\tClub\tRtg",
            "1\t7\tGM\tAho, Aino\tEtelä-Vantaan Shakki\t2500",
            "Aho, Aino",
        ),
        ("", "1;7;FM;Aho Aino;Etelä-Vantaan Shakki;2300", "Aho Aino"),
        ("", "1;Kivi;1500", "Kivi"),
        ("", "1. Aino Kivi     LumS   1900 ", "Aino Kivi"),
        ("", "1.  Kivi Aino     Etelä-Vantaan Shakki   1900 ", "Kivi Aino"),
        ("", "1. Aho Aino EtVaS 1900 ", "Aho Aino EtVaS"),
        ("", "1  Kivi   1900 ", "Kivi"),
        ("", "1  Hallavuori Aino 1840  ", "Hallavuori Aino"),
        ("", "1  Kivi Aino 2010   LumS ", "Kivi Aino"),
    ],
)
def test_the_name_in_a_row(head: str, one: str, name: str) -> None:
    mark = next((mark for mark in "\t;" if mark in one), " ")
    text = f"{head}\n{one}{mark}2w1\n{one.replace(name, 'Ota Otto')}{mark}1b0\n"
    assert read_crosstable(text.encode()).players[0].name == name


def test_a_name_of_one_word_stands_where_the_other_names_do() -> None:
    rows = ("Aho, Aino;LahS;2w1;3b½", "Kivi;Turun S;1b0;-", "Berg, Bo;LahS;-;1w½")
    text = "".join(f"{at};{row}\n" for at, row in enumerate(rows, 1))
    names = [player.name for player in read_crosstable(text.encode()).players]
    assert names == ["Aho, Aino", "Kivi", "Berg, Bo"]


@pytest.mark.parametrize("separator", [";", "\t", "  "])
def test_a_last_round_of_signs_that_are_not_known_is_never_lost(separator: str) -> None:
    rows = ("Aho, Aino;2w1;3b?", "Berg, Bo;1b0;4w?", "Salo, E;4b½;1w?", "Ek, E;3w½;2b?")
    text = "".join(f"{at};{row}\n" for at, row in enumerate(rows, 1))
    with pytest.raises(Refused) as refused:
        read_crosstable(text.replace(";", separator).encode())
    found = [(one.code, one.where.line) for one in refused.value.problems]
    assert found == [("crosstable-cell", line) for line in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("2w1", "1b0", "1-0"),
        ("2w0", "1s1", "0-1"),
        ("2v½", "1m½", "1/2-1/2"),
        ("2w=", "1b=", "1/2-1/2"),
        ("2w1/2", "1b0,5", "1/2-1/2"),
        ("2w1K", "1b0k", "1-0F"),
        ("2w+", "1b-", "1-0F"),
        ("2w-", "1b-", "0-0F"),
        ("2w", "1b", "*"),
        ("w2+", "b1-", "1-0"),
        ("v2-", "m1+", "0-1"),
        ("v2=", "s1=", "1/2-1/2"),
        ("v2½", "m1½", "1/2-1/2"),
        ("v2", "m1", "*"),
    ],
)
def test_every_way_to_write_a_game(white: str, black: str, result: str) -> None:
    (game,) = read_crosstable(f"Aho;{white}\nBerg;{black}\n".encode()).games
    assert (game.white, game.black, game.result) == (1, 2, result)


def test_a_row_without_any_game_has_a_position_too() -> None:
    table = read_crosstable(b"Aho;3w1;0\nBerg;0;-1\nSalo;1b0;4w1\nUusi;0;3b0\n\nnote\n")
    assert [(game.white, game.black) for game in table.games] == [(1, 3), (3, 4)]
    assert [(bye.player, bye.code) for bye in table.byes] == [
        (2, "Z"),
        (4, "Z"),
        (1, "Z"),
        (2, "U"),
    ]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("no table at all\n", "crosstable-empty", None),
        ("Aho;2w1\nBerg;1b1\n", "crosstable-contradicting-results", 1),
        ("Aho;2w1\nBerg;1w0\n", "crosstable-same-colours", 1),
        ("Aho;2w1\nBerg;3b0\nSalo;2w1\n", "crosstable-one-sided-cell", 1),
        ("Aho;9w1\nBerg;1b0\n", "crosstable-unknown-opponent", 1),
        ("Aho;2w1\nBerg;b1-\n", "crosstable-two-styles", 2),
        ("Aho;2w1;3w1\nBerg;1b0;huh\nSalo;0;1b0\n", "crosstable-cell", 2),
        ("Aho 2w1 3w1\nBerg 1b0 later\nSalo 0 1b0\n", "crosstable-row", 2),
        # is the first 1 a bye or the rank?
        ("Aho 2w1 3w1\n1 1b0 0\nSalo 0 1b0\n", "crosstable-row", 2),
        ("Aho;0;2w1\nBerg;1b0\n", "crosstable-one-sided-cell", 1),
        (
            "\n".join(f"A{n};{n}w1;" + "1b1;" * 101 for n in range(3)),
            "crosstable-too-large",
            None,
        ),
    ],
)
def test_crosstables_are_refused(text: str, code: str, line: int | None) -> None:
    with pytest.raises(Refused) as caught:
        read_crosstable(text.encode())
    assert (code, line) in [
        (problem.code, problem.where.line) for problem in caught.value.problems
    ]
    assert all(problem.hint for problem in caught.value.problems)
