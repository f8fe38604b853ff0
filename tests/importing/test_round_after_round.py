"""A file for each round: its rounds are added to those in the ledger after a question,
several files are one tournament, and no door strikes whole rounds unasked.
"""

import json
from typing import Any

import pytest

from tests.exchange.trf_text import Cell
from tests.importing.importing_world import World, row, trf
from tests.importing.terminal import dialogue
from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from web.store.roles import Role

ID = ("--id", "talvi", "--all-played")
NEW = ("--minutes", "90", "--new-ids", "W")
FIRST = [
    ("2024.01.08", "Aho, Aino", "Berg, Bo", "1-0"),
    ("2024.01.08", "Cay, Cia", "Dahl, Dan", "1/2-1/2"),
]
SECOND = [
    ("2024.01.15", "Berg, Bo", "Cay, Cia", "1-0"),
    ("2024.01.15", "Dahl, Dan", "Ek, Eva", "0-1"),
]


def pgn(number: int, games: list[tuple[str, str, str, str]]) -> bytes:
    text = ""
    for day, white, black, result in games:
        tags = {"Event": "Talvi", "Date": day, "Round": str(number)}
        tags |= {"White": white, "Black": black, "Result": result}
        text += "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        text += f"\n{result}\n\n"
    return text.encode()


@pytest.fixture
def club(world: World) -> World:
    """The first round is booked, and both files are there."""
    world.file("r1.pgn", pgn(1, FIRST))
    world.file("r2.pgn", pgn(2, SECOND))
    world.submit("r1.pgn", *ID, *NEW)
    return world


def played(world: World) -> list[tuple[str, str, str]]:
    games = world.ask("tournament", "talvi")["games"]
    return [(game["game"], game["on"], game["result"]) for game in games]


BOTH = [
    ("1.1", "2024-01-08", "1-0"),
    ("1.2", "2024-01-08", "1/2-1/2"),
    ("2.1", "2024-01-15", "1-0"),
    ("2.2", "2024-01-15", "0-1"),
]


def test_rounds_are_added_after_a_question(club: World) -> None:
    refused = club.submit("r2.pgn", *ID, *NEW, code=1)
    assert (refused.codes, refused.fields) == (["needs-answer"], ["other_rounds"])
    assert "other rounds in the ledger (1) than the file (2)" in refused.messages
    # the preview shows what the proposal comes to: nobody of the first round is missed
    preview = club.submit("r2.pgn", *ID, *NEW, "--dry-run").value
    [question] = preview["questions"]
    assert (question["field"], question["proposed"]) == ("other_rounds", "stay")
    assert preview["games"]["rated"]["selo"] == 4
    value = club.submit("r2.pgn", *ID, *NEW, "--other-rounds", "stay").value
    assert [one["player"] for one in value["players"]["matched"]] == [
        "W0002",
        "W0003",
        "W0004",
    ]
    assert [one["player"] for one in value["players"]["new"]] == ["W0005"]
    # nor is it a slip that the event goes on
    assert "doubts" not in value
    assert played(club) == BOTH
    show = club.ask("tournament", "talvi")["header"]
    assert (show["start"], show["end"]) == ("2024-01-08", "2024-01-15")
    assert club.ask("log")["events"][0]["reason"] == (
        "rounds of another file are added: 2"
    )
    assert club.equal()
    # each file once more is nothing new
    for file in ("r1.pgn", "r2.pgn"):
        again = club.submit(file, *ID, *NEW).value["recorded"]
        assert [receipt["repeated"] for receipt in again] == [True], file


def test_on_a_terminal_enter_adds_them(club: World) -> None:
    code, screen = dialogue(
        club.folder,
        ("submit", "r2.pgn", *ID, *NEW),
        ("add the rounds of the file? [stay]: ", ""),
        ("Book it? [y/N]: ", "y"),
    )
    assert code == 0, screen
    assert played(club) == BOTH


