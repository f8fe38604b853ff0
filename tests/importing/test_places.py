"""What the ledger refuses of a file is told with the line of the file it came from."""

import json

from tests.importing.importing_world import HEADER, World, row, trf
from tests.world.command import Result

FLAGS = ("--id", "kesa", "--minutes", "90", "--new-ids", "N")
TWO = trf(row(1, "Aho", (2, "w", "1")), row(2, "Berg", (1, "b", "0")))


def places(ran: Result) -> list[tuple[str, str, int | None, str | None]]:
    problems = ran.value["problems"]
    return [
        (p["code"], p["where"]["file"], p["where"]["line"], p["where"]["field"])
        for p in problems
    ]


def test_the_day_of_a_report(world: World) -> None:
    header = [line.replace("2024/06/02", "2031/06/02") for line in HEADER]
    world.file(
        "t.trf",
        trf(row(1, "Aho", (2, "w", "1")), row(2, "Berg", (1, "b", "0")), header=header),
    )
    assert places(world.submit("t.trf", *FLAGS, code=1)) == [
        ("future", "t.trf", 5, "end")
    ]
    world.file("t.trf", TWO)  # said beside the file: no line of it is to blame
    [(_, _, line, field)] = places(
        world.submit("t.trf", *FLAGS, "--end", "2031-06-02", code=1)
    )
    assert (line, field) == (None, "end")
    ran = world.submit("t.trf", *FLAGS, "--start", "2024-06-05", code=1)
    assert places(ran) == [("end-before-start", "t.trf", 5, "end")]


def test_a_name_that_is_too_long(world: World) -> None:
    world.file(
        "t.trf",
        trf(
            row(1, "Aho", (2, "w", "1")),
            row(2, "Berg", (1, "b", "0")),
            header=["012 " + "x" * 300, *HEADER[1:]],
        ),
    )
    assert places(world.submit("t.trf", *FLAGS, code=1)) == [
        ("wrong-value", "t.trf", 1, "name")
    ]


def test_two_rows_that_the_ledger_knows_as_one(world: World) -> None:
    world.player("P1", "Aho")
    world.player("P2", "Berg")
    world.file("t.csv", "round;white;black;result\n1;P1;P3;1-0\n\n2;P1;P2;1-0\n")
    world.player("P3", "Cor")
    world.file("map", "P1 P1\nP2 P1\nP3 P3\n")
    flags = (
        "--id",
        "t",
        "--minutes",
        "90",
        "--name",
        "T",
        "--start",
        "2024-06-01",
        "--end",
        "2024-06-01",
    )
    ran = world.submit("t.csv", *flags, "--map", "map", code=1)
    assert places(ran) == [("same-player", "t.csv", 4, "map.P2")]


def test_a_differing_game_has_its_line(world: World) -> None:
    world.file("t.trf", TWO)
    world.submit("t.trf", *FLAGS)
    world.file(
        "t.trf",
        trf(row(9, ""), row(1, "Aho", (2, "w", "=")), row(2, "Berg", (1, "b", "="))),
    )
    found = places(world.submit("t.trf", "--id", "kesa", code=5))
    assert found[1:] == [("game-differs", "t.trf", 8, None)]


def test_a_game_of_a_correction(world: World) -> None:
    for number in (1, 2, 3):
        world.player(f"P{number}", f"Name{'abc'[number - 1]}")
    table = "round;white;black;result;date\n1;P1;P2;1-0;2024-06-01\n"
    world.file("t.csv", table)
    flags = ("--id", "t", "--minutes", "90", "--name", "T", "--each-game-rated")
    world.submit("t.csv", *flags)
    # a game on a day to come
    world.file("t.csv", table + "\n2;P2;P3;1-0;2031-06-01\n")
    ran = world.submit(
        "t.csv",
        "--id",
        "t",
        "--as-correction",
        "--reason",
        "r",
        "--end",
        "2024-06-01",
        code=1,
    )
    assert ("t.csv", 4) in [(file, line) for _, file, line, _ in places(ran)]


def test_people_of_a_fide_list(world: World) -> None:
    world.player("P1", "Aho, Aino", fide_id=500001)
    person = "<player><fideid>{}</fideid><name>X</name><country>FIN</country><rating>{}</rating></player>\n"
    world.file(
        "l.xml",
        "<playerslist>\n"
        + person.format(1, 2000)
        + person.format(500001, 9000)
        + "</playerslist>",
    )
    ran = world.submit("l.xml", "--as", "fide-list", "--on", "2024-06-01", code=1)
    assert places(ran) == [("wrong-value", "l.xml", 3, "rating")]
    world.file(
        "l.xml", "<playerslist>\n" + person.format(500001, 2000) + "</playerslist>"
    )
    ran = world.submit("l.xml", "--as", "fide-list", "--on", "2031-06-01", code=1)
    assert places(ran)[0][1:3] == ("l.xml", 2)


def test_documents_name_the_game(world: World) -> None:
    world.player("P1", "Aho")
    game = {"round": 1, "white": "P1", "black": "P1b", "result": "1-0"}
    document = {
        "kind": "tournament",
        "tournament": "t",
        "name": "T",
        "start": "2024-06-01",
        "end": "2024-06-01",
        "minutes": 90,
        "games": [{**game, "black": "P1", "white": "Q"}, game],
    }
    world.file("t.json", json.dumps(document))
    assert [p[3] for p in places(world.submit("t.json", code=1))] == [
        "games[0].white",
        "games[1].black",
    ]
