"""Ledgers that cannot serve: each is a sentence that says what to do, an exit code, and a file left as it was."""

import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import command_world
import pytest
from command_world import Selo, amend, external, founding, game, open_2024, player, tournament

import ledger.database
import projections.booking

selo, club = command_world.selo, command_world.club

READING = (("show", "A"), ("list", "selo"), ("replay",), ("log",), ("impact", "15"), ("tournament", "open-2024"))
WRITING = (("submit", "x.jsonl"), ("submit", "x.jsonl", "--dry-run"), ("withdraw", "open-2024", "--reason", "r"),
           ("rebuild",), ("rebuild", "--check"))  # fmt: skip


def lines(selo: Selo) -> list[tuple[str, ...]]:
    name = selo.file("x.jsonl", player("Z"))
    return [tuple(name if part == "x.jsonl" else part for part in line) for line in (*READING, *WRITING)]


def sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def database(*statements: str) -> Callable[[Path], None]:
    """Some other program's."""

    def made(path: Path) -> None:
        path.unlink()
        sql(path, *statements)

    return made


TROUBLES: dict[str, tuple[Callable[[Path], Any], int, str, str]] = {
    "missing": (lambda path: path.unlink(), 3, "there is no ledger at", "selo init"),
    "folder": (folder, 1, "is a folder", "name a file"),
    "empty": (lambda path: path.write_bytes(b""), 1, "no ledger", "--ledger"),
    "text": (lambda path: path.write_text("Selo ja pelo\n" * 500), 1, "is no ledger", "--ledger"),
    "other database": (database("CREATE TABLE t (x)"), 1, "a database, but no ledger", "--ledger"),
    "same table name": (database("CREATE TABLE ledger (page)"), 1, "no ledger", "--ledger"),
    "newer": (lambda path: sql(path, "UPDATE ledger SET schema_version = 99"), 1, "newer version", "install"),
    "cut in half": (half, 1, "damaged", "backup"),
    "cut short": (lambda path: path.write_bytes(path.read_bytes()[:60]), 1, "damaged", "backup"),
}  # fmt: skip


@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_is_a_sentence_and_touches_nothing(club: Selo, trouble: str) -> None:
    spoil, code, said, hint = TROUBLES[trouble]
    for line in lines(club):
        here = club.folder / "here" / "selo.db"
        here.parent.mkdir()
        shutil.copy(club.path, here)
        spoil(here)
        before = here.read_bytes() if here.is_file() else None
        origin, club.path = club.path, here
        [problem] = club.refused(*line, code=code)
        assert said in problem["message"] and str(here) in problem["message"], (line, problem)
        assert hint in problem["hint"] and problem["where"]["file"] == str(here), (line, problem)
        ran = club.run(*line)
        assert (ran.code, ran.out) == (code, "") and ran.err.count("\n") == 1
        assert (here.read_bytes() if here.is_file() else None) == before, (line, "was touched")
        if trouble == "missing":
            assert os.listdir(here.parent) == []
        club.path = origin
        shutil.rmtree(here.parent)


def test_what_is_there_is_never_made_anew(club: Selo) -> None:
    before = club.path.read_bytes()
    assert club.refused("init")[0]["code"] == "exists"
    assert club.path.read_bytes() == before
    club.path = club.folder / "none" / "selo.db"
    [problem] = club.refused("init")
    assert "folder" in problem["message"]
    club.path = club.folder
    club.refused("init")


@pytest.mark.parametrize("name", ["a?b#c%20&d.db", "väli lyönti.db", "-x.db", "'\".db", "a\u00e4\U0001f600.db"])
def test_odd_names_of_a_ledger(selo: Selo, name: str) -> None:
    selo.path = selo.folder / name
    selo.ask("init")
    selo.submit(*founding())
    assert len(selo.ask("list", "selo")["rows"]) == 4
    assert name in os.listdir(selo.folder)
    assert not [other for other in os.listdir(selo.folder) if other.endswith(".new") or other.startswith(".")]


