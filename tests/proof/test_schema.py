"""The tables themselves changed, not their rows: remade, hidden behind a view,
unguarded, of a version to come.
"""

import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from audit import tables
from audit.doctor import doctor
from audit.tables import check_tables, rebuild_ledger
from desk.upgrade import upgrade
from ledger.errors import LedgerUnusable
from ledger.store.event_log import Store
from ledger.store.tables import DDL, kind_and_name
from tests.proof.proof_world import (
    STAND_ALONE,
    TRIGGERS,
    World,
    alone,
    closing_connection,
    forging,
)
from tests.world.command import Command
from tests.world.later import with_tables
from tests.world.ledger import NOW, outside

Forger = Callable[[sqlite3.Connection], None]

REMADE = """
    CREATE TABLE e2 AS SELECT * FROM player ORDER BY rowid; DROP TABLE player;
    CREATE TABLE player AS SELECT * FROM e2 WHERE 0;
    INSERT INTO player SELECT * FROM e2 WHERE player = 'P2' AND list = 'selo';
    UPDATE player SET rating = 2999; INSERT INTO player SELECT * FROM e2 ORDER BY rowid; DROP TABLE e2;
"""
HIDDEN = """
    ALTER TABLE player RENAME TO held;
    CREATE VIEW player AS SELECT * FROM held WHERE strftime('%Y', 'now') < '2027';
"""
ENDLESS = """
    ALTER TABLE person RENAME TO people;
    CREATE VIEW person AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT 'P' || x AS player, 's' AS salt, 'n' AS name, NULL AS club, NULL AS fide_id, 'n' AS folded FROM n;
"""
EMPTIED = """
    DROP TRIGGER event_never_goes; CREATE TRIGGER event_never_goes BEFORE DELETE ON person BEGIN SELECT 1; END;
"""
UNGUARDED = "DROP TRIGGER event_never_goes;"
SLY = "CREATE TRIGGER sly AFTER INSERT ON event BEGIN SELECT 1; END;"
FREED = """
    CREATE TABLE p2 AS SELECT * FROM person; DROP TABLE person;
    CREATE TABLE person (player TEXT, salt TEXT NOT NULL, name TEXT NOT NULL, club TEXT, fide_id BIGINT,
        folded TEXT NOT NULL, checksum BIGINT NOT NULL DEFAULT 0);
    INSERT INTO person SELECT * FROM p2; DROP TABLE p2; CREATE INDEX person_by_name ON person (folded);
    CREATE INDEX person_by_fide ON person (fide_id);
"""
# SQLite keeps the name for itself, but whoever writes its tables of definitions can use
# it
STATISTICS = """
    CREATE TRIGGER stat_x AFTER INSERT ON event BEGIN SELECT 1; END;
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET name = 'sqlite_stat_x', sql = replace(sql, 'stat_x', 'sqlite_stat_x')
        WHERE name = 'stat_x';
    PRAGMA writable_schema = RESET;
"""
STATISTICS_TABLE = STATISTICS.replace(
    "TRIGGER stat_x AFTER INSERT ON event BEGIN SELECT 1; END",
    "TABLE stat_x (player TEXT)",
).replace(
    "SET name = 'sqlite_stat_x'",
    "SET name = 'sqlite_stat_x', tbl_name = 'sqlite_stat_x'",
)
# the official text over an index of a part of the rows: what a lost page leaves, too
HALF_INDEXED = """
    DROP INDEX person_by_name; CREATE INDEX person_by_name ON person (folded) WHERE player > 'P2';
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = 'CREATE INDEX person_by_name ON person (folded)' WHERE name = 'person_by_name';
    PRAGMA writable_schema = RESET;
"""
CASES = {
    "remade without its key": (REMADE, "table player"),
    "a view in a table's place": (HIDDEN, "view player"),
    "an endless view": (ENDLESS, "view person"),
    "a guard with nothing in it": (EMPTIED, "event_never_goes"),
    "a guard gone": (UNGUARDED, "event_never_goes is missing"),
    "a strange trigger": (SLY, "sly"),
    "a kept table without its key": (FREED, "table person"),
    "an index gone": ("DROP INDEX person_by_fide;", "person_by_fide is missing"),
    "a strange table": ("CREATE TABLE mine (x);", "table mine"),
    "a trigger called like a statistic": (STATISTICS, "trigger sqlite_stat_x"),
    "a table called like a statistic": (STATISTICS_TABLE, "table sqlite_stat_x"),
    "an index without some rows": (HALF_INDEXED, "missing from index person_by_name"),
    "read tables of the future": ("UPDATE projected SET version = 99;", "version 99"),
}


def scripted(path: Path, script: str) -> None:
    with closing_connection(path) as connection:
        connection.executescript(script)


