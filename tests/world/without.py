"""The source without some features or families of rules: a copy, from which they are
taken away as their lists say.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from rulebooks import MODULES

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".ruff_cache", ".pytest_cache", ".hypothesis", "__pycache__", "dist",
    "build", "*.egg-info", "*.db",
)  # fmt: skip


def left_out(folder: str, names: list[str]) -> set[str]:
    """Return what of a folder is not copied: what is made anew, and ledgers. What mypy
    noted stands in files that are named like ledgers, and is copied.
    """
    if ".mypy_cache" in Path(folder).parts:
        return set()
    return LEFT_OUT(folder, names)


def copy_without(names: Iterable[str], folder: Path) -> Path:
    """Copy the source, and take these features away: the folder of each, its tests, and
    its line in the list.

    What mypy noted of each file comes along, so that it reads only what has changed.
    That no file imports what is gone is seen by tests/test_rooms.py: mypy still finds
    it where the program is installed from.
    """
    shutil.copytree(ROOT, folder, ignore=left_out)
    listed = folder / "features" / "__init__.py"
    for name in names:
        shutil.rmtree(folder / "features" / name)
        shutil.rmtree(folder / "tests" / "features" / name)
        before = listed.read_text("utf-8")
        after = before.replace(f'    "{name}",\n', "")
        assert after != before, f"{name} has no line in {listed.name}"
        listed.write_text(after, "utf-8")
    return folder


def without_families(lists: Iterable[str], tree: Path) -> Path:
    """Take the families of these lists away from a copy: the folder or module of each,
    its tests, and its line in the list.
    """
    listed = tree / "rulebooks" / "families.py"
    for module in {MODULES[name] for name in lists}:
        name = module.rpartition(".")[2]
        stem = tree / "rulebooks" / name
        if stem.is_dir():
            shutil.rmtree(stem)
        else:
            stem.with_suffix(".py").unlink()
        shutil.rmtree(tree / "tests" / "families" / name)
        before = listed.read_text("utf-8")
        lines = before.splitlines(keepends=True)
        after = "".join(
            line for line in lines if not line.startswith(f'    Listed("{module}"')
        )
        assert len(after.splitlines()) == len(lines) - 1, f"{module} has no line"
        listed.write_text(after, "utf-8")
    return tree


def ran(tree: Path, *arguments: str, code: int = 0) -> str:
    """Run a module of the copy, as `python -m` does, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    environment.pop("PYTEST_CURRENT_TEST", None)
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr
