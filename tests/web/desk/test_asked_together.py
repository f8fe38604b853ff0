"""One question about many rows on the page of a draft; and the command, the service and
the desk ask the same.
"""

import json
from pathlib import Path

from ledger.store import file_beside
from tests.importing.importing_world import row, trf
from tests.web.desk.officer import PARTS, Officer, choices, filled, parts
from tests.web.serving import Served
from tests.web.test_drafts import Person
from tests.world.command import Selo
from tests.world.documents import player

MEMBERS = (
    ("K1", "Äijälä, Åke", "1950-01-02", None),
    ("K2", "Öhman, Bertta", "1961-03-04", None),
    ("K3", "Järvi, Eino", "1972-05-06", None),
    ("K4", "Lehtonen, Kari", "1961-01-02", 501001),
    ("K5", "Lehtonen, Pertti", "1961-01-02", 501002),
    ("K6", "Niemi, Johannes", "1959", None),
)
REPORT = trf(
    row(1, "Äijälä, Åke", (2, "w", "1")),
    row(2, "Öhman, Bertta", (1, "b", "0")),
    row(3, "Järvi, Eino", (4, "w", "=")),
    row(4, "Lehtonen, Kari", (3, "b", "="), ident="501002", born="1961/01/02"),
    row(5, "Niemi, Jussi", (6, "w", "1"), born="1959"),
    row(6, "Tamm, Jaan", (5, "b", "0"), born="1990"),
)
ANSWERS = {"tournament": "kesa", "time_control": "90+30", "new_ids": "Q"}
SURE = {"sure.no-balance:kesa": "yes"}  # a FIDE id, and no opening


def members(club: Selo) -> None:
    for ident, name, born, number in MEMBERS:
        club.submit(
            player(
                ident, name=name, born=born, **({"fide_id": number} if number else {})
            )
        )


def test_every_door_asks_the_same(
    service: Served, officer: Officer, club: Selo
) -> None:
    members(club)
    (club.folder / "kesa.trf").write_bytes(REPORT)
    flags = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "Q")
    by_command = club.ask("submit", str(club.folder / "kesa.trf"), *flags, "--dry-run")
    api = Person(service, club.ledger, name="eva")
    api.keep(REPORT, "?name=kesa.trf", "application/octet-stream")
    api.do(1, "answers", json.dumps(ANSWERS).encode())
    by_service = api.see("/1/preview").value
    assert by_service["players"] == by_command["players"]
    for ours, theirs in zip(
        by_service["questions"], by_command["questions"], strict=True
    ):
        assert {**ours, "flag": ""} == {**theirs, "flag": ""}
        # each is told how to answer where it asks
        assert theirs["flag"].startswith(
            f"--{'agree' if theirs['field'] == 'agreed' else theirs['field']} "
        )
        assert (
            ours["flag"].startswith(f"{theirs['field']} ") and "--" not in ours["flag"]
        )
    assert [question["field"] for question in by_service["questions"]] == [
        "agreed",
        "map",
        "map",
    ]
    draft = officer.sent("/desk/files", parts("kesa.trf", REPORT), PARTS)
    officer.sent(f"{draft}/answers", ANSWERS)
    # names alone and doubts are chosen by nobody yet, with the likely one first
    page = officer.page(draft)
    assert not {"agreed.names", "map.4", "map.5"} & {
        name for name, value in filled(page).items() if value
    }
    assert (
        choices(page).items()
        >= {
            "agreed.names": ["", "3", "0"],
            "map.4": ["", "K4", "K5", "new"],
            "map.5": ["", "K6", "new"],
        }.items()
    )
    assert "nimi ja syntymäaika ovat pelaajan Lehtonen, Kari" in officer.page(
        f"/fi{draft}"
    )
    assert api.do(1, "book").codes == ["needs-answer"] * 3
    # a browser without its own check of the form
    reply = officer.post(f"{draft}/book")
    assert reply.status == 422 and "Nothing was booked yet" in reply.text
    assert {"agreed.names", "map.4", "map.5"} <= filled(reply.text).keys()


