"""A file that a command is to read, and that is not there, is one mistake with one exit
code, in every command.
"""

from pathlib import Path

import click
import pytest

from cli.groups import CommandGroup
from cli.main import selo as program
from tests.features import asked_of_features
from tests.world.command import Selo

# by command and parameter: a line whose {} is the file that is not there
READ: dict[tuple[str, str], str] = {
    ("submit", "files"): "submit {}",
    ("submit", "maps"): "submit report.trf --map {}",
    ("submit", "sidecar"): "submit report.trf --sidecar {}",
    ("draft answer", "settings"): "draft answer 1 {}",
    ("draft keep", "file"): "draft keep {}",
    ("draft keep", "settings"): "draft keep report.trf --settings {}",
    ("verify", "files"): "verify --checkpoint {}",
    ("verify", "public_keys"): "verify --public-key {}",
    ("verify", "receipts"): "verify --receipt {}",
    ("proof key", "key"): "proof key --key {}",
    ("proof checkpoint", "key"): "proof checkpoint --key {}",
    ("proof checkpoint", "add"): "proof checkpoint --add {}",
    (
        "proof checkpoint",
        "public_keys",
    ): "proof checkpoint --add report.trf --public-key {}",
    ("proof prove", "since"): "proof prove --since {}",
    ("serve", "key"): "serve --port 0 --key {}",
    ("ledger restore", "file"): "ledger restore {} --ledger restored.db",
    ("ledger copy", "source"): "ledger copy {} copied.db",
    ("ledger import", "file"): "ledger import {}",
}
WRITTEN = {
    ("submit", "map_out"),
    ("history", "svg"),
    ("list", "svg"),
    ("log impact", "svg"),
    ("proof new-key", "file"),
    ("proof checkpoint", "out"),
    ("proof prove", "out"),
    ("proof bundle", "target"),
    ("ledger backup", "file"),
    ("ledger restore", "target"),
    ("ledger upgrade", "backup"),
    ("ledger copy", "target"),
    ("export tables", "file"),
    ("demo", "keep"),
}
NO_FILES = {
    ("player merge", "from_player"),
    # a folder that others write to: where it is missing, /metrics says that there is no
    # backup
    ("serve", "backups"),
}
for feature in asked_of_features():
    READ |= feature.reads
    WRITTEN |= {*feature.writes}
    NO_FILES |= {*feature.no_files}
NAMES = ("FILE", "FOLDER", "KEY", "DIR")


def declared(
    command: click.Command, path: tuple[str, ...] = ()
) -> set[tuple[str, str]]:
    """Every parameter of the program that names a file."""
    context = click.Context(command)
    found = set()
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found |= declared(inner, (*path, name))
    if isinstance(command, CommandGroup):
        command = command.alone() or command
    for one in command.get_params(context) if path else ():
        words = (
            f"{one.metavar or ''}"
            f" {'' if isinstance(one, click.Option) else (one.name or '').upper()}"
        )
        if any(name in words for name in NAMES):
            found.add((" ".join(path), one.name or ""))
    return found


def test_every_file_that_is_named_is_here() -> None:
    assert declared(program) - NO_FILES <= READ.keys() | WRITTEN


@pytest.mark.parametrize("line", READ.values())
@pytest.mark.parametrize("instead", ["nowhere", "a-folder"])
def test_a_file_that_is_not_there_is_wrong_usage(
    club: Selo, monkeypatch: pytest.MonkeyPatch, line: str, instead: str
) -> None:
    monkeypatch.chdir(club.folder)
    Path("a-folder").mkdir()
    Path("report.trf").write_text("012 An event\n")
    if line.startswith("serve"):  # which answers nothing, and so has no JSON
        refused = club.run(*line.replace("{}", instead).split())
        assert refused.code == 2 and instead in refused.err
        return
    [problem] = club.refused(*line.replace("{}", instead).split(), code=2)
    assert instead in (problem["message"] + (problem["where"]["file"] or "")), problem


def test_a_missing_file_beside_a_bad_one(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All problems come together, and the exit code is that of the missing one."""
    monkeypatch.chdir(club.folder)
    Path("bad.jsonl").write_text("{\n")
    problems = club.refused("submit", "bad.jsonl", "nowhere", code=2)
    assert {problem["where"]["file"] for problem in problems} == {
        "bad.jsonl",
        "nowhere",
    }


def test_a_ledger_that_is_not_there_is_not_found(club: Selo) -> None:
    """The control: --ledger names no input, and what it names is not found."""
    assert (
        club.run_line("--ledger", str(club.folder / "nowhere.db"), "list", "selo").code
        == 3
    )
