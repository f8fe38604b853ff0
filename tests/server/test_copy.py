"""Copying a ledger: both ways, interrupted, onto something else, from one that is
damaged.
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import audit.copy
import ledger.store.copies
from audit.checkpoint import add
from audit.copy import copy_ledger
from audit.signing import public_key, sign
from audit.verify import verify
from ledger.errors import LedgerUnusable, SeloError
from ledger.proof_texts import Checkpoint
from ledger.store.checkpoints import head
from ledger.store.database import in_one_file, snapshot
from ledger.store.tables import DDL
from ledger.whole_files import unfinished_copies
from projections.tables.compare import differences
from tests.proof.proof_world import conclude, forging
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.server import Server


class Stopped(Exception):
    """A command that is interrupted."""


@pytest.fixture
def source(demo_ledger: Path, tmp_path: Path) -> str:
    """The demo with a checkpoint, an earlier name and a kept file."""
    path = shutil.copy(demo_ledger, tmp_path / "source.db")
    selo = Selo(tmp_path, name="source.db", today="2026-11-01")
    selo.done("player", "add", "F033", "--name", "Aino Uusinimi", "--change")
    selo.done("proof", "new-key", str(tmp_path / "key"))
    selo.done("proof", "checkpoint", "--key", str(tmp_path / "key"))
    return str(path)


def same(one: str, other: str) -> None:
    with snapshot(one) as first, snapshot(other) as second:
        assert head(first) == head(second)
        assert differences(first, second) == []
        assert ledger.store.copies.fingerprint(
            first
        ) == ledger.store.copies.fingerprint(second)


def test_there_and_back(source: str, server: Server, tmp_path: Path) -> None:
    there, back = server.address(), str(tmp_path / "back.db")
    first, second = copy_ledger(source, there), copy_ledger(there, back)
    same(source, there)
    same(source, back)
    assert (
        first.events == second.events
        and first.root == second.root
        and first.checkpoints == 1
    )
    selo = Selo(tmp_path, name="back.db", today="2026-11-01")
    assert selo.ask("show", "F033") == Selo(
        tmp_path, name="source.db", today="2026-11-01"
    ).ask("show", "F033")
    assert not list(tmp_path.glob("*.copying*"))
    selo.address = there
    # it can be written at once
    selo.done("player", "add", "F033", "--name", "Aino Kolmas", "--change")
    assert "Aino Uusinimi" in selo.done("player", "find", "Aino Uusinimi")


@pytest.mark.parametrize("kind", ["file", "server"])
def test_an_interrupted_copy_goes_on(
    kind: str,
    source: str,
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = str(tmp_path / "copy.db") if kind == "file" else server.address()
    monkeypatch.setattr(ledger.store.copies, "AT_ONCE", 20_000)
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == 2:
            raise Stopped

    with pytest.raises(Stopped):
        copy_ledger(source, target, stop)
    selo = Selo(tmp_path)
    selo.address = target
    assert selo.run("show", "F033").code in (1, 3)  # nobody meets half a ledger
    assert copy_ledger(source, target).resumed == seen[-1]
    same(source, target)


STEPS = [
    "in_one_file",
    "at_work",
    "share_as_folder",
    "move_into_place",
    "linked",
    "unlinked",
]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "meanwhile", [False, True], ids=["", "something recorded meanwhile"]
)
def test_a_copy_that_was_stopped_at_its_end_goes_on(
    step: str,
    meanwhile: bool,
    source: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whole, and without its name yet, or with both names, or done."""
    target = str(tmp_path / "copy.db")
    name = step
    if step in ("linked", "unlinked"):
        name = "move_into_place"
    honest = getattr(audit.copy, name)

    def stopped(*given: str) -> None:
        if step == "linked":
            honest(*given)
        if step == "unlinked":
            honest(*given)
            Path(given[0]).unlink()
        raise Stopped

    monkeypatch.setattr(audit.copy, name, stopped)
    with pytest.raises(Stopped):
        copy_ledger(source, target)
    monkeypatch.undo()
    if meanwhile:
        Selo(tmp_path, name="source.db", today="2026-11-01").done(
            "player", "add", "Z1", "--name", "Zed, Anna"
        )
    if meanwhile and step in ("linked", "unlinked"):
        # a whole copy, of what there was then
        with pytest.raises(LedgerUnusable, match="already there"):
            copy_ledger(source, target)
        Path(target).unlink()
    copy_ledger(source, target)
    same(source, target)
    assert not list(tmp_path.glob("*.copying*")) and not unfinished_copies(target)


