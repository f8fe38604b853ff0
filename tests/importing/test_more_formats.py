"""The files officers have: spreadsheets, saved pages, pairing tables, matrices, other
encodings, titles on top.
"""

import zipfile
from io import BytesIO

import pytest

from exchange.results.matrix import berger
from exchange.results.pairings import read_pairings
from ledger.errors import Refused
from messages import say
from tests.exchange.sheets_made import Cell, ods, packed, page, xlsx
from tests.importing.importing_world import World

FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "Q", "--name", "Kesä")
DAYS = ("--start", "2024-06-01", "--end", "2024-06-09")
TABLE: list[list[Cell]] = [
    ["Kerhon mestaruus"],
    [],
    ["kierros", "valkea", "musta", "tulos", "päivä"],
    [1, "Aho, Aino", "Salo, Eero", "1-0", 45444],
    [2.0, "Salo, Eero", "Aho, Aino", "½-½", "8.6.2024"],
]
SWISS: list[list[Cell]] = [
    ["Rk", "Name", "Rtg", "1.Rd", "2.Rd"],
    [1, "Aho, Aino", 1900, "2w1", "3b½"],
    [2, "Berg, Bea", 1800, "1b0", "4w+"],
    [3, "Salo, Eero", 1700, "4w1", "1w½"],
    [4, "Urho, Unto", 1600, "3b0", "2b-"],
]
MATRIX: list[list[Cell]] = [
    ["Nro", "Nimi", 1, 2, 3, 4],
    [1, "Aho, Aino", "*", 1, 0.5, 1],
    [2, "Berg, Bea", 0, "*", 1, "+"],
    [3, "Salo, Eero", "½", 0, "*", 1],
    [4, "Urho, Unto", 0, "-", 0, "*"],
]
PAIRINGS = """From the Tournament-Database of Chess-Results http://chess-results.com
Syysturnaus 2024
Round 1 on 2024/06/01 at 10:00
Bo.\tNo.\t\tWhite\tRtg\tPts.\tResult\tPts.\t\tBlack\tRtg\tNo.
1\t1\tFM\tAho, Aino\t2100\t0\t1 - 0\t0\t\tSalo, Eero\t1900\t3
2\t4\t\tBerg, Bea\t1800\t0\t½ - ½\t0\t\tUrho, Unto\t2000\t2
3\t5\t\tViides, Ville\t1700\t0\t1\t\t\tbye\t\t
2. kierros 8.6.2024
Bo.\tNo.\t\tWhite\tRtg\tPts.\tResult\tPts.\t\tBlack\tRtg\tNo.
1\t2\t\tUrho, Unto\t2000\t½\t+ - -\t1\t\tViides, Ville\t1700\t5
2\t1\t\tAho, Aino\t2100\t1\t0 - 1\t½\t\tBerg, Bea\t1800\t4
3\t3\t\tSalo, Eero\t1900\t0\t0\t\t\tnot paired\t\t
"""


def games(world: World, name: str, content: bytes | str, *flags: str) -> list[str]:
    """Books the file; the games of the tournament by names."""
    world.file(name, content)
    world.submit(name, *FLAGS, *flags)
    rows = world.ask("tournament", "kesa")["games"]
    names = {
        row["player"]: row["name"].split(",")[0]
        for row in world.ask("tournament", "kesa")["crosstable"]
    }
    assert world.equal()
    return [
        f"{row['round']} {names[row['white']]} {row['result']} {names[row['black']]}"
        f" {row['on']}"
        for row in rows
    ]


SWISS_GAMES = [
    "1 Aho 1-0 Berg",
    "1 Salo 1-0 Urho",
    "2 Salo 1/2-1/2 Aho",
    "2 Berg 1-0F Urho",
]


