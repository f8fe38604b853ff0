"""One word for one thing: the names of the code keep to the glossary."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cli.commands import ROWS
from features import FEATURES
from tests.doc_shell import ROOT
from tests.rooms import tree_of
from tools.words import WORDS

NEVER = {"update", "delete", "record", "data", "manager", "helper", "utils"}
# what the report format, the parser of web pages, asyncio and click call it
FOREIGN_WORDS = {"NationalRecord", "handle_data", "data_received", "get_help_record"}
ROOMS = (
    "messages",
    "rulebooks",
    "ledger",
    "exchange",
    "projections",
    "desk",
    "audit",
    "web",
    "cli",
    "features",
)


def words_of(name: str) -> set[str]:
    return {
        word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)
    }


def public_names() -> Iterator[str]:
    """Commands, modules, classes and functions of the rooms."""
    yield from ROWS
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            yield path.stem
            for node in ast.walk(tree_of(path)):
                if isinstance(
                    node, ast.FunctionDef | ast.ClassDef
                ) and not node.name.startswith("_"):
                    yield node.name


def test_one_word_for_one_thing() -> None:
    """The words of the glossary, and never these."""
    assert (
        sorted(
            name
            for name in public_names()
            if words_of(name) & NEVER and name not in FOREIGN_WORDS
        )
        == []
    )


SAME = {"", "Brier", "Elo", "K"}  # in every language
# the functions that make tables, and which of their arguments are columns
TABLES = {
    "table": slice(1),
    "fields_table": slice(1, None),
    "first_rows": slice(2, None),
    "table_of_rows": slice(1, None),
}


def heads_of(
    columns: ast.AST | None, named: Mapping[str, Sequence[ast.AST]], *, pairs: bool
) -> Iterator[str]:
    """The heads among columns: names of fields, pairs that begin with a head, several
    of both, or what has a name.
    """
    match columns:
        case ast.Constant(value=str(fields)):
            yield from fields.split() if pairs else [fields]
        case ast.Tuple(elts=[first, ast.Constant() | ast.Lambda() | ast.Name()]) if (
            pairs
        ):
            yield from [str(first.value)] if isinstance(first, ast.Constant) else []
        case ast.Tuple(elts=several) | ast.List(elts=several):
            for one in several:
                yield from heads_of(one, named, pairs=pairs)
        case ast.Starred(value=ast.Name(id=name)) | ast.Name(id=name) if name in named:
            for node in named[name]:
                yield from heads_of(node, {}, pairs=pairs)


def heads_of_tables(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """The heads that the commands of these modules write out above their columns."""
    for path in paths:
        tree = tree_of(path)
        named = defaultdict[str, list[ast.AST]](list)
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ):
                    named[name].append(value)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and (called := getattr(node.func, "id", "")) in TABLES
            ):
                for given in node.args[TABLES[called]]:
                    heads = heads_of(given, named, pairs=called != "table")
                    yield from ((path.name, head.replace("_", " ")) for head in heads)


def test_the_heads_of_tables_are_said_in_every_language() -> None:
    core = set(heads_of_tables((ROOT / "cli").rglob("*.py")))
    heads = core | set(heads_of_tables(ROOT.glob("features/*/command.py")))
    words = {*WORDS, *(word for feature in FEATURES for word in feature.words)}
    # a feature that is taken away takes its heads along; 120 of 265 are theirs
    assert len(core) > 140 and ("players.py", "colour") in core
    assert sorted(head for head in heads if head[1] not in SAME.union(words)) == []
