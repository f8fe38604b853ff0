"""FIDE's list as external ratings, a national list as openings."""

import json
from functools import partial
from pathlib import Path

import pytest

from desk.lists.fide_list import PeopleCounts, WantedPeople, external_ratings
from exchange.lists.fide import read_list
from ledger.errors import Refused
from tests.exchange.sheets_made import xlsx
from tests.importing.importing_world import World
from tests.memory import peak_of

PERSON = (
    "<player><fideid>{id}</fideid><name>{name}</name><country>{fed}</country><sex>F</sex><rating>{rating}</rating>"
    "<rapid_rating>{rapid}</rapid_rating><blitz_rating></blitz_rating><birthday>1980</birthday></player>\n"
)


def xml(*people: tuple[int, str, str, str, str]) -> str:
    body = "".join(
        PERSON.format(id=i, name=n, fed=f, rating=r, rapid=q)
        for i, n, f, r, q in people
    )
    return f"<playerslist>{body}</playerslist>"


LIST = xml(
    (500001, "Aho, Aino", "FIN", "2100", "1950"),
    (500002, "Berg, Bea", "FIN", "0", "1800"),
    (4500003, "Tamm, Jaan", "EST", "2200", ""),
)
AS = ("--as", "fide-list", "--on", "2024-06-01")


def test_a_month_of_one_kind(world: World) -> None:
    """FIDE's archive has a list a month of standard ratings, and one of rapid."""
    world.player("P1", "Aho, Aino", fide_id=500001)
    monthly = LIST.replace("rapid_rating>", "k>")
    world.file("rapid_apr19frl_xml.xml", monthly)
    refused = world.submit("rapid_apr19frl_xml.xml", *AS, code=1)
    assert refused.codes == ["fide-list-one-kind"]
    assert "--kind rapid" in refused.value["problems"][0]["hint"]
    preview = world.submit("rapid_apr19frl_xml.xml", *AS, "--kind", "rapid").value
    assert len(preview["recorded"]) == 1
    kept = world.run("export", "ledger").out
    assert "fide-rapid" in kept
    assert "fide-standard" not in kept


def test_only_those_who_are_here(world: World) -> None:
    world.player("P1", "Aho, Aino", fide_id=500001)
    world.player("P2", "Berg, Bea", fide_id=500002)
    world.player("P3", "Nobody, Known")
    world.file("players_list.xml", LIST)
    preview = world.submit("players_list.xml", *AS, "--dry-run").value
    assert preview["source"] == {
        "file": "players_list.xml",
        "format": "FIDE list",
        "on": "2024-06-01",
        "people": 3,
        "here": 2,
        "new": 0,
    }
    value = world.submit("players_list.xml", *AS).value
    assert [(r["kind"], r["target"]) for r in value["recorded"]] == [
        ("external-rating", "P1"),
        ("external-rating", "P1"),
        ("external-rating", "P2"),
    ]
    assert all(
        r["repeated"] for r in world.submit("players_list.xml", *AS).value["recorded"]
    )
    assert "FIDE list" in world.run("submit", "players_list.xml", *AS).out


def test_everybody_of_a_federation(world: World) -> None:
    world.file("l.xml", LIST)
    value = world.submit("l.xml", *AS, "--all", "--federation", "EST").value
    assert [(r["kind"], r["target"]) for r in value["recorded"]] == [
        ("player", "fide-4500003"),
        ("external-rating", "fide-4500003"),
    ]
    assert (
        world.submit("l.xml", *AS, "--all", "--new-ids", "F").value["source"]["new"]
        == 2
    )


def test_one_fide_id_of_two_players_is_left_out_and_told(world: World) -> None:
    for ident in ("P1", "P2"):
        world.player(ident, "Aho, Aino", fide_id=500001)
    world.file("l.xml", LIST)
    value = world.submit("l.xml", *AS).value
    assert (
        value["recorded"] == []
        and "belongs to P1 and P2" in value["warnings"][0]["message"]
    )
    world.run("player", "merge", "P2", "P1", "--reason", "a double")
    assert {r["target"] for r in world.submit("l.xml", *AS).value["recorded"]} == {"P1"}


def test_a_list_that_has_somebody_twice_is_refused_where_it_matters(
    world: World,
) -> None:
    """FIDE's list with one id and two ratings: nobody here knows which of them is
    right.
    """
    world.player("P1", "Aho, Aino", fide_id=500001)
    aho, again = (
        (500001, "Aho, Aino", "FIN", "2100", "1950"),
        (
            500001,
            "Aho, Aino",
            "FIN",
            "2010",
            "1950",
        ),
    )
    others = [(4500003, "Tamm, Jaan", "EST", rating, "") for rating in ("2200", "2300")]
    world.file("l.xml", xml(aho, *others, again))
    assert world.submit("l.xml", *AS, code=1).codes == ["fide-list-twice"]
    world.file("l.xml", xml(aho, *others, aho))
    assert [r["target"] for r in world.submit("l.xml", *AS).value["recorded"]] == [
        "P1"
    ] * 4
    assert world.submit("l.xml", *AS, "--all", code=1).codes == ["fide-list-twice"]