# the same crosstable with opponent, colour and result in columns of their own
APART: list[list[Cell]] = [
    ["Rk", "SNo", "Name", "Rtg", "1.Rd", "", "", "2.Rd", "", "", "Pts"],
    [1, 7, "Aho, Aino", 1900, 2, "w", 1, 3, "b", "½", 1.5],
    [2, 3, "Berg, Bea", 1800, 1, "b", 0, 4, "w", "+", 1],
    [3, 5, "Salo, Eero", 1700, 4, "w", 1, 1, "w", "½", 1.5],
    [4, 1, "Urho, Unto", 1600, 3, "b", 0, 2, "b", "-", 0],
]


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.xlsx"])
def test_opponent_colour_and_result_in_three_columns(world: World, name: str) -> None:
    content: bytes | str = xlsx({"1": APART})
    if name != "a.xlsx":
        mark = ";" if name == "a.csv" else "\t"
        content = "\n".join(mark.join(str(cell) for cell in line) for line in APART)
    assert without_days(games(world, name, content, *DAYS)) == SWISS_GAMES


def test_a_round_without_a_game_has_empty_columns_before_its_points(
    world: World,
) -> None:
    content = (
        "Kerhon turnaus;;;;;;\n;1.Rd;;;2.Rd;;\nAho, Aino;2;w;1;;;\nBerg,"
        " Bea;1;b;0;3;w;1/2\nSalo, Eero;0;-;1;2;b;1/2\n"
    )
    assert without_days(games(world, "a.csv", content, *DAYS)) == [
        "1 Aho 1-0 Berg",
        "2 Berg 1/2-1/2 Salo",
    ]
    source = world.submit(
        "a.csv", *FLAGS, *DAYS[:2], "--end", "2024-06-10", "--dry-run", code=5
    )
    assert source.codes[0] == "other-content"


def test_three_columns_that_contradict_each_other_are_refused(world: World) -> None:
    world.file(
        "a.csv", "Aho, Aino;2;w;1;;;\nBerg, Bea;1;w;0;3;w;1\nSalo, Eero;;;;2;b;0\n"
    )
    assert world.submit("a.csv", *FLAGS, *DAYS, code=1).codes == [
        "crosstable-same-colours"
    ]


def without_days(rows: list[str]) -> list[str]:
    return [row.rpartition(" ")[0] for row in rows]


@pytest.mark.parametrize("name", ["a.xlsx", "a.ods"])
def test_a_sheet_is_the_table_it_is(world: World, name: str) -> None:
    written = [*TABLE[:3], [*TABLE[3][:4], "1.6.2024"], TABLE[4]]
    content = (
        xlsx({"Pelit": TABLE}, [(3, 4)])
        if name == "a.xlsx"
        else ods({"Pelit": written})
    )
    assert games(world, name, content) == [
        "1 Aho 1-0 Salo 2024-06-01",
        "2 Salo 1/2-1/2 Aho 2024-06-08",
    ]


def test_another_sheet_is_named(world: World) -> None:
    content = xlsx({"Pelit": TABLE, "Tulokset": SWISS})
    assert (
        without_days(games(world, "a.xlsx", content, *DAYS, "--sheet", "Tulokset"))
        == SWISS_GAMES
    )
    world.file("b.xlsx", content)
    problem = world.submit("b.xlsx", "--sheet", "Muu", code=1).value["problems"][0]
    assert problem["code"] == "no-sheet" and "Pelit, Tulokset" in problem["hint"]
    world.file("c.csv", "round;white;black;result\n1;A;B;1-0\n")
    assert world.submit("c.csv", "--sheet", "Pelit", code=1).codes == ["no-sheet"]


def test_a_saved_page_is_its_biggest_known_table(world: World) -> None:
    assert (
        without_days(games(world, "a.html", page("Kesäturnaus", SWISS), *DAYS))
        == SWISS_GAMES
    )
    source = world.submit("a.html", *FLAGS, *DAYS, "--dry-run").value["source"]
    assert (
        source["format"] == "crosstable (swiss-manager) (web page)" and source["sha256"]
    )
    world.file("b.html", page("Kesäturnaus", [["Rk", "Name"], [1, "Aho, Aino"]]))
    assert world.submit("b.html", *FLAGS, *DAYS, code=1).codes == ["other-format"]


def test_the_name_of_a_page_is_its_heading(world: World) -> None:
    world.file("a.html", page("Kesäturnaus", SWISS))
    value = world.submit("a.html", *FLAGS[:6], *DAYS, "--dry-run").value
    assert value["source"]["name"] == "Kesäturnaus"


