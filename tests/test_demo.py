"""The demo's federation: made by its tool, wholly in the past, and told in one screen
or two.
"""

import json
import re
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner

from cli.demo.walk import output_of
from cli.main import run, selo
from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.submit import Outside, init
from tests.doc_shell import ROOT, Shell
from tools import make_federation, make_picture

FOLDER = ROOT / "cli" / "demo" / "federation"
DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def test_the_federation_is_what_its_tool_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_federation, "FOLDER", tmp_path)
    make_federation.main()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in FOLDER.iterdir()}


def test_the_story_lies_in_the_past() -> None:
    """A clock in January 2026 may already try everything on it."""
    days = {
        day for path in FOLDER.iterdir() for day in DAY.findall(path.read_text("utf-8"))
    }
    assert len(days) > 100 and max(days) < "2026-01-01"


def test_nothing_is_recorded_before_it_happened() -> None:
    for part in json.loads((FOLDER / "INDEX.json").read_text("utf-8")):
        days = DAY.findall((FOLDER / part["file"]).read_text("utf-8"))
        assert max(days, default="") <= part["recorded_at"][:10], part["file"]


def test_the_story_crosses_an_edition_of_the_rules() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.jsonl")))
    ends = re.findall(r'"end":"([^"]+)"', text)
    assert min(ends) < "2023-04-26" < max(ends)


def test_the_walk_is_short_shows_explain_and_ends_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Shell(tmp_path, monkeypatch).run("selo demo").splitlines()
    assert len(lines) <= 60 and lines[-1].startswith("Next: ")
    assert "$ selo explain F033 kuusilahti-open-2023" in lines
    assert not any(tmp_path.glob("*.db"))


def test_an_option_is_no_file_to_keep_the_demo_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(selo, ["demo", "--keep", "--help"])
    assert (refused.exit_code, "write ./--help" in refused.output) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "stage",
    ["cli.demo.command.build", "cli.demo.command.walk", "cli.demo.command.stops"],
)
def test_a_demo_that_is_stopped_leaves_nothing(
    stage: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The ledger gets its name when it is whole: else the command could not be run
    again.
    """

    def stopped(path: str, *_: object) -> NoReturn:
        if not Path(path).exists():
            init(
                path,
                Outside(
                    lambda: "2026-01-01T00:00:00.000000Z",
                    "A",
                    lambda: "salt",
                    rows_to_publish,
                    SECOND_LOOK,
                ),
            )
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.demo.command.build", lambda path: ())
    monkeypatch.setattr("cli.demo.command.walk", lambda path, story: None)
    monkeypatch.setattr(stage, stopped)
    assert run(["demo", "--keep", str(tmp_path / "demo.db")]) == 130
    assert list(tmp_path.iterdir()) == []
    out, err = capsys.readouterr()
    assert (out, err.strip()) == ("", "Stopped; nothing was recorded.")


def test_ctrl_c_in_a_command_of_the_walk_stops_the_walk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cli.main.run", lambda words: 130)
    with pytest.raises(KeyboardInterrupt):
        output_of("demo.db", "list")


def test_a_demo_that_cannot_be_kept_says_so_before_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "cli.demo.command.build", lambda path: pytest.fail("it was built")
    )
    assert run(["demo", "--keep", str(tmp_path / "nowhere" / "demo.db")]) == 1
    assert capsys.readouterr().err.endswith(
        "does not exist - create the folder first\n"
    )


def test_the_walk_as_json_is_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(tmp_path, monkeypatch)
    value = json.loads(shell.run("selo demo --keep demo.db --json"))
    monkeypatch.setenv("SELO_LEDGER", "demo.db")
    assert value["log"]["events"] == len(
        json.loads(shell.run("selo log --json"))["events"]
    )
    assert value["history"] == json.loads(shell.run("selo history F033 --json"))
    assert value["impact"] == json.loads(
        shell.run(f"selo log impact {value['correction']} --json")
    )
    ratings = [value[key]["lists"]["selo"]["rating"] for key in ("on_day", "as_known")]
    assert (
        ratings == [1659, 1614]
        and [part["documents"] for part in value["submissions"]][-1] == 2
    )


def test_the_picture_is_what_the_demo_says(demo_ledger: Path) -> None:
    before, after = (
        make_picture.history(str(demo_ledger), day)
        for day in (make_picture.BEFORE, make_picture.AFTER)
    )
    assert make_picture.drawn(before, after) == make_picture.FILE.read_text("utf-8")


def test_the_first_page_is_short_and_begins_with_what_is_asked_for() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert len(lines) <= 110
    beginning = "\n".join(lines[:40])
    assert all(
        word in beginning for word in ("selo explain", "--as-of", "--known-on", ".svg")
    )