def test_many_rows_are_agreed_to_at_the_desk(officer: Officer, club: Selo) -> None:
    members(club)
    draft = officer.sent("/desk/files", parts("kesa.trf", REPORT), PARTS)
    officer.sent(f"{draft}/answers", ANSWERS)
    page = officer.page(f"/sv{draft}")
    assert (
        "3 spelare är kända till namnet, som ingen annan här har" in page
        and ">ja, alla</option>" in page
    )
    assert (
        '<bdi class="name">Järvi, Eino</bdi> = <a class="person"'
        ' href="/sv/players/K3"><bdi>Järvi, Eino 1972 · K3</bdi>' in page
    )
    # each by itself, and then all of them after all
    officer.sent(f"{draft}/answers", {"agreed.names": "0"})
    page = officer.page(draft)
    assert [choices(page)[f"map.{row}"] for row in (1, 2, 3)] == [
        ["", f"K{row}", "new"] for row in (1, 2, 3)
    ]
    assert filled(page)["agreed.names"] == "0"
    officer.sent(
        f"{draft}/answers", {"agreed.names": "3", "map.4": "K4", "map.5": "K6"}
    )
    page = officer.page(draft)
    assert "To be answered" not in page and ">Book<" in page
    assert '<bdi>K4</bdi></a> <span class="quiet">the map</span>' in page
    officer.sent(f"{draft}/book", SURE)
    games = club.ask("tournament", "kesa")["games"]
    assert [game["white"] for game in games] == ["K1", "K3", "K6"]


def test_what_the_desk_was_told_the_command_knows(officer: Officer, club: Selo) -> None:
    members(club)
    (club.folder / "selo.toml").write_text('new_ids = "Q"\n', "utf-8")
    draft = officer.sent("/desk/files", parts("kesa.trf", REPORT), PARTS)
    officer.sent(f"{draft}/answers", {"tournament": "kesa", "time_control": "90+30"})
    officer.sent(
        f"{draft}/answers", {"agreed.names": "3", "map.4": "K4", "map.5": "K6"}
    )
    officer.sent(f"{draft}/book", SURE)
    assert club.ask("player", "show", "Q0001")["player"]["name"] == "Tamm, Jaan"
    assert Path(file_beside(club.ledger, ".who")).read_text("utf-8").splitlines() == [
        "Lehtonen, Kari 1961-01-02 501002 K4",
        "Niemi, Jussi 1959 K6",
    ]


def test_many_strangers_are_one_answer_at_the_desk(
    officer: Officer, club: Selo
) -> None:
    names = [f"Korho{at}nen, Aino" for at in "aeiouy"]
    for at, name in enumerate(names, 1):
        club.submit(player(f"F00{at}", name=name, born=f"195{at}-01-02"))
    rows = [
        row(at, name[:-1], (at + 1 if at % 2 else at - 1, "w" if at % 2 else "b", "="))
        for at, name in enumerate(names, 1)
    ]
    draft = officer.sent("/desk/files", parts("kesa.trf", trf(*rows)), PARTS)
    officer.sent(f"{draft}/answers", ANSWERS)
    page = officer.page(draft)
    assert "6 players have names close to those of others (Korhoanen, Ain" in page
    assert "Are they all new?" in page
    assert choices(page)["agreed.close-new"] == ["", "6"]
    assert not filled(page)["agreed.close-new"]
    # one of them is somebody here, the others are new
    officer.sent(f"{draft}/answers", {"agreed.close-new": "6", "map.2": "F002"})
    page = officer.page(draft)
    assert "To be answered" not in page
    assert filled(page)["agreed.close-new"] == "6"
    officer.sent(f"{draft}/book")
    games = club.ask("tournament", "kesa")["games"]
    seated = [seat for game in games for seat in (game["white"], game["black"])]
    assert sum(seat.startswith("Q") for seat in seated) == 5
    assert "F002" in seated
