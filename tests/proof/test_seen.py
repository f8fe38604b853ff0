"""The command remembers, outside the ledger, what it saw of it last."""

import shutil
from pathlib import Path

import pytest

from tests.proof.forgeries import state, together
from tests.proof.proof_world import conclude, forget_checkpoints, forging, replant
from tests.world.command import Command

WARNING = "is not the ledger that was seen here"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_growth_is_remembered_and_a_ledger_rolled_back_is_told(office: Command, own_state: Path) -> None:
    shutil.copy(office.path, "earlier.db")
    office.done("player", "add", "N1", "--name", "New")
    assert len(list(own_state.rglob("*.json"))) == 1
    assert WARNING not in office.run("show", "P1").err
    for beside in office.folder.glob("copy.db*"):
        beside.unlink()
    shutil.copy("earlier.db", office.path)
    for words in (["show", "P1"], ["player", "add", "N2", "--name", "Newer"], ["show", "P1", "--json"]):
        assert WARNING in office.run(*words).err
    # the way out, once somebody has looked
    assert WARNING not in office.run("verify", "--accept").err + office.run("show", "P1").err


def test_a_history_made_again_is_told(office: Command) -> None:
    office.done("show", "P1")
    with forging(office.path) as connection:
        together(state(16, b'"0-1"', b'"1/2-1/2"'), replant, forget_checkpoints, conclude)(connection)
    assert WARNING in office.run("list", "selo").err


def test_a_restore_is_no_surprise(office: Command) -> None:
    office.done("backup", "b.db")
    office.done("player", "add", "N1", "--name", "New")
    assert WARNING not in office.run("restore", "b.db", "--replace").err
    assert WARNING not in office.run("show", "P1").err


def test_a_folder_that_cannot_be_written_stops_nothing(office: Command, own_state: Path) -> None:
    own_state.write_text("a file where the folder would be")
    assert office.run("show", "P1").code == 0


def test_nothing_but_sizes_and_roots_is_kept(office: Command, own_state: Path) -> None:
    office.done("show", "P1")
    [file] = own_state.rglob("*.json")
    assert b"Name" not in file.read_bytes() and str(office.path).encode() not in file.read_bytes()
