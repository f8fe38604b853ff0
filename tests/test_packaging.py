"""What is installed: every room, its types, and every file that is read at run time."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("names", "rulebooks", "ledger", "exchange", "projections", "desk", "audit", "service", "web", "cli")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_room_is_a_typed_package() -> None:
    assert SETTINGS["tool"]["setuptools"]["packages"]["find"]["include"] == [f"{room}*" for room in ROOMS]
    assert [room for room in ROOMS if not (ROOT / room / "py.typed").is_file()] == []


def test_files_that_are_not_code_are_declared() -> None:
    """setuptools leaves out what is not declared, and an editable install would not show it."""
    declared = SETTINGS["tool"]["setuptools"]["package-data"]
    packed = {
        file
        for package, patterns in declared.items()
        if package != "*"
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    files = {path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()}
    others = {path for path in files if path.suffix not in (".py", ".pyc") and path.name != "py.typed"}
    assert others == packed and "py.typed" in declared["*"]


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    assert [folder.name for folder in folders if not (folder / "__init__.py").is_file()] == []
