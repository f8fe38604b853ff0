"""Backups and the way back: verified, never over something that is there, while others
write.
"""

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from audit.verify import verify
from ledger.errors import Busy, LedgerUnusable, NotFound
from ledger.store.copies import Restored, backup, restore
from ledger.store.database import connect, content, copy
from tests.care.caring import answers, cup, made
from tests.world.command import Command
from tests.world.later import with_tables
from tests.world.ledger import submitted

MOMENT = "2026-11-01T12:00:00.000000Z"


def verified(path: str) -> list[str]:
    return [problem.message for problem in verify(path).problems]


def left(folder: Path) -> set[str]:
    """Files that are not SQLite's own shadows of the ledger in use."""
    return {
        path.name for path in folder.iterdir() if not path.name.startswith("selo.db-")
    }


def test_a_backup_answers_like_the_ledger(tmp_path: Path) -> None:
    path = made(tmp_path)
    saved = str(tmp_path / "saved.db")
    answer = backup(path, saved, verified)
    assert answer.events == 17 and answer.bytes == os.path.getsize(saved)
    assert left(tmp_path) == {"selo.db", "saved.db"}
    assert answers(saved) == answers(path)


def test_a_backup_is_one_file_that_can_be_read_where_nobody_may_write(
    tmp_path: Path,
) -> None:
    path, saved = made(tmp_path), tmp_path / "saved.db"
    backup(path, str(saved), verified)
    # a rollback journal, no write-ahead log to bring along
    assert saved.read_bytes()[18:20] == b"\x01\x01"


def test_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    path, saved = made(tmp_path), tmp_path / "saved.db"
    saved.write_text("precious")
    with pytest.raises(LedgerUnusable, match="already there"):
        backup(path, str(saved), verified)
    with pytest.raises(LedgerUnusable, match="already there"):
        restore(path, str(saved), verified, MOMENT)
    assert saved.read_text() == "precious" and left(tmp_path) == {"selo.db", "saved.db"}


def test_no_folder_and_no_ledger_are_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        backup(str(tmp_path / "none.db"), str(tmp_path / "saved.db"), verified)
    with pytest.raises(LedgerUnusable, match="folder"):
        backup(made(tmp_path), str(tmp_path / "nowhere" / "saved.db"), verified)
    assert left(tmp_path) == {"selo.db"}


def test_a_backup_has_the_permissions_of_the_ledger(tmp_path: Path) -> None:
    path = made(tmp_path)
    os.chmod(path, 0o600)
    backup(path, str(tmp_path / "saved.db"), verified)
    assert os.stat(tmp_path / "saved.db").st_mode & 0o777 == 0o600


def test_a_copy_taken_while_others_write_is_one_moment(tmp_path: Path) -> None:
    path = made(tmp_path)
    stop = threading.Event()

    def write() -> None:
        number = 10
        while not stop.is_set():
            submitted(path, cup(f"T{number}", "2024-07-01"))
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        events = [
            backup(path, str(tmp_path / f"saved{n}.db"), verified).events
            for n in range(3)
        ]
    finally:
        stop.set()
        writer.join()
    assert events == sorted(events) and events[-1] > events[0] - 1
    for number, count in enumerate(events):
        saved = connect(str(tmp_path / f"saved{number}.db"), write=False)
        assert content(saved).events == content(saved).head == count
        saved.close()


