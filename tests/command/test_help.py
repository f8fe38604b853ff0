"""The help: commands under what people come for, and the pages of the documentation."""

import click
import pytest

from cli.commands import COMMANDS, GROUPS, HEADINGS
from cli.help import pages, title
from cli.main import selo
from cli.renamed import RENAMED
from tests.world.command import Selo
from tests.world.documents import tournament

DAY = [
    "init",
    "submit",
    "player",
    "show",
    "history",
    "explain",
    "tournament",
    "amend",
    "list",
    "publish",
]


def test_the_ten_of_every_day_come_first() -> None:
    first, *others = HEADINGS.values()
    assert list(first) == DAY and len(others) == 5
    # each stands under one heading
    assert sum(map(len, HEADINGS.values())) == len(COMMANDS)


def test_the_help_fits_a_screen(
    selo_without_ledger: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = selo_without_ledger.run("--help").out.splitlines()
    assert len(COMMANDS) <= 40 and len(lines) <= 60
    assert max(map(len, lines)) < 80


def test_help_lists_every_command_under_its_heading(selo_without_ledger: Selo) -> None:
    lines = selo_without_ledger.run("--help").out.splitlines()
    heading, listed = "", []
    for line in lines[lines.index("Every day:") :]:
        if line.endswith(":") and not line.startswith(" "):
            heading = line.removesuffix(":")
        elif (name := line[2:].partition(" ")[0]) in COMMANDS and line.startswith("  "):
            listed.append((heading, name))
    assert listed == [
        (heading, name) for heading, commands in HEADINGS.items() for name in commands
    ]


def test_a_group_lists_its_commands_below_what_it_asks_itself(
    selo_without_ledger: Selo,
) -> None:
    shown = selo_without_ledger.run("log", "--help").out
    options, _, below = shown.partition("Commands:\n")
    assert "--limit N" in options and shown.startswith("Usage: selo log [OPTIONS]")
    assert [line.split()[0] for line in below.splitlines()] == [*GROUPS["log"]]


def test_a_group_tells_its_commands_from_what_it_is_asked_itself(club: Selo) -> None:
    events = club.ask("log")["events"]
    assert club.ask("log", "--limit", "1")["events"] == events[:1]
    event = club.ask("log", "event", "1")
    assert event["seq"] == 1
    # a form counts before the command too
    assert club.run("log", "--json", "event", "1").value == event


def test_an_id_that_is_the_word_of_a_command_is_asked_for_behind_dashes(
    club: Selo,
) -> None:
    club.submit(tournament("list", "2024-05-05", "A B 1-0"))
    *_, line = club.run("tournament", "--help").out.splitlines()
    assert line.endswith("selo tournament -- list")
    shown = club.run("tournament", "--json", "--", "list").value
    assert shown["header"]["id"] == "list"
    # a list is none of them, and nobody needs to be told
    assert "--" not in club.run("list", "--help").out.splitlines()[-1]


def has_command(words: list[str]) -> bool:
    """Whether there is such a command; that of a feature goes with it."""
    command: click.Command | None = selo
    for word in words:
        if not isinstance(command, click.Group):
            return False
        command = command.get_command(click.Context(command), word)
    return command is not None


@pytest.mark.parametrize("language", ["en", "fi", "sv"])
@pytest.mark.parametrize(
    ("old", "new"),
    sorted((old, new) for old, new in RENAMED.items() if has_command(new.split())),
)
def test_an_old_name_leads_to_the_new_one(
    selo_without_ledger: Selo, old: str, new: str, language: str
) -> None:
    refused = selo_without_ledger.run("--lang", language, *old.split(), "1")
    assert refused.code == 2 and f" {new}?" in refused.err
    command = [word for word in new.split() if not word.startswith("--")]
    assert selo_without_ledger.run(*command, "--help").code == 0


def test_a_slip_in_the_name_of_a_group_s_command_leads_to_it(
    selo_without_ledger: Selo,
) -> None:
    for line in ("evnet 7", "log evnet 7"):
        refused = selo_without_ledger.run(*line.split())
        assert refused.code == 2 and "Did you mean log event?" in refused.err


def test_help_of_a_command_is_what_the_command_says(selo_without_ledger: Selo) -> None:
    ask = selo_without_ledger.run
    assert ask("help", "player", "add").out == ask("player", "add", "--help").out
    assert ask("help").out == ask("--help").out
    submit = ask("help", "submit").out
    assert (
        submit.startswith(ask("submit", "--help").out.rstrip())
        and "selo help submit --page" in submit
    )


@pytest.mark.parametrize("name", sorted(pages()))
def test_every_page_can_be_read(selo_without_ledger: Selo, name: str) -> None:
    shown = selo_without_ledger.run("help", name, "--page")
    assert (
        shown.code == 0
        and shown.out.rstrip() == pages()[name].read_text("utf-8").rstrip()
    )


def test_every_page_is_listed_with_its_title(selo_without_ledger: Selo) -> None:
    listed = selo_without_ledger.run("help", "--pages").out.splitlines()
    assert listed == [
        f"{name:24}{title(path)}" for name, path in sorted(pages().items())
    ]


def test_a_page_may_be_asked_for_in_words(selo_without_ledger: Selo) -> None:
    ask = selo_without_ledger.run
    assert ask("help", "Two", "times").out == ask("help", "two-times").out


def test_a_page_that_is_not_there_is_refused_with_one_that_is(
    selo_without_ledger: Selo,
) -> None:
    refused = selo_without_ledger.run("help", "corect")
    assert (
        refused.code == 2
        and "Did you mean correct?" in refused.err
        and "selo help --pages" in refused.err
    )
