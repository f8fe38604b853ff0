"""The command remembers, outside the ledger, what it saw of it last."""

import shutil
from pathlib import Path

import pytest

from tests.proof.conftest import TODAY
from tests.proof.forgeries import state, together
from tests.proof.proof_world import (
    World,
    conclude,
    forget_checkpoints,
    forging,
    replant,
)
from tests.web.serving import Reply, served
from tests.world.command import Command

WARNING = "is not the ledger that was seen here"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_growth_is_remembered_and_a_ledger_rolled_back_is_told(
    office: Command, own_state: Path
) -> None:
    shutil.copy(office.path, "earlier.db")
    office.done("player", "add", "N1", "--name", "New")
    assert len(list(own_state.rglob("*.json"))) == 1
    assert WARNING not in office.run("show", "P1").err
    for beside in office.folder.glob("copy.db*"):
        beside.unlink()
    shutil.copy("earlier.db", office.path)
    for words in (["show", "P1"], ["show", "P1", "--json"]):
        told = office.run(*words)
        assert told.code == 0 and WARNING in told.err
    # the way out, once somebody has looked
    assert (
        WARNING
        not in office.run("verify", "--accept").err + office.run("show", "P1").err
    )


WRITING = (
    ["player", "add", "N2", "--name", "Newer"],
    ["player", "add", "N2", "--name", "Newer", "--dry-run"],
    ["withdraw", "spring", "--reason", "a slip"],
    ["publish", "selo", "2024-12", "--as-of", "2024-12-01"],
    ["proof", "checkpoint"],
    ["proof", "checkpoint", "--add", "away.txt"],
    ["submit", "d.json"],
    ["rules", "accept"],
)


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_a_ledger_rolled_back_takes_nothing_until_somebody_accepts_it(
    words: list[str], office: Command, world: World
) -> None:
    """A snapshot of a machine that was put back: what was acknowledged since is gone,
    and must not be forked.
    """
    Path("d.json").write_text('{"kind":"player","player":"N3","name":"Third"}')
    Path("away.txt").write_bytes(world.outside.read_bytes())
    shutil.copy(office.path, "earlier.db")
    office.done("player", "add", "N1", "--name", "New")
    for beside in office.folder.glob("copy.db*"):
        beside.unlink()
    shutil.copy("earlier.db", office.path)
    before = office.path.read_bytes()
    code, value = office.answer(*words)
    assert (code, [problem["code"] for problem in value["problems"]]) == (
        75,
        ["rolled-back"],
    )
    assert (
        "--accept" in value["problems"][0]["hint"]
        and office.path.read_bytes() == before
    )
    assert office.run("verify", "--accept").code == 3
    assert office.run(*words).code in (0, 1) and WARNING not in office.run(*words).err
    office.done("player", "add", "N2", "--name", "Newer")


def test_a_history_made_again_is_told(office: Command) -> None:
    office.done("show", "P1")
    with forging(office.path) as connection:
        together(
            state(16, b'"0-1"', b'"1/2-1/2"'), replant, forget_checkpoints, conclude
        )(connection)
    assert WARNING in office.run("list", "selo").err


def test_a_restore_is_no_surprise(office: Command) -> None:
    office.done("ledger", "backup", "b.db")
    office.done("player", "add", "N1", "--name", "New")
    assert WARNING not in office.run("ledger", "restore", "b.db", "--replace").err
    assert WARNING not in office.run("show", "P1").err


def test_a_folder_that_cannot_be_written_stops_nothing(
    office: Command, own_state: Path
) -> None:
    own_state.write_text("a file where the folder would be")
    assert office.run("show", "P1").code == 0


def test_nothing_but_sizes_and_roots_is_kept(office: Command, own_state: Path) -> None:
    office.done("show", "P1")
    [file] = own_state.rglob("*.json")
    assert (
        b"Name" not in file.read_bytes()
        and str(office.path).encode() not in file.read_bytes()
    )


def test_a_service_takes_nothing_either(office: Command, own_state: Path) -> None:
    """It remembers what it acknowledged, and looks before each document; whoever asks
    is answered.
    """
    office.done("access", "new", "--role", "officer", "--name", "o")
    shutil.copy(office.path, "earlier.db")
    secret = office.ask("access", "new", "--role", "officer", "--name", "p")["token"]
    fields = {"authorization": f"Bearer {secret}", "content-type": "application/json"}
    folder = str(own_state / "selokirja" / "seen")
    with served(
        office.path, seen=folder, now=lambda: f"{TODAY}T12:00:00.000000Z"
    ) as service:

        def sent(player: str) -> Reply:
            body = f'{{"kind":"player","player":"{player}","name":"Name {player}"}}'.encode()
            return service.ask("/api/documents", "POST", body, fields)

        assert sent("N1").status == 201
        for name in ("copy.db", "copy.db-wal", "copy.db-shm"):
            (office.folder / name).unlink(missing_ok=True)
        shutil.copy("earlier.db", office.path)
        refused = sent("N2")
        assert (refused.status, refused.codes) == (503, ["rolled-back"])
        assert service.ask("/api/players/P1").status == 200
        office.run("verify", "--accept")
        assert sent("N2").status == 201
