"""An environment in which another program has a package of one of our names: a
sentence, and no traceback.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli import neighbours

ROOT = Path(__file__).parent.parent
LINE = "import sys; sys.argv = ['selo', '--version']; from cli.main import main; main()"


def run(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([*more, str(ROOT)])
    environment = {
        **os.environ,
        "PYTHONPATH": path,
        "XDG_STATE_HOME": str(folder),
        "HOME": str(folder),
    }
    return subprocess.run(
        [sys.executable, "-P", "-c", LINE],
        capture_output=True,
        text=True,
        env=environment,
    )


def test_our_packages_are_all_looked_for() -> None:
    rooms = {path.parent.name for path in ROOT.glob("*/py.typed")}
    assert rooms == {"cli", *neighbours.OURS}


def test_a_package_that_hides_ours_is_named(tmp_path: Path) -> None:
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "__init__.py").write_text("def balance(): ...\n")
    done = run(tmp_path, str(tmp_path))
    assert done.returncode == 1 and done.stdout == ""
    assert (
        "the package ledger of selokirja is hidden by" in done.stderr
        and "environment of its own" in done.stderr
    )
    assert "Traceback" not in done.stderr


def test_alone_nothing_is_said_and_it_is_looked_at_once(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    kept = tmp_path / "selokirja" / "alone"
    before = kept.read_text()
    assert before.startswith(str(ROOT))
    kept.write_text("another state")
    assert run(tmp_path).returncode == 0 and kept.read_text() == before


@pytest.mark.parametrize("name", ["web", "cli"])
def test_whoever_brings_a_package_of_our_name_is_named(name: str) -> None:
    problem = neighbours.programs_with_our_names(
        {"click": ["click"], name: ["selokirja", "another"], "desk": ["selokirja"]}
    )
    assert problem is not None and f"{name} (another)" in problem
    assert (
        neighbours.programs_with_our_names({name: ["selokirja"], "click": ["click"]})
        is None
    )


def test_what_was_seen_is_said_again_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "importlib.metadata.packages_distributions",
        lambda: {"ledger": ["ledger", "selokirja"]},
    )
    remembered = str(tmp_path / "state" / "alone")
    problem = neighbours.warning_of_shared_packages(remembered)
    assert problem is not None
    assert neighbours.warning_of_shared_packages(remembered) == problem


def test_a_package_found_by_a_finder_of_pip_is_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`pip install -e` may put no folder on the path: then the packages are found by a
    finder of its own.
    """
    monkeypatch.setattr(
        neighbours,
        "PathFinder",
        type("Nobody", (), {"find_spec": staticmethod(lambda name: None)}),
    )
    assert neighbours.reason_of_hidden_package() is None