BOARDS = [
    "1 Aho 1-0 Salo 2024-06-01",
    "1 Berg 1/2-1/2 Urho 2024-06-01",
    "2 Urho 1-0F Viides 2024-06-08",
    "2 Aho 0-1 Berg 2024-06-08",
]


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.xlsx", "semicolons.csv"])
def test_pairing_tables_round_by_round(world: World, name: str) -> None:
    rows = [line.split("\t") for line in PAIRINGS.splitlines()]
    content: bytes | str = PAIRINGS
    if name == "a.xlsx":
        content = xlsx({"1": rows})
    elif name == "semicolons.csv":
        content = PAIRINGS.replace("\t", ";")
    elif name == "a.html":
        blocks = [
            page("Syysturnaus 2024", []),
            *(
                (
                    f"<h3>{line[0]}</h3>".encode()
                    if len(line) == 1
                    else b"<table><tr>"
                    + "".join(f"<td>{cell}</td>" for cell in line).encode()
                    + b"</tr></table>"
                )
                for line in rows[2:]
            ),
        ]
        content = b"".join(blocks).replace(b"</table><table>", b"")
    assert games(world, name, content) == BOARDS


def test_a_page_that_was_copied_twice_counts_no_game_twice(world: World) -> None:
    world.file("a.txt", PAIRINGS + "\n".join(PAIRINGS.splitlines()[2:5]))
    ran = world.submit("a.txt", *FLAGS, code=1)
    assert (
        ran.codes == ["table-line-twice"]
        and "the same game is in line 5 already" in ran.messages
    )


def test_a_round_that_nothing_names_is_given(world: World) -> None:
    table = "\n".join(PAIRINGS.splitlines()[3:6]) + "\n"
    world.file("a.txt", table)
    assert world.submit("a.txt", *FLAGS, *DAYS, code=1).codes == ["pairings-no-round"]
    assert without_days(games(world, "a.txt", table, *DAYS, "--round", "3")) == [
        "3 Aho 1-0 Salo",
        "3 Berg 1/2-1/2 Urho",
    ]


def test_names_of_a_pairing_table_may_be_under_two_headings_of_names(
    world: World,
) -> None:
    table = (
        "Runde 2\nBr.\tNr.\tName\tElo\tErgebnis\tName\tElo\tNr.\n1\t1\tAho,"
        " Aino\t\t1:0\tSalo, Eero\t\t2\n"
    )
    assert without_days(games(world, "a.txt", table, *DAYS)) == ["2 Aho 1-0 Salo"]


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.xlsx"])
def test_a_matrix_asks_for_its_colours(world: World, name: str) -> None:
    rows = [[str(cell) for cell in row] for row in MATRIX]
    content: bytes | str = "\n".join("  ".join(row) for row in rows)
    if name != "a.txt":
        content = (
            xlsx({"1": MATRIX})
            if name == "a.xlsx"
            else "\n".join(";".join(row) for row in rows)
        )
    world.file(name, content)
    ran = world.submit(name, *FLAGS, *DAYS, code=1)
    assert ran.codes == ["needs-answer"] and ran.fields == ["colours"]
    assert without_days(games(world, name, content, *DAYS, "--colours", "berger")) == [
        "1 Aho 1-0 Urho",
        "1 Berg 1-0 Salo",
        "2 Aho 1-0 Berg",
        "2 Urho 0-1 Salo",
        "3 Salo 1/2-1/2 Aho",
        "3 Berg 1-0F Urho",
    ]


@pytest.mark.parametrize("sign", ["", "-", "–", "XXX"])
@pytest.mark.parametrize("behind", ["", ";2,5;1", ";2.5;1", ";2;1"])
def test_a_diagonal_that_is_only_coloured_is_known_by_the_results(
    world: World, sign: str, behind: str
) -> None:
    rows = ("{};1;½;1", "0;{};1;1/2", "½;0;{};0", "0;½;1;{}")
    names = ("Aho, Aino", "Berg, Bea", "Salo, Eero", "Urho, Unto")
    lines = [
        f"{number};{name};{row.format(sign)}{behind}"
        for number, (name, row) in enumerate(zip(names, rows, strict=True), 1)
    ]
    content = "\n".join(["No;Name;1;2;3;4;Pts;Rk", *lines, ""])
    assert without_days(
        games(world, "a.csv", content, *DAYS, "--colours", "berger")
    ) == [
        "1 Aho 1-0 Urho",
        "1 Berg 1-0 Salo",
        "2 Aho 1-0 Berg",
        "2 Urho 1-0 Salo",
        "3 Salo 1/2-1/2 Aho",
        "3 Berg 1/2-1/2 Urho",
    ]

    # a win of both, a player with one game: no part of the table is taken alone
    one_game = content.replace("½;1\n", "½;\n").replace("0;½;1", "0;;")
    for odd in (content.replace("0;½;1", "1;½;1", 1), one_game):
        if odd != content and sign != "XXX":
            world.file("b.csv", odd)
            ran = world.submit("b.csv", *FLAGS, *DAYS, code=1)
            assert ran.codes == ["table-columns"]


