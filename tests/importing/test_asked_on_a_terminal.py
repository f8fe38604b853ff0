"""The office at a keyboard: questions on a terminal, answers inline and remembered,
several reports, defaults.
"""

import json
from pathlib import Path

import pytest

from tests.importing.importing_world import FLAGS, World, row, trf
from tests.importing.terminal import Terminal, dialogue

JUNE = trf(
    row(1, "Makinen, Jorn", (2, "w", "1"), (3, "b", "=")),
    row(2, "Aho, Aino", (1, "b", "0"), ("0000", "-", "U")),
    row(3, "Uusi, Ulla", ("0000", "-", "H"), (1, "w", "="), born="2011"),
)
MAY = trf(
    row(1, "Makinen, Jorn", (2, "w", "0")),
    row(2, "Aho, Aino", (1, "b", "1"), born="1990"),
    header=(
        "012 Toukokuun turnaus",
        "042 2024/05/04",
        "052 2024/05/04",
        "122 90 min + 30 s",
    ),
)


@pytest.fixture
def members(world: World) -> World:
    world.player("F020", "Mäkinen, Jörn", born="1962", club="Harjun Shakki")
    world.player("F021", "Aho, Aino", born="1990")
    return world


def test_open_questions_are_asked_and_then_it_is_booked(members: World) -> None:
    members.file("june.trf", JUNE)
    code, screen = dialogue(
        members.folder,
        ("submit", "june.trf"),
        ("which tournament is this? it needs an id [espoon-kesaturnaus-2024]: ", ""),
        ("how long were the games?", ""),
        ("needs an id [espoon-kesaturnaus-2024-]: ", "Q"),
        (
            (
                "1 Makinen, Jorn = F020 Mäkinen, Jörn 1962 Harjun Shakki?"
                " [y/n/new/other]: "
            ),
            "",
        ),
        # Enter says nothing of whom only a name means
        ("Harjun Shakki? [y/n/new/other]: ", "y"),
        ("2 Aho, Aino = F021 Aho, Aino 1990? [y/n/new/other]: ", "n"),
        ("2 Aho, Aino: id or name", "nobody such"),
        ("2 Aho, Aino: id or name", "aho"),
        ("Book it? [y/N]: ", "y"),
    )
    assert code == 0, screen
    assert (
        "Q0001   Uusi, Ulla" in screen
        and "tournament espoon-kesaturnaus-2024: recorded" in screen
    )
    people = {
        row["player"]
        for row in members.ask("tournament", "espoon-kesaturnaus-2024")["crosstable"]
    }
    assert people == {"F020", "F021", "Q0001"}


def test_a_name_that_reads_like_a_bye_is_likely_one(members: World) -> None:
    members.file(
        "june.trf",
        trf(
            row(1, "Walkover", (2, "w", "1"), ("0000", "-", "Z")),
            row(2, "Aho, Aino", (1, "b", "0"), (3, "w", "1"), born="1990"),
            row(3, "Mäkinen, Jörn", ("0000", "-", "Z"), (2, "b", "0"), born="1962"),
        ),
    )
    members.submit("june.trf", *FLAGS, "--map-out", "who.txt", code=1)
    assert "\n1 bye  # Walkover: the name reads like a bye\n" in (
        members.folder / "who.txt"
    ).read_text("utf-8")
    code, screen = dialogue(
        members.folder,
        ("submit", "june.trf", *FLAGS),
        ("1 Walkover: id or name of a player, or bye, or new [bye]: ", ""),
        ("Book it? [y/N]: ", ""),
    )
    assert code == 0 and "against 'Walkover': read as a bye" in screen


@pytest.mark.parametrize(("typed", "is_somebody"), [("New", True), ("BYE", False)])
def test_a_word_is_taken_in_capitals_too(
    members: World, typed: str, is_somebody: bool
) -> None:
    members.file(
        "june.trf",
        trf(
            row(1, "Walkover", (2, "w", "1")),
            row(2, "Aho, Aino", (1, "b", "0"), (3, "w", "1"), born="1990"),
            row(3, "Mäkinen, Jörn", ("0000", "-", "Z"), (2, "b", "0"), born="1962"),
        ),
    )
    code, screen = dialogue(
        members.folder,
        ("submit", "june.trf", *FLAGS),
        ("1 Walkover: id or name of a player, or bye, or new [bye]: ", typed),
        ("Book it? [y/N]: ", ""),
    )
    assert code == 0
    assert ("read as a bye" in screen) == (not is_somebody)


