"""A family of rules other than Finland's is taken away by deleting its folder or module,
its tests and its line: the core is whole without it.

Here all of them go at once. The program starts and builds its demo, and a ledger that
keeps one of their lists says what it needs and answers the rest. In the long suite each
goes by itself (test_families_taken_away.py).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desk.submit import init
from rulebooks import FAMILIES, LISTS, MODULES
from tests.rooms import imports, modules, name_of
from tests.test_features import EVERY_MODULE, rooms_of
from tests.world.documents import opening, player, tournament
from tests.world.ledger import outside, submitted
from tests.world.without import ROOT, copy_without, ran, without_families

OTHERS = [name for name in LISTS if MODULES[name] != "rulebooks.finland"]
PSM = pytest.mark.lists("elo-psm")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source with the rules of Finland alone."""
    tree = copy_without([], tmp_path_factory.mktemp("core") / "source")
    return without_families(OTHERS, tree)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A ledger that keeps selo and elo-psm, with a game on both."""
    path = str(tmp_path_factory.mktemp("both") / "both.db")
    init(path, outside(), ("fi", "psm"))
    submitted(path, player("A"), player("B"))
    for name in ("selo", "elo-psm"):
        submitted(path, opening("A", 1800, name), opening("B", 1700, name))
    submitted(path, tournament("T", "2024-05-05", "A B 1-0"))
    return path


def answered(tree: Path, ledger: str, *question: str) -> dict[str, Any]:
    printed = ran(tree, "cli.main", "--ledger", ledger, *question, "--json")
    value: dict[str, Any] = json.loads(printed)
    return value


def test_each_line_has_its_tests() -> None:
    folders = {path.parent.name for path in ROOT.glob("tests/families/*/__init__.py")}
    names = {each.module.rpartition(".")[2] for each in FAMILIES}
    assert folders == names - {"finland"}


def test_without_them_the_program_starts_and_builds_its_demo(
    core: Path, tmp_path: Path
) -> None:
    ran(core, "cli.main", "--help")
    assert "'elo' is not one of 'selo', 'pelo'" in ran(
        core, "cli.main", "list", "elo", code=2
    )
    ledger = str(tmp_path / "demo.db")
    ran(core, "cli.main", "demo", "--keep", ledger)
    assert set(answered(core, ledger, "show", "F033")["lists"]) == {"selo", "pelo"}


def test_without_them_every_module_is_imported(core: Path) -> None:
    (core / "every_module.py").write_text(EVERY_MODULE, "utf-8")
    ran(core, "every_module", *sorted({path.parent.name for path in rooms_of(core)}))


def test_without_them_nothing_names_them(core: Path) -> None:
    """Neither the program nor the tests of the core and of features."""
    gone = tuple(f"{MODULES[name]}." for name in OTHERS)
    paths = [*modules(core), *(core / "tests").rglob("*.py"), *core.glob("tools/*.py")]
    for path in paths:
        named = [
            module
            for module, names in imports(path)
            if any(
                f"{each}.".startswith(gone)
                for each in (module, *(f"{module}.{name}" for name in names))
            )
        ]
        assert named == [], name_of(path, core)


@PSM
def test_questions_about_the_other_lists_are_answered(core: Path, ledger: str) -> None:
    for question in (
        ("show", "A"),
        ("show", "A", "--known-seq", "9"),
        ("history", "A"),
        ("explain", "A", "T"),
        ("tournament", "T"),
        ("list", "selo"),
        ("log", "diff", "--known-seq", "5..9"),
        ("log",),
        ("log", "event", "7"),
    ):
        whole, without = (answered(tree, ledger, *question) for tree in (ROOT, core))
        lists = without.get("lists")
        if isinstance(lists, dict):
            assert "elo-psm" in whole["lists"] and "elo-psm" not in lists
            assert lists["selo"] == whole["lists"]["selo"], question
    assert (
        answered(core, ledger, "list", "selo")["rows"]
        == (answered(ROOT, ledger, "list", "selo")["rows"])
    )


@PSM
def test_what_is_needed_is_said_where_something_would_be_missing(
    core: Path, ledger: str, tmp_path: Path
) -> None:
    needed = "this program does not have the rules of elo-psm, which the ledger keeps"
    document = tmp_path / "one.json"
    document.write_text(json.dumps(player("C")), "utf-8")
    asked = ("cli.main", "--ledger", ledger)
    for line in (
        ["submit", str(document)],
        ["ledger", "rebuild"],
        ["ledger", "rebuild", "--check"],
    ):
        assert needed in ran(core, *asked, *line, code=1), line
    assert f"conclusions were not compared: {needed}" in ran(
        core, *asked, "verify", code=3
    )
    assert needed in ran(core, *asked, "doctor")
    # the control: the program that has them says nothing of it
    assert needed not in ran(ROOT, *asked, "doctor")
    assert "would" not in ran(ROOT, *asked, "ledger", "rebuild", "--check")