@pytest.mark.parametrize("sign", ["?", "1?", "."])
def test_blanks_alone_hide_no_row_of_a_matrix(world: World, sign: str) -> None:
    """The other rows were a matrix of their own, and the games of this one lost."""
    rows = (
        f"1 Aho Aino * {sign} ½ 1",
        f"2 Berg Bea {sign} * 1 ½",
        "3 Salo Eero ½ 0 * 0",
        "4 Urho Unto 0 ½ 1 *",
        "Key: * = no game, 1 = a win",
    )
    world.file("a.txt", "\n".join(rows) + "\n")
    named = (*FLAGS, *DAYS, "--colours", "berger")
    if sign == ".":
        # a point is no game, and hides none
        assert world.submit("a.txt", *named, "--dry-run").value["games"]["games"] == 5
    else:
        ran = world.submit("a.txt", *named, code=1)
        assert set(ran.codes) == {"matrix-row-apart"}

    # the explanation is no row
    world.file("b.txt", "\n".join(rows).replace(sign, "=") + "\n")
    assert world.submit("b.txt", *named).value["games"]["games"] == 6


def test_a_matrix_without_colours_gives_white_to_the_upper_row(world: World) -> None:
    content = (
        "1 Aho Aino * 1 ½ 1\n2 Berg Bea 0 * 1 +\n3 Salo Eero ½ 0 * 1\n4 Urho Unto 0 -"
        " 0 *\n"
    )
    rows = games(world, "a.txt", content, *DAYS, "--colours", "unknown")
    assert sorted(row.split()[1] for row in rows) == [
        "Aho",
        "Aho",
        "Aho",
        "Berg",
        "Berg",
        "Salo",
    ]


def test_a_double_round_robin_turns_the_colours(world: World) -> None:
    content = "1;Aho, Aino;*;1½;11\n2;Berg, Bea;0½;*;10\n3;Salo, Eero;00;01;*\n"
    rows = games(world, "a.csv", content, *DAYS, "--colours", "berger")
    assert len(rows) == 6 and {"2 Aho 1-0 Berg None", "5 Berg 1/2-1/2 Aho None"} <= set(
        rows
    )


def test_a_matrix_that_contradicts_itself_is_refused(world: World) -> None:
    world.file("a.csv", "1;Aho, Aino;*;1;1\n2;Berg, Bea;1;*;1\n3;Salo, Eero;0;0;*\n")
    assert world.submit(
        "a.csv", *FLAGS, *DAYS, "--colours", "berger", code=1
    ).codes == ["matrix-contradicting-results"]


def test_a_matrix_between_commas_keeps_the_commas_of_names(world: World) -> None:
    content = '1,"Aho, Aino",*,1,"½"\n2,"Berg, Bea",0,*,1\n3,"Salo, Eero",½,0,*\n'
    rows = games(world, "a.csv", content, *DAYS, "--colours", "unknown")
    assert len(rows) == 3 and "2 Aho 1-0 Berg" in without_days(rows)


PAIRINGS_ABROAD = (
    "{round} 2 2024/01/05\n{board};{number};;{white};{result};;{black};{number}\n"
    "1;4;FM;Aho, Aino;1 - 0;;Salo, Eero;2\n2;1;;Berg, Bea;½ - ½;CM;Urho, Unto;3\n"
    "3;5;;Ek, Eva;1;;{bye};\n"
)
ABROAD = [
    ("Turno", "Sc.", "Nr.", "Bianco", "Risultato", "Nero", "non accoppiato"),
    ("Тур", "Дос.", "Ном.", "Белые", "Результат", "Черные", "нет пары"),
    ("Kolo", "Šach.", "Č.", "Bílý", "Výsledek", "Černý", "bez soupeře"),
    ("Raundi", "Nr.", "Nr.", "Bardhë", "Rezultati", "Zi", "bye"),
    ("第", "台", "序号", "白方", "结果", "黑方", "轮空"),
    ("第2轮", "台", "序号", "白方", "结果", "黑方", "轮空"),
    ("الجولة", "ط", "رقم", "الأبيض", "النتيجة", "الأسود", "bye"),
]


