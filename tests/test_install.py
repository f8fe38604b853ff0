"""The README's section on installing, word for word, in an empty environment: from the
folder and from a wheel.

Packages come from wherever pip finds them; where it finds none, the test is skipped and
says so. By hand everything is brought. The wheel and pipx then find all that is needed
where it has come, and bring the same files to the byte; `make torture` installs both
where nothing is.
"""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.doc_shell import ROOT
from tools import release

OURS = shutil.ignore_patterns("selokirja-*.dist-info")
LEFT_OUT = shutil.ignore_patterns(
    ".*", "__pycache__", "build", "dist", "*.egg-info", "*.db"
)


def steps() -> list[str]:
    """The commands of the section, without their comments."""
    section = (
        (ROOT / "README.md")
        .read_text("utf-8")
        .partition("\n## Install\n")[2]
        .partition("\n## ")[0]
    )
    block = re.search(r"```sh\n(.*?)```", section, flags=re.DOTALL)
    assert block is not None
    return [line.partition("#")[0].strip() for line in block[1].splitlines()]


def step(program: str) -> str:
    """The one that begins with a program."""
    [line] = [line for line in steps() if line.partition(" ")[0] == program]
    return line


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "docs" / "changelog.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changelog, flags=re.MULTILINE)
    assert newest is not None and newest[1] == version("selokirja")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as somebody downloads it, whose name has a blank."""
    return Path(
        shutil.copytree(
            ROOT, tmp_path_factory.mktemp("a stranger") / "selokirja", ignore=LEFT_OUT
        )
    )


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(
        release.wheel_of(checkout, tmp_path_factory.mktemp("dist"), "1800000000")
    )


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment in which nothing of ours can be found, and from which packages can
    be had.
    """
    wanted = ("PIP_", "SSL_", "PATH", "LANG", "SELO_LANG")
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(wanted)
    }
    asked = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        f"click=={version('click')}",
    ]
    folder = tmp_path_factory.mktemp("asked")
    if subprocess.run(asked, cwd=folder, capture_output=True).returncode:
        pytest.skip(
            "pip finds no packages here: nothing can be installed (connect to a package"
            " index)"
        )
    # what is not run need not be compiled, most of what comes along; pip reads options
    # that begin with `no` upside down
    return {**kept, "HOME": str(folder), "PIP_NO_COMPILE": "0"}


