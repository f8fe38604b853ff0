"""The command as a process of its own: signals, pipes, terminals, locales, limits, and
many at once.
"""

import json
import os
import pty
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ledger.store.database import WAIT_SECONDS
from tests.world.command import Selo
from tests.world.documents import founding, game, open_2024, opening, player, tournament
from tests.world.reached import is_locked, locked
from tests.world.server import Put

ROOT = Path(__file__).parent.parent.parent


def command(ledger: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "cli.main", "--ledger", ledger, *arguments]


def spawn(
    ledger: str, *arguments: str, **named: Any
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(ledger, *arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        **named,
    )
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done


def much(club: Selo) -> str:
    """A submission of some seconds: 150 tournaments of 59 games, each reaching the
    next.
    """
    people = [
        document
        for n in range(60)
        for document in (player(f"P{n}"), opening(f"P{n}", 1500 + n))
    ]
    played = [
        tournament(
            f"t{day}",
            f"2024-03-{day % 28 + 1:02d}",
            *(game(n, f"P{n}", f"P{(n + 1 + day % 57) % 60}") for n in range(1, 60)),
            order_no=day,
        )
        for day in range(150)
    ]
    return club.file("much.jsonl", *people, *played)


def started(ledger: str, *arguments: str) -> subprocess.Popen[str]:
    """A writer that holds the lock: the write-ahead log grows before anything is
    committed.
    """
    process = subprocess.Popen(
        command(ledger, *arguments),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # whoever runs the tests in the background may have them deaf to an interrupt
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None and not is_locked(ledger):
        time.sleep(0.002)
    return process


@pytest.mark.parametrize(
    ("sent", "code"),
    [(signal.SIGINT, 130), (signal.SIGKILL, -9), (signal.SIGTERM, 143)],
)
def test_a_writer_that_is_stopped_records_nothing(
    club: Selo, sent: signal.Signals, code: int
) -> None:
    name = much(club)
    process = started(club.ledger, "submit", name, "--json")
    process.send_signal(sent)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, (out, err)
    assert (out, "Traceback" in err) == ("", False)
    if sent == signal.SIGINT:
        assert err.strip() == "Stopped; nothing was recorded."
    assert club.events() == 15
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True
    assert club.run("submit", club.file("x.json", player("N"))).code == 0


WAITING = """
import sys
from cli.main import run
from ledger.store.logs import sqlite

def asking(*given):
    print("asks for the lock", flush=True)
    take_lock(*given)

take_lock, sqlite._take_lock = sqlite._take_lock, asking
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.in_a_file("the lock of SQLite")
def test_a_writer_that_waits_for_another_can_be_stopped(club: Selo) -> None:
    """Long before it would give up by itself."""
    words = ["--ledger", club.ledger, "submit", club.file("x.json", player("N"))]
    with locked(club.ledger):
        process = subprocess.Popen(
            [sys.executable, "-c", WAITING, *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert (
            process.stdout is not None
            and process.stdout.readline() == "asks for the lock\n"
        )
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - begun < WAIT_SECONDS / 2
    assert (process.returncode, out, err.strip()) == (
        130,
        "",
        "Stopped; nothing was recorded.",
    )
    assert club.events() == 15


INTERRUPTED = """
import sys
import cli.booking.report
from cli.main import run

def printing(*_):
    raise KeyboardInterrupt
    yield

cli.booking.report.outcome_lines = printing
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("more", "said"),
    [((), "Stopped, but something was recorded"), (("--dry-run",), "nothing was")],
)
def test_stopped_while_it_prints(club: Selo, more: tuple[str, ...], said: str) -> None:
    """After the commit nobody may claim that nothing was recorded."""
    words = ["--ledger", club.ledger, "submit", club.file("x.json", player("N")), *more]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 130 and said in done.stderr
    assert club.events() == (15 if more else 16)


ONE_OF_MANY = """
import io, json, sys
from cli.main import run
path, name = sys.argv[1:]
for number in range(10):
    said = json.dumps({"kind": "player", "player": f"{name}-{number}", "name": "N"}).encode()
    sys.stdin = type("Given", (), {"buffer": io.BytesIO(said)})()
    code = run(["--ledger", path, "submit", "-", "--json"])
    if code:
        sys.exit(code)
"""


def test_eight_writers_at_once_lose_nothing(club: Selo) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", ONE_OF_MANY, club.ledger, f"W{number}"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    ended = [
        (*writer.communicate(timeout=120), writer.returncode) for writer in writers
    ]
    assert [(err, code) for _, err, code in ended] == [("", 0)] * 8
    told = [
        json.loads(line)["recorded"][0]
        for out, _, _ in ended
        for line in out.splitlines()
    ]
    assert sorted(row["seq"] for row in told) == list(range(16, 96))
    log = club.ask("log")["events"]
    assert [event["seq"] for event in log] == list(range(95, 0, -1))
    assert {event["seq"]: event["target"] for event in log if event["seq"] > 15} == {
        row["seq"]: row["target"] for row in told
    }
    moments = [event["recorded_at"] for event in log]
    assert moments == sorted(moments, reverse=True)
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


