"""What is said of a slip of the keyboard is true of it, and helps: days, numbers,
guesses, hints.
"""

import json

import pytest

from tests.world.command import Selo
from tests.world.documents import player


@pytest.mark.parametrize(
    "line",
    [
        "show A --as-of 2023-02-29",
        "show A --known-on 2023-02-29",
        "list selo --active-since 2023-02-29",
        "history A --from 2023-02-29",
        pytest.param(
            "calc class --rating 1500 --on 2023-02-29",
            marks=[
                pytest.mark.features("calculators"),
                pytest.mark.lists("elo-no", "elo-uscf"),
            ],
        ),
        "access new --role officer --name aino --expires 2023-02-29",
    ],
)
def test_a_day_that_no_calendar_has_is_told_so(club: Selo, line: str) -> None:
    problems = club.refused(*line.split(), code=2)
    [told] = [problem for problem in problems if "2023-02-29" in problem["message"]]
    assert "2023-02-29 is not a day of the calendar" in told["message"]
    assert "write it" not in told["message"] + told["hint"]


@pytest.mark.parametrize(
    "line", ["show A --as-of 29.2.2024", "list selo --active-since 29.2.2024"]
)
def test_a_day_written_otherwise_is_told_how(club: Selo, line: str) -> None:
    [problem] = club.refused(*line.split(), code=2)
    assert "'29.2.2024' is not a day" in problem["message"]
    assert "write it as YYYY-MM-DD" in problem["message"] + problem["hint"]


@pytest.mark.parametrize("number", ["٣", "１", "1_0", "", " 3", "3x", "+-3"])
def test_a_number_has_ascii_digits(club: Selo, number: str) -> None:
    for line in (
        ("list", "selo", "--known-seq"),
        ("list", "selo", "--top"),
        ("proof", "checkpoint", "--reason", "x", "--retract"),
    ):
        [problem] = club.refused(*line, number, code=2)
        assert "is not a whole number" in problem["message"]
    assert club.run("list", "selo", "--known-seq", "12").code == 0


def test_one_hidden_character_is_one_problem(club: Selo) -> None:
    for character in "\u0001\n\u0000":
        [problem] = club.refuse(json.dumps(player("N", name=f"New{character}Name")))
        assert (problem["code"], problem["where"]["field"]) == (
            "hidden-character",
            "name",
        )


def test_a_guess_is_near_or_none(club: Selo) -> None:
    problems = club.refuse(
        json.dumps({**player("N"), "rating": 1500, "nmae": "x", "federaton": "FIN"})
    )
    hints = {problem["where"]["field"]: problem["hint"] for problem in problems}
    assert (
        hints["nmae"] == "did you mean 'name'?"
        and hints["federaton"] == "did you mean 'federation'?"
    )
    assert hints["rating"].startswith("known fields: ")
    game = {
        "round": 1,
        "white": "A",
        "black": "B",
        "result": "1-0",
        "rating": 1500,
        "wihte": "A",
    }
    tournament = {
        "kind": "tournament",
        "tournament": "t",
        "name": "T",
        "start": "2024-01-01",
        "end": "2024-01-01",
        "minutes": 90,
        "games": [game],
        "gmaes": [],
    }
    hints = {
        problem["where"]["field"]: problem["hint"]
        for problem in club.refuse(json.dumps(tournament))
    }
    assert (
        hints["games[0].wihte"] == "did you mean 'white'?"
        and "did you mean" not in hints["games[0].rating"]
    )
    assert hints["gmaes"] == "did you mean 'games'?"
    assert (
        "Did you mean show?" in club.run("shwo", "A").err
        and "history" in club.run("hist", "A").err
    )
    assert "Did you mean" not in club.run("money", "A").err
    assert (
        "Did you mean '--min-games'?"
        in club.run("list", "selo", "--min-gmaes", "3").err
    )
    assert (
        "Did you mean"
        not in club.run("list", "published", "selo", "--since", "2024-01-01").err
    )


def test_nobody_makes_a_player_to_merge_them(club: Selo) -> None:
    for line in ("player merge NO A --reason x", "player merge A NO --reason x"):
        [problem] = club.refused(*line.split(), code=3)
        assert (
            problem["code"] == "unknown-player"
            and "selo player find" in problem["hint"]
        )
    assert (
        "submit a player"
        in club.refuse({"kind": "elo-only-games", "player": "NO", "on": "2024-01-01"})[
            0
        ]["hint"]
    )


@pytest.mark.features("calculators")
@pytest.mark.parametrize("word", ["--json", "--help", "--rating", "--lang"])
def test_an_option_behind_the_end_of_options_is_told_so(club: Selo, word: str) -> None:
    line = f"calc selo --rating 1660 --minutes 90 --json -- =1284 {word}"
    [problem] = club.run(*line.split()).value["problems"]
    assert (problem["message"], problem["hint"]) == (
        f"there is no option '{word}' here",
        "options come before --",
    )


def test_help_in_json_is_json(club: Selo) -> None:
    assert club.run("--json", "help", "--").value["text"].startswith("Usage: selo")
    assert club.run("--json", "help", "correct").value["text"].startswith("# ")
    assert "correct" in club.run("--json", "help", "--pages").value["pages"]


def test_answers_that_are_empty_or_no_json_are_told_in_our_words(club: Selo) -> None:
    club.folder.joinpath("report.trf").write_text("012 An event\n")
    for content, code, line in (
        ("", "empty", None),
        (" \n", "empty", None),
        ('{"minutes":', "not-json", 1),
        ("[1", "not-json", 1),
    ):
        [problem] = club.refused(
            "submit",
            str(club.folder / "report.trf"),
            "--sidecar",
            club.file("answers.json", content),
        )
        assert (problem["code"], problem["where"]["line"]) == (code, line)
        assert (
            "xpecting" not in problem["message"] and "char 0" not in problem["message"]
        )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("proof checkpoint --add c.txt --out d.txt", "--out does not go with --add"),
        ("proof checkpoint --add c.txt --key k", "--key does not go with --add"),
        (
            "proof checkpoint --add c.txt --retract 1 --reason x",
            "--retract does not go with --add",
        ),
        (
            "proof checkpoint --retract 1 --reason x --out d.txt",
            "--out does not go with --retract",
        ),
        ("log follow --csv --wait", "--wait does not go with --csv"),
    ],
)
def test_options_of_which_one_would_do_nothing(
    club: Selo, line: str, sentence: str
) -> None:
    ran = club.run(*line.split())
    assert ran.code == 2 and sentence in ran.err


def test_a_key_of_the_environment_is_there_for_every_command(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SELO_KEY", "k")
    ran = club.run("proof", "checkpoint", "--add", "none.txt")
    assert "does not go with" not in ran.err and "none.txt" in ran.err
