"""Lists left at the desk: FIDE's list and openings wait like any file, and are asked
what they do not say.
"""

import json

import pytest

from tests.exchange.sheets_made import xlsx
from tests.web.desk.officer import PARTS, Officer, choices, parts
from tests.web.serving import Served
from tests.web.test_drafts import Person
from tests.world.command import Selo
from web.store.roles import Role

OPENINGS = b"player;name;rating;games\nN1;Niemi, Nea;1850;40\nN2;Niva, Nils;1500;\n"
FIDE_LIST = b"""<playerslist>
<player><fideid>500001</fideid><name>Niemi, Nea</name><country>FIN</country><rating>1980</rating></player>
<player><fideid>500002</fideid><name>Tamm, Tiit</name><country>EST</country><rating>2100</rating></player>
</playerslist>
"""


PRINTED = (
    "   Nr Navn                      Klubb                  Elo #par Fide Hurt Lyn\n"
    "   1: Aho Aino                  Lumikosken            1778  638\n"
    "   2: Berg Bo Ivar              (Tidl. Saaristo)      1203   12 1990\n"
)


def test_a_table_of_openings_is_asked_its_list_and_its_day(
    officer: Officer, club: Selo
) -> None:
    draft = officer.sent(
        "/desk/files", parts("lista.csv", OPENINGS.replace(b";\n", b";3\n")), PARTS
    )
    page = officer.page(draft)
    assert (
        'name="on" type="date"' in page
        and 'name="list"' in page
        and ">Book<" not in page
    )
    # each question is asked once, at its field, and only of lists that are kept here
    assert page.count("which list its ratings are on") == 1
    assert choices(page)["list"] == ["", "selo", "pelo"]
    assert 'name="reason"' not in page  # there is nothing to book yet
    reply = officer.post(f"{draft}/book")  # back to the questions
    assert reply.status == 422 and "Nothing was booked yet" in reply.text
    officer.sent(f"{draft}/answers", {"on": "2022-01-01", "list": "selo"})
    page = officer.page(draft)
    assert "starting ratings" in page and "Niemi, Nea" in page and ">Book<" in page
    officer.sent(f"{draft}/book")
    assert club.ask("show", "N1")["lists"]["selo"]["rating"] == 1850
    waiting = officer.sent("/desk/files", parts("lista.csv", OPENINGS), PARTS)
    booked = officer.page(draft)
    for player in ("N1", "N2"):
        assert f'<a class="person" href="/players/{player}">' in booked
    assert f'<a href="{waiting}">Next draft waiting</a>' in booked


def test_a_list_without_ids_is_asked_who_is_on_it(officer: Officer, club: Selo) -> None:
    """What new ids begin with, and whether a name is enough; nobody is guessed."""
    draft = officer.sent("/desk/files", parts("liste.txt", PRINTED.encode()), PARTS)
    officer.sent(f"{draft}/answers", {"on": "2022-01-01", "list": "selo"})
    page = officer.page(draft)
    assert 'name="new_ids"' in page and ">Book<" not in page
    officer.sent(f"{draft}/answers", {"new_ids": "NO"})
    officer.sent(f"{draft}/book")
    assert club.ask("show", "NO0002")["lists"]["selo"]["rating"] == 1203
    later = PRINTED.replace("1203", "1300")
    draft = officer.sent("/desk/files", parts("liste.txt", later.encode()), PARTS)
    officer.sent(f"{draft}/answers", {"on": "2023-01-01", "list": "selo"})
    page = officer.page(draft)
    assert "Berg, Bo Ivar may be NO0002" in page
    assert 'name="players_by"' in page and ">Book<" not in page


def test_a_spreadsheet_of_ratings_alone_is_asked_how_many_games(
    officer: Officer, club: Selo
) -> None:
    """Its list and day first; the games once, for all."""
    rows: list[list[str | int]] = [
        ["id", "name", "rating"],
        ["N1", "Niemi, Nea", 1850],
        ["N2", "Niva, Nils", 1500],
    ]
    draft = officer.sent(
        "/desk/files", parts("lista.xlsx", xlsx({"lista": rows})), PARTS
    )
    assert 'name="on" type="date"' in officer.page(draft)
    officer.sent(f"{draft}/answers", {"on": "2022-01-01", "list": "selo"})
    page = officer.page(draft)
    assert 'name="games"' in page and ">Book<" not in page
    officer.sent(f"{draft}/answers", {"games": "25"})
    officer.sent(f"{draft}/book")
    selo = club.ask("show", "N2")["lists"]["selo"]
    assert (selo["rating"], selo["games"]) == (1500, 25)


def test_every_flaw_of_the_table_is_told_on_its_page(
    officer: Officer, club: Selo
) -> None:
    draft, before = (
        officer.sent("/desk/files", parts("lista.csv", OPENINGS), PARTS),
        club.events(),
    )
    officer.sent(f"{draft}/answers", {"on": "2022-01-01", "list": "selo"})
    page = officer.page(draft)
    assert 'role="alert"' in page and ">Book<" not in page
    assert officer.post(f"{draft}/book").status == 422 and club.events() == before


def test_a_day_that_there_is_not_is_refused(officer: Officer) -> None:
    draft = officer.sent("/desk/files", parts("lista.csv", OPENINGS), PARTS)
    refused = officer.post(f"{draft}/answers", {"on": "2022-02-30", "list": "selo"})
    assert refused.status == 422 and "not a day of the calendar" in refused.text


@pytest.mark.parametrize(
    ("everybody", "players"), [("no", []), ("yes", ["fide-500002"])]
)
def test_fides_list_of_a_day_for_those_here_or_for_a_federation(
    officer: Officer, club: Selo, everybody: str, players: list[str]
) -> None:
    draft = officer.sent("/desk/files", parts("players_list.xml", FIDE_LIST), PARTS)
    page = officer.page(draft)
    assert all(f'name="{name}"' in page for name in ("on", "everybody", "federation"))
    officer.sent(
        f"{draft}/answers",
        {"on": "2022-01-01", "everybody": everybody, "federation": "EST"},
    )
    page = officer.page(draft)
    assert (
        "FIDE's list" in page
        and f"2, of whom 0 are in the ledger and {len(players)} are new" in page
    )
    officer.sent(f"{draft}/book")
    assert [
        row["player"] for row in club.ask("player", "find", "Tamm")["rows"]
    ] == players


def test_of_a_list_of_one_kind_it_is_asked_which(officer: Officer, club: Selo) -> None:
    monthly = FIDE_LIST.replace(b"</rating>", b"</rating><k>20</k>")
    draft = officer.sent("/desk/files", parts("rapid_jan22.xml", monthly), PARTS)
    officer.sent(
        f"{draft}/answers",
        {"on": "2022-01-01", "everybody": "yes", "federation": "EST"},
    )
    page = officer.page(draft)
    assert 'name="kind"' in page
    assert "which seem to be rapid" in page
    officer.sent(f"{draft}/answers", {"kind": "rapid"})
    officer.sent(f"{draft}/book")
    assert club.ask("player", "find", "Tamm")["rows"]


@pytest.mark.parametrize("language", ["fi", "sv"])
@pytest.mark.parametrize(
    "file",
    [("lista.csv", OPENINGS), ("players_list.xml", FIDE_LIST)],
    ids=["openings", "fide"],
)
def test_a_waiting_list_speaks_one_language(
    officer: Officer, language: str, file: tuple[str, bytes]
) -> None:
    draft = officer.sent("/desk/files", parts(*file), PARTS)
    assert 'lang="en"' not in officer.page(f"/{language}{draft}").partition("<main")[2]


def test_programs_answer_and_book_lists_too(service: Served, club: Selo) -> None:
    officer = Person(service, club.ledger, Role.OFFICER, "aino")
    kept = officer.keep(FIDE_LIST, "?name=players_list.xml", "application/octet-stream")
    number = kept.value["number"]
    assert officer.see(f"/{number}/preview").codes == ["fide-list-no-day"]
    assert officer.do(number, "answers", b'{"tournament": "x"}').codes == [
        "unknown-field"
    ]
    answers = {"on": "2022-01-01", "everybody": True, "federation": "FIN"}
    assert officer.do(number, "answers", json.dumps(answers).encode()).status == 200
    booked = officer.do(number, "book")
    assert (booked.status, booked.value["source"]["new"]) == (201, 1)
