"""What a command costs before it does anything: which modules it leaves behind, and how long it takes."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from desk.submit import init
from tests.world.ledger import outside

HEAVY = ("eventsourcing", "litestar", "psycopg", "cryptography", "hypothesis", "desk.submit")
ROOT = Path(__file__).parent.parent
REPORT = "import sys, json, cli.main; code = cli.main.run(sys.argv[1:]); print('\\n' + json.dumps(sorted(sys.modules)))"


def modules_after(*arguments: str) -> set[str]:
    """The modules in memory after a command line."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("startup") / "selo.db")
    init(path, outside())
    from desk.submit import submit
    from exchange.json.documents import read

    submit(path, read("p.json", b'{"kind":"player","player":"A","name":"Anna"}'), outside())
    return path


def test_help_reads_no_room(ledger_file: str) -> None:
    found = modules_after("--help")
    assert not [name for name in HEAVY if name in found]
    assert not [
        name for name in found if name.startswith(("ledger", "projections", "rulebooks", "exchange", "msgspec"))
    ]


def test_show_reads_without_the_store(ledger_file: str) -> None:
    """The check for events not yet projected is one read."""
    found = modules_after("--ledger", ledger_file, "show", "A")
    assert not [name for name in HEAVY if name in found]
    assert "ledger.store.event_log" not in found and "projections.replay.build" not in found
    assert "projections.answers.reading" in found  # it did the work


def cheapest(commands: list[list[str]], runs: int = 7) -> list[float]:
    """The least processor time of some runs of each command, in turn: what else the machine does hardly counts."""
    found = [float("inf")] * len(commands)
    for _ in range(runs):
        for number, command in enumerate(commands):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            found[number] = min(found[number], spent)
    return found


def test_start_up_stays_within_its_budget(ledger_file: str) -> None:
    """`selo --help` at most 8 times, `selo show` at most 12 times what `python -c pass` takes."""
    selo = [sys.executable, "-m", "cli.main"]
    bare, helped, shown = cheapest(
        [[sys.executable, "-c", "pass"], [*selo, "--help"], [*selo, "--ledger", ledger_file, "show", "A"]]
    )
    assert helped <= 8 * bare
    assert shown <= 12 * bare
    print(f"bare {bare:.4f} s, --help {helped / bare:.1f} times, show {shown / bare:.1f} times")
