"""The registry of problem codes beside the code: none missing, none left over, the
right exit codes.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from ledger import errors
from ledger.codes import CODES
from tests import rooms

ROOT = Path(__file__).parent.parent
MODULES = [
    path for path in rooms.modules(ROOT) if path.parent != ROOT / "ledger" / "codes"
]
EXITS = {
    kind.__name__: kind.exit_code
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.SeloError)
}
# codes put together in the code from a prefix and a word
PREFIXES = ("trf-", "crosstable-", "matrix-", "program-", "import-", "table-")

# what is called with a code first
SAYING = ("Problem", "refuse", "warn")


def trees() -> dict[str, ast.Module]:
    return {rooms.name_of(path, ROOT): rooms.tree_of(path) for path in MODULES}


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """Calls of functions or methods of these names."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
        ):
            yield node


def code_of(call: ast.Call) -> str | None:
    """The code of a call, where it is written out."""
    first = call.args[0] if call.args else None
    return (
        first.value
        if isinstance(first, ast.Constant) and isinstance(first.value, str)
        else None
    )


def unregistered(trees: Mapping[str, ast.AST]) -> list[tuple[str, str]]:
    """Codes written in the code that are not in the registry."""
    written = {
        (name, code_of(call))
        for name, tree in trees.items()
        for call in calls(tree, *SAYING)
    }
    return sorted(
        (name, code) for name, code in written if code is not None and code not in CODES
    )


def test_every_code_in_the_code_is_registered() -> None:
    assert unregistered(trees()) == []


def test_an_unknown_code_is_seen() -> None:
    text = (
        "Problem('unknown-player')\nProblem(code)\nerrors.Problem('no-such-code')\nnotes.refuse('none',"
        " 'x')"
    )
    assert unregistered({"desk/a.py": ast.parse(text)}) == [
        ("desk/a.py", "no-such-code"),
        ("desk/a.py", "none"),
    ]


def wrong_exits(trees: Mapping[str, ast.AST]) -> list[tuple[str, str, int]]:
    """Refusals whose exit code is not one of their problem's."""
    return [
        (name, code, EXITS[getattr(refusal.func, "id", "")])
        for name, tree in trees.items()
        for refusal in calls(tree, *EXITS)
        for problem in calls(refusal, "Problem")
        if (code := code_of(problem)) is not None
        and EXITS[getattr(refusal.func, "id", "")] not in CODES[code].exits
    ]


def test_a_refusal_has_an_exit_code_of_its_problem() -> None:
    assert wrong_exits(trees()) == []


def test_a_wrong_exit_code_is_seen() -> None:
    text = (
        "raise Refused(Problem('unknown-player', 'x'))\nraise"
        " Usage(Problem('unknown-player', 'x'))"
    )
    assert wrong_exits({"desk/a.py": ast.parse(text)}) == [
        ("desk/a.py", "unknown-player", 2)
    ]


def test_no_registered_code_is_left_over() -> None:
    texts = {
        n.value
        for tree in trees().values()
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant)
    }
    parts = {str(text) for text in texts if isinstance(text, str)} | {
        "table-round",
        "table-board",
    }
    unused = {
        code for code in CODES if not {code, *map(code.removeprefix, PREFIXES)} & parts
    }
    assert unused == {
        f"{prefix}{fate}-game"
        for prefix in PREFIXES[:4]
        for fate in ("pending", "unplayed")
    }


def test_every_code_has_one_sentence() -> None:
    for code, row in CODES.items():
        assert (
            row.meaning[0].isupper()
            and row.meaning.endswith(".")
            and ". " not in row.meaning
        ), code
