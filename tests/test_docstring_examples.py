"""Examples in docstrings say what really comes out.

    half_up(7, 2)  ->  4
    half_up(7, 2)  # 4: a half goes up

A call that is written so is made in the namespace of its module, and held against the
value behind the mark. Left to people are the few lines whose value is no Python, or that
have a name which only the reader knows.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ["messages", "rulebooks", "ledger", "exchange", "projections", "desk"]
ROOMS += ["audit", "web", "cli", "features"]

CALL = r" *(?P<call>\w[\w.]*\(.*\))"
VALUE = r"\s+(?:#|->)\s+(?P<value>\S.*)"
IN_ONE_LINE = re.compile(CALL + VALUE)
LONG_CALL = re.compile(CALL)
VALUE_BELOW = re.compile(VALUE)


class Example(NamedTuple):
    """A call, and what the docstring says that it comes to."""

    module: str
    call: str
    value: str


def examples_in(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield each call that a docstring shows, with what stands behind it or below."""
    lines = docstring.split("\n")
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        whole = IN_ONE_LINE.fullmatch(line)
        call, value = LONG_CALL.fullmatch(line), VALUE_BELOW.fullmatch(below)
        if whole is not None:
            yield whole["call"], whole["value"]
        elif call is not None and value is not None:
            yield call["call"], value["value"]


def written() -> Iterator[Example]:
    """Yield the examples of all modules."""
    with_docstrings = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            module = ".".join(parts).removesuffix(".__init__")
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, with_docstrings):
                    for call, value in examples_in(ast.get_docstring(node) or ""):
                        yield Example(module, call, value)


def value_of(text: str, module: ModuleType) -> Any:
    """Return the value that a text begins with; a remark may follow behind a colon."""
    try:
        return eval(text, vars(module))
    except SyntaxError:
        value, _, _ = text.rpartition(": ")
        return eval(value, vars(module))


def can_be_held(example: Example) -> bool:
    """Tell whether a line is Python on both sides, with names of its module alone."""
    module = import_module(example.module)
    try:
        value_of(example.value, module)
    except (SyntaxError, NameError):
        return False
    nodes = ast.walk(ast.parse(example.call))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names <= vars(module).keys() | vars(builtins).keys()


EXAMPLES = [example for example in written() if can_be_held(example)]


def test_most_examples_are_found() -> None:
    assert len(EXAMPLES) >= 40


def test_a_false_example_is_told() -> None:
    examples = list(examples_in("Round.\n\n    half_up(7, 2)  ->  3"))
    assert examples == [("half_up(7, 2)", "3")]
    module = import_module("rulebooks.numbers")
    assert eval("half_up(7, 2)", vars(module)) != value_of("3", module)


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda one: f"{one.module} {one.call}"
)
def test_an_example_of_a_docstring_is_true(example: Example) -> None:
    module = import_module(example.module)
    assert eval(example.call, vars(module)) == value_of(example.value, module)
