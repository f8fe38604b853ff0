"""Lists of people without games, such as starting lists; and what `selo export list`
writes, read back.
"""

import pytest

from exchange.lists.openings import read_openings
from exchange.lists.people import read_people
from exchange.recognise import kind_of
from exchange.trf.records import list_text
from ledger.errors import Refused
from tests.exchange.sheets_made import Cell, ods, page, xlsx
from tests.importing.importing_world import World

STARTING: list[list[Cell]] = [
    ["No.", "", "Name", "FideID", "FED", "Rtg", "sex", "Club/City"],
    [1, "FM", "Aho, Aino", 500001, "FIN", 2100, "w", "EtVaS"],
    [2, "", "Hallavuori, U.", "", "FIN", 1900, "", ""],
    [3, "", "Tamm, Jaan", 4500111, "EST", 0, "", "Tartu"],
    [4, "", "BYE", "", "", "", "", ""],
]
TEXT = "\n".join("\t".join(str(cell) for cell in row) for row in STARTING)
ANSWERS = ("--map", "2=F002", "--new-ids", "E")


@pytest.mark.parametrize(
    "table",
    [
        "Name;Vorname;FED\nEk;Eva;GER\n",
        "Nom;Prénom;FED\nEk;Eva;FRA\n",
        "Name;Surname;FED\nEva;Ek;ENG\n",
        "Apellidos;Nombre;FED\nEk;Eva;ESP\n",
        "Příjmení;Jméno;FED\nEk;Eva;CZE\n",
        "Фамилия;Имя;FideID\nEk;Eva;500009\n",
        "Sukunimi;Etunimi;FED\nEk;Eva;FIN\n",
    ],
)
def test_a_name_in_two_columns_is_whole_in_any_language(table: str) -> None:
    [person] = read_people(table.encode()).people
    assert person.name == "Ek, Eva"
    assert kind_of("a.csv", table.encode()) == "people"


def test_openings_have_names_in_two_columns_too() -> None:
    table = "id;name;vorname;rating;games\nF9;Ek;Eva;1500;40\n"
    [(_, row)], problems = read_openings(table.encode())
    assert (row["name"], problems) == ("Ek, Eva", [])


def test_ratings_that_a_list_of_people_does_not_bring_in_are_told(world: World) -> None:
    world.file(
        "club.csv",
        "Nimi;Syntymävuosi;Seura;Selo\n"
        "Ek, Eva;1980;EtVaS;1800\nSalo, Eero;1971;EtVaS;\nAho, Aino;1990;EtVaS;0\n",
    )
    outcome = world.submit("club.csv", "--new-ids", "P").value
    [warning] = outcome["warnings"]
    assert warning["where"] == {"file": "club.csv", "line": 1}
    assert warning["message"] == (
        "the rating of 1 player was not read; add a column of games, and it is a table"
        " of starting ratings"
    )

    # nobody takes those of a starting list for ratings to be brought in
    start = "No;Name;FideID;FED;Rtg\n1;Lind, Olli;500002;FIN;2100\n"
    world.file("start.csv", start)
    assert world.submit("start.csv", "--new-ids", "P").value["warnings"] == []


def members(world: World) -> None:
    world.player("F001", "Aho, Aino", born="1980", fide_id=500001)
    world.player("F002", "Hallavuori, Unto", born="1990")


@pytest.mark.parametrize(
    "name", ["start.html", "start.txt", "start.csv", "start.xlsx", "start.ods"]
)
def test_a_starting_list_registers_who_is_new(world: World, name: str) -> None:
    members(world)
    content: str | bytes = (
        "Kesäturnaus 2024\nStarting rank"
        f" list\n{TEXT}\n\nChess-Tournament-Results-Server\n"
    )
    if name == "start.html":
        content = page("Kesäturnaus 2024", STARTING)
    elif name in ("start.xlsx", "start.ods"):
        content = (xlsx if name == "start.xlsx" else ods)({"1": STARTING})
    elif name == "start.csv":
        content = str(content).replace("Aho, Aino", '"Aho, Aino"').replace("\t", ";")
    world.file(name, content)
    asked = world.submit(name, code=1)
    assert (
        asked.fields == ["map", "new_ids"]
        and "2 Hallavuori, U.: the name is close to" in asked.messages
    )
    value = world.submit(name, *ANSWERS).value
    assert (
        value["source"]["format"].startswith("list of people")
        and value["games"]["games"] == 0
    )
    assert [(row["number"], row["player"]) for row in value["players"]["matched"]] == [
        ("1", "F001"),
        ("2", "F002"),
    ]
    assert [row["target"] for row in value["recorded"]] == ["E0001"]
    assert any(
        "'BYE' means a bye, not a person" in warning["message"]
        for warning in value["warnings"]
    )
    person = world.ask("player", "show", "E0001")["player"]
    assert (
        person["name"],
        person["federation"],
        person["fide_id"],
        person["club"],
    ) == ("Tamm, Jaan", "EST", 4500111, "Tartu")
    # the same list again finds everybody
    assert world.submit(name, *ANSWERS[:2]).value["recorded"] == []


