"""A docstring or a comment that names a file of the code names one that is there.

numbers.py                  a file in the same folder
rulebooks/numbers.py        a file by its path from the root
"""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.rooms import tree_of

ROOT = Path(__file__).parents[1]
ROOMS = ["messages", "rulebooks", "ledger", "exchange", "projections", "desk"]
ROOMS += ["audit", "web", "cli", "features", "tools"]

FILE = re.compile(r"[\w./-]*\w\.py\b")
# what people take home: its path is that of a page of the site
TAKEN_HOME = "verify.py"


def docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a module and of what it defines."""
    with_docstrings = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    for node in ast.walk(tree_of(path)):
        if isinstance(node, with_docstrings):
            yield ast.get_docstring(node) or ""


def comments(path: Path) -> Iterator[str]:
    """Yield the comments of a module, line by line."""
    with path.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.string


def named(path: Path) -> set[str]:
    """Return the files that the docstrings and the comments of a module name."""
    files: set[str] = set()
    for text in (*docstrings(path), *comments(path)):
        files.update(FILE.findall(text))
    return files


def missing(path: Path, root: Path) -> list[str]:
    """Return the files that a module names and that are neither beside it nor at this
    path from the root.
    """
    return [
        f"{path.relative_to(root)}: {file}"
        for file in sorted(named(path))
        if Path(file).name != TAKEN_HOME
        and not (path.parent / file).exists()
        and not (root / file).exists()
    ]


def test_a_file_that_is_named_is_there() -> None:
    modules = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    assert sum(len(named(path)) for path in modules) > 100
    assert [line for path in modules for line in missing(path, ROOT)] == []


def test_a_file_that_is_gone_is_seen(tmp_path: Path) -> None:
    room = tmp_path / "ledger"
    room.mkdir()
    module = room / "here.py"
    module.write_text(
        '"""What here.py does (there.py)."""\n\nA = 1  # as in ledger/here.py, old/b.py\n'
        'B = "shown.py"\n',
        "utf-8",
    )
    assert missing(module, tmp_path) == [
        "ledger/here.py: old/b.py",
        "ledger/here.py: there.py",
    ]