def test_a_file_of_one_round_corrects_that_round(club: World) -> None:
    club.submit("r2.pgn", *ID, *NEW, "--other-rounds", "stay")
    turned = [(*FIRST[0][:3], "0-1"), FIRST[1]]
    club.file("r1.pgn", pgn(1, turned))
    assert club.submit("r1.pgn", *ID, code=5).codes[0] == "other-content"
    # what stays is no difference, and a change still needs its reason
    stay = (*ID, "--other-rounds", "stay")
    refused = club.submit("r1.pgn", *stay, code=5)
    assert refused.codes == ["other-content", "game-differs"]
    club.submit("r1.pgn", *stay, "--as-correction", "--reason", "turned")
    assert played(club) == [("1.1", "2024-01-08", "0-1"), *BOTH[1:]]


def test_a_file_without_days_asks_for_the_last_one(club: World) -> None:
    club.file(
        "r2.csv",
        'round,white,black,result\n2,"Berg, Bo","Cay, Cia",1-0\n'
        '2,"Aho, Aino","Dahl, Dan",1-0\n',
    )
    options = ("--id", "talvi", "--players-by", "name")
    refused = club.submit("r2.csv", *options, code=1)
    assert refused.fields == ["other_rounds", "end"]
    assert "proposed: 2024-01-08" in refused.messages
    answered = ("--other-rounds", "stay", "--end", "2024-01-15")
    club.submit("r2.csv", *options, *answered)
    # a day that its tournament of one day left unsaid stays
    assert [on for _, on, _ in played(club)[:2]] == ["2024-01-08", "2024-01-08"]
    assert club.ask("tournament", "talvi")["header"]["end"] == "2024-01-15"


def test_what_was_reported_of_other_rounds_stays(world: World) -> None:
    header = ("012 Talvi", "032 FIN", "042 2024/01/08", "052 2024/01/15")
    control = "122 90 min + 30 s"
    none = ("    ", " ", " ")
    reports: list[tuple[tuple[Cell, Cell], ...]] = [
        (((2, "w", "1"), none), ((1, "b", "0"), none), (("0000", "-", "H"), none)),
        ((none, (3, "w", "=")), (none, ("0000", "-", "F")), (none, (1, "b", "="))),
    ]
    for at, cells in enumerate(reports, 1):
        names = ("Aho, Aino", "Berg, Bo", "Cay, Cia")
        rows = [
            row(number, name, *cells[number - 1])
            for number, name in enumerate(names, 1)
        ]
        world.file(f"r{at}.trf", trf(*rows, header=(*header, control)))
    world.submit("r1.trf", "--id", "talvi", "--time-control", "90+30", *NEW[2:])
    world.submit("r2.trf", "--id", "talvi", "--other-rounds", "stay")
    report = world.run("export", "trf", "talvi").out
    lines = [line for line in report.splitlines() if line.startswith("001")]
    assert [line[91:].split() for line in lines] == [
        ["2", "w", "1", "3", "w", "="],
        ["1", "b", "0", "0000", "-", "F"],
        ["0000", "-", "H", "1", "b", "="],
    ]


def test_several_files_with_one_id_are_one_tournament(world: World) -> None:
    world.file("r1.pgn", pgn(1, FIRST))
    world.file("r2.pgn", pgn(2, SECOND))
    # who is who is asked once, however many rounds they play
    value = world.submit("r2.pgn", "r1.pgn", *ID, *NEW).value
    assert [one["name"] for one in value["players"]["new"]] == [
        "Berg, Bo",
        "Cay, Cia",
        "Dahl, Dan",
        "Ek, Eva",
        "Aho, Aino",
    ]
    assert played(world) == BOTH
    again = world.submit("r2.pgn", "r1.pgn", *ID, *NEW).value["recorded"]
    assert [receipt["repeated"] for receipt in again] == [True]


