"""The command in the folder of its ledger, as a fixture."""

from pathlib import Path

import pytest

from tests.importing.importing_world import World


@pytest.fixture
def world(tmp_path: Path, new_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.chdir(tmp_path)
    return World(tmp_path, new_ledger, "selo.db")
