"""Tables of games, crosstables and PGN through `selo submit`, recognised by what stands
in them.
"""

import pytest

from tests.exchange.test_columns import ODD, RIGHT
from tests.exchange.test_counted_otherwise import ABROAD, DOUBLED
from tests.importing.importing_world import World

FLAGS = ("--id", "kerho", "--minutes", "90", "--new-ids", "N")
DAYS = ("--name", "Kerhoturnaus", "--start", "2024-06-01", "--end", "2024-06-02")
FINNISH = (
    "Kierros;Valkea;Musta;Tulos;Pvm\n1;Äijälä, Åke;Berg, Bea;1-0;1.6.2024\n2,0;Berg,"
    " Bea;Salo, Eero;0,5-0,5;13.6.2024\n"
)
SWISS = (
    "1;Aho, Aino;1900;2w1;3b½\n2;Berg, Bea;1800;1b0;4w+\n3;Salo,"
    " Eero;1700;4w1;1w½\n4;Urho, Unto;1600;3b0;2b-\n"
)
CLUB = "Aho Aino 1900 m2+ v3=\nBerg Bea 1800 v1- --\nSalo Eero 1700 -- m1=\n"
PGN = """[Event "Kerho"]
[Round "1"]
[Date "2024.06.01"]
[White "Aho, Aino"]
[Black "Berg, Bea"]
[Result "1-0"]
[WhiteFideId "500001"]

1. e4 e5 1-0
"""


def results(world: World, name: str = "kerho") -> list[tuple[int, str, str]]:
    return [
        (g["round"], g["result"], g["status"])
        for g in world.ask("tournament", name)["games"]
    ]


def test_a_finnish_spreadsheet_in_cp1252(world: World) -> None:
    world.file("pelit.csv", FINNISH.encode("cp1252"))
    ran = world.submit("pelit.csv", code=1)
    assert ran.fields == ["tournament", "name", "time_control", "new_ids"]
    value = world.submit("pelit.csv", *FLAGS, "--name", "Kerhoturnaus").value
    assert (value["source"]["format"], value["source"]["encoding"]) == (
        "table of games",
        "latin-1",
    )
    assert (value["source"]["start"], value["source"]["end"]) == (
        "2024-06-01",
        "2024-06-13",
    )
    assert results(world) == [(1, "1-0", "rated"), (2, "1/2-1/2", "rated")]
    assert world.ask("player", "show", "N0001")["player"]["name"] == "Äijälä, Åke"


def test_a_table_with_ids(world: World) -> None:
    for ident, name in (("P1", "Aho, Aino"), ("P2", "Berg, Bea")):
        world.player(ident, name)
    world.file(
        "t.tsv",
        "round\twhite\tblack\tresult\tboard\n1\tP1\tP2\t1-0F\t3\n2\tP2\tP1\t0-0\t1\n",
    )
    world.submit("t.tsv", *FLAGS, *DAYS)
    assert results(world) == [(1, "1-0F", "not rated"), (2, "0-0", "rated")]
    assert [g["board"] for g in world.ask("tournament", "kerho")["games"]] == [3, 1]
    world.file("t.tsv", "round\twhite\tblack\tresult\n1\tP1\tP9\t1-0\n")
    ran = world.submit("t.tsv", "--id", "other", "--minutes", "9", *DAYS, code=1)
    assert ran.messages == "P9: no player has the number P9"


def test_an_id_with_two_names_is_named(world: World) -> None:
    world.player("P1", "Aho, Aino")
    world.player("P2", "Berg, Bea")
    head = "round,white,white_name,black,black_name,result\n"
    world.file(
        "t.csv",
        f"{head}1,P1,Aino Aho,P2,Bea Berg,1-0\n2,P2,Bea Berg,P1,Unto Urho,1-0\n",
    )
    ran = world.submit("t.csv", *FLAGS, *DAYS, "--dry-run")
    assert (
        "P2 is 'Unto Urho' here" not in ran.out
        and "P1 is 'Unto Urho' here and 'Aino Aho' in line 2" in ran.out
    )
    # an id of one member with the name of another is a question, as in every file
    world.file("t.csv", f"{head}1,P1,Bea Berg,P2,Aino Aho,1-0\n")
    assert world.submit("t.csv", *FLAGS, *DAYS, code=1).codes


def test_two_points_a_game_are_asked_about(world: World) -> None:
    world.file("t.txt", DOUBLED)
    ran = world.submit("t.txt", *FLAGS, *DAYS, code=1)
    assert ran.fields == ["points"]
    world.submit("t.txt", *FLAGS, *DAYS, "--points", "doubled")
    assert [result for _, result, _ in results(world)] == [
        "1-0",
        "0-1",
        "1/2-1/2",
        "1-0",
    ]
    world.file("t.csv", "round,white,black,result\n1,Aho Aino,Berg Bea,2-0\n")
    ran = world.submit(
        "t.csv",
        "--id",
        "other",
        "--minutes",
        "90",
        "--new-ids",
        "M",
        *DAYS,
        "--players-by",
        "name",
        code=1,
    )
    assert ran.fields == ["points"] and "matches of two games" in ran.messages


def test_unknown_headings_are_a_question_with_a_proposal(world: World) -> None:
    world.file("odd.csv", ODD)
    flags = ("--id", "kerho", "--minutes", "90", "--new-ids", "N", "--name", "Kerho")
    ran = world.submit("odd.csv", *flags, code=1)
    assert ran.fields == ["columns"] and RIGHT in ran.out
    world.submit("odd.csv", *flags, "--columns", RIGHT)
    assert [result for _, result, _ in results(world)] == ["1-0", "1/2-1/2", "0-1"]
    assert world.submit("odd.csv", *flags, "--columns", "white", code=1).codes == [
        "wrong-value"
    ]


def test_games_abroad_come_in_with_whose_numbers_they_have(world: World) -> None:
    world.player("456", "Aho, Aino")
    world.player("457", "Salo, Eero")
    world.file("a.csv", ABROAD)
    flags = ("--id", "saari", "--time-control", "90+30", "--new-ids", "N", "--foreign")
    assert world.submit("a.csv", *flags, code=1).fields == ["players_by", "agreed"]
    told = world.submit("a.csv", *flags, "--players-by", "national").value
    assert [one["player"] for one in told["players"]["matched"]] == ["456", "457"]
    assert (
        told["source"]["start"],
        told["source"]["end"],
        len(told["players"]["new"]),
    ) == (
        "2007-09-22",
        "2007-09-23",
        3,
    )
    assert world.submit("a.csv", *flags, "--players-by", "national").value["recorded"][
        0
    ]["repeated"]


def test_fide_ids_in_a_table(world: World) -> None:
    world.player("P1", "Aho, Aino", fide_id=500001)
    world.player("P2", "Berg, Bea", fide_id=500002)
    world.file("t.csv", "round,white,black,result\n1,500001,500002,1-0\n")
    value = world.submit("t.csv", *FLAGS, *DAYS, "--players-by", "fide").value
    assert [one["by"] for one in value["players"]["matched"]] == ["FIDE id"] * 2


def test_names_in_a_table_are_enough_when_that_is_said(world: World) -> None:
    world.player("P1", "Aho, Aino", born="1980")
    world.player("P2", "Berg")
    world.file("t.csv", 'round,white,black,result\n1,"Aho, Aino",Berg,1-0\n')
    assert world.submit("t.csv", *FLAGS, *DAYS, code=1).codes == ["needs-answer"] * 2
    value = world.submit("t.csv", *FLAGS, *DAYS, "--players-by", "name").value
    assert [one["player"] for one in value["players"]["matched"]] == ["P1", "P2"]


def test_more_rounds_of_a_table_are_a_correction(world: World) -> None:
    world.file("t.csv", 'round,white,black,result\n1,"Aho, A","Berg, B",*\n')
    world.submit("t.csv", *FLAGS, *DAYS)
    world.file(
        "t.csv",
        'round,white,black,result\n1,"Aho, A","Berg, B",1-0\n2,"Berg, B","Aho,'
        ' A",1-0\n',
    )
    asked = world.submit("t.csv", "--id", "kerho", code=1)
    assert asked.fields == ["other_rounds", "end"]
    stay = ("--other-rounds", "stay", "--end", DAYS[-1])
    assert world.submit("t.csv", "--id", "kerho", *stay, code=5).codes == [
        "other-content",
        "game-differs",
        "game-differs",
    ]
    world.submit("t.csv", "--id", "kerho", "--as-correction", "--reason", "round 2")
    assert results(world) == [(1, "1-0", "rated"), (2, "1-0", "rated")]


@pytest.mark.parametrize(
    ("text", "style", "games"),
    [
        (
            SWISS,
            "swiss-manager",
            [
                (1, "1-0", "rated"),
                (1, "1-0", "rated"),
                (2, "1/2-1/2", "rated"),
                (2, "1-0F", "not rated"),
            ],
        ),
        (CLUB, "club", [(1, "0-1", "rated"), (2, "1/2-1/2", "rated")]),
    ],
)
def test_crosstables_are_booked(
    world: World, text: str, style: str, games: list[tuple[int, str, str]]
) -> None:
    world.file("taulukko.txt", text)
    value = world.submit("taulukko.txt", *FLAGS, *DAYS).value
    assert value["source"]["format"] == f"crosstable ({style})"
    assert results(world) == games
    assert value["players"]["new"][0]["name"].replace(",", "") == "Aho Aino"