def test_who_is_not_on_the_list_is_named(world: World) -> None:
    """A download that was cut off between two lines looks like a whole list."""
    for number in range(1, 6):
        world.player(f"P{number}", "Aho, Aino", fide_id=500000 + number)
    world.file("l.xml", xml((500001, "Aho, Aino", "FIN", "2100", "")))
    (warning,) = world.submit("l.xml", *AS).value["warnings"]
    assert (
        "4 players here have FIDE ids" in warning["message"]
        and "P2" in warning["message"]
    )


def test_another_rating_of_that_day_is_warned_of(world: World) -> None:
    """A list under the day of another month; and the right one again, after a wrong one
    took its place.
    """
    world.player("P1", "Aho, Aino", fide_id=500001)
    for name, rating in (("may.xml", "2100"), ("june.xml", "2110")):
        world.file(name, xml((500001, "Aho, Aino", "FIN", rating, "")))
    assert world.submit("may.xml", *AS).value["warnings"] == []
    (wrong,) = world.submit("june.xml", *AS).value["warnings"]
    assert "P1 has 2100 on fide-standard of 2024-06-01 already" in wrong["message"]
    again = world.submit("may.xml", *AS).value
    assert (
        again["recorded"][0]["repeated"] and "2110" in again["warnings"][0]["message"]
    )
    assert world.submit("june.xml", *AS).value["warnings"] == []


def test_a_list_in_columns_is_known_too(world: World) -> None:
    head = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'SRtng':<6}{'RRtng':<6}{'BRtng':<6}B-day"
    line = f"{'500001':<15}{'Aho, Aino':<61}{'FIN':<4}{'F':<4}{'2100':<6}{'1950':<6}{'':<6}1980"
    world.player("P1", "Aho, Aino", fide_id=500001)
    world.file("l.txt", f"{head}\n{line}\n")
    assert world.submit("l.txt", code=1).codes == ["other-format"]
    assert len(world.submit("l.txt", *AS).value["recorded"]) == 2


def test_broken_lists_are_refused(world: World) -> None:
    world.file("l.xml", LIST)
    assert world.submit("l.xml", "--as", "fide-list", code=2).codes == ["usage"]
    assert world.submit("l.xml", "l.xml", *AS, code=2).codes == ["usage"]
    assert world.submit("none.xml", *AS, code=2).codes == ["no-file"]
    (world.folder / "folder.xml").mkdir()
    assert world.submit("folder.xml", *AS, code=2).messages == "this is a folder"
    world.file("long.xml", LIST + " " * (11 * 1024 * 1024))
    assert (
        "--as fide-list"
        in world.submit("long.xml", code=1).value["problems"][0]["hint"]
    )
    world.player("P1", "Aho, Aino", fide_id=500001)
    assert world.submit("l.xml", *AS[:3], "2024-13-01", code=2).codes == ["usage"]
    assert world.submit("l.xml", *AS[:3], "2024-12-01", code=1).codes == [
        "future",
        "future",
    ]
    world.file("bad.xml", LIST[:-30])
    assert world.submit("bad.xml", *AS, code=1).codes == ["fide-list-xml"]
    world.file("dtd.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]>" + LIST)
    assert world.submit("dtd.xml", *AS, code=1).codes == ["fide-list-doctype"]


def read_with_three_here(path: Path, people: int) -> None:
    """Read a list of so many people, three of whom are known here."""
    here = {
        1_000_000: ["P1"],
        1_000_000 + people // 2: ["P2"],
        999_999 + people: ["P3"],
    }
    tally = PeopleCounts()
    with path.open("rb") as stream:
        placed = list(
            external_ratings(
                read_list(stream), here, "2024-06-01", "l.xml", print, tally=tally
            )
        )
    assert (len(placed), tally.people, tally.here) == (3, people, 3)


def peak_for(path: Path, people: int, enough: float = 0) -> int:
    with path.open("w") as file:
        file.write("<playerslist>")
        for number in range(people):
            file.write(
                PERSON.format(
                    id=1_000_000 + number,
                    name="Name, Some",
                    fed="FIN",
                    rating="1500",
                    rapid="",
                )
            )
        file.write("</playerslist>")
    return peak_of(partial(read_with_three_here, path, people), enough)


@pytest.mark.measured
def test_memory_does_not_grow_with_the_list(tmp_path: Path) -> None:
    most = peak_for(tmp_path / "list.xml", 2_000) * 1.2 + 50_000
    assert peak_for(tmp_path / "list.xml", 6_000, most) < most


