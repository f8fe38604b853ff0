"""What a refusal prints: at most a screenful, the same reason once; and what a person
may have meant.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cli.failures import MOST, ProblemLine, problem_texts
from cli.main import selo
from messages import Message, say
from tests.importing.importing_world import FLAGS, World, row, trf
from tests.world.command import Selo


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SELO_LEDGER", "test.db")
    world = World(tmp_path)
    assert world.run("init").code == 0
    yield world


def told(text: str) -> Message:
    return say("{text}", text=text)


def many(code: str, count: int) -> list[ProblemLine]:
    return [
        ProblemLine(code, told(f"{code} {at}"), told("the hint"), "a.trf", at, 5)
        for at in range(1, count + 1)
    ]


def test_few_problems_are_printed_as_they_are() -> None:
    assert problem_texts(
        [
            ProblemLine("a", told("one"), told("do this")),
            ProblemLine("b", told("two"), told("do this")),
        ]
    ) == [
        "one - do this",
        "two - do this",
    ]


def test_the_same_reason_has_its_first_places_and_a_count() -> None:
    assert problem_texts(many("a", 30)) == [
        "a.trf:1:5: a 1 - the hint",
        "a.trf:2:5: a 2",
        "a.trf:3:5: a 3",
        (
            "and 27 more like these (lines 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ...);"
            " --json shows all"
        ),
    ]
    assert len(problem_texts(many("a", 4))) == 4


def test_a_screenful_is_the_most() -> None:
    lines = [line for code in "abcdefghijklmnop" for line in many(code, 5)]
    printed = problem_texts(lines)
    assert (
        len(printed) == MOST + 1
        and printed[-1] == "and 50 more problems; --json shows all"
    )


def test_rows_that_were_lost_are_one_problem_with_a_count(world: World) -> None:
    rows = [row(at, f"Name {at:03}", (at + 60, "w", "1")) for at in range(1, 61)]
    world.file("a.trf", trf(*rows))
    ran = world.run("submit", "a.trf", *FLAGS)
    assert ran.code == 1 and ran.err.count("\n") == 1
    [problem] = world.submit("a.trf", *FLAGS, code=1).value["problems"]
    assert problem["where"]["line"] == 7
    for text in (ran.err, problem["message"]):
        assert "1 met 61, but no row has that number; and 59 more like this" in text
        assert "(lines 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, ...)" in text


def test_what_was_meant(world: World) -> None:
    for ident, name in (
        ("F001", "Virtanen, Aino"),
        ("F002", "Virtanen, Ville"),
        ("F003", "Mäkinen, Jörn"),
    ):
        world.player(ident, name)
    assert world.ask("show", "makinen")["player"]["id"] == "F003"
    assert world.ask("show", "aino virt")["player"]["id"] == "F001"
    assert world.ask("history", "f003")["player"]["id"] == "F003"
    ran = world.run("show", "virtanen")
    assert (
        ran.code == 3
        and "did you mean F001 Virtanen, Aino, F002 Virtanen, Ville?" in ran.err
    )
    assert "did you mean F003 Mäkinen, Jörn?" in world.run("show", "makinnen").err
    assert (
        world.run("show", "F0033").code == 3
        and "did you mean F003" in world.run("show", "F0033").err
    )
    assert "try `selo player find NAME`" in world.run("show", "zzz").err
    assert [
        found["player"] for found in world.ask("player", "find", "vitranen")["rows"]
    ] == ["F001", "F002"]


def test_a_name_is_never_taken_for_an_id_where_something_is_recorded(
    world: World,
) -> None:
    world.player("F001", "Virtanen, Aino")
    assert world.run("player", "merge", "virtanen", "F002", "--reason", "x").code == 3


def test_commands_and_tournaments_that_were_meant(world: World) -> None:
    ran = world.run("lst")
    assert ran.code == 2 and "Did you mean list?" in ran.err
    world.file(
        "a.trf",
        trf(row(1, "Aho, Aino", (2, "w", "1")), row(2, "Salo, Eero", (1, "b", "0"))),
    )
    world.submit(
        "a.trf", "--id", "spring-2026", "--time-control", "90+30", "--new-ids", "Q"
    )
    assert "did you mean spring-2026?" in world.run("tournament", "spring2026").err
    assert "did you mean spring-2026?" in world.run("tournament", "spring").err
    before = world.run("tournament", "spring-2026", "--known-seq", "6")
    # nobody knew of it then
    assert before.code == 3 and "did you mean" not in before.err
    assert "see `selo tournament list`" in world.run("tournament", "zzz").err


@pytest.mark.parametrize("option", ["--ledger", "--actor"])
def test_an_empty_ledger_or_actor_is_no_other_one(option: str, world: World) -> None:
    """A script whose variable has no value must not write into the ledger that happens
    to be there.
    """
    for line in ([option, "", "list", "selo"], ["list", "selo", f"{option}="]):
        ran = world.run_line("--ledger", world.ledger, *line)
        assert ran.code == 2 and f"{option} is empty" in ran.err, line


def test_previews_name_people(world: World) -> None:
    world.file(
        "a.trf",
        trf(row(1, "Aho, Aino", (2, "w", "1")), row(2, "Salo, Eero", (1, "b", "0"))),
    )
    ran = world.run("submit", "a.trf", *FLAGS, "--dry-run")
    assert "player  name        list" in ran.out and "N0001   Aho, Aino" in ran.out
    world.submit("a.trf", *FLAGS)
    assert [
        move["name"]
        for move in world.submit("a.trf", *FLAGS, "--name", "B", code=5).value.get(
            "moved", []
        )
    ] == []
    games = world.run("tournament", "kesa").out
    assert "N0001 Aho, Aino  1-0     N0002 Salo, Eero" in games
    assert "Aho, Aino" in world.run("log", "diff", "--known-seq", "0..9").out


def test_points_are_those_of_the_tournament(world: World) -> None:
    rows = trf(
        row(1, "Aho, Aino", (2, "w", "+"), (2, "b", "=")),
        row(2, "Salo, Eero", (1, "b", "-"), (1, "w", "=")),
    )
    world.file("a.trf", rows)
    world.submit("a.trf", *FLAGS)
    table = world.ask("tournament", "kesa")["crosstable"]
    assert [(row["points"], row["games"]) for row in table] == [(1.5, 1), (0.5, 1)]


def test_withdrawing_the_rules_says_what_it_does(world: World) -> None:
    before = world.head()
    adopted = world.ask("log", "--kind", "adopt-rules", "--limit", "9")["events"]
    [newest] = [event["seq"] for event in adopted if event["target"] == "selo"][:1]
    withdraw = ("withdraw", "--seq", str(newest), "--reason", "x")
    for more in ((), ("--dry-run",)):
        ran = world.run(*withdraw, *more, "--json")
        assert (ran.code, ran.codes) == (1, ["rules-meant"])
        assert "put fi-2023 in force on selo from 2023-04-26" in ran.messages
    undone = world.run("undo", str(newest), "--json")
    assert (undone.code, undone.codes) == (1, ["cannot-undo"])
    ran = world.run(*withdraw, "--rules", "--dry-run")
    assert (
        ran.code == 0
        and "fi-2023 is not in force on selo any more" in ran.err
        and world.head() == before
    )
    assert world.run(*withdraw, "--rules").code == 0 and world.head() == before + 1
    assert world.run(*withdraw, "--rules", "--json").value["recorded"][0]["repeated"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("amend", "nowhere", "--game", "1.1", "--result", "1-0"),
        ("withdraw", "nowhere"),
        ("withdraw", "--seq", "999"),
        ("reinstate", "nowhere"),
        ("reinstate", "--seq", "999"),
        ("player", "merge", "X1", "X2"),
        ("undo", "999"),
        ("player", "erase", "X1"),
        ("amend", "kesa", "--game", "9.9", "--result", "1-0"),
    ],
    ids=" ".join,
)
def test_an_id_that_nobody_has_is_not_found_by_a_writing_command_either(
    world: World, arguments: tuple[str, ...]
) -> None:
    before = world.head()
    ran = world.run(*arguments, "--reason", "x", "--json")
    assert (
        ran.code == 3
        and all(code.startswith("unknown-") for code in ran.codes)
        and world.head() == before
    )


def test_in_a_file_an_id_that_nobody_has_is_bad_input(world: World) -> None:
    world.file("a.json", '{"kind": "withdraw", "tournament": "nowhere", "reason": "x"}')
    assert world.run("submit", "a.json", "--json").code == 1


def test_a_wrong_time_control_is_seen_before_anything_is_asked(world: World) -> None:
    world.file(
        "a.trf",
        trf(row(1, "Aho, Aino", (2, "w", "1")), row(2, "Salo, Eero", (1, "b", "0"))),
    )
    assert world.submit(
        "a.trf", "--time-control", "abc", "--dry-run", code=1
    ).codes == ["no-time-control"]


def test_a_document_without_a_kind(world: World) -> None:
    world.file("a.json", "{}")
    assert "kind is missing" in world.run("submit", "a.json").err


def test_an_option_given_twice_is_refused_and_nothing_is_recorded(club: Selo) -> None:
    """The last one was taken, so one of two games was corrected and the other not."""
    lines = (
        ("amend", "open-2024", "--game", "1.1", "--game", "2.1", "--result", "1/2-1/2"),
        ("amend", "open-2024", "--game=1.1", "--result", "0-1", "--result", "0-1"),
        ("show", "A", "--as-of", "2024-01-01", "--as-of", "2024-02-01"),
    )
    for line in lines:
        [problem] = club.refused(*line, code=2)
        name = next(word for word in line if word.startswith("--")).partition("=")[0]
        twice = "--result" if line.count("--result") == 2 else name
        assert (problem["code"], problem["message"]) == (
            "usage",
            f"{twice} is given twice",
        )
    # before the command the last one counts: somebody's alias names a ledger, and they
    # mean another
    assert club.run("--ledger", "a", "--ledger", club.ledger, "show", "A").code == 0
    # a flag says the same however often it stands there, and some options are there to
    # be given often
    assert club.run("show", "A", "--json", "--json").code == 0


def test_a_shell_completes_a_line_that_is_not_right_yet(club: Selo) -> None:
    completing = ShellComplete(selo, {}, "selo", "_SELO_COMPLETE")
    assert (
        completing.get_completions(
            ["show", "A", "--as-of", "2024-01-01", "--as-of", "2024"], "--j"
        )
        != []
    )