@pytest.mark.parametrize(("script", "told"), CASES.values(), ids=CASES)
def test_another_schema_is_altered(
    script: str, told: str, world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    scripted(path, script)
    answer = world.answer(path, keys=[world.signer])
    assert answer["status"] == "altered"
    assert any(told in problem["message"] for problem in answer["problems"]), answer[
        "problems"
    ]


@pytest.mark.parametrize(
    "case",
    ["an endless view", "a guard with nothing in it", "a kept table without its key"],
)
def test_the_stand_alone_verifier_looks_at_them_too(
    case: str, world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    scripted(path, CASES[case][0])
    code, answer = alone("ledger", str(path), "--key", world.signer.text())
    assert code == 1 and CASES[case][1].split()[-1] in " ".join(answer["problems"])


@pytest.mark.parametrize(
    "case",
    ["a view in a table's place", "an endless view", "a guard with nothing in it"],
)
def test_nothing_is_answered_or_recorded_over_a_strangers_definitions(
    case: str, office: Command
) -> None:
    scripted(office.path, CASES[case][0])
    for words in (
        ["show", "P2"],
        ["list", "selo"],
        ["player", "add", "N1", "--name", "New"],
    ):
        code, value = office.answer(*words)
        assert (code, value["problems"][0]["code"]) == (1, "schema-differs")
    with (
        pytest.raises(LedgerUnusable, match="did not make"),
        Store(str(office.path)) as store,
        store.writing(),
    ):
        pass


@pytest.mark.parametrize(
    "case",
    [
        "remade without its key",
        "a guard with nothing in it",
        "a strange trigger",
        "a guard gone",
        "an index gone",
        "read tables of the future",
        "a trigger called like a statistic",
    ],
)
def test_a_rebuild_puts_right_what_can_be_made_again(
    case: str, world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    scripted(path, CASES[case][0])
    if "version" not in CASES[case][0]:
        assert (
            not check_tables(str(path)).equal
            if "trigger" not in case and "nothing" not in case
            else True
        )
    rebuild_ledger(str(path))
    assert world.answer(path)["status"] == "proven"


def test_what_sqlite_counted_itself_is_no_stranger(
    world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    scripted(path, "ANALYZE;")
    answer = world.answer(path, keys=[world.signer])
    assert (answer["status"], answer["warnings"]) == ("proven", [])


def test_an_index_without_some_rows_is_seen_without_an_audit(office: Command) -> None:
    assert (
        not doctor(str(office.path), NOW).grave
        and office.ask("ledger", "rebuild", "--check")["equal"]
    )
    scripted(office.path, HALF_INDEXED)
    assert doctor(str(office.path), NOW).grave
    code, value = office.answer("ledger", "rebuild", "--check")
    assert code == 1 and "person_by_name" in value["differences"][0]


def test_a_false_row_beside_the_true_one_is_in_no_backup(office: Command) -> None:
    scripted(office.path, REMADE)
    code, value = office.answer("ledger", "backup", "b.db")
    assert (
        code == 1
        and "player" in value["problems"][0]["message"]
        and not Path("b.db").exists()
    )
    code, value = office.answer("ledger", "rebuild", "--check")
    assert code == 1 and not value["equal"]


def test_without_the_check_it_passes(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    path = world.copy(tmp_path)
    scripted(path, CASES["a strange trigger"][0])
    monkeypatch.setattr(
        tables, "shape", lambda connection: tables.TablesLookedAt([], True, True)
    )
    assert world.answer(path)["status"] == "proven"


def test_the_guards_that_forgers_put_back_are_the_programs_own(
    world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    with forging(path):
        pass
    assert len(TRIGGERS) == 9 and world.answer(path)["warnings"] == []


def test_the_stand_alone_verifier_knows_the_same_definitions() -> None:
    hashed = {
        kind_and_name(text)[1]: hashlib.sha256(text.encode()).hexdigest()[:16]
        for text in DDL
    }
    assert hashed == STAND_ALONE.DEFINED


@pytest.mark.parametrize("rating", [None, 2999], ids=["right", "false"])
def test_read_tables_of_an_earlier_version_are_not_proven(
    rating: int | None, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be said of what they hold, so a false rating in them must not stand
    under `proven`.
    """
    path = world.copy(tmp_path)
    if rating is not None:
        scripted(path, f"UPDATE player SET rating = {rating};")
    with_tables(monkeypatch)
    answer = world.answer(path, keys=[world.signer])
    assert (answer["status"], answer["problems"]) == ("unproven", [])
    assert any(
        "the read tables are of version 1," in warning for warning in answer["warnings"]
    )
    with pytest.raises(LedgerUnusable, match="an earlier version"):
        rebuild_ledger(str(path))
    value = upgrade(str(path), outside(), None, accept=True)
    moved = {(row.player, row.list): row.before for row in value.moved}
    assert value.done and set(moved.values()) == ({2999} if rating else set())
    assert world.answer(path, keys=[world.signer])["status"] == "proven"


def test_the_command_says_what_was_not_compared(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    selo = Command(tmp_path, world.path)
    with_tables(monkeypatch)
    result = selo.run(
        "verify",
        "--checkpoint",
        str(world.outside),
        "--public-key",
        world.signer.text(),
    )
    assert (
        result.code == 3 and "the conclusions from them were not compared" in result.out
    )
    assert "run `selo ledger upgrade`, then verify again" in result.err


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_an_endless_view_is_not_copied_for_ever(
    command: str, world: World, tmp_path: Path
) -> None:
    selo = Command(tmp_path, world.path)
    scripted(selo.path, ENDLESS)
    if command == "backup":
        result = selo.run("ledger", "backup", str(tmp_path / "copy.bak"))
    else:
        result = selo.run_line(
            "--ledger", str(tmp_path / "new.db"), "ledger", "restore", str(selo.path)
        )
    assert (
        result.code == 1
        and "has parts that this program did not make: the view person" in result.err
    )
    assert not list(tmp_path.glob(".*new*")) and not (tmp_path / "new.db").exists()