def test_everybody_has_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("desk.lists.fide_list.MAX_DOCUMENTS", 3)
    path = tmp_path / "l.xml"
    path.write_text(LIST)
    with path.open("rb") as stream, pytest.raises(Refused) as caught:
        list(
            external_ratings(
                read_list(stream),
                {},
                "2024-06-01",
                "l",
                print,
                WantedPeople(everybody=True),
                tally=PeopleCounts(),
            )
        )
    assert caught.value.problems[0].code == "too-many"


OPENINGS = (
    "numero;nimi;syntynyt;sukupuoli;seura;selo;pelit;normaalipelit;huippu;arvonimet;fide\n100;Äijälä,"
    " Åke;29.2.1980;M;EtVaS;1895,0;212;180;1931;M;500001\n101;Berg,"
    " Bea;1990;N;;1450;12;;;;0\n"
)
AS_OPENINGS = ("--as", "openings", "--list", "selo", "--on", "2024-01-01")


def test_a_national_list_as_openings(world: World) -> None:
    world.file("lista.csv", OPENINGS.encode("cp1252"))
    value = world.submit("lista.csv", *AS_OPENINGS).value
    assert [(r["kind"], r["target"]) for r in value["recorded"]] == [
        ("player", "100"),
        ("opening", "100"),
        ("player", "101"),
        ("opening", "101"),
    ]
    shown = world.ask("show", "100")
    assert (
        shown["lists"]["selo"]["rating"] == 1895
        and shown["lists"]["selo"]["normal_games"] == 180
    )
    person = shown["player"]
    assert (
        person["name"],
        person["born"],
        person["sex"],
        person["club"],
        person["fide_id"],
    ) == (
        "Äijälä, Åke",
        "1980-02-29",
        "m",
        "EtVaS",
        500001,
    )
    assert world.ask("player", "show", "101")["player"]["sex"] == "f"
    assert all(
        r["repeated"] for r in world.submit("lista.csv", *AS_OPENINGS).value["recorded"]
    )
    pelo = ("--as", "openings", "--list", "pelo", "--on", "2024-01-01")
    world.file("pelo.csv", "player,pelo,games\n100,1800,40\n101,1500,3\n")
    assert [r["kind"] for r in world.submit("pelo.csv", *pelo).value["recorded"]] == [
        "opening"
    ] * 2
    assert world.equal()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (
            "player;rating;games\n1;15x;1\n2;;1\n",
            ["openings-number", "openings-missing"],
        ),
        ("player;games\n1;1\n", ["openings-missing-column"]),
        ("player;rating;games;huh\n1;1500;1;x\n", ["openings-unknown-column"]),
        (
            "player;rating;selo;games\n1;1500;1;x\n",
            ["openings-column-twice", "openings-number"],
        ),
        ("player;rating;games\n1;1500;1\n1;1600;1\n", ["openings-twice"]),
        ("player;rating;games;born\n1;1500;1;soon\n", ["openings-birth"]),
        ("player;rating;games\n1;1500;1;1\n", ["openings-fields"]),
        ('player;rating;games\n"1;1500;1\n', ["openings-quotes"]),
        (
            "player;name;rating;games\nZ1;A;1500;1\nZ2;B;15",
            ["openings-cut", "openings-missing"],
        ),
        ("player;name;rating;games;peak\nZ1;A;1500;1\nZ2;B;1500;1", ["openings-cut"]),
        ("player;rating;games\n", ["openings-empty"]),
        (
            "player;rating;games\n;1500;1\n;1600;1\n",
            ["openings-missing", "openings-missing"],
        ),
        ("", ["openings-empty"]),
        ("player;name;rating;games\na b;A;1500;1\n", ["wrong-value"]),
        ("player;rating;games\n1;1500;1\n", ["no-name"]),
        ("player;name;rating;games\nP1;Salo, Eero;1500;1\n", ["other-person"]),
    ],
)
def test_openings_that_are_refused(world: World, text: str, codes: list[str]) -> None:
    world.player("P1", "Aho, Aino")
    world.file("lista.csv", text)
    assert world.submit("lista.csv", *AS_OPENINGS, code=1).codes == codes


