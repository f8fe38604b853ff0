"""The pages and where they are, and a small shell for what they show."""

import io
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cli import options
from cli.main import run
from tests.world.ledger import demo_ledger

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(path for path in DOCS.rglob("*.md")),
    *sorted((ROOT / "features").rglob("*.md")),
]
WRITTEN_BY_HAND = [path for path in PAGES if path.parent.name != "reference"]
# before every other clock that matters: what the pages tell lies in the past for
# everybody who tries it
NOW = "2026-01-15T12:00:00.000000Z"
FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def title(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class Shell:
    """A small shell: selo, python, export and echo, < and >, and a clock that goes a
    minute a command.
    """

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, start: str = NOW
    ) -> None:
        self.moment = datetime.strptime(start, FORMAT)
        self.code = 0
        self.patch = patch
        patch.chdir(folder)
        for name in ("SELO_LEDGER", "SELO_KEY"):
            patch.delenv(name, raising=False)
        # nothing outside the folder is read or made
        for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
            patch.setenv(name, str(folder / "home"))
        patch.setenv("SELO_ACTOR", "officer")
        patch.setattr(options, "now", lambda: self.moment.strftime(FORMAT))
        patch.setattr(
            "cli.demo.command.build", demo_ledger
        )  # thirty pages begin with it

    def run(self, line: str) -> str:
        """What a person would see on the screen."""
        words = shlex.split(line.replace("$?", str(self.code)))
        if words[0] == "echo":
            return " ".join(words[1:]) + "\n"
        if words[0] == "export":
            self.patch.setenv(*words[1].split("=", 1))
            return ""
        if words[0] == "python":
            return _python(words[1:])
        assert words[0] == "selo", (
            f"the test knows selo, python, export and echo, not {words[0]}"
        )
        files = {sign: words[words.index(sign) + 1] for sign in "<>" if sign in words}
        kept = words[1 : min([len(words), *(words.index(sign) for sign in files)])]
        return self._selo(kept, files)

    def _selo(self, words: list[str], files: dict[str, str]) -> str:
        self.moment += timedelta(minutes=1)
        screen = io.StringIO()
        out = io.StringIO() if ">" in files else screen
        given = Path(files["<"]).read_bytes() if "<" in files else b""
        self.patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        with redirect_stdout(out), redirect_stderr(screen):
            self.code = run(words)
        if ">" in files:
            Path(files[">"]).write_text(out.getvalue(), "utf-8")
        return screen.getvalue()


def _python(words: list[str]) -> str:
    """A program of somebody else's, in a process of its own where selo is installed."""
    installed = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    ran = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env=installed,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr
