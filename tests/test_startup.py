"""What a command costs before it does anything: which modules it leaves behind, and how
long it takes.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from desk.submit import init
from tests.world.documents import game, player, tournament
from tests.world.ledger import outside

HEAVY = (
    "eventsourcing",
    "litestar",
    "psycopg",
    "cryptography",
    "hypothesis",
    "desk.submit",
)
ROOT = Path(__file__).parent.parent
REPORT = (
    "import sys, json, cli.main; code = cli.main.run(sys.argv[1:]); print('\\n' +"
    " json.dumps(sorted(sys.modules)))"
)


def modules_after(*arguments: str) -> set[str]:
    """The modules in memory after a command line."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("startup") / "selo.db")
    init(path, outside())
    from desk.submit import submit
    from exchange.json.files import read_documents

    lines = (
        player("A", name="Anna"),
        player("B"),
        tournament("T", "2024-01-01", game(1, "A", "B")),
    )
    submit(
        path,
        read_documents("p.jsonl", "\n".join(map(json.dumps, lines)).encode()),
        outside(),
    )
    return path


def test_help_reads_no_room(ledger_file: str) -> None:
    modules = modules_after("--help")
    assert not [name for name in HEAVY if name in modules]
    assert not [
        name
        for name in modules
        if name.startswith(
            ("ledger", "projections", "rulebooks", "exchange", "msgspec")
        )
    ]


def test_show_reads_without_the_store(ledger_file: str) -> None:
    """The check for events not yet projected is one read."""
    modules = modules_after("--ledger", ledger_file, "show", "A")
    assert not [name for name in HEAVY if name in modules]
    assert (
        "ledger.store.event_log" not in modules
        and "projections.tables.build" not in modules
    )
    assert "projections.answers.reading" in modules  # it did the work
    assert "fractions" not in modules, "what some rules are counted in"
    # an id needs no index of names
    assert not [name for name in modules if name.startswith("names")]


@pytest.mark.parametrize("language", ["en", "fi"])
def test_only_another_language_reads_a_catalogue(
    language: str, ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SELO_LANG", language)
    modules = modules_after("--ledger", ledger_file, "show", "A")
    assert ("messages.translated" in modules) == (language == "fi")
    assert "babel" not in modules  # that would take longer than the rest of the command


Times = list[list[float]]  # the processor seconds of one round: one value a command


def timed(commands: list[list[str]], rounds: int, environment: dict[str, str]) -> Times:
    """The commands in turn, so that a busy machine slows all of them alike."""
    times: Times = []
    for _ in range(rounds):
        times.append([])
        for command in commands:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                command, cwd=ROOT, capture_output=True, check=True, env=environment
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[-1].append(
                after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            )
    return times


def ratios(times: Times) -> list[float]:
    """What each command takes, in units of the first, over all rounds."""
    bare, *others = (sum(column) for column in zip(*times, strict=True))
    return [other / bare for other in others]


# what no command on a ledger can do without
LIBRARIES = "import click, hashlib, msgspec, sqlite3"
# of --help, show and amend; a module is one subject, and each costs a third of a
# millisecond
BUDGET = (1.0, 2.1, 3.0)


def test_start_up_stays_within_its_budget(ledger_file: str, tmp_path: Path) -> None:
    """`selo --help` at most 1.0 times what importing the libraries takes, `show` 2.1,
    `amend` 3.0.

    Measured like an installed command, whose modules are compiled once and not at every
    start; and against something that is as large, since a machine that is busy slows
    large programs more than small ones.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    selo = [sys.executable, "-m", "cli.main"]
    on_ledger = [*selo, "--ledger", ledger_file]
    amend = [
        *on_ledger,
        "amend",
        "T",
        "--game",
        "1.1",
        "--result",
        "0-1",
        "--reason",
        "a slip",
        "--dry-run",
    ]
    commands = [
        [sys.executable, "-c", LIBRARIES],
        [*selo, "--help"],
        [*on_ledger, "show", "A"],
        amend,
    ]
    timed(commands, 1, environment)  # compiles
    times: Times = []
    # a machine that is busy with other work gets more rounds, never a wider limit
    for rounds in (3, 4, 14, 28):
        times += timed(commands, rounds, environment)
        measured = ratios(times)
        if all(value <= most for value, most in zip(measured, BUDGET, strict=True)):
            break
    helped, shown, amended = measured
    words = (
        f"--help {helped:.2f}, show {shown:.2f}, amend {amended:.2f} times the"
        f" libraries, in {len(times)} rounds"
    )
    print(words)
    assert all(value <= most for value, most in zip(measured, BUDGET, strict=True)), (
        words
    )


def test_a_correction_loads_nothing_of_files_and_explanations(ledger_file: str) -> None:
    modules = modules_after(
        "--ledger",
        ledger_file,
        "amend",
        "T",
        "--game",
        "1.1",
        "--result",
        "0-1",
        "--reason",
        "x",
    )
    assert "ledger.store.event_log" in modules  # it did the work
    needless = (
        "desk.games",
        "desk.people",
        "desk.lists",
        "exchange.results",
        "exchange.text",
        "rulebooks.sheets",
        "ledger.store.copies",
        "pathlib",
    )
    assert not [name for name in modules if name.startswith(needless)]


def test_documents_wait_for_no_reader_of_games(
    ledger_file: str, tmp_path: Path
) -> None:
    (tmp_path / "p.jsonl").write_text(json.dumps(player("C")))
    modules = modules_after(
        "--ledger", ledger_file, "submit", str(tmp_path / "p.jsonl"), "--dry-run"
    )
    assert "desk.submit" in modules  # it did the work
    assert not [
        name
        for name in modules
        if name.startswith(("exchange.trf", "desk.files.read_games"))
    ]