def test_header_values_and_people_are_told_at_once(world: World) -> None:
    """The reader, the documents and the ledger each refuse something: the officer hears
    of all of it the first time.
    """
    world.player("P1", "Aho, Aino")
    world.file(
        "o.csv",
        "player;name;born;sex;rating;games;day\n"
        "Z1;B;19x0;m;18000;10;x\nZ2;C;1980;q;abc;-5;x\n"
        "P1;Salo, Eero;1990;f;1500;5;x\n;D;1990;f;1500;5;x\nx y;E;1990;f;;5\n",
    )
    refused = world.submit("o.csv", *AS_OPENINGS, code=1)
    where = [
        (problem["where"]["line"], problem["where"]["field"])
        for problem in refused.value["problems"]
    ]
    assert where == [
        (1, "day"),
        (2, "born"),
        (2, "rating"),
        (3, "rating"),
        (3, "sex"),
        (3, "games"),
        (4, None),
        (5, "player"),
        (6, "rating"),
        (6, "player"),
    ]


def test_everything_wrong_in_a_line_is_told(world: World) -> None:
    world.file(
        "o.csv",
        "numero;nimi;selo;pelit;sukupuoli;arvonimet\nZ1;B;15000;-3;X;Q\nx"
        " y;C;1500;3;M;\n",
    )
    ran = world.submit(
        "o.csv", "--as", "openings", "--list", "selo", "--on", "2024-06-01", code=1
    )
    assert [
        (p["where"]["line"], p["where"]["field"]) for p in ran.value["problems"]
    ] == [
        (2, "sex"),
        (2, "rating"),
        (2, "games"),
        (2, "titles[0]"),
        (3, "player"),
    ]


def test_openings_need_their_list(world: World) -> None:
    world.file("lista.csv", OPENINGS)
    assert world.submit(
        "lista.csv", "--as", "openings", "--on", "2024-01-01", code=2
    ).codes == ["usage"]
    assert (
        json.loads(world.submit("lista.csv", *AS_OPENINGS, "--dry-run").out)["source"][
            "people"
        ]
        == 2
    )


TABLE = (
    "numero;nimi;syntynyt;sukupuoli;seura;selo;pelit\n"
    "101;Aho, Äinö;1980;N;Etelän Shakki;1830;212\n102;Berg, Bo;1975;M;;1755;90\n"
)
AS_OPENINGS = ("--as", "openings", "--list", "selo", "--on", "2024-01-01")
SWEDISH = TABLE.replace(
    "numero;nimi;syntynyt;sukupuoli;seura;selo;pelit",
    "medlemsnummer;namn;född;kön;klubb;ratingtal;partier",
)


@pytest.mark.features("agree")
@pytest.mark.parametrize(
    "data",
    [
        TABLE.encode(),
        b"\xef\xbb\xbf" + TABLE.encode(),
        TABLE.encode("cp1252"),
        TABLE.encode("utf-16"),
        TABLE.replace("\n", "\r\n").encode(),
        TABLE.replace(";", "\t").encode(),
        ("sep=;\n" + TABLE).encode(),
        ("Selolista 1.1.2024\n\n" + TABLE).encode(),
        TABLE.replace("1830", "1830,0").encode(),
        TABLE.replace("pelit\n", "pelit;;\n").strip().encode(),
        TABLE.strip().encode("utf-16"),
        TABLE.replace("1830", "1 830").encode(),
        TABLE.replace("1830", "1\u00a0830").encode(),
        SWEDISH.encode(),
        SWEDISH.replace(";N;", ";K;").encode(),
        TABLE.replace("pelit\n", "pelit;;\n").encode(),
    ],
)
def test_a_list_is_read_as_programs_save_it(world: World, data: bytes) -> None:
    """Byte order marks, encodings, titles above the header, numbers of spreadsheets,
    headings in three languages.
    """
    world.submit(world.file("lista.csv", data), *AS_OPENINGS)
    player = world.ask("show", "101")
    assert (player["player"]["name"], player["player"]["sex"]) == ("Aho, Äinö", "f")
    assert (player["lists"]["selo"]["rating"], player["lists"]["selo"]["games"]) == (
        1830,
        212,
    )
    same = world.ask("list", "agree", "lista.csv", "--list", "selo")
    assert (same["people"], same["same"]) == (2, 2)


def test_a_spreadsheet_of_openings(world: World) -> None:
    rows: list[list[str | int | float]] = [
        ["numero", "nimi", "selo", "pelit"],
        [101, "Aho, Aino", 1830, 212],
        [102, "Berg, Bo", 1755.0, 90],
    ]
    world.submit(world.file("lista.xlsx", xlsx({"lista": rows})), *AS_OPENINGS)
    assert world.ask("show", "102")["lists"]["selo"]["rating"] == 1755


def test_games_for_all_go_with_a_list_that_is_silent_alone(world: World) -> None:
    file = world.file("lista.csv", TABLE)
    assert world.submit(file, *AS_OPENINGS, "--games", "30", code=1).codes == [
        "openings-column-twice"
    ]
    assert world.submit(file, "--games", "30", code=2).codes == ["usage"]
    assert world.submit(file, *AS_OPENINGS, "--games", "-1", code=2).codes == ["usage"]
