"""A command that is stopped or killed leaves the old file or the new one, and nothing
that nobody knows of.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ledger.whole_files as files
from desk.files.settings import Settings
from desk.people.matching import Match
from desk.people.remembered import remember, remember_reading
from ledger.errors import LedgerUnusable
from ledger.store.copies import backup, restore
from messages import say
from tests.care.caring import answers, made
from tests.importing.test_matching import Row
from tests.world.command import Command
from tests.world.ledger import NOW


class Killed(BaseException):
    """In place of SIGKILL: nothing of ours catches it."""


@pytest.mark.parametrize("call", ["link", "rename", "fsync"])
@pytest.mark.parametrize("when", [0, 1, 2])
def test_a_replacing_restore_leaves_the_old_or_the_new_ledger(
    call: str, when: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, saved = made(tmp_path), str(tmp_path / "b.db")
    backup(path, saved, lambda unfinished: [])
    before, calls = answers(path), 0
    honest = getattr(os, call)

    def deadly(*given: object) -> object:
        nonlocal calls
        calls += 1
        if calls > when:
            raise Killed
        return honest(*given)

    monkeypatch.setattr(os, call, deadly)
    with contextlib.suppress(Killed):
        restore(saved, path, lambda unfinished: [], NOW, replace=True)
    monkeypatch.undo()
    assert answers(path) == before


HOT = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=DELETE")
connection.execute("PRAGMA cache_size=2")
connection.execute("BEGIN IMMEDIATE")
for number in range(5000):
    connection.execute("INSERT INTO person VALUES (?, 's', 'n', NULL, NULL, 'n', 0)", (f"Z{number}",))
os._exit(9)
"""