def test_a_list_of_people_for_people(world: World) -> None:
    members(world)
    world.file("start.html", page("Kesäturnaus 2024", STARTING))
    out = world.run("submit", "start.html", "--dry-run").out
    assert (
        "start.html: Kesäturnaus 2024" in out
        and "people: 1 matched, 1 new, 1 doubtful" in out
    )
    assert "rounds" not in out and "games" not in out


def test_a_list_of_people_is_no_tournament(world: World) -> None:
    world.file("start.txt", TEXT)
    assert world.submit("start.txt", *ANSWERS[2:], "--id", "kesa", code=1).codes == [
        "no-event"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Name;FED;FideID\nAho;FIN;12x\n", "people-fide-id"),
        ("Name;FED;Born\nAho;FIN;soon\n", "people-birth"),
        ("Name;FED;Fed.\nAho;FIN;FIN\n", "people-column-twice"),
        ("Name;FED\nAho;FIN;1;2\n", "people-fields"),
        ("No;Name;FED;Club\n1;;FIN;X\n", "people-no-name"),
        ('Name;FED\n"Aho;FIN\n', "people-quotes"),
        ("Name;FED\n", "people-empty"),
        ("Name;FED\n" + "Aho;FIN\n" * 5001, "people-too-many"),
    ],
)
def test_lists_of_people_that_are_refused(world: World, text: str, code: str) -> None:
    world.file("start.csv", text)
    ran = world.submit("start.csv", "--new-ids", "E", code=1)
    assert ran.codes == [code] and ran.value["problems"][0]["hint"]


def test_the_header_and_the_lines_of_a_list_of_people_are_told_at_once(
    world: World,
) -> None:
    world.file(
        "start.csv", "Name;FED;Fed.;Born;FideID\nAho;FIN;FIN;soon;\nBerg;FIN;FIN;;12x\n"
    )
    refused = world.submit("start.csv", "--new-ids", "E", code=1)
    assert refused.codes == ["people-column-twice", "people-birth", "people-fide-id"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "Rk;Name;FED;1.Rd;2.Rd\n1;Aho;FIN;2w1;2b0\n2;Berg;FIN;1b0;1w1\n",
            "crosstable",
        ),
        (
            "Rk;Name;FED;1;2;3\n1;Aho;FIN;*;1;½\n2;Berg;FIN;0;*;1\n3;Salo;FIN;½;0;*\n",
            "matrix",
        ),
        ("player;name;federation;rating;games\nP1;Aho;FIN;1500;20\n", "openings"),
        ("Name;FED;Rating\nAho;FIN;1500\n", "people"),
        ("Nimi;Seura\nAho;EtVaS\n", "people"),
    ],
)
def test_a_list_of_people_is_told_from_tables(text: str, kind: str) -> None:
    assert kind_of("a.csv", text.encode()) == kind


def prepared(world: World) -> None:
    members(world)
    world.player("F003", '=Berg, "Bea"; O\'Hara', federation="SWE", sex="f", club="A;B")
    for ident, rating in (("F001", 2100), ("F002", 1900), ("F003", 1850)):
        world.submit(
            world.file(
                "o.json",
                {
                    "kind": "opening",
                    "player": ident,
                    "list": "selo",
                    "on": "2024-01-01",
                    "rating": rating,
                    "games": 40,
                },
            )
        )


@pytest.mark.parametrize("form", ["csv", "json", "fixed"])
def test_an_exported_list_opens_another_ledger(world: World, form: str) -> None:
    prepared(world)
    world.file("list", world.run("export", "list", "selo", "--format", form).out)
    before = world.ask("export", "list", "selo")["rows"]
    world.path.unlink()
    assert world.run("init").code == 0
    world.submit("list", "--as", "openings", "--list", "selo", "--on", "2024-01-01")
    after = world.ask("export", "list", "selo")["rows"]
    if form == "fixed":  # which has no clubs
        before = [row | {"club": None} for row in before]
    assert after == before


def test_a_list_for_swiss_manager_brings_its_people(world: World) -> None:
    prepared(world)
    world.file(
        "list.csv", world.run("export", "list", "selo", "--format", "swiss-manager").out
    )
    before = [
        world.ask("player", "show", name)["player"] for name in ("F001", "F002", "F003")
    ]
    opened = world.submit(
        "list.csv", "--as", "openings", "--list", "selo", "--on", "2024-01-01", code=1
    )
    assert (
        opened.codes == ["openings-no-games"]
        and "without --as" in opened.value["problems"][0]["hint"]
    )
    world.path.unlink()
    assert world.run("init").code == 0
    world.submit("list.csv")
    assert [
        world.ask("player", "show", name)["player"] for name in ("F001", "F002", "F003")
    ] == before