@pytest.mark.parametrize(
    ("spoken", "asked", "yes", "no"),
    [
        ("fi", "Kirjataanko? [k/E]: ", "k", "ei"),
        ("sv", "Ska det registreras? [j/N]: ", "ja", "n"),
    ],
)
def test_questions_are_asked_and_answered_in_the_language(
    spoken: str,
    asked: str,
    yes: str,
    no: str,
    members: World,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SELO_LANG", spoken)
    members.file("june.trf", JUNE)
    people = (
        ("1 Makinen, Jorn = F020", yes),
        (
            "2 Aho, Aino = F021",
            "YES" if spoken == "fi" else yes,
        ),
    )
    for word, booked in ((no, False), (yes, True)):
        code, _ = dialogue(
            members.folder, ("submit", "june.trf", *FLAGS), *people, (asked, word)
        )
        assert code == 0
        assert bool(members.ask("tournament", "list")["rows"]) == booked


def test_nothing_is_recorded_without_a_yes(members: World) -> None:
    members.file("june.trf", JUNE)
    before = members.head()
    code, screen = dialogue(
        members.folder,
        ("submit", "june.trf", *FLAGS),
        ("= F020", "new"),
        ("= F021", "F021"),
        ("Book it? [y/N]: ", ""),
    )
    assert code == 0 and "nothing was recorded" in screen and members.head() == before


def test_an_interrupted_question_records_nothing(members: World) -> None:
    members.file("june.trf", JUNE)
    terminal = Terminal(members.folder, "submit", "june.trf", *FLAGS)
    terminal.expect("= F020")
    terminal.interrupt()
    assert terminal.end() == 130 and "nothing was recorded" in terminal.screen


def test_an_interrupt_is_never_lost(tmp_path: Path) -> None:
    """The moment after a question is on the screen is the one in which `input` would
    lose it: 300 of them.
    """
    program = """
import click
from cli.booking.prompts import interruptible
with interruptible():
    for number in range(300):
        try:
            click.prompt(f"question {number}", default="y", err=True)
        except click.Abort:
            click.echo(f"stopped {number}")
    click.echo(click.prompt("and the last", err=True))
"""
    terminal = Terminal(tmp_path, program=("-c", program))
    for number in range(300):
        terminal.expect(f"question {number}")
        terminal.interrupt()
        terminal.expect(f"stopped {number}")
    terminal.answer("and the last", "typed")
    assert terminal.end() == 0 and terminal.screen.endswith("typed\n")


def test_a_slip_at_a_question_is_said_and_asked_again(members: World) -> None:
    """What was answered before it stands."""
    members.file("june.trf", JUNE)
    code, screen = dialogue(
        members.folder,
        ("submit", "june.trf"),
        (
            "which tournament is this? it needs an id [espoon-kesaturnaus-2024]: ",
            "ke sa",
        ),
        (
            "which tournament is this? it needs an id [espoon-kesaturnaus-2024]: ",
            "kesa",
        ),
        ("how long were the games?", "²"),
        ("how long were the games?", "0"),
        ("how long were the games?", "90"),
        ("needs an id [espoon-kesaturnaus-2024-]: ", "Q"),
        ("= F020", "y"),
        ("= F021", "y"),
        ("Book it? [y/N]: ", "y"),
    )
    assert code == 0 and "tournament kesa: recorded" in screen, screen
    assert "'²' is not a time control" in screen
    assert "0 is not a number of minutes" in screen
    assert '"ke sa" is not an id' in screen


def test_nothing_is_asked_when_nothing_is_open(members: World) -> None:
    members.file("may.trf", MAY)
    code, screen = dialogue(
        members.folder, ("submit", "may.trf", *FLAGS, "--map", "1=F020")
    )
    assert (
        code == 0 and "Book it?" not in screen and "tournament kesa: recorded" in screen
    )


def test_answers_inline_and_from_a_file(members: World) -> None:
    members.file("june.trf", JUNE)
    members.file("who", "2 F021\n1 new\n")
    found = members.submit("june.trf", *FLAGS, "--map", "who", "--map", "1=F020").value[
        "players"
    ]
    assert [(one["player"], one["by"]) for one in found["matched"]] == [
        ("F020", "the map"),
        ("F021", "the map"),
    ]
    members.file("may.trf", MAY)
    flags = ("--id", "touko", "--time-control", "90+30")
    assert members.submit(
        "may.trf", *flags, "--map", "Makinen, Jorn=F999", code=1
    ).codes == ["map-player"]


def test_answers_are_remembered_until_the_person_is_erased(members: World) -> None:
    members.file("june.trf", JUNE)
    members.submit("june.trf", *FLAGS, "--map", "1=F020", "--map", "2=F021")
    members.file("may.trf", MAY)
    flags = ("--id", "touko", "--time-control", "90+30")
    found = members.submit("may.trf", *flags, "--dry-run").value["players"]
    assert [(one["player"], one["by"]) for one in found["matched"]] == [
        ("F020", "an earlier answer"),
        ("F021", "name and birth"),
    ]
    who = members.folder / "selo.db.who"
    assert who.read_text("utf-8") == "Makinen, Jorn F020\nAho, Aino F021\n"
    other = MAY.replace(b"Makinen, Jorn ", b"Makinen, Jorna")
    members.file("other.trf", other)
    assert "F020" in members.submit("other.trf", *flags, code=1).messages
    # a document takes the answer away like the command, and under every id of the
    # person
    members.file(
        "gone.json",
        json.dumps({"kind": "erase-person", "player": "F020", "reason": "asked for"}),
    )
    assert members.run(
        "submit", "gone.json", "--dry-run"
    ).code == 0 and "F020" in who.read_text("utf-8")
    assert members.run("submit", "gone.json").code == 0
    assert who.read_text("utf-8") == "Aho, Aino F021\n"
    members.player("F025", "Aho, Aino")
    assert (
        members.run("player", "merge", "F021", "F025", "--reason", "the same").code == 0
    )
    assert members.run("player", "erase", "F025", "--reason", "asked for").code == 0
    assert who.read_text("utf-8") == ""


def test_a_map_is_written_to_be_checked_and_sent_back(members: World) -> None:
    members.player("F022", "Aho, Aino", born="1950")
    members.file("june.trf", JUNE)
    members.submit("june.trf", *FLAGS, "--map-out", "who.txt", code=1)
    text = (members.folder / "who.txt").read_text("utf-8")
    asked = (
        "Makinen, Jorn = F020 Mäkinen, Jörn 1962 Harjun Shakki? the name is spelt"
        " differently"
    )
    # of one candidate too nothing but the name says that it is they
    assert f"\n# 1 F020  # {asked}\n" in text
    assert "\n# 2 F021  # Aho, Aino" in text and "\n# 2 F022  # Aho, Aino" in text
    assert (
        members.submit("june.trf", *FLAGS, "--map", "who.txt", code=1).codes
        == ["needs-answer"] * 2
    )
    (members.folder / "who.txt").write_text(
        text.replace("# 2 F022", "2 F022").replace("# 1 F020", "1 F020"), "utf-8"
    )
    members.submit("june.trf", *FLAGS, "--map", "who.txt")
    # never over a file that is there
    assert members.run("submit", "june.trf", "--map-out", "who.txt").code == 1


def test_several_reports_are_one_submission(members: World) -> None:
    members.file("june.trf", JUNE)
    members.file(
        "june.trf.json",
        json.dumps({"tournament": "kesa", "map": {"1": "F020", "2": "F021"}}),
    )
    may = MAY.replace(b"Makinen, Jorn ", b"Uusi, Ulla    ")
    members.file("may.trf", may)
    members.file("may.trf.json", json.dumps({"tournament": "touko"}))
    flags = ("--time-control", "90+30", "--new-ids", "Q")
    before = members.head()
    ran = members.submit("june.trf", "may.trf", *flags, code=1)
    # Ulla has no birth in May
    assert ran.codes == ["needs-answer"] and members.head() == before
    members.file(
        "may.trf.json", json.dumps({"tournament": "touko", "players_by": "name"})
    )
    preview = members.submit("june.trf", "may.trf", *flags, "--dry-run").value
    assert [one["source"]["file"] for one in preview["files"]] == [
        "june.trf",
        "may.trf",
    ] and preview["moved"]
    value = members.submit("june.trf", "may.trf", *flags).value
    assert [one["target"] for one in value["recorded"]] == ["kesa", "touko"]
    assert [one["player"] for one in value["files"][1]["players"]["matched"]] == [
        "Q0001",
        "F021",
    ]
    assert members.equal()
    assert all(
        one["repeated"]
        for one in members.submit("june.trf", "may.trf", *flags).value["recorded"]
    )


def test_what_is_true_of_one_file_stands_beside_it(members: World) -> None:
    members.file("june.trf", JUNE)
    members.file("may.trf", MAY)
    for flag in ("--name", "--start", "--map", "--round"):
        ran = members.submit(
            "june.trf",
            "may.trf",
            flag,
            "2024-06-01" if flag == "--start" else "1",
            code=1,
        )
        assert (
            ran.codes == ["two-files"]
            and "FILE.json" in ran.value["problems"][0]["hint"]
        )
    assert members.submit("june.trf", "may.trf", "--map-out", "x", code=2).codes == [
        "usage"
    ]


def test_the_office_states_once_what_never_changes(
    members: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SELO_ACTOR", raising=False)
    members.file(
        "selo.toml",
        'actor = "officer.eva"\nnew_ids = "N"\ntime_control = "90+30"\nclub = "Harjun'
        ' Shakki"\n',
    )
    members.file("june.trf", JUNE)
    members.submit("june.trf", "--id", "kesa", "--map", "1=F020", "--map", "2=F021")
    assert members.ask("log", "--limit", "1")["events"][0]["actor"] == "officer.eva"
    assert members.ask("player", "show", "N0001")["player"]["club"] == "Harjun Shakki"
    assert members.ask("tournament", "kesa")["header"]["time_control"] == "90+30"
    members.file("may.trf", MAY)
    members.submit("may.trf", "--id", "touko", "--map", "1=F020", "--minutes", "60")
    assert members.ask("tournament", "touko")["header"]["minutes"] == 60


@pytest.mark.parametrize(
    "text",
    [
        "clubb = 1\n",
        "new_ids = 5\n",
        "actor = 5\n",
        "new_ids =\n",
        'date_order = "xyz"\n',
    ],
)
def test_a_slip_in_the_defaults_is_refused(members: World, text: str) -> None:
    members.file("june.trf", JUNE)
    before = members.head()
    defaults = members.folder / members.file("selo.toml", text)
    ran = members.run("submit", "june.trf", *FLAGS, "--json")
    # a question is refused as well: which ledger is meant may stand in the line with
    # the slip
    defaults.unlink()
    assert ran.code == 1 and members.head() == before
    assert ran.codes[0] in ("unknown-field", "wrong-value", "not-toml")
    assert "selo.toml" in str(ran.value["problems"][0]["where"]["file"])


def test_the_usual_time_of_an_office_changes_no_tournament_that_is_in_the_ledger(
    members: World,
) -> None:
    members.file("selo.toml", 'time_control = "60+30"\nnew_ids = "G"\n')
    members.file("june.trf", JUNE)
    members.submit(
        "june.trf",
        "--id",
        "kesa",
        "--time-control",
        "90+30",
        "--map",
        "1=F020",
        "--map",
        "2=F021",
    )
    assert members.submit("june.trf").value["recorded"][0]["repeated"]
    members.file("next.trf", JUNE + b"### printed again\n")
    ran = members.submit(
        "next.trf", "--id", "kesa", "--as-correction", "--reason", "printed again"
    )
    assert ran.value["recorded"][0]["repeated"]
    assert members.ask("tournament", "kesa")["header"]["time_control"] == "90+30"
    members.file("may.trf", MAY)
    members.submit("may.trf", "--id", "touko", "--map", "1=F020")
    assert members.ask("tournament", "touko")["header"]["time_control"] == "60+30"