def test_pgn_only_when_all_games_were_played(world: World) -> None:
    world.file("g.pgn", PGN)
    assert world.submit("g.pgn", *FLAGS, code=1).codes == ["pgn-not-confirmed"]
    value = world.submit("g.pgn", *FLAGS, "--all-played").value
    assert (value["source"]["name"], value["source"]["start"]) == (
        "Kerho",
        "2024-06-01",
    )
    assert world.ask("player", "show", "N0001")["player"]["fide_id"] == 500001
    world.file("r.pgn", PGN.replace('[Round "1"]\n', ""))
    assert world.submit("r.pgn", *FLAGS, "--all-played", code=1).codes == [
        "pgn-no-round"
    ]


@pytest.mark.parametrize(
    ("tags", "written", "control"),
    [
        (("5400+30", "5400+30"), "5400+30", "90+30"),
        (("40/7200:3600",), "40/7200:3600", "40/120:60"),
        (("300",), "300", "5"),
        (("5400+30", "900+10"), "5400+30, 900+10", None),
        (("5400+30", None), "5400+30", None),
        (("90+30",), "90+30", None),
        (("*180",), "*180", None),
        (("?",), "", None),
        (("-", "?"), "", None),
        ((None,), "", None),
    ],
)
def test_a_pgn_proposes_the_time_all_its_games_have(
    world: World, tags: tuple[str | None, ...], written: str, control: str | None
) -> None:
    tags_only = PGN.partition("\n\n")[0] + "\n"
    games = [
        tags_only.replace('"1"', f'"{number}"')
        + (f'[TimeControl "{tag}"]\n' if tag else "")
        for number, tag in enumerate(tags, 1)
    ]
    # has no clock
    bye = '[White "Aho, Aino"]\n[Black "bye"]\n[Result "1-0"]\n[Round "9"]\n'
    world.file("g.pgn", "\n".join([*games, bye]))
    value = world.submit("g.pgn", "--all-played", "--new-ids", "N", "--dry-run").value
    question = next(
        question
        for question in value["questions"]
        if question["field"] == "time_control"
    )
    assert (value["source"]["time"], question["proposed"]) == (written, control)
    assert world.submit(
        "g.pgn", "--all-played", "--new-ids", "N", "--id", "g", code=1
    ).fields == ["time_control"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.csv", "hello", "unknown-format"),
        ("a.trf", b"PK\x03\x04", "sheet-broken"),
        ("a.txt", "<playerslist></playerslist>", "other-format"),
        ("a.csv", "player;name;rating;games\n1;A;1500;1\n", "other-format"),
        ("a.csv", "", "empty"),
        ("a.csv", "\n \r\n", "empty"),
        ("a.pdf", b"%PDF-1.4\n\x00", "other-format"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\x00", "other-format"),
        ("a.xls", "<html><table></table></html>", "other-format"),
        ("a.TUNX", b"\x93\xff\x89\x44\x00", "program-file"),
        ("a.papi", b"\x00\x01\x00\x00Standard Jet DB\x00", "other-format"),
        ("a.txt", b"x" * (10 * 1024 * 1024 + 1), "too-large"),
        ("a.csv", "white,black\nA,B\n", "table-missing-column"),
        ("a.trf", b"001    1\xff\xfe\x81", "text-encoding"),
        ("a.trf", b"012 x\n" + b" " * (10 * 1024 * 1024 + 1), "too-large"),
        ("a.trf", "012 Nobody\n", "trf-no-players"),
        ("a.json", "001    1 m    Aho", "not-json"),
    ],
)
def test_what_is_none_of_these(
    world: World, name: str, data: str | bytes, code: str
) -> None:
    world.file(name, data)
    ran = world.submit(name, code=1)
    assert ran.codes[0] == code and (
        ran.value["problems"][0]["hint"] or name == "a.json"
    )


def test_the_content_counts_more_than_the_name(world: World) -> None:
    world.file("report.csv", PGN)
    assert (
        world.submit("report.csv", *FLAGS, "--all-played", "--dry-run").value["source"][
            "format"
        ]
        == "pgn"
    )
    world.file("people.txt", '{"kind":"player","player":"P1","name":"Aho"}')
    assert world.submit("people.txt").value["recorded"][0]["kind"] == "player"