def test_a_reader_rolls_back_what_a_killed_writer_left(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = answers(path)
    subprocess.run([sys.executable, "-c", HOT, path], check=False)
    assert Path(path + "-journal").exists()
    command = Command(tmp_path, name="selo.db")
    assert command.run("show", "A").code == 0 and command.run("doctor").code == 0
    assert answers(path) == before and not Path(path + "-journal").exists()


def test_a_ledger_is_in_wal_mode_from_birth(tmp_path: Path) -> None:
    command = Command(tmp_path)
    command.done("init")
    assert command.path.read_bytes()[18:20] == b"\x02\x02"
    command.done("ledger", "backup", str(tmp_path / "b.db"))
    assert Path(tmp_path / "b.db").read_bytes()[18:20] == b"\x01\x01"
    command.done(
        "ledger", "restore", str(tmp_path / "b.db"), "--ledger", str(tmp_path / "r.db")
    )
    assert Path(tmp_path / "r.db").read_bytes()[18:20] == b"\x02\x02"
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_a_new_ledger_is_its_owners_or_its_groups(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone", tmp_path / "shared"
    for folder, mode in ((alone, 0o755), (shared, 0o2775)):
        folder.mkdir()
        folder.chmod(mode)
        Command(folder).done("init")
    assert (alone / "test.db").stat().st_mode & 0o777 == 0o600
    assert (shared / "test.db").stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize(
    ("ledger", "beside"), [(0o600, 0o600), (0o644, 0o600), (0o660, 0o660)]
)
@pytest.mark.parametrize("before", [None, 0o644], ids=["new", "there already"])
def test_what_is_remembered_beside_a_ledger_is_not_for_others(
    ledger: int, beside: int, before: int | None, tmp_path: Path
) -> None:
    """The names that the officer answered about."""
    path, who = tmp_path / "selo.db", tmp_path / "selo.db.who"
    path.touch()
    path.chmod(ledger)
    if before is not None:
        who.write_text("Aho, Aino F021\n", "utf-8")
        who.chmod(before)
    row = Row("1", "Tallgård, Magnus")
    remember(str(path), [Match(row, "matched", "F002", say("the map"), because="map")])
    remember_reading(str(path), Settings(tournament="kesa", date_order="dmy"))
    assert (
        "Tallgård, Magnus F002\n" in who.read_text("utf-8")
        and who.stat().st_mode & 0o777 == beside
    )
    assert (tmp_path / "selo.db.read").stat().st_mode & 0o777 == beside


def test_drafts_are_private_and_cannot_be_foreseen(tmp_path: Path) -> None:
    with (
        files.unfinished_file(str(tmp_path / "x")) as one,
        files.unfinished_file(str(tmp_path / "x")) as other,
    ):
        assert one != other and os.stat(one).st_mode & 0o777 == 0o600
        assert files.leftovers(str(tmp_path / "x")) == []
    assert list(tmp_path.iterdir()) == []


def left_by_a_kill(folder: Path) -> Path:
    """The unfinished file of a process that is no more."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    unfinished = folder / f".b.db.{gone.pid}-abc_1.new"
    unfinished.write_bytes(b"SQLite format 3\0 Name")
    Path(f"{unfinished}-journal").write_bytes(b"x")
    return unfinished


def test_what_a_kill_left_is_told_and_swept(tmp_path: Path) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2026-11-21")
    unfinished = left_by_a_kill(tmp_path)
    checks = {check["name"]: check for check in command.ask("doctor")["checks"]}
    assert (
        not checks["leftovers"]["ok"] and unfinished.name in checks["leftovers"]["said"]
    )
    erased = command.ask("player", "erase", "A", "--reason", "asked for it")
    assert (
        "was left over from a killed command" in str(erased["warnings"])
        and not unfinished.exists()
    )
    unfinished = left_by_a_kill(tmp_path)
    command.done("ledger", "backup", str(tmp_path / "c.db"))
    assert not unfinished.exists() and not Path(f"{unfinished}-journal").exists()


def test_an_output_is_whole_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        files.write_new(str(tmp_path / "out"), b"content")
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []
    files.write_new(str(tmp_path / "out"), b"content")
    with pytest.raises(LedgerUnusable, match="already there"):
        files.write_new(str(tmp_path / "out"), b"other")


OUTPUTS = {
    "backup": ("ledger", "backup", "FILE"),
    "bundle": ("proof", "bundle", "FILE"),
    "checkpoint": ("proof", "checkpoint", "--out", "FILE"),
    "prove": ("proof", "prove", "1", "--out", "FILE"),
    "key": ("proof", "new-key", "FILE"),
    "tables": ("export", "tables", "FILE"),
    "demo": ("demo", "--keep", "FILE"),
    "svg": ("history", "A", "--svg", "FILE"),
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_no_output_overwrites_what_another_program_made(
    name: str, tmp_path: Path
) -> None:
    command = Command(tmp_path, Path(made(tmp_path, "made.db")), today="2026-11-21")
    for file, content in (
        ("there.zip", b"PK mine"),
        ("mine.svg", b"<svg xmlns='x'>drawn by hand</svg>"),
    ):
        there = tmp_path / file
        there.write_bytes(content)
        line = [str(there) if word == "FILE" else word for word in OUTPUTS[name]]
        assert command.run(*line).code in (1, 2, 3)
        assert there.read_bytes() == content
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("with_names", [True, False], ids=["with-names", "without"])
def test_tables_with_names_in_them_are_for_their_owner(
    with_names: bool, tmp_path: Path
) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2026-11-21")
    # whatever the umask of the machine: others may read what they make
    usual = os.umask(0o022)
    try:
        command.done(
            "export",
            "tables",
            str(tmp_path / "t.db"),
            *(["--with-names"] if with_names else []),
        )
    finally:
        os.umask(usual)
    assert bool(os.stat(tmp_path / "t.db").st_mode & 0o077) is not with_names


def test_a_bundle_that_was_killed_is_swept(tmp_path: Path) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2026-11-21")
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    half = tmp_path / f".out.{gone.pid}-abc_1.new" / "bundle"
    half.mkdir(parents=True)
    (half / "events.jsonl").write_bytes(b"{}")
    command.done("proof", "bundle", str(tmp_path / "out"))
    assert not half.parent.exists() and (tmp_path / "out" / "events.jsonl").exists()


def test_a_service_that_is_stopped_cleans_up(tmp_path: Path) -> None:
    """SIGTERM, as from systemd or `timeout`: a backup leaves no half copy."""
    path = made(tmp_path)
    program = (
        "import sys, time, ledger.store.copies as b\nhonest = b._verified_copy\ndef"
        " slow(*given):\n    print('here', flush=True)\n    time.sleep(30)\n    return"
        " honest(*given)\nb._verified_copy = slow\nfrom cli.main import"
        " main\nmain(sys.argv[1:])\n"
    )
    words = [
        sys.executable,
        "-c",
        program,
        "--ledger",
        path,
        "ledger",
        "backup",
        str(tmp_path / "b.db"),
    ]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None and running.stdout.readline() == b"here\n"
    time.sleep(0.1)
    running.send_signal(signal.SIGTERM)
    _, error = running.communicate(timeout=20)
    assert running.returncode == 143 and b"Stopped; nothing was recorded." in error
    assert [file.name for file in tmp_path.iterdir()] == ["selo.db"]


def test_a_checkpoint_for_a_name_that_is_taken_is_not_signed(tmp_path: Path) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2026-11-21")
    key, out = str(tmp_path / "k"), tmp_path / "out.txt"
    command.done("proof", "new-key", key)
    out.write_text("mine")
    assert (
        command.answer("proof", "checkpoint", "--key", key, "--out", str(out))[1][
            "problems"
        ][0]["code"]
        == "exists"
    )
    assert out.read_text() == "mine"


def test_no_ledger_takes_a_name_whose_log_is_still_there(tmp_path: Path) -> None:
    """SQLite would write what is left in the log into the new file: events that nobody
    submitted to it.
    """
    path, saved = made(tmp_path), str(tmp_path / "b.db")
    backup(path, saved, lambda unfinished: [])
    log = Path(path + "-wal")
    log.write_bytes(b"left")
    Path(path).unlink()
    command = Command(tmp_path)
    named = ("--ledger", path)
    for words in (
        (*named, "init"),
        ("demo", "--keep", path),
        (*named, "ledger", "restore", saved),
        ("ledger", "copy", saved, path),
    ):
        refused = command.run_line(*words)
        assert (
            refused.code
            and "is left over from another ledger" in refused.err
            and not Path(path).exists()
        ), words
    log.write_bytes(b"")
    assert command.run_line(*named, "init").code == 0
