"""A feature is added by its own folder and a line: the page
docs/how-to/write-a-feature.md followed word for word, in a copy of the source and as a
package outside. The walk through it is walk_of_a_feature.py.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

from tests.world.without import ROOT, copy_without, ran

PAGE = (ROOT / "docs/how-to/write-a-feature.md").read_text("utf-8")
NAME, DAY = "birthdays", "2025-05-23"
MOST_LINES = 80


def files() -> dict[str, str]:
    """The files that the page shows, by name."""
    blocks = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return dict(blocks)


def shown(beginning: str) -> str:
    """What the page says is printed."""
    blocks = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [text] = [block for block in blocks if block.startswith(beginning)]
    return str(text)


def written(tree: Path) -> Path:
    """The feature in a tree, as the page has it."""
    for name, text in files().items():
        if name.startswith("features/"):
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return tree


def listed(tree: Path) -> None:
    """Add its line."""
    path = tree / "features" / "__init__.py"
    text = path.read_text("utf-8")
    line = "NAMES: tuple[str, ...] = (\n"
    assert line in text and f'is `"{NAME}",`' in PAGE
    path.write_text(text.replace(line, f'{line}    "{NAME}",\n'), "utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied = copy_without([], tmp_path_factory.mktemp("feature") / "source")
    listed(written(copied))
    # tests ask features for what is asked of them, and the page has no tests
    asked = copied / "tests" / "features" / NAME
    asked.mkdir()
    (asked / "__init__.py").write_text("")
    (asked / "asked.py").write_text(
        "from tests.features import Asked\n"
        "ASKED = Asked(questions={}, pages={}, lines='', measured={})\n"
    )
    return copied


def check(told: dict[str, Any]) -> None:
    """It answers in each way, and a stranger is told nothing."""
    command, _, printed = shown("$ selo").partition("\n")
    assert command == f"$ selo {NAME} --as-of {DAY}" and told["said"] == printed
    assert told["command"] == told["service"]
    assert [row["age"] for row in told["command"]["rows"]] == [16]
    assert told["stranger"] == 401 and told["described"]
    assert "Aino Hallavuori" in told["page"] and "<h1>Birthdays</h1>" in told["page"]


def test_it_is_as_short_as_the_page_says() -> None:
    lines = [
        line
        for name, text in files().items()
        if name.endswith(".py")
        for line in text.splitlines()
        if line.strip()
    ]
    assert 50 <= len(lines) <= MOST_LINES, len(lines)


def test_a_folder_and_a_line_are_a_feature(tree: Path) -> None:
    told = json.loads(ran(tree, "tests.walk_of_a_feature", NAME, DAY).splitlines()[-1])
    check(told)
    assert f"  {NAME} " in ran(tree, "cli.main", "--help")
    ran(tree, "pytest", "-q", "tests/test_rooms.py", "-k", "imports or circle")


def package(folder: Path) -> Path:
    """The feature as a package that pip has installed into a folder."""
    own = f"selokirja_{NAME}"
    for name, text in files().items():
        if name.startswith("features/"):
            path = folder / name.replace(f"features/{NAME}", own)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace(f"features.{NAME}", own), "utf-8")
    said = tomllib.loads(files()["pyproject.toml"])["project"]
    info = folder / f"{own}-{said['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\n"
    )
    rows = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in said["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(rows))
    return folder


def outside(folder: Path, *arguments: str) -> str:
    """Run a module of the program with the packages of a folder beside it."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_package_outside_is_taken_in_and_named_by_the_doctor(tmp_path: Path) -> None:
    folder = package(tmp_path)
    told = json.loads(
        outside(folder, "tests.walk_of_a_feature", NAME, DAY).splitlines()[-1]
    )
    check(told)
    assert told["doctor"]["features"] == [True, shown(f"{NAME} of").strip()]
    # it is found where Python itself finds it
    [found] = distributions(name=f"selokirja-{NAME}", path=[str(folder)])
    assert [point.name for point in found.entry_points] == [NAME]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("birthdays", "1/0\n", "ZeroDivisionError: division by zero"),
        ("birthdays", "FEATURE = 1\n", "selokirja_birthdays:FEATURE is no Feature"),
        (
            "birthdays",
            "from features.feature import Feature\n"
            "FEATURE = Feature(package='selokirja_norms', sentence='')\n",
            "there is a feature norms",
        ),
    ],
    ids=["broken", "none", "taken"],
)
def test_what_does_not_fit_is_left_out_and_the_ledger_is_read(
    tmp_path: Path, name: str, text: str, problem: str
) -> None:
    folder = package(tmp_path)
    (folder / f"selokirja_{name}" / "__init__.py").write_text(text)
    code = (
        "import json; from features import BROUGHT, NAMES, FEATURES; print(json.dumps("
        "[[one.package, one.problem] for one in BROUGHT]));"
        " assert len(FEATURES) == len(NAMES)"
    )
    (folder / "told.py").write_text(code)
    assert json.loads(outside(folder, "told")) == [[f"selokirja-{name} 1.0", problem]]
    assert "selo list" in outside(folder, "cli.main", "list", "--help")


def test_a_start_without_such_a_package_asks_python_for_none() -> None:
    code = "import sys, features; print('importlib.metadata' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "False\n", done.stderr
