"""The pages say what the code says: reference fresh, examples and console blocks run, links resolve.

A console block is run line by line, in one folder for the whole page. Of its output, `...` alone is any lines and
`...` in a line anything. A command that fails is followed by `$ echo $?`. A block marked ```json NAME is a file.
SELO_REWRITE_DOCS=1 puts what was really printed into the pages; read the difference before keeping it.
"""

import ast
import importlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path

import click
import pytest

from cli import options
from cli.main import COMMANDS, run
from demo.building import build

# by name: mypy reads bench as a folder of scripts
commands = importlib.import_module("bench.reference.commands")
shapes = importlib.import_module("bench.reference.shapes")
ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(path for path in DOCS.rglob("*.md"))]
TOLD = [path for path in PAGES if path.parent.name != "reference"]
NOW = "2026-11-21T12:00:00.000000Z"
FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def title(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class Shell:
    """A small shell: selo, export and echo, < and >, and a clock that goes a minute a command."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.moment = datetime.strptime(NOW, FORMAT)
        self.code = 0
        self.patch = patch
        patch.chdir(folder)
        for name in ("SELO_LEDGER", "SELO_KEY"):
            patch.delenv(name, raising=False)
        for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):  # nothing outside the folder is read or made
            patch.setenv(name, str(folder / "home"))
        patch.setenv("SELO_ACTOR", "officer")
        patch.setattr(options, "now", lambda: self.moment.strftime(FORMAT))

    def run(self, line: str) -> str:
        """What a person would see on the screen."""
        words = shlex.split(line.replace("$?", str(self.code)))
        if words[0] == "echo":
            return " ".join(words[1:]) + "\n"
        if words[0] == "export":
            self.patch.setenv(*words[1].split("=", 1))
            return ""
        assert words[0] == "selo", f"the test knows selo, export and echo, not {words[0]}"
        files = {sign: words[words.index(sign) + 1] for sign in "<>" if sign in words}
        kept = words[1 : min([len(words), *(words.index(sign) for sign in files)])]
        return self._selo(kept, files)

    def _selo(self, words: list[str], files: dict[str, str]) -> str:
        self.moment += timedelta(minutes=1)
        screen = io.StringIO()
        out = io.StringIO() if ">" in files else screen
        given = Path(files["<"]).read_bytes() if "<" in files else b""
        self.patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
        with redirect_stdout(out), redirect_stderr(screen):
            self.code = run(words)
        if ">" in files:
            Path(files[">"]).write_text(out.getvalue(), "utf-8")
        return screen.getvalue()


# --- the reference ---


def test_the_reference_is_fresh() -> None:
    # in a process of its own: what other tests leave behind in this one is no part of the pages
    done = subprocess.run(
        [sys.executable, "-m", "bench.make_reference", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"run `make docs`: {done.stdout}{done.stderr}"


def test_every_command_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "commands.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"\n## selo {name}\n" not in page] == []


def test_every_field_of_a_document_has_a_meaning() -> None:
    """Hand-written words, in docs/reference/meanings.txt, and no word for a field that is gone."""
    rows = [
        (f"{kind}.{row[0]}", row[3])
        for _, kind, struct, without in shapes.document_parts()
        for row in shapes.field_rows(kind, struct, without)
    ]
    assert [name for name, words in rows if not words] == []
    fields = {name.partition(".")[2].strip("`") for name, _ in rows}
    assert [name for name in shapes.meanings() if name.rpartition(".")[2] not in fields] == []


# --- the examples in the help ---


def examples(command: click.Command) -> list[str]:
    """The lines under `Example:` or `Examples:`."""
    told = re.split(r"^ *Examples?:$", command.help or "", flags=re.MULTILINE)[1:]
    return [line.strip() for line in "".join(told).splitlines() if line.strip().startswith("selo ")]


EXAMPLES = [(words, line) for words, command, _ in commands.all_commands() for line in examples(command)]
PLAYERS = (
    '{"kind": "player", "player": "P1", "name": "Pihl, Paula"}\n{"kind": "player", "player": "P2", "name": "Q, R"}\n'
)
GAMES = ",".join(f'{{"round": {r}, "white": "F00{r}", "black": "F00{r + 1}", "result": "0-1"}}' for r in (1, 2, 3, 3))

# two of the invented federation by their FIDE ids, in the columns of a tournament report
REPORT = """\
012 Autumn Open
042 2026/09/05
052 2026/09/05
001    1 m    Vuolaskoski, Eerik                2316 FIN    99000007 1984/03/12  1.0    1     2 w 1
001    2 m    Tallgard, Magnus                  2248 FIN    99000014 1979        0.0    2     1 b 0
"""
PERSON = "<fideid>99000007</fideid><name>Vuolaskoski, Eerik</name><country>FIN</country><rating>2301</rating>"
FIDE_LIST = f"<playerslist><player>{PERSON}</player></playerslist>\n"


def tournament(name: str) -> str:
    """Two games in round 3, so that 3.2 is there."""
    header = f'"tournament": "{name}", "name": "T", "start": "2026-09-05", "end": "2026-09-06", "minutes": 90'
    return f'{{"kind": "tournament", {header}, "games": [{GAMES}]}}'


def prepare(shell: Shell, words: str) -> None:
    """What an example needs and the demo has not."""
    for name, text in (("players.jsonl", PLAYERS), ("report.trf", REPORT), ("players_list.xml", FIDE_LIST)):
        Path(name).write_text(text, "utf-8")
    for name in ("autumn-open", "league-2024"):
        Path(f"{name}.json").write_text(tournament(name), "utf-8")
    match words.split()[1:]:
        case ["init" | "demo"]:
            shell.patch.delenv("SELO_LEDGER")
        case ["amend" | "withdraw"]:
            shell.run("selo submit autumn-open.json")
        case ["reinstate"]:
            shell.run("selo submit autumn-open.json")
            shell.run("selo withdraw autumn-open --reason twice")
        case ["checkpoint"] | ["key", "show"]:
            shell.run("selo key new")
        case ["verify" | "prove"]:
            shell.run("selo key new")
            shell.run("selo checkpoint --out 2026-11-01.txt")
        case ["what-if"]:
            Path("lower-cap.json").write_text('{"list": "selo", "change": {"cap": 85}}', "utf-8")
        case ["restore"]:
            shell.run("selo backup selo-2026-11-21.db")
        case ["game"]:
            shell.run("selo submit league-2024.json")
        case ["import"]:
            shell.run("selo export ledger > ledger.jsonl")
            shell.run("selo --ledger copy.db init")
        case ["merge"]:
            shell.run("selo log --csv > log.csv")
            [merged] = [row for row in Path("log.csv").read_text("utf-8").splitlines() if ",merge-players," in row]
            shell.run(f"selo withdraw --seq {merged.partition(',')[0]} --reason 'for the example'")
        case _:
            return


@pytest.fixture(scope="module")
def demo_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    build(str(path))
    return path


def test_every_command_has_an_example() -> None:
    found = {words for words, _ in EXAMPLES}
    assert [words for words, _, _ in commands.all_commands() if words not in found] == []


@pytest.mark.parametrize(("words", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_the_examples_run(
    words: str, line: str, demo_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(demo_ledger, tmp_path / "kept.db")
    shell = Shell(tmp_path, monkeypatch)
    monkeypatch.setenv("SELO_LEDGER", "kept.db")
    prepare(shell, words)
    said = shell.run(line.replace("/media/stick/", ""))
    assert shell.code == 0, said


# --- the pages ---


class Block:
    """A fenced block: its language, its file name, its lines, and where they stand."""

    def __init__(self, first: int, mark: str, lines: list[str]) -> None:
        self.first = first
        self.language, _, self.name = mark.partition(" ")
        self.lines = lines

    def commands(self) -> Iterator[tuple[str, list[str], int]]:
        """(command, shown output, index of its first line); a line that ends with a backslash goes on."""
        at = 0
        while at < len(self.lines):
            assert self.lines[at].startswith("$ "), f"line {self.first + at}: a console block begins with a command"
            command = self.lines[at][2:]
            while command.endswith("\\"):
                at += 1
                command = command[:-1] + self.lines[at].lstrip("> ")
            at += 1
            shown = at
            while at < len(self.lines) and not self.lines[at].startswith("$ "):
                at += 1
            yield command, self.lines[shown:at], shown


def blocks(text: str) -> Iterator[Block]:
    inside: list[str] | None = None
    mark = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if inside is None:
                mark, inside = line[3:].strip(), []
            else:
                yield Block(number - len(inside), mark, inside)
                inside = None
        elif inside is not None:
            inside.append(line)
    assert inside is None, "a block is not closed"


def matches(shown: list[str], said: list[str]) -> bool:
    """Line by line; `...` alone is any lines, `...` in a line anything."""
    parts = ["(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n" for line in shown]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in said)) is not None


def test_a_wrong_line_would_be_seen() -> None:
    """The control: dots stand for something, and everything else for itself."""
    assert matches(["a", "...", "d"], ["a", "b", "c", "d"]) and matches(["a", "..."], ["a"])
    assert matches(["in ... s"], ["in 0.2 s"]) and matches([], [])
    assert not matches(["a"], ["b"]) and not matches(["a"], ["a", "b"]) and not matches([], ["a"])
    assert not matches(["1.5"], ["1x5"]) and not matches(["a", "...", "d"], ["a", "d", "e"])


def play(page: Path, shell: Shell) -> Iterator[tuple[str, int, list[str], list[str]]]:
    """Every block of a page in order: files are written, commands run. (command, first line, shown, said)."""
    for block in blocks(page.read_text("utf-8")):
        if block.name:
            Path(block.name).write_text("\n".join(block.lines) + "\n", "utf-8")
        if block.language != "console":
            continue
        failed = ""
        for command, shown, at in block.commands():
            assert not failed or command == "echo $?", (
                f"{title(page)}: `{failed}` fails, and `$ echo $?` does not follow"
            )
            said = [line.rstrip() for line in shell.run(command).rstrip("\n").splitlines()]
            failed = command if shell.code and not command.startswith(("echo", "export")) else ""
            yield command, block.first - 1 + at, shown, said
        assert not failed, f"{title(page)}: `{failed}` fails, and `$ echo $?` does not follow"


@pytest.mark.parametrize("page", TOLD, ids=title)
def test_the_console_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite = bool(os.environ.get("SELO_REWRITE_DOCS"))
    edits = []
    for command, first, shown, said in play(page, Shell(tmp_path, monkeypatch)):
        if not matches(shown, said):
            assert rewrite, "\n".join([f"{title(page)}: $ {command}", *said, "--- but the page shows ---", *shown])
            edits.append((first, first + len(shown), said))
    lines = page.read_text("utf-8").splitlines()
    for start, end, said in reversed(edits):
        lines[start:end] = said
    if edits:
        page.write_text("\n".join(lines) + "\n", "utf-8")


LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of its headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ +(.*)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def test_every_page_is_linked_from_the_readme_or_a_page_it_links() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            targets = [target.partition("#")[0] for target in LINK.findall(prose(page)) if "://" not in target]
            waiting += [(page.parent / target).resolve() for target in targets if target]
    assert [title(page) for page in PAGES if page.resolve() not in reached] == []


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_pages_stand_by_themselves(page: Path) -> None:
    """No path of the machine it was written on, nothing left to do, no line nobody can read."""
    text = page.read_text("utf-8")
    assert not re.search(r"/work/|/tmp/|/home/|\.\./shared|TODO|FIXME|XXX", text)
    assert page.parent.name == "reference" or all(
        len(line) <= 130 or line.startswith(("|", "{")) for line in prose(page).splitlines()
    )


# --- words ---

NEVER = {"update", "delete", "record", "data", "manager", "helper", "utils"}
FOREIGN_WORDS = {"NationalRecord"}  # what the report format calls it
ROOMS = ("rulebooks", "ledger", "exchange", "projections", "cli", "demo")


def words_of(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def public_names() -> Iterator[str]:
    """Commands, modules, classes and functions of the rooms."""
    yield from COMMANDS
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            yield path.stem
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                    yield node.name


def test_one_word_for_one_thing() -> None:
    """The words of the glossary, and never these."""
    assert sorted(name for name in public_names() if words_of(name) & NEVER and name not in FOREIGN_WORDS) == []
