"""The registry of problem codes beside the code: none missing, none left over, the right exit codes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger import errors
from ledger.codes import CODES
from tests import rooms

ROOT = Path(__file__).parent.parent
MODULES = [path for path in rooms.modules(ROOT) if path.parent != ROOT / "ledger" / "codes"]
TREES = {rooms.name_of(path, ROOT): ast.parse(path.read_text("utf-8")) for path in MODULES}
EXITS = {
    kind.__name__: kind.exit_code
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.SeloError)
}
# codes put together in the code from a prefix and a word
PREFIXES = ("trf-", "crosstable-", "matrix-", "import-", "table-")


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Calls of functions or methods of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
            yield node


def code_of(call: ast.Call) -> str | None:
    """The code of a call, where it is written out."""
    first = call.args[0] if call.args else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


@pytest.mark.parametrize("name", TREES)
def test_every_code_in_the_code_is_registered(name: str) -> None:
    written = {code_of(call) for call in calls(TREES[name], "Problem")} - {None}
    assert written <= CODES.keys()


@pytest.mark.parametrize("name", TREES)
def test_a_refusal_has_an_exit_code_of_its_problem(name: str) -> None:
    for refusal in calls(TREES[name], *EXITS):
        for problem in calls(refusal, "Problem"):
            code, exit_code = code_of(problem), EXITS[getattr(refusal.func, "id", "")]
            assert code is None or exit_code in CODES[code].exits, (code, exit_code)


def test_no_registered_code_is_left_over() -> None:
    texts = {n.value for tree in TREES.values() for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    parts = {str(text) for text in texts if isinstance(text, str)} | {"table-round", "table-board"}
    unused = {code for code in CODES if not {code, *map(code.removeprefix, PREFIXES)} & parts}
    assert unused == {f"{prefix}{fate}-game" for prefix in PREFIXES[:3] for fate in ("pending", "unplayed")}


def test_every_code_has_one_sentence() -> None:
    for code, row in CODES.items():
        assert row.meaning[0].isupper() and row.meaning.endswith(".") and ". " not in row.meaning, code
