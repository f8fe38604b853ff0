"""What is installed: every room, its types, and every file that is read at run time."""

import tomllib
from pathlib import Path

from cli import help as help_pages
from features import FEATURES
from tools import words

ROOT = Path(__file__).parents[1]
ROOMS = (*words.ROOMS, "features")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_room_is_a_typed_package() -> None:
    assert SETTINGS["tool"]["setuptools"]["packages"]["find"]["include"] == [
        f"{room}*" for room in ROOMS
    ]
    assert [room for room in ROOMS if not (ROOT / room / "py.typed").is_file()] == []


def test_files_that_are_not_code_are_declared() -> None:
    """setuptools leaves out what is not declared, and an editable install would not
    show it.
    """
    declared = SETTINGS["tool"]["setuptools"]["package-data"]
    packed = {
        file
        for package, patterns in declared.items()
        if package != "*"
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    files = {
        path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()
    }
    others = {
        path
        for path in files
        if path.suffix not in (".py", ".pyc") and path.name != "py.typed"
    }
    assert others == packed and "py.typed" in declared["*"]


def test_type_checks_look_into_no_extra() -> None:
    """Installed or not: the same code has the same result on every machine."""
    [skipped] = [
        rule["module"]
        for rule in SETTINGS["tool"]["mypy"]["overrides"]
        if rule.get("follow_imports") == "skip"
    ]
    extras = SETTINGS["project"]["optional-dependencies"]
    assert set(extras) == {"postgres", "pictures", "xls", "dev", "browser", "check"}
    assert {
        "psycopg.*",
        "psycopg_pool.*",
        "playwright.*",
        "python_calamine",
        "segno",
        "resvg_py",
    } <= set(skipped)


def test_the_driver_that_is_asked_for_is_the_one_of_the_extra() -> None:
    text = (ROOT / "ledger/store/dialects/postgres.py").read_text("utf-8")
    [driver] = SETTINGS["project"]["optional-dependencies"]["postgres"]
    assert f'DRIVER = "{driver}"' in text


def test_every_page_that_help_shows_is_installed() -> None:
    packed = {
        file
        for folder, patterns in SETTINGS["tool"]["setuptools"]["data-files"].items()
        for pattern in patterns
        for file in ROOT.glob(pattern)
        if folder == f"share/doc/selokirja/{file.parent.name}" and file.suffix == ".md"
    } | {path for feature in FEATURES for path in feature.folder.glob("*.md")}
    assert (
        packed == set(help_pages.pages().values()) and "correct" in help_pages.pages()
    )
    names = [path.stem for path in packed]
    assert len(names) == len(set(names))  # a page is asked for by its name alone


def test_what_an_administrator_copies_is_installed() -> None:
    files = SETTINGS["tool"]["setuptools"]["data-files"]
    assert files["share/doc/selokirja/deploy"] == ["deploy/*"]


def test_every_folder_of_code_is_a_package() -> None:
    folders = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    assert [
        folder.name for folder in folders if not (folder / "__init__.py").is_file()
    ] == []
