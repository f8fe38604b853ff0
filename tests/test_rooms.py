"""The picture of the rooms, held: who may import whom, who owns which outside library, how large a module is."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = {
    "rulebooks": {"rulebooks"},
    "ledger": {"ledger"},
    "exchange": {"exchange", "ledger"},
    "projections": {"projections", "ledger", "rulebooks"},
    "desk": {"desk", "exchange", "ledger", "projections", "rulebooks"},
    "audit": {"audit", "ledger", "projections"},
    "cli": {"audit", "cli", "desk", "exchange", "ledger", "projections", "rulebooks"},
}
OWNERS = {
    "eventsourcing": {"ledger/store/event_log.py"},
    "sqlite3": {"ledger/store/", "projections/tables/", "projections/answers/prefixes.py", "audit/health.py"},
    "cryptography": {"audit/signing.py"},
    "click": {"cli/"},
    "msgspec": {"ledger/", "exchange/", "projections/", "desk/", "audit/"},
}
QUERY_TEXT = {"ledger/store/", "projections/tables/", "projections/answers/", "audit/"}
# whoever checks a ledger takes audit/standalone/verify.py along and nothing else, so it stays one file, however long
ONE_FILE = ROOT / "audit" / "standalone" / "verify.py"
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py") if path != ONE_FILE)
BESIDE = sorted(path for folder in ("bench", "tools", "tests") for path in (ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """Top-level names of everything a module imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.partition(".")[0]


def owned(name: str, owners: set[str]) -> bool:
    return any(name == owner or (owner.endswith("/") and name.startswith(owner)) for owner in owners)


def trespasses(path: Path) -> list[str]:
    """What a module imports and may not."""
    name = name_of(path)
    room = name.partition("/")[0]
    found = []
    for imported in set(imports(path)):
        if imported in ROOMS and imported not in ROOMS[room]:
            found.append(f"{name} may not know {imported}")
        if imported in OWNERS and not owned(name, OWNERS[imported]):
            found.append(f"{name} does not own {imported}")
        if imported not in ROOMS and imported not in OWNERS and imported not in sys.stdlib_module_names:
            found.append(f"{name} brings in {imported}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_one_way(path: Path) -> None:
    assert trespasses(path) == []


def test_a_trespass_would_be_seen(tmp_path: Path) -> None:
    """The control: a rulebook that opens a database is caught."""
    intruder = ROOT / "rulebooks" / "base.py"
    found = set(imports(intruder)) | {"sqlite3", "ledger"}
    assert "sqlite3" in found and not owned("rulebooks/base.py", OWNERS["sqlite3"])
    assert "ledger" not in ROOMS["rulebooks"]


@pytest.mark.parametrize("path", (*MODULES, *BESIDE), ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_query_text_lives_in_the_views(path: Path) -> None:
    if owned(name_of(path), QUERY_TEXT):
        return
    texts = [n.value for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Constant)]
    queries = [t for t in texts if isinstance(t, str) and t.split(" ")[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")]
    assert queries == []


@pytest.mark.parametrize("room", ["rulebooks", "ledger", "projections", "exchange"])
def test_the_core_reads_no_clock_and_no_environment(room: str) -> None:
    """Moments, actors and chance come in from outside."""
    for path in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                said = ast.unparse(node)
                assert said not in ("datetime.now", "date.today", "time.time", "os.environ", "random.random"), (
                    path,
                    said,
                )