def test_a_finished_copy_on_a_server_is_said_to_be_there(
    source: str, server: Server, tmp_path: Path
) -> None:
    """Killed after its end, and run again; but not over a copy that went on by itself."""
    target = server.address()
    first = copy_ledger(source, target)
    again = copy_ledger(source, target)
    assert (again.root, again.resumed) == (first.root, first.events)
    selo = Selo(tmp_path, today="2026-11-01")
    selo.address = target
    selo.done("player", "add", "Z1", "--name", "Zed, Anna")
    with pytest.raises(LedgerUnusable, match="already there"):
        copy_ledger(source, target)


def test_without_hard_links_it_is_renamed(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: str) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refused)
    copy_ledger(source, str(tmp_path / "copy.db"))
    same(source, str(tmp_path / "copy.db"))


def test_an_unfinished_copy_is_told_of(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the doctor, and where a person is erased: their name is in it."""
    monkeypatch.setattr(
        audit.copy, "move_into_place", lambda *_: (_ for _ in ()).throw(Stopped)
    )
    with pytest.raises(Stopped):
        copy_ledger(source, str(tmp_path / "copy.db"))
    selo = Selo(tmp_path, name="source.db", today="2026-11-01")
    left = next(
        check for check in selo.ask("doctor")["checks"] if check["name"] == "leftovers"
    )
    assert (
        not left["ok"]
        and "copy.db.copying" in left["said"]
        and "selo ledger copy" in left["advice"]
    )
    erased = selo.submit(
        {"kind": "erase-person", "player": "F033", "reason": "asked for it"}
    )
    assert [
        warning["message"]
        for warning in erased["warnings"]
        if "copy.db.copying" in warning["message"]
    ]


def test_what_is_there_already_is_left_alone(
    source: str,
    club_ledger: Path,
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = server.address()
    monkeypatch.setattr(
        audit.copy, "finish_copy", lambda *_: (_ for _ in ()).throw(Stopped)
    )
    with pytest.raises(Stopped):
        copy_ledger(source, target)
    monkeypatch.undo()
    with pytest.raises(LedgerUnusable, match="an unfinished copy of another ledger"):
        copy_ledger(str(club_ledger), target)
    copy_ledger(source, target)
    for place in (target, str(shutil.copy(source, tmp_path / "other.db"))):
        with pytest.raises(LedgerUnusable, match="is already there"):
            copy_ledger(str(club_ledger), place)
    with pytest.raises(LedgerUnusable, match="is already there"):
        copy_ledger(source, source)
    with pytest.raises(LedgerUnusable, match="the folder"):
        copy_ledger(source, str(tmp_path / "no" / "copy.db"))


def test_a_copy_is_its_owners_from_the_first_byte(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names are in it. What an earlier attempt left for others to read is taken from
    them.
    """
    target = tmp_path / "copy.db"
    modes: list[int] = []
    (tmp_path / "copy.db.copying").touch(0o644)

    def seen(draft: str) -> None:
        modes.extend(path.stat().st_mode & 0o777 for path in tmp_path.glob("copy.db*"))
        in_one_file(draft)

    monkeypatch.setattr("audit.copy.in_one_file", seen)
    copy_ledger(source, str(target))
    assert target.stat().st_mode & 0o777 == 0o600 and set(modes) == {0o600}
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o2770)
    copy_ledger(source, str(shared / "copy.db"))
    assert (shared / "copy.db").stat().st_mode & 0o777 == 0o660