@pytest.mark.in_a_file("the kernel limits a file of the process")
def test_a_file_that_cannot_grow(club: Selo) -> None:
    """The kernel says no in the middle of a write: a sentence, and nothing half done."""
    name = much(club)
    limit = club.path.stat().st_size + 200_000

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = spawn(club.ledger, "submit", name, "--json", preexec_fn=limited)
    assert done.returncode == 1, done
    [problem] = json.loads(done.stdout)["problems"]
    assert "disk" in problem["message"] and problem["hint"] and done.stderr == ""
    assert club.events() == 15
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


@pytest.fixture(scope="module")
def crowd(
    club_ledger: Path, tmp_path_factory: pytest.TempPathFactory, put_once: Put
) -> Selo:
    """To be read, not written to."""
    selo = put_once(Selo(tmp_path_factory.mktemp("crowd"), club_ledger))
    selo.submit(
        *(
            document
            for n in range(1500)
            for document in (player(f"P{n:04}"), opening(f"P{n:04}", 1500))
        )
    )
    return selo


@pytest.mark.parametrize(
    "arguments", [("log",), ("list", "selo", "--json"), ("list", "selo", "--csv")]
)
def test_a_reader_that_goes_away(crowd: Selo, arguments: Sequence[str]) -> None:
    """`selo log | head -1`: quiet, and no refusal."""
    process = subprocess.Popen(
        command(crowd.ledger, *arguments),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.read(4)
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


def test_a_full_device_behind_the_output(club: Selo) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command(club.ledger, "list", "selo"),
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode != 0 and "No space left" in done.stderr
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    "names", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"}]
)
def test_names_in_a_plain_locale(club: Selo, names: dict[str, str]) -> None:
    club.submit(
        {"kind": "player", "player": "N", "name": "Øystein Äkäslompolo Łukasz 王"},
        opening("N", 2000),
    )
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONUTF8", "PYTHONIOENCODING", "LANG")
    }
    for arguments in (("list", "selo"), ("list", "selo", "--json"), ("show", "N")):
        done = spawn(club.ledger, *arguments, env={**kept, **names})
        assert (done.returncode, done.stderr) == (
            0,
            "",
        ) and "Øystein Äkäslompolo Łukasz 王" in done.stdout


def test_a_file_name_that_is_no_text(club: Selo) -> None:
    folder = os.fsencode(club.folder)
    for name in (b"none-\xff.json", b"bad-\xff.json"):
        if name.startswith(b"bad"):
            Path(os.fsdecode(folder + b"/" + name)).write_text("{")
        done = spawn(club.ledger, "submit", os.fsdecode(folder + b"/" + name), "--json")
        code = 1 if name.startswith(b"bad") else 2
        assert done.returncode == code and done.stderr == ""
        [problem] = json.loads(done.stdout)["problems"]
        assert problem["where"]["file"].endswith("-\udcff.json")
        assert (
            spawn(club.ledger, "submit", os.fsdecode(folder + b"/" + name)).returncode
            == code
        )


def on_a_terminal(ledger: str, *arguments: str, **environment: str) -> str:
    ours, theirs = pty.openpty()
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR")
    }
    process = subprocess.Popen(
        command(ledger, *arguments),
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**plain, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    found = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        found += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return found.decode()


def test_colours_only_on_a_terminal_and_never_with_no_color(club: Selo) -> None:
    shown = on_a_terminal(club.ledger, "list", "selo")
    assert "\x1b[1m" in shown and "known at seq 15" in shown
    quiet = on_a_terminal(club.ledger, "list", "selo", NO_COLOR="1")
    assert "\x1b" not in quiet and "Pelaaja A" in quiet
    piped = spawn(club.ledger, "list", "selo")
    assert "\x1b" not in piped.stdout and piped.stderr == ""
    forced = spawn(
        club.ledger, "list", "selo", env={**os.environ, "TERM": "xterm-256color"}
    )
    assert forced.stdout == piped.stdout


def test_the_whole_way_as_processes(tmp_path: Path) -> None:
    """Empty folder to an answer, with the clock and the user of the machine."""
    path = str(tmp_path / "selo.db")
    missing = spawn(path, "list", "selo")
    assert (
        missing.returncode == 3
        and "selo init" in missing.stderr
        and os.listdir(tmp_path) == []
    )
    assert spawn(path, "init").returncode == 0
    name = tmp_path / "all.jsonl"
    name.write_text(
        "\n".join(json.dumps(document) for document in [*founding(), open_2024()])
    )
    done = spawn(path, "submit", str(name), "--json")
    assert done.returncode == 0 and len(json.loads(done.stdout)["recorded"]) == 9
    again = spawn(path, "submit", "-", "--json", input=name.read_text())
    assert {row["repeated"] for row in json.loads(again.stdout)["recorded"]} == {True}
    assert "1634" in spawn(path, "show", "A").stdout
