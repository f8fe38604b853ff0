"""Lists of the federations of Finland and Germany, as openings and held against the
ledger.
"""

import pytest

from tests.importing.importing_world import World

AS_OPENINGS = ("--as", "openings", "--list", "selo", "--on", "2024-01-01")
GERMAN = (
    "ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land\n"
    '"10101","C0101","0001","A","Adler,Anna","W","1960","202301","1901","45","1950","","4600001","GER"\n'
    '"10101","C0102","0017","P","Adler,Anna","W","1960","202301","1901","45","1950","","4600001","GER"\n'
    '"10102","C0101","0002","A","Busch,Bert","M","1971","","","","","","",""\n'
    '"10103","C0101","0003","A","Cramer,Carl","M","1975","202301","1544","3","","","",""\n'
)


@pytest.mark.features("agree")
def test_the_german_list_says_nothing_about_games_so_whoever_submits_it_does(
    world: World,
) -> None:
    """Who is in two clubs stands on it twice; whoever has no rating is passed over; its
    other columns are known.
    """
    file = world.file("spieler.csv", GERMAN)
    refused = world.submit(file, *AS_OPENINGS, code=1)
    assert [
        (one["code"], one["where"]["field"]) for one in refused.value["problems"]
    ] == [("openings-missing-column", "games")]
    assert "--games N" in refused.value["problems"][0]["hint"]
    world.submit(file, *AS_OPENINGS, "--games", "30")
    adler = world.ask("show", "10101")
    assert (
        adler["player"]["sex"],
        adler["player"]["fide_id"],
        adler["player"]["federation"],
    ) == ("f", 4600001, "GER")
    assert (adler["lists"]["selo"]["rating"], adler["lists"]["selo"]["games"]) == (
        1901,
        30,
    )
    assert world.ask("show", "10103")["lists"]["selo"]["rating"] == 1544
    assert world.run("show", "10102").code == 3
    answer = world.ask("list", "agree", file, "--list", "selo")
    assert (answer["people"], answer["same"], answer["rows"]) == (2, 2, [])
    world.player("F1", "Adler, Anna", born="1960", fide_id=4600001)
    world.run("player", "merge", "10101", "F1", "--reason", "moved to our own ids")
    answer = world.ask(
        "list",
        "agree",
        world.file("theirs.csv", GERMAN.replace("10101", "70101")),
        "--list",
        "selo",
    )
    # an id that is nobody's here, and a FIDE id that is
    assert (answer["people"], answer["same"]) == (2, 2)
    other = GERMAN.replace(
        '"P","Adler,Anna","W","1960","202301","1901"',
        '"P","Adler,Anna","W","1960","202301","1801"',
    )
    assert world.submit(
        world.file("b.csv", other), *AS_OPENINGS, "--games", "30", code=1
    ).codes == ["openings-twice"]


# what stood at the head of the list before its people had ids, and what does now
OLDEST = (
    "ZPS,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,"
    "FIDE-Titel,FIDE-ID,FIDE-Land\n"
    '"C0101","0001","A","Adler,Änne","W","D","1960","202301","1901","45","1950","","4600001","GER"\n'
    '"C0102","0017","P","Adler,Änne","W","-","1960","202301","1901","45","1950","","4600001","GER"\n'
    '"C0101","0002","A","Busch,Bert","M","D","1971","","","","","","",""\n'
    '"C0101","0003","A","Cramer,Carl","M","D","1975","202301","1544","3","","","",""\n'
    '"C0102","0003","A","Cramer,Carl","M","D","1975","202302","1544","3","","","",""\n'
)
NOW = (
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,"Letzte'
    ' Auswertung",DWZ,'
    "Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,FIDE-Frauentitel,FIDE-Elozahl-Schnellschach,"
    "FIDE-Elozahl-Blitz\n"
    '10101,C0101,0001,A,"Adler,Änne",W,D,1960,202601,1901,45,1950,,4600001,GER,Änne,Adler,WFM,1900,\n'
    '10101,C0102,0017,P,"Adler,Änne",W,-,1960,202601,1901,45,1950,,4600001,GER,Änne,Adler,WFM,1900,\n'
    '10102,C0101,0002,A,"Busch,Bert",M,D,1971,,,,,,,,Bert,Busch,,,\n'
    '10103,C0101,0003,A,"Cramer,Carl",M,D,1975,202601,1544,3,,,,,Carl,Cramer,,,\n'
)


@pytest.mark.features("agree")
@pytest.mark.parametrize(
    ("text", "ids"),
    [(OLDEST, ["C0101-0001", "C0101-0003", "C0102-0003"]), (NOW, ["10101", "10103"])],
)
def test_the_german_list_as_it_was_and_as_it_is(
    world: World, text: str, ids: list[str]
) -> None:
    """Two lines of one person differ in the club alone; two people of a name are two."""
    file = world.file("spieler.csv", text.encode("cp1252"))
    # it is recognised
    assert "--as openings" in world.submit(file, code=1).value["problems"][0]["hint"]
    world.submit(file, *AS_OPENINGS, "--games", "30")
    assert [row["player"] for row in world.ask("list", "selo")["rows"]] == ids
    adler = world.ask("show", ids[0])["player"]
    assert (
        adler["name"],
        adler["sex"],
        adler["born"],
        adler["fide_id"],
        adler["federation"],
    ) == (
        "Adler,Änne",
        "f",
        "1960",
        4600001,
        "GER",
    )
    answer = world.ask("list", "agree", file, "--list", "selo")
    assert (answer["people"], answer["same"], answer["rows"]) == (
        len(ids),
        len(ids),
        [],
    )


def test_a_line_of_the_oldest_german_list_that_is_broken_is_named(world: World) -> None:
    lines = OLDEST.replace(
        '"Cramer,Carl","M","D","1975","202301"', '"Cramer,Carl","M","D","1975,"202301"'
    ).splitlines()
    broken = [*lines[:3], "C0102,0018", *lines[3:]]
    refused = world.submit(
        world.file("a.csv", "\n".join(broken)), *AS_OPENINGS, "--games", "30", code=1
    )
    assert [
        (one["code"], one["where"]["line"]) for one in refused.value["problems"]
    ] == [("openings-quotes", 6)]


FINNISH = (
    "Id;Sukunimi;Etunimi;Seura;Selo;Selopelejä;Ikäryhmä;Maa;Lisenssi\n"
    "1001;Äyräväinen;Åke;EtVaS;1830;212;S50;FIN;L\n1002;Öhman;Eva;;1755;90;U20;;\n"
)


@pytest.mark.features("agree")
def test_the_finnish_list_is_read_as_it_is(world: World) -> None:
    file = world.file("selo.csv", FINNISH.encode("cp1252"))
    world.submit(file, *AS_OPENINGS)
    first = world.ask("show", "1001")
    assert (
        first["player"]["name"],
        first["player"]["federation"],
        first["player"]["club"],
    ) == (
        "Äyräväinen, Åke",
        "FIN",
        "EtVaS",
    )
    assert (first["lists"]["selo"]["rating"], first["lists"]["selo"]["games"]) == (
        1830,
        212,
    )
    answer = world.ask("list", "agree", file, "--list", "selo")
    assert (answer["people"], answer["same"]) == (2, 2)
    other = world.ask(
        "list",
        "agree",
        world.file("other.csv", FINNISH.replace("Öhman;Eva", "Virtanen;Eva")),
        "--list",
        "selo",
    )
    assert [(row["player"], row["why"]) for row in other["rows"]] == [
        ("1002", "other-name")
    ]
