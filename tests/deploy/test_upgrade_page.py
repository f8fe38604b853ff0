"""The commands of the page on upgrading a ledger, as they are printed. What a later
version changes, and that nothing moves unseen, is in tests/care/test_upgrade.py.
"""

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.administrator import commands
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
    environment = {
        "PATH": f"{office}/bin:{os.environ.get('PATH', os.defpath)}",
        "HOME": str(office),
    }
    said = []
    for line in commands(PAGE, section):
        done = subprocess.run(
            ["bash", "-ec", line],
            cwd=office,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        said.append(done.stdout)
    return said


def test_a_ledger_of_this_version_has_nothing_to_upgrade(office: Path) -> None:
    said = follow(office, "Tables: `selo ledger upgrade`")
    assert len(said) == 3
    assert all("nothing to upgrade" in text for text in said)


def test_a_ledger_comes_over_with_every_event_and_rating(office: Path) -> None:
    follow(office, "A ledger from before format 1")
    old, new = (Selo(office, name=name) for name in ("selo.db", "new.db"))
    assert len(old.ask("log")["events"]) == len(new.ask("log")["events"])
    for name in ("selo", "pelo"):
        assert old.ask("list", name)["rows"] == new.ask("list", name)["rows"]
