"""The commands of the page on upgrading a ledger, as they are printed. What a later
version changes, and that nothing moves unseen, is in tests/care/test_upgrade.py.
"""

from pathlib import Path

import pytest

from tests.deploy.administrator import commands, run_line, with_programs_of
from tests.deploy.machine import put_program
from tests.doc_shell import ROOT
from tests.world.command import Selo
from tests.world.ledger import demo_ledger

PAGE = (ROOT / "docs/how-to/upgrade.md").read_text("utf-8")


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """A folder with a ledger, and a program that stands for two versions."""
    demo_ledger(tmp_path / "selo.db")
    for name in ("bin", "old/bin", "new/bin"):
        put_program(tmp_path / name / "selo")
    return tmp_path


def follow(office: Path, section: str) -> list[str]:
    """Do what a section says; return what each line printed."""
    environment = with_programs_of(office / "bin", office)
    return [run_line(line, office, environment) for line in commands(PAGE, section)]


def test_a_ledger_of_this_version_has_nothing_to_upgrade(office: Path) -> None:
    printed = follow(office, "Tables: `selo ledger upgrade`")
    assert len(printed) == 3
    assert all("nothing to upgrade" in text for text in printed)


def test_a_ledger_comes_over_with_every_event_and_rating(office: Path) -> None:
    follow(office, "A ledger from before format 1")
    old, new = (Selo(office, name=name) for name in ("selo.db", "new.db"))
    assert len(old.ask("log")["events"]) == len(new.ask("log")["events"])
    for name in ("selo", "pelo"):
        assert old.ask("list", name)["rows"] == new.ask("list", name)["rows"]
