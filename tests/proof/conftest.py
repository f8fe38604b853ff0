"""The ledger that forgers work on, and an office with a copy of it, its key and the
command.
"""

from pathlib import Path

import pytest

from tests.proof.proof_world import World, build
from tests.world.command import Command

TODAY = "2026-11-21"


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("world"))


@pytest.fixture
def office(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("SELO_KEY", str(world.key))
    monkeypatch.chdir(tmp_path)
    return Command(tmp_path, world.path, "copy.db", TODAY)