def test_a_link_under_the_unfinished_name_is_not_followed(
    source: str, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "copy.db.copying").symlink_to(elsewhere)
    with pytest.raises(LedgerUnusable) as refused:
        copy_ledger(source, str(tmp_path / "copy.db"))
    assert refused.value.problems[0].code == "exists" and not elsewhere.exists()


def test_what_is_no_ledger_leaves_nothing(server: Server, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no ledger\n" * 500)
    for source in (
        str(tmp_path / "none.db"),
        str(tmp_path / "text.db"),
        server.address(),
    ):
        with pytest.raises(SeloError):
            copy_ledger(source, str(tmp_path / "copy.db"))
    assert [path.name for path in tmp_path.iterdir()] == ["text.db"]


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM tree WHERE seq = 20",
        "UPDATE person SET name = 'Somebody' WHERE player = 'F001'",
        "UPDATE player SET rating = 1 WHERE player = 'F001'",
    ],
)
def test_a_damaged_ledger_is_not_copied(
    change: str, source: str, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        for trigger in ("tree_never_goes", "tree_never_changes"):
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(change)
        for text in DDL:
            if (
                "TRIGGER tree_never_goes" in text
                or "TRIGGER tree_never_changes" in text
            ):
                connection.execute(text)
    with pytest.raises(LedgerUnusable, match="damaged"):
        copy_ledger(source, str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()


def events_cut(connection: sqlite3.Connection) -> None:
    """The last event, and everything that follows from it."""
    for table in ("event", "tree"):
        connection.execute(
            f"DELETE FROM {table} WHERE seq = (SELECT MAX(seq) FROM {table})"
        )
    conclude(connection)


def checkpoint_cut(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM checkpoint WHERE number = 2")


def checkpoint_altered(connection: sqlite3.Connection) -> None:
    """The own checkpoint, which another key signed."""
    [(note,)] = connection.execute("SELECT note FROM checkpoint WHERE number = 1")
    altered = note[:-12] + "AAAA" + note[-8:]
    connection.execute("UPDATE checkpoint SET note = ? WHERE number = 1", (altered,))


@pytest.mark.parametrize("where", ["file", "server"])
@pytest.mark.parametrize("forge", [events_cut, checkpoint_cut, checkpoint_altered])
def test_what_verify_calls_altered_is_not_copied(
    forge: Callable[[sqlite3.Connection], None],
    where: str,
    source: str,
    server: Server,
    tmp_path: Path,
) -> None:
    """Numbers that were given tell what was cut off at the end, and a copy has numbers
    of its own.
    """
    selo = Selo(tmp_path, name="source.db", today="2026-11-01")
    if forge is checkpoint_cut:
        selo.submit(player("N1"))
        selo.done("proof", "checkpoint", "--key", str(tmp_path / "key"))
    else:
        selo.done("ledger", "settings", "--years-of-birth", "nobody")
    with forging(Path(source)) as connection:
        forge(connection)
    assert verify(source).status == "altered"  # the control
    target = server.address() if where == "server" else str(tmp_path / "copy.db")
    with pytest.raises(LedgerUnusable, match="is damaged, so nothing was copied"):
        copy_ledger(source, target)
    assert not (tmp_path / "copy.db").exists()


def test_a_checkpoint_from_elsewhere_that_contradicts_goes_along(
    source: str, tmp_path: Path
) -> None:
    """It says what is wrong, and is no reason to keep no copy."""
    with snapshot(source) as connection:
        present = head(connection)
    signer = public_key(str(tmp_path / "key"), present.origin)
    other = Checkpoint(present.origin, present.size, bytes(32)).text()
    note = sign(other, present.origin, str(tmp_path / "key"))
    assert not add(source, "theirs", note, [signer]).consistent
    copied = copy_ledger(source, str(tmp_path / "copy.db"))
    assert copied.checkpoints == 2
