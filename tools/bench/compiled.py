"""The compiled build beside plain Python: the same tests on it, and what a rebuild costs on both.

python -m bench.compiled [GAMES]      makes an environment of its own in a temporary folder; some minutes
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tools.bench.measure import one_file

ROOT = Path(__file__).parents[1]
# the rules at their limits, and random histories beside the naive second implementation
SUITES = ("tests/rules", "tests/properties")
PATCHED = "tests/properties/test_planted_faults.py"  # compiled code does not look its functions up
FROM = "import rulebooks.finland.exchange as module; print(module.__file__)"


def built(folder: Path) -> str:
    """The interpreter of a new environment with the compiled build in it."""
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / "bin" / "python")
    source = folder / "source"  # the build leaves files beside what it compiles
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__"))
    install = [python, "-m", "pip", "install", "--quiet", "-c", str(source / "constraints.txt"), f"{source}[dev]"]
    subprocess.run(install, check=True, env={**os.environ, "SELO_COMPILE": "1"})
    return python


def tested(python: str, folder: Path) -> None:
    """The suites in a folder without the sources, so that what is tested is what was installed."""
    for name in ("tests", "bench", "docs", "tools"):
        shutil.copytree(folder / "source" / name, folder / name)
    shutil.copy(folder / "source" / "pyproject.toml", folder)
    module = subprocess.run([python, "-c", FROM], cwd=folder, check=True, capture_output=True, text=True).stdout
    if not module.strip().endswith(".so"):
        raise SystemExit(f"{module.strip()} is not compiled")
    pytest = [python, "-m", "pytest", "--all", "-n", "2", "-p", "no:cacheprovider", f"--ignore={PATCHED}"]
    subprocess.run([*pytest, *SUITES], cwd=folder, check=True)


def rebuilt(python: str, folder: Path, ledger: str, times: int = 3) -> float:
    """The least of some runs, in processor seconds."""
    stage = [python, "-m", "tools.bench.stages", "rebuild", ledger]
    runs = [subprocess.run(stage, cwd=folder, check=True, capture_output=True, text=True).stdout for _ in range(times)]
    seconds: list[float] = [json.loads(run)["seconds"] for run in runs]
    return min(seconds)


def main(words: list[str]) -> None:
    games = int(words[0]) if words else 200_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = built(folder)
        tested(python, folder)
        ledger = str(folder / "games.db")
        for command in (["init"], ["submit", one_file(folder, games)]):
            subprocess.run([sys.executable, "-m", "cli.main", "--ledger", ledger, *command], check=True, cwd=ROOT,
                           stdout=subprocess.DEVNULL)  # fmt: skip
        plain, fast = rebuilt(sys.executable, ROOT, ledger), rebuilt(python, folder, ledger)
        print(f"rebuild of {games:,} games: plain {plain:.2f} s, compiled {fast:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