def test_a_page_saved_as_a_single_file_is_named(world: World) -> None:
    world.file(
        "a.mhtml",
        b"From: <Saved by Blink>\r\nSubject: Open\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related;\r\n\ttype="text/html"\r\n\r\n'
        b"<td>1</td><td>Aho</td>\r\n",
    )
    ran = world.submit("a.mhtml", *FLAGS, code=1)
    assert ran.codes == ["other-format"]
    assert "save it as HTML only" in ran.value["problems"][0]["hint"]


def test_a_page_in_utf_16_that_says_so_nowhere_loses_no_letters(world: World) -> None:
    text = "<table><tr><td>1</td><td>Łoś, Ewa</td><td>2w1</td></tr>"
    text += "<tr><td>2</td><td>Aho, Aino</td><td>1b0</td></tr></table>"
    world.file("a.html", text.encode("utf-16-le"))
    assert world.submit("a.html", *FLAGS, code=1).codes == ["control-character"]
    marked = text.encode("utf-16")
    assert without_days(games(world, "b.html", marked, *DAYS)) == ["1 Łoś 1-0 Aho"]


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("words", ABROAD)
def test_pairings_copied_from_a_page_in_another_language(
    world: World, words: tuple[str, ...], separator: str
) -> None:
    names = ("round", "board", "number", "white", "result", "black", "bye")
    text = PAIRINGS_ABROAD.format(**dict(zip(names, words, strict=True)))
    if words[0] == "第":
        text = text.replace("第 2", "第 2 轮")
    text = text.replace("第2轮 2", "第2轮2024/06/02")
    rows = games(world, "a.txt", text.replace(";", separator), *DAYS)
    assert without_days(rows) == ["2 Aho 1-0 Salo", "2 Berg 1/2-1/2 Urho"]


def test_a_word_for_a_bye_that_nobody_knows_is_no_opponent(world: World) -> None:
    names = ("round", "board", "number", "white", "result", "black", "bye")
    words = ("Round", "Bo.", "No.", "White", "Result", "Black", "zzz qqq")
    text = PAIRINGS_ABROAD.format(**dict(zip(names, words, strict=True)))
    world.file("a.csv", text)
    ran = world.submit("a.csv", *FLAGS, *DAYS, code=1)
    assert ran.codes == ["table-result"]
    assert "is 'zzz qqq' a bye?" in ran.out


@pytest.mark.parametrize(
    ("result", "numbers"), [("", ("", "")), ("+ - -", ("", "")), ("", ("1", "2"))]
)
def test_nobody_plays_against_the_word_for_a_bye_of_a_round_to_come(
    result: str, numbers: tuple[str, str]
) -> None:
    """Nothing has a result of two sides, so that one alone might be White's score."""
    white, black = numbers
    rows = [f"{white};Aho, Aino;{result};Salo, Eero;{black}", ";Ek, Eva;0;zzz qqq;"]
    if not white:
        rows.append(";Ilo, Iida;0;zzz qqq;")
    text = "\n".join(["Round 2", "No.;White;Result;Black;No.", *rows, ""])
    with pytest.raises(Refused) as refused:
        read_pairings(text.encode())
    assert "is 'zzz qqq' a bye?" in str(refused.value.problems[0].message)


def test_a_crosstable_copied_with_unknown_colours_is_no_list_of_people(
    world: World,
) -> None:
    text = "No.;Name;FED;1.Rd\n1;Aho, Aino;FIN;2x1\n2;Berg, Bea;FIN;1y0\n"
    world.file("a.csv", text)
    ran = world.submit("a.csv", *FLAGS, code=1)
    assert ran.codes == ["other-format"]
    assert "letters for the colours that are not known" in ran.out
    assert "open the page in English" in ran.out