def run(folder: Path, environment: Mapping[str, str], line: str) -> str:
    done = subprocess.run(
        ["sh", "-ec", line], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def use(folder: Path, environment: Mapping[str, str], selo: str) -> None:
    """What somebody does next: the demo, a question, a page of help, the service and a
    page of it.
    """
    run(folder, environment, f"{selo} demo --keep tour.db")
    assert "Aino Hallavuori" in run(
        folder, environment, f"{selo} --ledger tour.db show F033"
    )
    assert run(folder, environment, f"{selo} help correct").startswith(
        "# How to correct"
    )
    assert version("selokirja") in run(folder, environment, f"{selo} --version")
    line = f"exec {selo} --ledger tour.db serve --port 0"
    with subprocess.Popen(
        ["sh", "-c", line],
        cwd=folder,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    ) as serving:
        assert serving.stderr is not None
        try:
            address = serving.stderr.readline().partition(" at ")[2].partition(",")[0]
            with urllib.request.urlopen(
                f"{address}en/players/F033", timeout=60
            ) as reply:
                assert (
                    reply.status == 200 and "Aino Hallavuori" in reply.read().decode()
                )
        finally:
            serving.terminate()
            serving.communicate(timeout=60)
    assert serving.returncode == 0


@pytest.fixture(scope="module")
def installed(checkout: Path, bare: Mapping[str, str]) -> Path:
    """The folder after the README's step by hand."""
    run(checkout, bare, step("python3"))
    return checkout


def test_the_readme_installs_the_command_from_the_folder(
    installed: Path, bare: Mapping[str, str]
) -> None:
    use(installed, bare, "selo-env/bin/selo")
    # nothing that only tests need
    assert not (installed / "selo-env/bin/pytest").exists()


def packages(environment: Path) -> Path:
    """Where packages are in an environment."""
    [place] = environment.glob("lib/python*/site-packages")
    return place


def bytes_and_needs(environment: Path) -> tuple[dict[str, str], set[str]]:
    """The SHA-256 of each file of ours in an environment, and what it says that it
    needs.
    """
    place = packages(environment)
    [ours] = place.glob("selokirja-*.dist-info")
    # the command begins with where its Python is, and how it came here is written
    # beside it
    others = (
        "/bin/selo",
        ".dist-info/direct_url.json",
        ".dist-info/REQUESTED",
        ".dist-info/RECORD",
    )
    names = [
        line.rsplit(",", 2)[0]
        for line in (ours / "RECORD").read_text("utf-8").splitlines()
    ]
    digests = {
        name: sha256((place / name).read_bytes()).hexdigest()
        for name in names
        if not name.endswith(others)
    }
    lines = (ours / "METADATA").read_text("utf-8").splitlines()
    return digests, {
        line for line in lines if line.startswith(("Requires-", "Version: "))
    }


def test_what_the_sources_no_longer_have_is_not_installed(
    wheel: Path, checkout: Path, bare: Mapping[str, str], tmp_path: Path
) -> None:
    """Newer sources come into the folder of the old ones, and are installed from there
    again.
    """
    left = checkout / "build" / "lib" / "features" / "gone"
    left.mkdir(parents=True)
    (left / "__init__.py").touch()
    again = release.wheel_of(checkout, tmp_path, "1800000000")
    assert sha256(again.read_bytes()).digest() == sha256(wheel.read_bytes()).digest()


@pytest.fixture(scope="module")
def by_hand(installed: Path) -> tuple[dict[str, str], set[str]]:
    """What the step by hand brought of ours."""
    brought = bytes_and_needs(installed / "selo-env")
    assert len(brought[0]) > 300 and len(brought[1]) > 8
    return brought


def test_a_wheel_installs_the_same(
    wheel: Path,
    installed: Path,
    bare: Mapping[str, str],
    by_hand: tuple[dict[str, str], set[str]],
) -> None:
    """In place of the folder, where all that it needs has come."""
    environment = {**bare, "PIP_NO_DEPS": "1"}
    run(
        installed,
        environment,
        f"selo-env/bin/pip uninstall -y selokirja && selo-env/bin/pip install {wheel}",
    )
    assert bytes_and_needs(installed / "selo-env") == by_hand
    run(installed, bare, "selo-env/bin/pip check")
    assert version("selokirja") in run(installed, bare, "selo-env/bin/selo --version")


@pytest.mark.torture
def test_a_wheel_installs_the_same_where_nothing_is(
    wheel: Path, bare: Mapping[str, str], tmp_path: Path
) -> None:
    line = step("python3")
    assert line.endswith(" .")
    run(tmp_path, bare, f"{line.removesuffix(' .')} {wheel}")
    use(tmp_path, bare, "selo-env/bin/selo")


def test_every_step_of_the_readme_is_one_of_two() -> None:
    """pipx does what is done by hand; where it is installed it is run too, below."""
    assert [line.partition(" ")[0] for line in steps()] == ["pipx", "python3"]


with_pipx = pytest.mark.skipif(
    shutil.which("pipx") is None,
    reason="no pipx on this machine (Debian: apt-get install pipx)",
)


def by_pipx(folder: Path, checkout: Path, environment: Mapping[str, str]) -> Path:
    """The README's step with pipx, into a home in a folder: the environment that it
    made.
    """
    places = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    run(checkout, {**environment, **places}, step("pipx"))
    return folder / "home" / "venvs" / "selokirja"


@with_pipx
def test_pipx_installs_the_same(
    checkout: Path,
    installed: Path,
    bare: Mapping[str, str],
    by_hand: tuple[dict[str, str], set[str]],
    tmp_path: Path,
) -> None:
    """It brings ours, and finds what that needs in what its environments share: what
    came by hand beside ours.
    """
    shared = tmp_path / "shared"
    shutil.copytree(
        installed / "selo-env",
        shared,
        symlinks=True,
        copy_function=os.link,
        ignore=OURS,
    )
    made = by_pipx(tmp_path, checkout, {**bare, "PIPX_SHARED_LIBS": str(shared)})
    assert (
        bytes_and_needs(made) == by_hand and not (packages(made) / "litestar").exists()
    )
    use(tmp_path, bare, str(tmp_path / "bin" / "selo"))


@pytest.mark.torture
@with_pipx
def test_pipx_brings_what_is_needed(
    checkout: Path, bare: Mapping[str, str], tmp_path: Path
) -> None:
    by_pipx(tmp_path, checkout, bare)
    use(tmp_path, bare, str(tmp_path / "bin" / "selo"))
