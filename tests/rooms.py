"""Reading the source as a picture: what a file imports, which tables its SQL names,
where imports go in a circle.

Every function takes the root of a source tree, so that a test can show it a tree with a
fault in it.

Why: docs/design/002-rooms.md
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from cli.commands import Row

ROOMS = {
    "messages": {"messages"},
    "rulebooks": {"messages", "rulebooks"},
    "ledger": {"messages", "ledger"},
    "exchange": {"messages", "exchange", "ledger", "rulebooks"},
    "projections": {"messages", "projections", "exchange", "ledger", "rulebooks"},
    "desk": {"messages", "desk", "exchange", "ledger", "projections", "rulebooks"},
    "audit": {"messages", "audit", "ledger", "projections"},
    "web": {
        "messages",
        "audit",
        "desk",
        "exchange",
        "ledger",
        "projections",
        "rulebooks",
        "web",
    },
}
ROOMS["cli"] = {"cli", *ROOMS["web"]}
# a feature may know every room of the core, and no other feature
ROOMS["features"] = {"features", *ROOMS["cli"]}
# the list of the features and the shapes that they declare themselves in: the core
# reads both
LISTED = {"FEATURES", "BROUGHT"}
DECLARED = {"features", "features.feature", "features.outside"}
# what the service keeps beside the ledger knows nothing of HTTP, and the command uses
# it too
KEPT = "web/store"
KNOWN_BY_KEPT = {"messages", "desk", "exchange", "ledger", "web"}
# what a room knows only a part of: names of people are compared by whoever looks for
# somebody
ONLY = {("projections", "exchange"): "exchange.names", (KEPT, "web"): "web.store"}
# what must be understood without these, however far its imports lead: booking reads no
# file, looks for no slip and answers no question, and an answer makes no read tables and
# compares no names
WITHOUT = {
    "desk.submit": (
        "desk.files",
        "desk.games",
        "desk.lists",
        "desk.second_look",
        "exchange.json",
        "exchange.results",
        "exchange.text",
        "projections.answers",
        "projections.charts",
    ),
    "projections.answers.players.show": (
        "exchange",
        "ledger.store.database",
        "ledger.store.event_log",
        "projections.charts",
        "projections.replay.loop",
        "projections.tables.build",
        "projections.tables.compare",
    ),
}
OWNERS = {
    "eventsourcing": {
        "desk/library.py",
        "ledger/store/event_log.py",
        "ledger/store/logs/",
        "ledger/store/recorder.py",
    },
    "psycopg": {
        "ledger/store/dialects/postgres.py",
        "ledger/store/dialects/postgres_errors.py",
        "ledger/store/server/",
        "web/store/",
    },
    "python_calamine": {"exchange/spreadsheets/xls.py"},
    "segno": {"web/pages/charts.py"},
    "resvg_py": {"web/pages/charts.py"},
    "sqlite3": {"ledger/store/", "projections/tables/", "web/store/"},
    "cryptography": {"audit/signing.py"},
    "click": {"cli/", "features/*/command.py"},
    "msgspec": {
        "features/",
        "messages/answer.py",
        "messages/stored.py",
        "rulebooks/",
        "ledger/",
        "exchange/",
        "projections/",
        "desk/",
        "audit/",
        "web/",
    },
    "litestar": {"features/", "web/"},
    "jinja2": {"web/pages/"},
    "markupsafe": {"web/pages/"},
    "uvicorn": {"web/running.py"},
    "anyio": {"web/"},
    "prometheus_client": {"web/metrics.py"},
}
QUERY_TEXT = {"ledger/store/", "projections/tables/", "web/store/"}
# a feature declares its tables beside the ledger, and asks them in one module or folder
STORE_OF_FEATURE = re.compile(r"features/[a-z_]+/(?:__init__|store|store/[a-z_]+)\.py")
# whoever checks a ledger takes this file along and nothing else, so it stays one file,
# however long
ONE_FILE = "audit/standalone/verify.py"

_QUERY = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|PRAGMA|BEGIN|WITH|VACUUM)\b"
)
_TABLE = re.compile(
    r"\b(?:FROM|JOIN|INTO|UPDATE|ON|DROP TABLE(?: IF EXISTS)?|ALTER TABLE)\s+([a-z_]+)"
)


def modules(root: Path) -> list[Path]:
    """Every module of every room."""
    paths = (path for room in ROOMS for path in (root / room).rglob("*.py"))
    return sorted(path for path in paths if name_of(path, root) != ONE_FILE)


def name_of(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def owned(name: str, owners: set[str]) -> bool:
    """Tell whether a module is one of these, or in one of these folders."""
    return any(
        fnmatch(name, f"{owner}*" if owner.endswith("/") else owner) for owner in owners
    )


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(module, names) of everything a file imports, at its top or inside a function."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module, tuple(alias.name for alias in node.names)


def trespasses(path: Path, root: Path) -> list[str]:
    """What a module imports and may not."""
    name = name_of(path, root)
    room = KEPT if name.startswith(f"{KEPT}/") else name.partition("/")[0]
    known = KNOWN_BY_KEPT if room == KEPT else ROOMS[room]
    problems = []
    for module in {module for module, _ in imports(path)}:
        part = ONLY.get((room, module.partition(".")[0]))
        if part is not None and not f"{module}.".startswith(f"{part}."):
            problems.append(f"{name} may know {part} alone")
    problems += _features_known(path, root)
    for imported in {module.partition(".")[0] for module, _ in imports(path)}:
        if imported == "features":
            continue
        if imported in ROOMS and (imported not in known or is_declaration(name)):
            problems.append(f"{name} may not know {imported}")
        if imported in OWNERS and not owned(name, OWNERS[imported]):
            problems.append(f"{name} does not own {imported}")
        if (
            imported not in ROOMS
            and imported not in OWNERS
            and imported not in sys.stdlib_module_names
        ):
            problems.append(f"{name} brings in {imported}")
    return sorted(problems)


def is_declaration(name: str) -> bool:
    """Tell whether a module is the list of the features, the shapes of it, or what a
    feature declares: the core reads it, so it knows nothing of the core.
    """
    parts = name.split("/")
    return parts[0] == "features" and (len(parts) == 2 or parts[2:] == ["__init__.py"])


def _features_known(path: Path, root: Path) -> Iterator[str]:
    """What a module imports of features and may not: the core knows their list alone,
    a feature itself.
    """
    name = name_of(path, root)
    own = None
    if name.startswith("features/"):
        own = ".".join(name.split("/")[:2]).removesuffix(".py")
    for module, names in imports(path):
        if module == "features":
            module_of = [f"features.{one}" for one in names if one not in LISTED]
        else:
            module_of = [module] if module.startswith("features.") else []
        for imported in module_of:
            feature = ".".join(imported.split(".")[:2])
            if feature not in (*DECLARED, own):
                yield f"{name} may not know {feature}"


def _texts(path: Path) -> Iterator[str]:
    """Every string in the code, pieces of f-strings too; docstrings are no code."""
    tree = tree_of(path)
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in prose
        ):
            yield node.value


def queries(path: Path, root: Path) -> list[str]:
    """Query text outside the folders that may hold it."""
    name = name_of(path, root)
    if owned(name, QUERY_TEXT) or STORE_OF_FEATURE.fullmatch(name):
        return []
    return [text for text in _texts(path) if _QUERY.match(text)]


def foreign_tables(path: Path, root: Path, tables: Mapping[str, set[str]]) -> list[str]:
    """Tables of another room that a module's SQL names; making a table of that name in
    a file of one's own is none.
    """
    room = name_of(path, root).partition("/")[0]
    others = {
        table: other
        for other, theirs in tables.items()
        if other != room
        for table in theirs
    }
    named = {match for text in _texts(path) for match in _TABLE.findall(text)}
    return sorted(
        f"{table} belongs to {others[table]}" for table in named & others.keys()
    )


def _edges(root: Path) -> dict[str, set[str]]:
    """Which module imports which, by dotted name; a package stands for its own
    __init__.py.
    """
    dotted = {
        name_of(path, root)
        .removesuffix(".py")
        .removesuffix("/__init__")
        .replace("/", "."): path
        for path in modules(root)
    }
    edges: dict[str, set[str]] = {}
    for name, path in dotted.items():
        edges[name] = set()
        for module, names in imports(path):
            inner = {f"{module}.{n}" for n in names if f"{module}.{n}" in dotted}
            edges[name] |= inner
            # `from package import module` needs the module; any other name is the
            # package's own
            if module in dotted and (not names or len(inner) < len(names)):
                edges[name].add(module)
    return edges


def led_to(start: str, parts: Iterable[str], root: Path) -> list[str]:
    """The modules in these parts that a module imports in the end."""
    return sorted(
        name
        for name in _reached(start, _edges(root))
        if any(f"{name}.".startswith(f"{part}.") for part in parts)
    )


def circles(root: Path) -> list[tuple[str, ...]]:
    """Modules that import each other in the end, circle by circle."""
    return _rounds(_edges(root))


def _rounds(edges: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    reached = {name: _reached(name, edges) for name in edges}
    around = (
        tuple(
            sorted(other for other in reached[name] if name in reached.get(other, ()))
        )
        for name in edges
    )
    return sorted(set(around) - {()})


def folder_circles(root: Path) -> list[tuple[str, ...]]:
    """Neighbours, folders or modules, that import each other in the end, though no file
    of theirs closes a circle.
    """
    arrows: dict[str, set[str]] = {}
    for name, others in _edges(root).items():
        for other in others:
            own, its = _room_of(name, root), _room_of(other, root)
            apart = next(
                (
                    at
                    for at, (one, two) in enumerate(zip(own, its, strict=False))
                    if one != two
                ),
                None,
            )
            if apart is not None:
                arrows.setdefault(".".join(own[: apart + 1]), set()).add(
                    ".".join(its[: apart + 1])
                )
    return _rounds(arrows)


def _room_of(name: str, root: Path) -> list[str]:
    """Return the folders that a module is in, by its dotted name. What features declare
    stands for a room of its own, which everybody may read.
    """
    path = name.replace(".", "/")
    path += "/__init__.py" if (root / path).is_dir() else ".py"
    parts = name.split(".")
    return ["declared", *parts] if is_declaration(path) else parts


def _reached(start: str, edges: Mapping[str, Iterable[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for name in edges.get(waiting.pop(), ()):
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


def hidden(root: Path) -> list[str]:
    """Names in a folder's own file that a module beside it has too: once that is
    loaded, it stands in their place.
    """
    taken = []
    for path in modules(root):
        if path.name == "__init__.py":
            package = name_of(path.parent, root).replace("/", ".")
            beside = {other.stem for other in path.parent.iterdir()}
            taken += [
                f"{package}.{name}"
                for name in sorted(beside & {*_bound(tree_of(path), package)})
            ]
    return taken


def _bound(tree: ast.Module, package: str) -> Iterator[str]:
    """The names that a module binds at its top; a package that imports its own module
    means that very module.
    """
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module != package:
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (
                target.id for target in node.targets if isinstance(target, ast.Name)
            )


def misnamed(commands: Mapping[str, Row], root: Path) -> list[str]:
    """Commands that whoever looks for them does not find: the first words of a module
    name the commands it holds.
    """
    modules = {name: row.module for name, row in commands.items() if row.module}
    stems = {module: root / module.replace(".", "/") for module in modules.values()}
    places = {
        m: stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
        for m, stem in stems.items()
    }
    words = {
        module: " ".join((ast.get_docstring(tree_of(path)) or "").split(":")[0].split())
        for module, path in places.items()
    }
    return [
        name
        for name, module in modules.items()
        if not re.search(rf"\b{name}\b", words[module])
    ]


def wordless(paths: Iterable[Path], root: Path) -> list[str]:
    """Modules that do not say what they are for."""
    return [
        name_of(path, root) for path in paths if not ast.get_docstring(tree_of(path))
    ]


OUTSIDE = {"datetime.now", "date.today", "time.time", "os.environ", "random.random"}


# what a variable is called that holds something nobody has named
EMPTY_NAMES = {"found", "told", "said", "heard"}


def empty_names(paths: Iterable[Path], root: Path) -> list[str]:
    """Variables and parameters whose names tell what happened, and not what they hold.
    Fields keep the names that programs know.
    """
    named = []
    for path in paths:
        nodes = [*ast.walk(tree_of(path))]
        fields = {
            node.target
            for node in nodes
            if isinstance(node, ast.AnnAssign) and node.value is None
        }
        for node in nodes:
            if isinstance(node, ast.arg):
                named.append((path, node.lineno, node.arg))
            elif (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Store)
                and node not in fields
            ):
                named.append((path, node.lineno, node.id))
    return [
        f"{name_of(path, root)}:{line} {name}"
        for path, line, name in named
        if name in EMPTY_NAMES
    ]


def from_outside(path: Path, root: Path) -> list[str]:
    """Where a module reads a clock, the environment or chance by itself."""
    attributes = [
        ast.unparse(node)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
    ]
    return [f"{name_of(path, root)}: {text}" for text in attributes if text in OUTSIDE]
