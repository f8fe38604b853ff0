"""Ledgers that cannot be written: locked, no room, only to be read; nothing is half
done after any refusal.
"""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import desk.submit
import ledger.store.database
from ledger.errors import SeloError
from ledger.store.database import in_words
from tests.command.command_lines import READING, sql
from tests.world.command import Selo
from tests.world.documents import external, game, open_2024, player, tournament
from tests.world.reached import locked


def test_a_locked_ledger_is_busy_for_writers_and_open_for_readers(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = desk.submit.submit
    monkeypatch.setattr(
        desk.submit,
        "submit",
        lambda *given, **named: real(*given, **{**named, "wait": 1}),
    )
    name = club.file("x.jsonl", external("A"))
    with locked(club.ledger):
        for line in (
            ("submit", name),
            ("submit", name, "--dry-run"),
            ("withdraw", "open-2024", "--reason", "r"),
        ):
            [problem] = club.refused(*line, code=75)
            assert problem["code"] == "busy" and "try again" in problem["hint"]
        assert [club.run(*question).code for question in READING] == [0] * len(READING)
    assert club.run("withdraw", "open-2024", "--reason", "r").code == 0


@pytest.mark.in_a_file("a limit of SQLite's; a server's full disk is in tests/server")
def test_a_full_disk_records_nothing(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(*given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*given, **named)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        return connection

    real: Any = ledger.store.database.connect
    much = club.file("much.jsonl", *(player(f"P{number}") for number in range(500)))
    monkeypatch.setattr("ledger.store.logs.sqlite.connect", small)
    for line in (("submit", much), ("submit", much, "--dry-run")):
        [problem] = club.refused(*line)
        assert (
            problem["code"] == "disk-full"
            and "nothing was recorded" in problem["message"]
        )
    monkeypatch.setattr("ledger.store.logs.sqlite.connect", real)
    assert len(club.ask("submit", much)["recorded"]) == 500
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


@pytest.mark.parametrize(
    "number", [errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT]
)
def test_only_what_fails_in_writing_the_answer_is_told_as_standard_output(
    number: int, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*given: object, **named: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("desk.submit.submit", failing)
    ran = club.run("player", "add", "P", "--name", "Pelaaja")
    assert (
        ran.code == 1
        and "standard output" not in ran.err
        and os.strerror(number) in ran.err
    )


@pytest.mark.in_a_file("the file beside a ledger in which SQLite keeps its place")
def test_a_reader_on_a_full_disk_is_told_that_it_is_full(club: Selo) -> None:
    """SQLite calls it a failed disk, and nobody knows then whether something was
    recorded; nothing was.
    """
    refused: Any = sqlite3.OperationalError("disk I/O error")
    refused.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    with pytest.raises(SeloError) as raised, in_words(club.ledger):
        raise refused
    [problem] = raised.value.problems
    assert problem.code == "disk-full" and problem.hint.startswith(
        "free some disk space"
    )


@pytest.mark.in_a_file("SQLite tells with an error the text that it could not decode")
@pytest.mark.parametrize("text", ["full house", "locked", "readonly", "malformed"])
def test_what_stands_in_a_damaged_row_decides_nothing(text: str, club: Selo) -> None:
    sql(
        club.path,
        f"UPDATE person SET club = CAST(CAST('{text}' AS BLOB) || x'ff' AS TEXT)",
    )
    [problem] = club.refused("show", "A")
    assert (problem["code"], problem["hint"]) == (
        "damaged",
        "restore a backup; do not write to this file",
    )


@pytest.mark.parametrize(
    "line",
    [
        ("proof", "bundle", "b.zip"),
        ("proof", "bundle", "b"),
        ("export", "site", "s"),
        ("proof", "new-key", "k.key"),
        ("history", "A", "--svg", "h.svg"),
    ],
    ids=lambda line: "-".join(line[:2]),
)
def test_a_file_that_finds_no_room_is_the_one_that_is_named(
    line: tuple[str, ...], club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not standard output: whoever reads that looks in the wrong place."""

    def full(*given: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.chdir(club.folder)
    monkeypatch.setattr(Path, "write_bytes", full)
    result = club.run(*line)
    assert (result.code, "standard output" in result.err) == (1, False)
    assert "No space left on device - free some disk space" in result.err
    assert not [
        path
        for path in club.folder.rglob("*")
        if ".new" in path.name or ".draft" in path.name
    ]


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


@pytest.mark.in_a_file("permissions of a file")
def test_a_file_that_may_only_be_read(club: Selo) -> None:
    club.run(
        "ledger", "rebuild", "--check"
    )  # whatever is imported lazily, root imports
    origin, name = club.path, club.file("x.jsonl", player("Z"))
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        club.path = folder / "selo.db"
        shutil.copy(origin, club.path)
        shutil.copy(name, folder / "x.jsonl")
        club.path.chmod(0o444)
        folder.chmod(0o777)
        with as_nobody():
            for writing in (
                ("submit", str(folder / "x.jsonl")),
                (
                    "ledger",
                    "rebuild",
                ),
            ):
                ran = club.run(*writing)
                assert (
                    ran.code == 1
                    and "may only be read" in ran.err
                    and "permissions" in ran.err
                )
            for line in READING:
                assert club.run(*line).code == 0
    finally:
        shutil.rmtree(folder)


@pytest.mark.in_a_file("permissions of a folder")
def test_a_ledger_in_use_in_a_folder_that_may_only_be_read(club: Selo) -> None:
    """WAL mode needs a file beside the ledger even for reading; a backup is one closed
    file.
    """
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
                assert (
                    ran.code == 1
                    and "its folder is read-only" in ran.err
                    and "selo ledger backup" in ran.err
                ), line
            club.path = folder / "new.db"
            ran = club.run("init")
            assert (
                ran.code == 1 and "new.db" in ran.err and ".new.db." not in ran.err
            ), ran.err
            club.path = folder / "closed.db"
            for line in READING:
                assert club.run(*line).code == 0
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


def test_nothing_is_half_done_after_any_refusal(club: Selo) -> None:
    """The same submission right after each refusal works as if nothing had been."""
    club.refuse(
        player("N"), tournament("t", "2024-03-01", game(1, "N", "A"), game(1, "X", "B"))
    )
    club.refuse(open_2024() | {"minutes": 60}, player("N"), code=5)
    value = club.submit(player("N"), tournament("t", "2024-03-01", game(1, "N", "A")))
    assert [row["seq"] for row in value["recorded"]] == [16, 17]
    assert [event["seq"] for event in reversed(club.ask("log")["events"])] == list(
        range(1, 18)
    )
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True