def damage(path: str, change: str) -> None:
    """Somebody with SQL, the triggers dropped."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER event_never_changes")
    connection.execute(change)
    connection.close()


def test_a_ledger_with_wrong_numbers_is_not_backed_up(tmp_path: Path) -> None:
    """The control of `verified`: one stored number is another, and nothing is kept."""
    path = made(tmp_path)
    damage(path, "UPDATE player SET rating = rating + 1 WHERE rowid = 1")
    with pytest.raises(LedgerUnusable, match="damaged"):
        backup(path, str(tmp_path / "saved.db"), verified)
    assert left(tmp_path) == {"selo.db"}


def test_a_copy_that_lost_an_event_is_noticed(tmp_path: Path) -> None:
    """The control of `the same events`."""
    path = made(tmp_path)
    held = copy(path, str(tmp_path / "copy.db"))
    other = connect(path, write=False)
    assert content(other) == held
    other.close()
    for change in (
        "UPDATE event SET recorded_at = '2026' WHERE seq = 9",
        "UPDATE person SET name = 'X' WHERE player = 'A'",
    ):
        damage(str(tmp_path / "copy.db"), change)
        changed = connect(str(tmp_path / "copy.db"), write=False)
        assert content(changed) != held
        changed.close()
        (tmp_path / "copy.db").unlink()
        copy(path, str(tmp_path / "copy.db"))


def test_restore_gives_a_ledger_that_goes_on(tmp_path: Path) -> None:
    path, saved, back = (
        made(tmp_path),
        str(tmp_path / "saved.db"),
        str(tmp_path / "back.db"),
    )
    backup(path, saved, verified)
    assert restore(saved, back, verified, MOMENT) == Restored(
        ledger=back, events=17, kept=None
    )
    assert answers(back) == answers(path)
    submitted(back, cup("T3", "2024-08-01"))
    submitted(path, cup("T3", "2024-08-01"))
    assert answers(back) == answers(path)


def test_a_restored_ledger_keeps_the_old_one_beside_it(tmp_path: Path) -> None:
    path, saved = made(tmp_path), str(tmp_path / "saved.db")
    backup(path, saved, verified)
    before = answers(path)
    submitted(path, cup("T3", "2024-08-01"))
    newer = answers(path)
    kept = restore(saved, path, verified, MOMENT, replace=True).kept
    assert kept is not None
    assert answers(path) == before and answers(kept) == newer


def test_a_damaged_ledger_can_be_replaced(tmp_path: Path) -> None:
    path, saved = made(tmp_path), str(tmp_path / "saved.db")
    backup(path, saved, verified)
    before = answers(path)
    Path(path).write_bytes(b"not a database at all" * 100)
    kept = restore(saved, path, verified, MOMENT, replace=True).kept
    assert kept is not None
    assert (
        Path(kept).read_bytes().startswith(b"not a database")
        and answers(path) == before
    )


def test_a_ledger_in_use_is_not_replaced(tmp_path: Path) -> None:
    path, saved = made(tmp_path), str(tmp_path / "saved.db")
    backup(path, saved, verified)
    reader = connect(path, write=False)
    reader.execute("BEGIN")
    reader.execute("SELECT COUNT(*) FROM event").fetchone()
    with pytest.raises(Busy, match="in use"):
        restore(saved, path, verified, MOMENT, replace=True)
    reader.close()
    assert answers(path) == answers(saved)


@pytest.mark.parametrize("size", [0, 100, 4096, 40_000])
def test_a_cut_backup_is_not_restored(tmp_path: Path, size: int) -> None:
    path, saved = made(tmp_path), tmp_path / "saved.db"
    backup(path, str(saved), verified)
    saved.write_bytes(saved.read_bytes()[:size])
    with pytest.raises(LedgerUnusable):
        restore(str(saved), str(tmp_path / "back.db"), verified, MOMENT)
    assert left(tmp_path) == {"selo.db", "saved.db"}


def test_backup_and_restore_run_as_commands(tmp_path: Path) -> None:
    path = made(tmp_path)

    def selo(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "cli.main", "--ledger", path, *words]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=Path(__file__).parent.parent.parent,
        )
        return done.returncode, done.stdout + done.stderr

    saved, back = str(tmp_path / "s.db"), str(tmp_path / "b.db")
    assert (
        selo("ledger", "backup", saved)[0] == 0
        and "already there" in selo("ledger", "backup", saved)[1]
    )
    assert (
        selo("ledger", "restore", saved, "--ledger", back)[0] == 0
        and selo("ledger", "restore", saved, "--ledger", back)[0] == 1
    )
    code, said = selo("ledger", "restore", saved, "--replace")
    assert code == 0 and "kept" in said and answers(back) == answers(path)


def test_what_was_not_compared_is_said_of_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read tables of another version: whole as far as can be seen, and nobody knows
    whether they are right.
    """
    command = Command(tmp_path, Path(made(tmp_path)))
    assert "warning" not in command.run("ledger", "backup", str(tmp_path / "a.db")).err
    with_tables(monkeypatch)
    assert (
        "they may be wrong"
        in command.run("ledger", "backup", str(tmp_path / "b.db")).err
    )
