"""Every problem the code can name, with its code, message and hint."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ledger import errors
from tools.reference.tables import ROOT, table

ROOMS = ("cli", "desk", "audit", "exchange", "ledger", "projections", "rulebooks")


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
                lead = "FORMAT-" if self.name == "exchange/text/cells.py" else ""
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