@pytest.mark.parametrize("form", ["vega", "sharly-chess"])
def test_a_list_for_a_pairing_program_comes_back_as_people(
    world: World, form: str
) -> None:
    prepared(world)
    world.file("list.csv", world.run("export", "list", "selo", "--format", form).out)
    before = [
        world.ask("player", "show", name)["player"] for name in ("F001", "F002", "F003")
    ]
    world.path.unlink()
    assert world.run("init").code == 0
    # a list for Sharly-Chess has no ids: these are the next ones of a prefix, in the
    # order of the list
    world.submit("list.csv", "--new-ids", "F" if form == "sharly-chess" else "G")
    names = (
        ("F0001", "F0002", "F0003")
        if form == "sharly-chess"
        else ("F001", "F002", "F003")
    )
    after = [world.ask("player", "show", name)["player"] for name in names]
    kept = (
        ("fide_id", "sex", "federation")
        if form == "sharly-chess"
        else ("fide_id", "sex", "federation", "born")
    )
    assert [[one.get(name) for name in kept] for one in after] == [
        [one.get(name) for name in kept] for one in before
    ]


def test_lists_of_vega_and_names_in_two_columns_are_read() -> None:
    vega = (
        b"NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF\n"
        b"AHO AINO ;FIN;01021980;f; IM; 4100018; 2100; 7; 0; 0\n"
        b"de BERG BO;EST;00001990;m;;0;0;0;0;0\nCHO CAI;EST;00000000;m;;0;0;0;0;0\n"
    )
    people = read_people(vega).people
    assert [
        (one.name, one.federation, one.born, one.sex, one.fide_id) for one in people
    ] == [
        ("AHO, AINO", "FIN", "1980-02-01", "f", 4100018),
        ("de BERG, BO", "EST", "1990", "m", None),
        ("CHO, CAI", "EST", "", "m", None),
    ]
    two = b"Sukunimi;Etunimi;FED\nAho;Aino;FIN\nOnni;;EST\n;;\n"
    assert kind_of("a", two) == "people" and [
        one.name for one in read_people(two).people
    ] == ["Aho, Aino", "Onni"]
    with pytest.raises(Refused, match="is not a day or year"):
        read_people(vega.replace(b"01021980", b"01.02.80"))


LIST_AS_REPORT = list_text(
    "selo",
    "2024-06-30",
    [
        {"player": "F001", "name": "Aho, Aino", "born": "1980", "fide_id": 500001}
        | {"rating": 2100, "federation": "FIN", "sex": "f"},
        {"player": "F002", "name": "Hallavuori, Unto", "born": "1990", "fide_id": None}
        | {"rating": 1900, "federation": "FIN", "sex": "m"},
        {"player": "F003", "name": "Ek, Eva", "born": None, "fide_id": None}
        | {"rating": None, "federation": "FIN", "sex": None},
    ],
)


def test_a_report_without_rounds_is_a_list_of_people(world: World) -> None:
    """A rating list as a report, which `selo export list --format trf` writes."""
    members(world)
    world.file("list.trf", LIST_AS_REPORT)
    shown = world.submit("list.trf", "--dry-run", "--new-ids", "E").value
    assert [one["player"] for one in shown["players"]["matched"]] == ["F001", "F002"]
    assert [one["name"] for one in shown["players"]["new"]] == ["Ek, Eva"]
    assert shown["questions"] == []
    assert world.submit("list.trf", "--new-ids", "E").value["recorded"]


def test_a_report_with_rounds_and_no_game_is_no_list_of_people(world: World) -> None:
    """Byes alone are a round: something is missing from that report."""
    lines = [line for line in LIST_AS_REPORT.splitlines() if line.startswith("001")]
    world.file("byes.trf", "\n".join(f"{line:<90} 0000 - Z" for line in lines))
    assert world.submit("byes.trf", "--dry-run", code=1).codes == ["no-games"]


@pytest.mark.parametrize(
    "head", ["Nimi;Syntynyt;Seura;Vahvuusluku", "No.;Name;Born;Club;Rating;E-mail"]
)
def test_a_clubs_list_without_ids_is_of_people(world: World, head: str) -> None:
    members(world)
    first = "1;" if head.startswith("No.") else ""
    rows = (
        "Aho, Aino;1980;EtVaS;2100",
        "Hallavuori, Unto;1990;TuTS;1900",
        "Ek, Eva;;;",
    )
    lines = [head, *(f"{first}{row}" for row in rows)]
    world.file("seura.csv", "\n".join(lines) + "\n")
    shown = world.submit("seura.csv", "--dry-run", "--new-ids", "E").value
    assert [one["player"] for one in shown["players"]["matched"]] == ["F001", "F002"]
    assert [one["name"] for one in shown["players"]["new"]] == ["Ek, Eva"]


@pytest.mark.parametrize(
    "text",
    [
        "Name;Club;Pts\nAho, Aino;EtVaS;3\n",
        "Sija;Nimi;Seura;Pisteet\n1;Aho, Aino;EtVaS;3\n",
        "Name;Club;Wins\nAho, Aino;EtVaS;3\n",
        "Name;Rating\nAho, Aino;2100\n",
    ],
)
def test_results_without_games_are_no_list_of_people(text: str) -> None:
    assert kind_of("a.csv", text.encode()) != "people"
