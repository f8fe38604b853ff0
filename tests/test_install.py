"""The README's section on installing, word for word, in an empty environment: from the folder and from a wheel.

Packages come from wherever pip finds them; where it finds none, the test is skipped and says so. The wheel takes the
folder's place where all that is needed has come; `make torture` installs it where nothing is.
"""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.doc_shell import ROOT
from tools import release

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "*.db")


def steps() -> list[str]:
    """The commands of the section, without their comments."""
    section = (ROOT / "README.md").read_text("utf-8").partition("\n## Install\n")[2].partition("\n## ")[0]
    block = re.search(r"```sh\n(.*?)```", section, flags=re.DOTALL)
    assert block is not None
    return [line.partition("#")[0].strip() for line in block[1].splitlines()]


def step(program: str) -> str:
    """The one that begins with a program."""
    [line] = [line for line in steps() if line.partition(" ")[0] == program]
    return line


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as somebody downloads it, whose name has a blank."""
    return Path(shutil.copytree(ROOT, tmp_path_factory.mktemp("a stranger") / "selokirja", ignore=LEFT_OUT))


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(release.wheel_of(checkout, tmp_path_factory.mktemp("dist"), "1800000000"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment in which nothing of ours can be found, and from which packages can be had."""
    wanted = ("PIP_", "SSL_", "PATH", "LANG", "SELO_LANG")
    kept = {name: value for name, value in os.environ.items() if name.startswith(wanted)}
    asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"click=={version('click')}"]
    folder = tmp_path_factory.mktemp("asked")
    if subprocess.run(asked, cwd=folder, capture_output=True).returncode:
        pytest.skip("pip finds no packages here: nothing can be installed (connect to a package index)")
    # what is not run need not be compiled: most of what comes along
    return {**kept, "HOME": str(folder), "PIP_NO_COMPILE": "1"}


def run(folder: Path, environment: Mapping[str, str], line: str) -> str:
    done = subprocess.run(["sh", "-ec", line], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def use(folder: Path, environment: Mapping[str, str], selo: str) -> None:
    """What somebody does next: the demo, a question, a page of help, the service and a page of it."""
    run(folder, environment, f"{selo} demo --keep tour.db")
    assert "Aino Hallavuori" in run(folder, environment, f"{selo} --ledger tour.db show F033")
    assert run(folder, environment, f"{selo} help correct").startswith("# How to correct")
    assert version("selokirja") in run(folder, environment, f"{selo} --version")
    line = f"exec {selo} --ledger tour.db serve --port 0"
    with subprocess.Popen(
        ["sh", "-c", line], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stderr is not None
        try:
            address = serving.stderr.readline().partition(" at ")[2].partition(",")[0]
            with urllib.request.urlopen(f"{address}en/players/F033", timeout=60) as reply:
                assert reply.status == 200 and "Aino Hallavuori" in reply.read().decode()
        finally:
            serving.terminate()
            serving.communicate(timeout=60)
    assert serving.returncode == 0


@pytest.fixture(scope="module")
def installed(checkout: Path, bare: Mapping[str, str]) -> Path:
    """The folder after the README's step by hand."""
    run(checkout, bare, step("python3"))
    return checkout


def test_the_readme_installs_the_command_from_the_folder(installed: Path, bare: Mapping[str, str]) -> None:
    use(installed, bare, "selo-env/bin/selo")
    assert not (installed / "selo-env/bin/pytest").exists()  # nothing that only tests need


def files_and_needs(folder: Path) -> tuple[set[str], set[str]]:
    """What of ours is in an environment, and what it says that it needs."""
    [ours] = folder.glob("selo-env/lib/python*/site-packages/selokirja-*.dist-info")
    files = {line.rsplit(",", 2)[0] for line in (ours / "RECORD").read_text("utf-8").splitlines()}
    lines = (ours / "METADATA").read_text("utf-8").splitlines()
    # how it came here is written beside it
    beside = {name for name in files if name.endswith((".dist-info/direct_url.json", ".dist-info/REQUESTED"))}
    return files - beside, {line for line in lines if line.startswith(("Requires-", "Version: "))}


def test_a_wheel_installs_the_same(wheel: Path, installed: Path, bare: Mapping[str, str], tmp_path: Path) -> None:
    """In place of the folder, where all that it needs has come: the same files, which need the same."""
    before = files_and_needs(installed)
    assert len(before[0]) > 300 and len(before[1]) > 8
    environment = {**bare, "PIP_NO_DEPS": "1"}
    run(installed, environment, f"selo-env/bin/pip uninstall -y selokirja && selo-env/bin/pip install {wheel}")
    assert files_and_needs(installed) == before
    run(installed, bare, "selo-env/bin/pip check")
    use(tmp_path, bare, f"'{installed}/selo-env/bin/selo'")


@pytest.mark.torture
def test_a_wheel_installs_the_same_where_nothing_is(wheel: Path, bare: Mapping[str, str], tmp_path: Path) -> None:
    by_hand = step("python3")
    assert by_hand.endswith(" .")
    run(tmp_path, bare, f"{by_hand.removesuffix(' .')} {wheel}")
    use(tmp_path, bare, "selo-env/bin/selo")


def test_every_step_of_the_readme_is_one_of_two() -> None:
    """pipx does what is done by hand; where it is installed it is run too, below."""
    assert [line.partition(" ")[0] for line in steps()] == ["pipx", "python3"]


@pytest.mark.skipif(shutil.which("pipx") is None, reason="no pipx on this machine (Debian: apt-get install pipx)")
def test_pipx_installs_the_same(checkout: Path, bare: Mapping[str, str], tmp_path: Path) -> None:
    places = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    run(checkout, {**bare, **places}, step("pipx"))
    use(tmp_path, bare, str(tmp_path / "bin" / "selo"))
