"""Writes docs/reference from the code: commands, documents, events, problems, the Finnish rules.

`python -m bench.make_reference` writes the pages; with --check it only says which are stale, and exits 1.
Only what a document's field means is told by hand, in docs/reference/meanings.txt; the rest is read from the code.
"""

import ast
import re
import sys
import types
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import click
import msgspec

from cli.main import COMMANDS, selo
from ledger import errors
from ledger.documents import Details, Document, GameChange, GameIn, HeaderChange, by_kind
from ledger.events import KINDS, TOPICS, Envelope, GameFact, HeaderFact
from rulebooks.finland.coverage import ARTICLES
from rulebooks.finland.tables import EDITIONS, Edition

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference"
ROOMS = ("cli", "exchange", "ledger", "projections", "rulebooks", "demo")
WIDTH = 100
Struct = type[msgspec.Struct]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
    yield ""


# --- commands ---


def all_commands() -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command with its words and the context its help is printed in, subcommands too."""
    top = click.Context(selo, info_name="selo", **{**selo.context_settings, "terminal_width": WIDTH})
    yield "selo", selo, top
    for name in COMMANDS:
        command = selo.get_command(top, name)
        assert command is not None
        yield from _with_subcommands(f"selo {name}", command, click.Context(command, info_name=name, parent=top))


def _with_subcommands(
    words: str, command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    yield words, command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            inner = click.Context(below, info_name=name, parent=context)
            yield from _with_subcommands(f"{words} {name}", below, inner)


def commands() -> Iterator[str]:
    yield "What `--help` says of every command. Exit codes and codes of refusals: [problems](problems.md).\n"
    for words, command, context in all_commands():
        yield f"## {words}\n\n```text\n{command.get_help(context)}\n```\n"


# --- documents and events ---

PARTS: dict[Any, str] = {
    Details: "[person](#a-person-in-players)",
    GameIn: "[game](#a-game-in-games)",
    HeaderChange: "[header fields](#set-of-an-amend)",
    GameChange: "[fields of a game](#a-game-in-an-amend)",
    GameFact: "[game](#a-game)",
    HeaderFact: "[header](#the-header)",
}
WORDS = {int: "whole number", float: "number", str: "text", bool: "true or false", types.NoneType: "null"}


def type_words(shape: Any, nullable: bool = False) -> str:
    """What a field takes, in words; null is worth a word only where it changes something."""
    if shape in PARTS:
        return PARTS[shape]
    inner = get_args(shape)
    match get_origin(shape):
        case origin if origin in (Union, types.UnionType):
            nullable = nullable or msgspec.UnsetType in inner
            kept = [p for p in inner if p is not msgspec.UnsetType and (nullable or p is not types.NoneType)]
            words = dict.fromkeys(type_words(part, nullable) for part in kept)
            return " or ".join(
                word for word in words if word.removeprefix("whole ") not in words or word[:5] != "whole"
            )
        case origin if origin is Literal:
            return "one of " + " ".join(f"`{value}`" for value in inner)
        case origin if origin is Annotated:
            return _limits(inner[0], inner[1])
        case origin if origin in (list, tuple):
            return f"list of {type_words(inner[0])}"
        case origin if origin is dict:
            return f"object from game id to {type_words(inner[1], nullable=True)}"
    return WORDS.get(shape, "JSON")


def _limits(base: Any, meta: Any) -> str:
    if meta.description:
        return str(meta.description)
    if base is str:
        return f"text of {meta.min_length} to {meta.max_length} characters"
    low = f"over {meta.gt}" if meta.gt is not None else f"from {meta.ge}"
    return f"{WORDS[base]} {low}" + (f" to {meta.le}" if meta.le is not None else "")


def meanings() -> dict[str, str]:
    lines = (FOLDER / "meanings.txt").read_text("utf-8").splitlines()
    return dict(line.split("|", 1) for line in lines if not line.startswith("#"))


def field_rows(kind: str, struct: Struct, without: Sequence[str] = ()) -> Iterator[tuple[str, str, str, str]]:
    """Field, what it takes, its default, and the hand-written meaning; empty when nobody wrote one."""
    told = meanings()
    for field in msgspec.structs.fields(struct):
        if field.name not in without:
            name = field.encode_name
            default = "required" if field.required else _default(field.default, field.default_factory)
            yield f"`{name}`", type_words(field.type), default, told.get(f"{kind}.{name}", told.get(name, ""))


def _default(value: Any, factory: Any) -> str:
    if value in (msgspec.NODEFAULT, None, msgspec.UNSET):
        return "" if factory is msgspec.NODEFAULT else "none"
    return "none" if value == () else f"`{msgspec.json.encode(value).decode()}`"


def document_parts() -> Iterator[tuple[str, str, Struct, Sequence[str]]]:
    """(title, kind, struct, fields told elsewhere) of every section of the page."""
    common = [field.name for field in msgspec.structs.fields(Document)]
    for kind, struct in by_kind().items():
        yield kind, kind, struct, common
    yield "What every document may carry", "", Document, ()
    yield "A person in players", "player", Details, ()
    yield "A game in games", "game", GameIn, ()
    yield "set of an amend", "tournament", HeaderChange, ()
    yield "A game in an amend", "game", GameChange, ()


def documents() -> Iterator[str]:
    yield "A document is one JSON object; `kind` says which. Unknown fields are refused. A field whose default is blank"
    yield "may be left out. Days are `YYYY-MM-DD`. [What every document may carry](#what-every-document-may-carry)"
    yield "stands once, below.\n"
    for title, kind, struct, without in document_parts():
        yield f"## {title}\n"
        yield from table(("field", "takes", "default", "means"), field_rows(kind, struct, without))


def stream_of(body: Struct) -> str:
    """Which stream an event goes to, by what it is about."""
    fields = body.__struct_fields__
    if about := [name for name in ("tournament", "player") if name in fields]:
        return f"`{about[0]}:ID`"
    return "that of the event it names" if {"withdrawn", "reinstated"} & set(fields) else "`office`"


def events() -> Iterator[str]:
    yield "What is stored. A topic never changes its meaning; a new shape gets a new version. Names are not in events:"
    yield "they stand in a table beside the log, and an event holds their salted digest.\n"
    for topic, body in TOPICS.items():
        lead = f"From a document `{KINDS[body]}`; stream {stream_of(body)}. {body.__doc__ or ''}"
        yield from _event(topic, lead, body)
    for title, part in (("The envelope", Envelope), ("A game", GameFact), ("The header", HeaderFact)):
        yield from _event(title, part.__doc__ or "", part)


def _event(title: str, lead: str, body: Struct) -> Iterator[str]:
    yield f"## {title}\n\n{lead.strip()}\n"
    yield from table(("field", "holds", "default"), (row[:3] for row in field_rows("", body)))


# --- problems ---

CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
KINDS_OF_NO = [c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, errors.SeloError)]
EXITS = {kind.__name__: kind.exit_code for kind in KINDS_OF_NO}
HINT_AT = {"Problem": 3, "refuse": 3, "warn": 3, "tell": 9, "_problem": 3, "wrong": 3}  # behind code and message


class Found(NamedTuple):
    code: str
    exit: str
    says: str
    hint: str
    module: str


class Module:
    """One source file, and what in it leads from a problem's code to its words and its exit code."""

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(ROOT).as_posix()
        self.tree = ast.parse(path.read_text("utf-8"))
        self.nodes = list(ast.walk(self.tree))
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        raised = [(EXITS[name_of(n.func)], n.args[0]) for n in self.nodes
                  if isinstance(n, ast.Call) and name_of(n.func) in EXITS and n.args]  # fmt: skip
        # raise Conflict(_differences(...)) says the exit of a function, raise Usage(problems) that of the module
        self.by_function = {name_of(what.func): code for code, what in raised if isinstance(what, ast.Call)}
        loose = {code for code, what in raised if isinstance(what, ast.Name)}
        self.otherwise = loose.pop() if len(loose) == 1 else 1

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        while (up := self.parents.get(node)) is not None:
            yield (node := up)

    def exit_of(self, node: ast.AST) -> str:
        for up in (node, *self.above(node)):
            name = name_of(up.func) if isinstance(up, ast.Call) else ""
            if name == "warn":
                return "warning"
            if name == "wrong":  # the calculators: what stands on a command line
                return str(errors.Usage.exit_code)
            if name in EXITS:
                return str(EXITS[name])
            if name == "_say" and isinstance(up, ast.Call):
                return str(getattr(up.args[2], "value", 1))
            if isinstance(up, ast.FunctionDef):
                return str(self.by_function.get(up.name, self.otherwise))
        return str(self.otherwise)

    def words(self, node: ast.AST) -> str:
        """A text with <names> where something is filled in; a name is followed back to what it was given last."""
        match node:
            case ast.Constant(value=str() | int() as text):
                return str(text)
            case ast.JoinedStr(values=values):
                return "".join(self.words(part) for part in values)
            case ast.FormattedValue(value=ast.Name(id=name) as value) if name.isupper() and self.words(value):
                return self.words(value)
            case ast.FormattedValue(value=value):
                return f"<{plain(value)}>"
            case ast.IfExp(body=one, orelse=other):
                return " / ".join(filter(None, (self.words(one), self.words(other))))
            case ast.Call(func=ast.Attribute(value=table, attr="get")):
                return self.words(table)
            case ast.Dict(values=values):
                return " / ".join(map(self.words, values))
            case ast.Name(id=name):
                given = self._given(node, name)
                return self.words(given) if given is not None else ""
        return ""

    def _given(self, node: ast.Name, name: str) -> ast.AST | None:
        scope: ast.AST = next((up for up in self.above(node) if isinstance(up, ast.FunctionDef)), self.tree)
        for where in (scope, self.tree):
            found = [n for n in ast.walk(where) if isinstance(n, ast.Assign) and n.lineno < node.lineno]
            given = [n.value for n in found if any(name_of(target) == name for target in n.targets)]
            if given:
                return max(given, key=lambda value: value.lineno)
        return None

    def found(self) -> Iterator[Found]:
        for node in self.nodes:
            told = _told(node)
            if told is not None:
                code, says, hint = told
                lead = "FORMAT-" if self.name == "exchange/cells.py" else ""
                words = self.words(says) or f"<{plain(says)}>", "" if hint is None else self.words(hint)
                yield Found(lead + code, self.exit_of(node), *words, self.name)