PRINTED = """Round 2
Bo.        White         Rtg   Pts.  Result  Pts.       Black         Rtg
1          Aho, Aino     2210  1     1 - 0   1          Salo, Eero    2105
2    FM    Berg, Bea     1890  1     ½ - ½   1          Urho, Unto    1800
3          Ek, Eva       1700  0     0 - 1   0    WCM   Ilo, Iida     1650
4          Oja, Olli     1600  0             0    CM    Ukko, Urpo    1550
"""


def test_a_printed_table_may_have_titles_in_some_rows() -> None:
    """A title or a missing result moves the words of a row, and not its columns."""
    boards = read_pairings(PRINTED.encode()).boards
    assert [(one.white.name, one.result, one.black.name) for one in boards] == [
        ("Aho, Aino", "1-0", "Salo, Eero"),
        ("Berg, Bea", "1/2-1/2", "Urho, Unto"),
        ("Ek, Eva", "0-1", "Ilo, Iida"),
        ("Oja, Olli", "*", "Ukko, Urpo"),
    ]


def test_a_title_is_never_taken_for_a_player(world: World) -> None:
    ragged = "Round 2\nBo.  White  Result  Black\n1  FM  Aho, Aino  1 - 0  Salo, Eero\n"
    world.file("a.txt", ragged)
    ran = world.submit("a.txt", *FLAGS, *DAYS, code=1)
    assert "'FM' is a title, not a name" in ran.out


GROUP = "1;Aho, Aino;*;1;½\n2;Berg, Bea;0;*;1\n3;Salo, Eero;½;0;*\n"


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (GROUP + "4;Urho, Unto;½;0;1\n", [4]),
        (GROUP + GROUP.replace("Aho", "Ek"), [4, 5, 6]),
        (GROUP.replace("2;Berg", "1;Aho, Aino;*;1;½\n2;Berg"), [1]),
    ],
)
def test_a_row_that_a_matrix_would_lose_refuses_it(
    world: World, table: str, lines: list[int]
) -> None:
    """A row without its column, a second group below the first, a row that was copied."""
    world.file("a.csv", table)
    ran = world.submit("a.csv", *FLAGS, *DAYS, "--colours", "berger", code=1)
    assert ran.codes == ["matrix-row-apart"] * len(lines)


@pytest.mark.parametrize("size", [3, 4, 5, 6, 9, 10])
def test_the_berger_table_is_a_round_robin(size: int) -> None:
    pairs = [
        (one, other) for one in range(1, size + 1) for other in range(one + 1, size + 1)
    ]
    seats = [(berger(*pair, size)[0], player) for pair in pairs for player in pair]
    assert len(set(seats)) == len(seats)
    whites = [berger(*pair, size)[1] for pair in pairs]
    assert (
        max(whites.count(p) for p in range(1, size + 1))
        - min(whites.count(p) for p in range(1, size + 1))
        <= 1
    )
    assert [
        berger(*pair, 4) for pair in ((1, 4), (2, 3), (3, 4), (1, 2), (2, 4), (1, 3))
    ] == [
        (1, 1),
        (1, 2),
        (2, 4),
        (2, 1),
        (3, 2),
        (3, 3),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "sep=;\r\nround;white;black;result\r\n1;Aho, Aino;Salo, Eero;1-0\r\n".encode(
            "utf-16"
        ),
        (
            b"Kerhon mestaruus 2024;;;\n\nround;white;black;result\n1;Aho, Aino;Salo,"
            b" Eero;1-0\n"
        ),
        b'Rk,Name,Rtg,1,\n1,"Aho, Aino",1900,2w1\n2,"Salo, Eero",1800,1b0\n',
        b"round;white;black;result;Selo\n".replace(b";Selo", b"")
        + b"1;Aho, Aino;Salo, Eero;1-0\n",
    ],
)
def test_tables_with_something_above_them(world: World, content: bytes) -> None:
    assert without_days(games(world, "a.csv", content, *DAYS)) == ["1 Aho 1-0 Salo"]


