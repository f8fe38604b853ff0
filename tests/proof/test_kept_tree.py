"""The ledger keeps its tree and its guards, and cryptography has one owner."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import run
from tests.proof.proof_world import ROOT, World, rows
from tests.world.ledger import ledger as open_ledger


def test_a_submission_that_is_undone_leaves_the_tree_alone(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        ledger.submit({"kind": "player", "player": "A", "name": "Anna"})
        path = ledger.path
    before = rows(path, "SELECT * FROM tree")
    assert [row[0] for row in before] == list(range(1, len(before) + 1))
    assert (
        run(["--ledger", str(path), "player", "add", "B", "--name", "Bo", "--json"])
        == 0
    )
    Path(tmp_path / "bad.jsonl").write_text(
        '{"kind":"player","player":"C","name":"C"}\n{"kind":"nonsense"}\n'
    )
    Path(tmp_path / "dry.jsonl").write_text(
        '{"kind":"player","player":"C","name":"C"}\n'
    )
    assert run(["--ledger", str(path), "submit", str(tmp_path / "bad.jsonl")]) == 1
    assert (
        run(["--ledger", str(path), "submit", "--dry-run", str(tmp_path / "dry.jsonl")])
        == 0
    )
    assert len(rows(path, "SELECT * FROM tree")) == len(before) + 1
    assert rows(path, "SELECT * FROM tree")[: len(before)] == before


def test_the_guards_stand(world: World, tmp_path: Path) -> None:
    path = world.copy(tmp_path)
    for table, column in (("event", "state"), ("tree", "hash"), ("checkpoint", "note")):
        # fires no trigger for what it takes away
        again = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"
        for statement in (
            f"UPDATE {table} SET {column} = {column}",
            f"DELETE FROM {table}",
            again,
        ):
            with pytest.raises(Exception, match="append-only"):
                rows(path, statement)


def test_an_event_under_another_number_does_not_replace_one(
    world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    moved = (
        "INSERT OR REPLACE INTO event SELECT 99, stream, version, topic, recorded_at,"
        " submission, state FROM event"
    )
    with pytest.raises(Exception, match="append-only"):
        rows(path, f"{moved} WHERE seq = 14")


def test_cryptography_has_one_owner_and_is_read_when_used() -> None:
    """Imported inside functions of audit/signing.py only; verify.py needs the standard
    library only.
    """
    owners = set()
    for room in (
        "rulebooks",
        "ledger",
        "exchange",
        "projections",
        "desk",
        "audit",
        "cli",
    ):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text("utf-8")
            if "cryptography" in text and any(
                "cryptography" in name for name in _imports(ast.parse(text))
            ):
                owners.add(path.relative_to(ROOT).as_posix())
    assert owners == {"audit/signing.py"}
    loaded = (
        "import sys, audit.signing, audit.verify; print('cryptography' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", loaded],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
    names = _imports(
        ast.parse((ROOT / "audit" / "standalone" / "verify.py").read_text("utf-8"))
    )
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def _imports(tree: ast.AST) -> set[str]:
    found = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    return found | {
        node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }
