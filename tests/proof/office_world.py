"""An office with a copy of the ledger, its key and the command; and the verifier that stands alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from tests.proof.proof_world import World, stand_alone

STAND_ALONE = stand_alone()


class Office:
    """A copy of the world in a folder of its own, and the command."""

    def __init__(self, world: World, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.folder, self._capsys = world.copy(folder), folder, capsys

    def say(self, *words: str) -> tuple[int, str, str]:
        code = run(["--ledger", str(self.path), *words])
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err

    def ask(self, *words: str) -> tuple[int, Any]:
        code, out, _ = self.say(*words, "--json")
        return code, json.loads(out)


@pytest.fixture
def office(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Office:
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("SELO_KEY", str(world.key))
    monkeypatch.chdir(tmp_path)
    return Office(world, tmp_path, capsys)


def code_of(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["problems"][0]["code"]


def alone(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    code = STAND_ALONE.main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)