def test_broken_letters_are_asked_about_with_the_likely_encoding(world: World) -> None:
    table = "round;white;black;result\n1;Иванов, Иван;Salo, Eero;1-0\n".encode("cp1251")
    world.file("a.csv", table)
    ran = world.submit("a.csv", *FLAGS, *DAYS, code=1)
    assert "with --encoding cp1251 it is Иванов, Иван" in ran.messages
    assert without_days(
        games(world, "a.csv", table, *DAYS, "--encoding", "cp1251")
    ) == ["1 Иванов 1-0 Salo"]
    # an old table of Finland: the members are found once it is read as it was written,
    # and Å is in no other encoding
    world.player("F020", "Hämäläinen, Åke")
    old = "round;white;black;result\n1;Hämäläinen, Åke;Salo, Eero;1-0\n"
    world.file("c.csv", old.replace("Å", "A").encode("cp850"))
    ran = world.submit("c.csv", *FLAGS, *DAYS, code=1)
    assert "with --encoding cp850 it is Hämäläinen, Ake" in ran.messages
    assert '--map "H„m„l„inen, Ake=F020"' in ran.value["problems"][0]["hint"]
    world.file("d.csv", old.encode("cp850"))
    assert (
        "--encoding cp850"
        in world.submit("d.csv", *FLAGS, *DAYS, code=1).value["problems"][0]["hint"]
    )
    again = ("--id", "talvi", *FLAGS[2:], "--start", "2024-01-01", *DAYS[2:])
    read = ("--players-by", "name", "--encoding", "cp850", "--dry-run")
    players = world.submit("d.csv", *again, *read).value["players"]
    assert [one["player"] for one in players["matched"]] == ["F020", "Q0002"]
    world.file("b.csv", table)
    assert world.submit(
        "b.csv", *FLAGS, *DAYS, "--encoding", "utf-8", code=1
    ).codes == ["text-encoding"]
    assert world.submit(
        "b.csv", *FLAGS, *DAYS, "--encoding", "klingon", code=1
    ).codes == ["wrong-value"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (packed({"xl/workbook.xml": "<workbook>", "a": "b"}), "sheet-broken"),
        (
            packed({"content.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}),
            "sheet-doctype",
        ),
        (
            packed({"content.xml": b"<a>" + b" " * 30_000_000 + b"</a>"}),
            "sheet-too-large",
        ),
        (packed({"readme.txt": "hello"}), "other-format"),
        (packed({"content.xml": "<a/>"})[:-30], "sheet-broken"),
        (b"\x1f\x8b\x08", "other-format"),
        (b"{\\rtf1\\ansi hello}", "other-format"),
        (xlsx({"1": [["x"] * 3] * 3}), "table-columns"),
        (xlsx({"1": [["x"] * 2] * 3}), "unknown-format"),
        (("<table>" * 100 + "<tr><td>1").encode(), "sheet-too-large"),
    ],
    ids=range(10),  # not the bytes: a packed file holds the time it was made
)
def test_what_is_not_read_is_named(world: World, content: bytes, code: str) -> None:
    world.file("a.dat", content)
    assert world.submit("a.dat", *FLAGS, *DAYS, code=1).codes == [code]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_sheet_that_is_packed_in_another_way_is_refused(method: int) -> None:
    """Found by changed bytes: a stream that is no bzip2 is an error of the operating
    system to Python.
    """
    from io import BytesIO

    from exchange.spreadsheets.archives import open_archive, unpacked_part
    from ledger.errors import Refused

    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("content.xml", "<a/>")
    broken = packed.getvalue().replace(b"BZh", b"BZx", 1)
    with (
        pytest.raises(Refused, match="packed in a way that no"),
        open_archive(broken, "a.ods") as archive,
    ):
        unpacked_part(archive, "content.xml", "a.ods")


def test_a_bomb_fills_no_memory() -> None:
    from exchange.spreadsheets.archives import open_archive, unpacked_part
    from exchange.spreadsheets.refusals import refusal_of_file
    from ledger.errors import Refused

    bomb = BytesIO()
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("content.xml", "w") as stream,
    ):
        for _ in range(200):
            stream.write(b"\0" * 1_000_000)
    assert refusal_of_file(
        "sheet-broken", say("the sheet is not well-formed XML: {what}", what="x"), None
    )
    with (
        pytest.raises(Refused) as caught,
        open_archive(bomb.getvalue(), "a.ods") as archive,
    ):
        unpacked_part(archive, "content.xml", "a.ods")
    assert caught.value.problems[0].code == "sheet-too-large"