def _told(node: ast.AST) -> tuple[str, ast.AST, ast.AST | None] | None:
    """(code, message, hint) of a call or a tuple that says one."""
    parts: Sequence[ast.AST] = ()
    hints: list[ast.AST] = []
    behind = 2
    match node:
        case ast.Call(func=func, args=args) if name_of(func) in HINT_AT:
            parts = args
            behind = HINT_AT[name_of(func)] if len(args) != 3 or isinstance(func, ast.Name) else 2
            hints = [keyword.value for keyword in node.keywords if keyword.arg == "hint"]
        case ast.Tuple(elts=elts, ctx=ast.Load()):
            parts = elts
        case ast.Dict(keys=keys, values=values):
            members = {getattr(key, "value", ""): value for key, value in zip(keys, values, strict=True)}
            parts = [members["code"], members["message"]] if "code" in members else ()
            hints = [members["hint"]] if "hint" in members else []
    for at in range(len(parts) - 1):
        code = getattr(parts[at], "value", None)
        if isinstance(code, str) and CODE.match(code) and _is_message(node, code, parts[at + 1]):
            behind = 2 if at else behind
            hints += parts[at + behind : at + behind + 1]
            return code, parts[at + 1], hints[0] if hints else None
    return None


def _is_message(node: ast.AST, code: str, part: ast.AST) -> bool:
    """Calls say what they are; a tuple may hold anything, and only some are a flaw."""
    if not isinstance(node, ast.Tuple):
        return not isinstance(part, ast.Constant) or not CODE.match(str(part.value))
    if isinstance(part, ast.Constant):
        return isinstance(part.value, str) and " " in part.value and ("-" in code or len(node.elts) == 4)
    return "-" in code and isinstance(part, ast.JoinedStr | ast.Name if len(node.elts) == 4 else ast.JoinedStr)


