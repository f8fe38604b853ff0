"""Every check of the doctor, well and ill: a check that never says no is none."""

import sqlite3
from pathlib import Path

import pytest

from audit import checks as c
from audit import doctor as d
from audit.machine import durable, file_system_of
from audit.signing import new_key
from features import FEATURES
from features.feature import readers
from ledger.store.health import ServerHealth
from messages.answer import json_value
from projections.tables import schema
from tests.care.caring import made
from tests.world.ledger import NOW


def named(
    path: str, now: str = NOW, keys: tuple[str, ...] = ()
) -> dict[str, dict[str, object]]:
    return {check.name: json_value(check) for check in d.doctor(path, now, keys).checks}


def test_a_good_ledger_has_nothing_wrong(tmp_path: Path) -> None:
    checks = named(path := made(tmp_path))
    ill = {name for name, check in checks.items() if not check["ok"]}
    # what belongs to the machine of the test
    assert ill <= {"sqlite", "file-system", "free-space"}
    assert list(checks) == [
        "integrity",
        "schema",
        "projected",
        "counts",
        "journal",
        "synchronous",
        "sqlite",
        "file-system",
        "free-space",
        "clock",
        "key",
        "leftovers",
        *(check(path).name for check in readers(FEATURES, "checks")),
        "features",
    ]
    assert checks["synchronous"]["said"] == "FULL for every writing command"


ILL = {
    "integrity": c.integrity(["row 3 missing from index"]),
    "schema": c.version(99),
    "counts": c.counts(["what is stored of player:A is not what was counted"]),
    "journal": c.journal("delete", "delete"),
    "read-only": c.journal("wal", "read-only"),
    "synchronous": c.synchronous("wal", 1),
    "sqlite": c.sqlite_version("3.51.2"),
    "file-system": c.file_system("nfs4"),
    "free-space": c.free_space(10, 1000),
    "clock": c.clock("2026-11-01T12:00:00.000000Z", "2026-11-03T12:00:00.000000Z"),
    "key": c.keys([("/k", 0o644)]),
}
WELL = {
    "integrity": c.integrity([]),
    "schema": c.version(1),
    "counts": c.counts([]),
    "journal": c.journal("wal", "wal"),
    "read-only": c.synchronous("read-only", 0),
    "synchronous": c.synchronous("wal", 2),
    "sqlite": c.sqlite_version("3.51.3"),
    "file-system": c.file_system("ext4"),
    "free-space": c.free_space(10**10, 1000),
    "clock": c.clock("2026-11-03T12:00:00.000000Z", "2026-11-03T11:59:00.000000Z"),
    "key": c.keys([("/k", 0o600)]),
}


@pytest.mark.parametrize("name", ILL)
def test_each_check_says_yes_and_no(name: str) -> None:
    assert not ILL[name].ok and ILL[name].said and ILL[name].advice
    assert WELL[name].ok and WELL[name].said and not WELL[name].advice


def test_what_is_not_projected_is_counted(tmp_path: Path) -> None:
    path = made(tmp_path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE projected SET seq = 12")
    assert named(path)["projected"]["said"] == "5 events are not in the read tables yet"
    connection.execute("UPDATE projected SET seq = 300")
    assert (
        named(path)["projected"]["said"]
        == "the read tables follow event 300, and there are 17 events"
    )
    assert not named(path)["projected"]["ok"]
    connection.execute("UPDATE projected SET version = 77")
    assert f"this one writes {schema.VERSION}" in str(named(path)["projected"]["said"])
    connection.execute("DROP TABLE projected")
    assert not named(path)["projected"]["ok"]
    connection.close()


def test_a_damaged_page_is_grave(tmp_path: Path) -> None:
    path = made(tmp_path)
    assert not d.doctor(path, NOW).grave
    connection = sqlite3.connect(path, isolation_level=None)
    [page] = connection.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'seat'"
    ).fetchone()
    connection.close()
    with open(path, "r+b") as file:
        file.seek((page - 1) * 4096 + 3)
        file.write(b"\x7f\xff")  # the number of cells of its first page
    assert d.doctor(path, NOW).grave


def test_keys_and_mounts_are_looked_at(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("secret")
    key.chmod(0o640)
    assert (
        named(made(tmp_path), keys=(str(key), str(tmp_path / "none")))["key"]["advice"]
        == f"chmod 600 {key}"
    )
    table = tmp_path / "mounts"
    table.write_text(
        f"/dev/a / ext4 rw 0 0\nserver:/x {str(tmp_path)[:-1]} nfs4 rw 0 0\nserver:/x"
        f" {tmp_path} nfs4 rw 0 0\n"
    )
    assert (
        file_system_of(str(tmp_path), str(table)) == "nfs4"
        and file_system_of("/", str(table)) == "ext4"
    )
    assert file_system_of("/", str(tmp_path / "none")) == ""


def test_a_key_that_was_killed_in_the_making_leaves_no_copy_for_ever(
    tmp_path: Path,
) -> None:
    """The draft of a private key: doctor tells of it where the key is, and the next key
    takes it away.
    """
    keys = tmp_path / "keys"
    keys.mkdir()
    left = keys / ".office.key.999999999-abcdefgh.new"
    left.write_text("secret")
    path = made(tmp_path)
    assert str(left) in str(
        named(path, keys=(str(keys / "office.key"),))["leftovers"]["said"]
    )
    new_key(str(keys / "other.key"))
    assert [file.name for file in keys.iterdir()] == ["other.key"]


def test_a_replica_claims_no_commit() -> None:
    served = ServerHealth(
        "PostgreSQL 15", 15, True, {"server_encoding": "UTF8"}, 3, 9, "", [], None, []
    )
    assert (
        "replica" in durable(served).said
        and "on the disk" in durable(served._replace(replica=False)).said
    )