def test_where_the_ledger_is_named(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    """--ledger, else SELO_LEDGER, else selo.db here."""
    from cli.main import run

    monkeypatch.chdir(club.folder)
    assert run(["list", "selo"]) == 3
    shutil.copy(club.path, "selo.db")
    assert run(["show", "A"]) == 0
    monkeypatch.setenv("SELO_LEDGER", "other.db")
    assert run(["show", "A"]) == 3
    shutil.copy("selo.db", "other.db")
    assert run(["show", "A"]) == 0
    assert run(["--ledger", "third.db", "show", "A"]) == 3


def test_a_locked_ledger_is_busy_for_writers_and_open_for_readers(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    real = projections.booking.submit
    monkeypatch.setattr(projections.booking, "submit", lambda *given, **named: real(*given, **{**named, "wait": 1}))
    other = sqlite3.connect(club.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        name = club.file("x.jsonl", external("A"))
        for line in (("submit", name), ("submit", name, "--dry-run"), ("withdraw", "open-2024", "--reason", "r")):
            [problem] = club.refused(*line, code=75)
            assert problem["code"] == "busy" and "try again" in problem["hint"]
        assert [club.run(*question).code for question in READING] == [0] * len(READING)
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert club.run("withdraw", "open-2024", "--reason", "r").code == 0


def test_a_full_disk_records_nothing(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(*given: Any, **named: Any) -> sqlite3.Connection:
        connection = real(*given, **named)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        return connection

    real = ledger.database.connect
    much = club.file("much.jsonl", *(player(f"P{number}") for number in range(500)))
    monkeypatch.setattr("ledger.store.connect", small)
    for line in (("submit", much), ("submit", much, "--dry-run")):
        [problem] = club.refused(*line)
        assert problem["code"] == "disk-full" and "nothing was recorded" in problem["message"]
    monkeypatch.setattr("ledger.store.connect", real)
    assert len(club.ask("submit", much)["recorded"]) == 500
    assert club.ask("rebuild", "--check")["equal"] is True


def test_what_was_stored_and_not_projected_is_caught_up(club: Selo) -> None:
    """As after a process that died between the two: the next command, whichever it is, answers with all of it."""
    from ledger.events import ExternalRatingTold, GameAdded, GameFact, RulingGiven
    from ledger.store import Stamp, Store

    expected = club.path
    club.path = club.folder / "whole.db"
    shutil.copy(expected, club.path)
    club.submit(command_world.one_game("open-2024", 4, "A", "B"))
    club.submit(external("A"), {"kind": "ruling", "player": "A", "list": "selo", "on": "2024-03-01", "delta": 7,
                                "reason": "r"})  # fmt: skip
    answers = {line: club.run(*line, "--json").out for line in READING}
    for line in (*READING, ("rebuild", "--check")):
        club.path = club.folder / "died.db"
        shutil.copy(expected, club.path)
        with Store(str(club.path)) as store, store.writing() as writer:
            first, second = (Stamp("2024-06-30T12:00:00.000000Z", seq, "tester") for seq in (16, 17))
            late = GameFact("4.1", 4, 7, "A", "B", "1-0")
            writer.append("tournament:open-2024", GameAdded("open-2024", late), first)
            writer.append("player:A", ExternalRatingTold("A", "fide-standard", "2024-01-01", 1900), second)
            writer.append("player:A", RulingGiven("A", "selo", "2024-03-01", "r", None, 7), second)
        ran = club.run(*line, "--json")
        assert ran.code == 0
        assert ran.out == answers.get(line, ran.out)
        assert club.ask("rebuild", "--check")["equal"] is True


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_file_is_never_a_traceback(club: Selo, seed: int) -> None:
    """Bytes overwritten anywhere: an answer, or a sentence; `Selo.run` holds that it is nothing else."""
    chance = random.Random(seed)
    club.submit(tournament("t", "2024-03-01", *(game(n, "A", "B") for n in range(1, 40))))
    club.submit(amend("t", games={f"{n}.1": {"result": "0-1"} for n in range(1, 40)}))
    sql(club.path, "PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(club.path.read_bytes())
    for _ in range(6):
        club.path = club.folder / "damaged.db"
        for suffix in ("", "-wal", "-shm"):
            Path(f"{club.path}{suffix}").unlink(missing_ok=True)
        at, length = chance.randrange(100, len(data)), chance.choice([1, 16, 400, 4096])
        club.path.write_bytes(data[:at] + chance.randbytes(length) + data[at + length :])
        for line in lines(club):
            ran = club.run(*line)
            assert ran.code in (0, 1, 3) and (ran.code == 0 or ran.err or ran.out)


@pytest.mark.parametrize("state", ["X'00ff'", "X'7b'", "CAST('{}' AS BLOB)", "X'e28228'"])
def test_an_event_that_cannot_be_read_is_damage(club: Selo, state: str) -> None:
    sql(club.path, "DROP TRIGGER event_never_changes", f"UPDATE event SET state = {state} WHERE seq = 15")
    for line in (("log",), ("replay",), ("rebuild",), ("rebuild", "--check"), ("tournament", "open-2024")):
        assert club.refused(*line)[0]["code"] == "damaged"


def test_an_event_of_a_newer_version(club: Selo) -> None:
    sql(club.path, "DROP TRIGGER event_never_changes", "UPDATE event SET state = CAST(replace(CAST(state AS TEXT),"
        " '-submitted.v1', '-submitted.v9') AS BLOB) WHERE seq = 15")  # fmt: skip
    for line in (("log",), ("replay",), ("rebuild",)):
        [problem] = club.refused(*line)
        assert problem["code"] == "newer-ledger" and "v9" in problem["message"]


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everything: for a moment this process is somebody else."""
    if os.geteuid() != 0:
        yield
        return
    try:
        os.seteuid(65534)
    except OSError as error:
        pytest.skip(f"this machine lets nobody be nobody: {error}")
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_may_only_be_read(club: Selo) -> None:
    club.run("rebuild", "--check")  # whatever is imported lazily, root imports
    origin, name = club.path, club.file("x.jsonl", player("Z"))
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        club.path = folder / "selo.db"
        shutil.copy(origin, club.path)
        shutil.copy(name, folder / "x.jsonl")
        club.path.chmod(0o444)
        folder.chmod(0o777)
        with as_nobody():
            for line in (("submit", str(folder / "x.jsonl")), ("rebuild",)):
                ran = club.run(*line)
                assert ran.code == 1 and "may only be read" in ran.err and "permissions" in ran.err
            for line in READING:
                assert club.run(*line).code == 0
    finally:
        shutil.rmtree(folder)


def test_a_ledger_in_use_in_a_folder_that_may_only_be_read(club: Selo) -> None:
    """WAL mode needs a file beside the ledger even for reading; a backup is one closed file."""
    club.run("show", "A")
    origin = club.path
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        club.path = folder / "selo.db"
        shutil.copy(origin, club.path)
        sql(club.path, "PRAGMA journal_mode=WAL")
        shutil.copy(club.path, folder / "closed.db")
        sql(folder / "closed.db", "PRAGMA journal_mode=DELETE")
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        with as_nobody():
            for line in (*READING, ("verify",), ("doctor",)):
                ran = club.run(*line)
                assert ran.code == 1 and "its folder may not be written" in ran.err and "selo backup" in ran.err, line
            club.path = folder / "new.db"
            ran = club.run("init")
            assert ran.code == 1 and "new.db" in ran.err and ".new.db." not in ran.err, ran.err
            club.path = folder / "closed.db"
            for line in READING:
                assert club.run(*line).code == 0
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


@pytest.mark.parametrize("line", [("init",), ("show", "A"), ("log",)])
def test_a_server_is_no_ledger_yet(club: Selo, line: tuple[str, ...]) -> None:
    before = sorted(club.folder.iterdir())
    ran = club.run("--ledger", "postgresql://someone@host/selo", *line)
    assert ran.code == 1 and "keeps its ledger in a SQLite file" in ran.err and "--ledger" in ran.err
    assert sorted(club.folder.iterdir()) == before


def test_nothing_is_half_done_after_any_refusal(club: Selo) -> None:
    """The same submission right after each refusal works as if nothing had been."""
    club.refuse(player("N"), tournament("t", "2024-03-01", game(1, "N", "A"), game(1, "X", "B")))
    club.refuse(open_2024() | {"minutes": 60}, player("N"), code=5)
    value = club.submit(player("N"), tournament("t", "2024-03-01", game(1, "N", "A")))
    assert [row["seq"] for row in value["recorded"]] == [16, 17]
    assert [event["seq"] for event in reversed(club.ask("log")["events"])] == list(range(1, 18))
    assert club.ask("rebuild", "--check")["equal"] is True