def test_the_same_id_beside_several_files_is_one_tournament(world: World) -> None:
    files = [
        world.file("r1.pgn", pgn(1, FIRST)),
        world.file("r2.pgn", pgn(2, SECOND)),
        world.file(
            "other.pgn", pgn(1, [("2024.02.01", "Uusi, Ulla", "Oja, Olli", "1-0")])
        ),
    ]
    for file in files:
        beside: dict[str, Any] = {
            "tournament": "talvi" if file.startswith("r") else "muu"
        }
        beside |= {"all_played": True, "minutes": 90, "new_ids": "W"}
        world.file(f"{file}.json", json.dumps(beside))
    value = world.submit(*files).value
    assert [receipt["target"] for receipt in value["recorded"]] == ["talvi", "muu"]
    assert played(world) == BOTH


def test_a_starting_list_says_more_of_the_people_of_the_rounds(world: World) -> None:
    world.file("people.csv", "No;Name;FideID;Born\n1;Aho, Aino;500001;1980-05-06\n")
    world.file("r1.pgn", pgn(1, FIRST))
    world.submit("people.csv", "r1.pgn", *ID, *NEW)
    shown = world.ask("player", "show", "W0001")["player"]
    assert (shown["name"], shown["fide_id"], shown["born"]) == (
        "Aho, Aino",
        500001,
        "1980-05-06",
    )


def test_two_people_of_one_name_are_not_made_one(world: World) -> None:
    """The FIDE ids differ: they are asked about, or new, each by themselves."""
    head = "round,white,white_name,white_fide_id,black,result,date\n"
    for at, number in ((1, "500001"), (2, "500009")):
        game = f'{at},"Aho, Aino","Aho, Aino",{number},"Berg, Bo",1-0,2024-01-0{at}\n'
        world.file(f"{at}.csv", head + game)
    options = ("--id", "talvi", "--name", "Talvi", *NEW, "--players-by", "name")
    new = world.submit("1.csv", "2.csv", *options).value["players"]["new"]
    assert [(one["name"], one["fide_id"]) for one in new] == [
        ("Aho, Aino", 500001),
        ("Berg, Bo", None),
        ("Aho, Aino", 500009),
    ]


def test_one_round_in_two_states_is_refused(world: World) -> None:
    world.file("r1.pgn", pgn(1, FIRST))
    world.file("r1b.pgn", pgn(1, SECOND))
    refused = world.submit("r1.pgn", "r1b.pgn", *ID, *NEW, code=1)
    assert refused.codes == ["two-files"]
    assert "round 1 differs in r1.pgn" in refused.messages


def test_no_program_strikes_whole_rounds_unasked(club: World) -> None:
    """Nor does a person at any door; the planted slips have them all."""
    strike = ("--as-correction", "--reason", "r2", "--other-rounds", "struck")
    # who was in the first round only may be somebody under a corrected name
    corrected = (*ID, *NEW, *strike, "--map", "Ek, Eva=new")
    refused = club.submit("r2.pgn", *corrected, code=1)
    assert refused.codes == ["needs-answer"]
    assert "all games of round 1 of talvi are struck (2)" in refused.messages
    assert "--sure rounds-struck:talvi" in refused.value["problems"][0]["hint"]

    document: dict[str, Any] = {"kind": "amend", "tournament": "talvi", "reason": "r2"}
    document["games"] = {"1.1": None, "1.2": None}
    body = json.dumps(document).encode()
    club.submit(club.file("amend.json", document), code=1)
    officer = bearer(token(club.ledger, Role.OFFICER, "aino")) | {
        "Content-Type": "application/json"
    }
    before = club.head()
    with served(club.ledger) as service:
        answer = service.ask("/api/documents", "POST", body, officer)
        assert (answer.status, answer.codes) == (422, ["needs-answer"])
        kept = service.ask("/api/drafts", "POST", body, officer)
        draft = f"/api/drafts/{kept.value['number']}"
        answer = service.ask(f"{draft}/book", "POST", b"", officer)
        assert (answer.status, answer.codes) == (422, ["needs-answer"])
        assert club.head() == before
        booked = service.ask(
            f"{draft}/book?sure=rounds-struck:talvi", "POST", b"", officer
        )
        assert booked.status < 300, booked.text
    assert played(club) == []