def name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def plain(node: ast.AST) -> str:
    """What is filled in, by the name that tells a reader most."""
    match node:
        case ast.Call(func=func, args=[inner, *_]) if not name_of(func).startswith("_"):
            return "number" if name_of(func) == "len" else plain(inner)
        case ast.Call(func=func):
            return plain(func)
        case ast.Name() | ast.Attribute():
            return name_of(node).strip("_").lower().replace("_", " ")
        case ast.GeneratorExp(generators=[over, *_]):
            return plain(over.iter)
        case ast.Subscript(value=inner) | ast.BinOp(left=inner) | ast.BoolOp(values=[inner, *_]):
            return plain(inner)
        case ast.Constant(value=value):
            return str(value)
    return "..."


def problems() -> Iterator[str]:
    yield "Every code that `--json` may show in `problems`, with its words; `<...>` is filled in. Exit codes: 0 done,"
    yield "1 refused, 2 usage, 3 not found, 4 not authorised, 5 conflict, 75 busy. `FORMAT` is `trf` or `crosstable`.\n"
    yield "```text"
    yield (errors.__doc__ or "").partition("\n\n")[2].strip("\n")
    yield "```\n"
    modules = [Module(path) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    every = sorted({found for module in modules for found in module.found()})
    rows = ((f"`{f.code}`", f.exit, _safe(f.says), _safe(f.hint), f"`{f.module}`") for f in every)
    yield from table(("code", "exit", "says", "hint", "in"), rows)


def _safe(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;")


# --- the rules ---


def rules_fi() -> Iterator[str]:
    yield "The editions, and every article of the rule text of 26.4.2023: where it lives, or why it needs no code."
    yield "`selo rules` and `selo rules fi-2023` print the same.\n"
    yield "## Editions\n"
    fields = [field for field in Edition._fields if field != "id"]
    rows = ([field.replace("_", " "), *(_setting(getattr(e, field)) for e in EDITIONS.values())] for field in fields)
    yield from table(("", *EDITIONS), rows)
    yield "`cap`, `fast high` and `kt` are hundredths, the bonus tenths a game; `selo seconds` and `pelo seconds` are"
    yield "the shortest game of the list; `kr` and `kt` say from which number or how many minutes a value counts.\n"
    yield "## Articles\n"
    yield from table(("article", "what", "where"), ARTICLES)


def _setting(value: object) -> str:
    """A number as it is; a table as its rows."""
    pairs = value.items() if isinstance(value, dict) else value if isinstance(value, tuple) else None
    return str(value) if pairs is None else ", ".join(f"{key}: {number}" for key, number in pairs)


PAGES = {
    "commands.md": ("Commands", commands),
    "documents.md": ("Documents", documents),
    "events.md": ("Events", events),
    "problems.md": ("Problems", problems),
    "rules-fi.md": ("The Finnish rules", rules_fi),
}


def page(name: str) -> str:
    title, body = PAGES[name]
    lead = f"# {title}\n\nMade by `make docs` from the code; do not edit.\n\n"
    return lead + "\n".join(body()).rstrip() + "\n"


def stale() -> list[str]:
    """The pages that no longer say what the code says."""
    paths = {name: FOLDER / name for name in PAGES}
    return [name for name, path in paths.items() if not path.exists() or path.read_text("utf-8") != page(name)]


def main(arguments: Sequence[str]) -> int:
    if "--check" not in arguments:
        for name in PAGES:
            (FOLDER / name).write_text(page(name), "utf-8")
        return 0
    found = stale()
    for name in found:
        print(f"docs/reference/{name} is stale: run `make docs`", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
