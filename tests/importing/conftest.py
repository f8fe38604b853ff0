"""The world of these tests as a fixture."""

from pathlib import Path

import pytest

from tests.importing.importing_world import World


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> World:
    return World(tmp_path, monkeypatch, capsys)
