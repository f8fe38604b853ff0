"""Every column of every read table: a false value with its checksum made right is
found, in every ledger.

In one that never changed its rules; in one that accepted corrected rules, where
superseded entries cannot be replayed any more; and in one that keeps a checkpoint from
elsewhere which contradicts it.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from audit.checkpoint import add
from audit.signing import sign
from audit.verdict import Verdict
from audit.verify import verify
from desk.upgrade import accept_rules
from ledger.proof_texts import Checkpoint
from ledger.store.checkpoints import head
from ledger.store.database import snapshot
from ledger.store.tables import summed_checksum
from projections.tables.schema import TABLES
from rulebooks.finland.editions import EDITIONS
from tests.proof.proof_world import World, closing_connection, recount
from tests.world.command import Command
from tests.world.documents import opening, player
from tests.world.ledger import outside, submitted

NEXT = EDITIONS["fi-2023"].revision + 1
LEDGERS = ("as ever", "revised", "contradicted")
SEEN = {"conclusion-differs", "damaged"}
# superseded rows of before a correction cannot be replayed
IN_FORCE = {"unit": " WHERE known_to IS NULL", "title": " WHERE known_to IS NULL"}
COLUMNS = [
    (table, column)
    for table, statement in TABLES.items()
    for column in re.findall(r"(\w+) (?:INTEGER|TEXT)", statement)
    if column != "checksum" and table != "projected"
]


@contextmanager
def corrected() -> Iterator[None]:
    revised = EDITIONS["fi-2023"]._replace(revision=NEXT, bonus_established=0)
    with patch.dict(EDITIONS, {"fi-2023": revised}):
        yield


def code_of(ledger: str) -> Any:
    """The program that the ledger is looked at with."""
    return corrected() if ledger == "revised" else nullcontext()


@pytest.fixture(scope="module", params=LEDGERS)
def ledger(
    request: pytest.FixtureRequest,
    world: World,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, Path]:
    kind, path = request.param, tmp_path_factory.mktemp("false") / "ledger.db"
    shutil.copy(world.path, path)
    submitted(path, player("P7"), opening("P7", 2310, on="2024-01-01", titles=["M"]))
    with code_of(kind):
        if kind == "revised":
            assert accept_rules(str(path), outside(), dry_run=False).moved
        if kind == "contradicted":
            with snapshot(str(path)) as connection:
                present = head(connection)
            other = Checkpoint(present.origin, present.size, bytes(32)).text()
            add(
                str(path),
                "theirs",
                sign(other, present.origin, str(world.key)),
                [world.signer],
            )
        assert not [
            p for p in verify(str(path)).problems if p.code == "conclusion-differs"
        ]
    with closing_connection(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        assert all(
            connection.execute(f"SELECT 1 FROM {t} LIMIT 1").fetchone() for t in TABLES
        )
    return kind, path


def false_rows(ledger: tuple[str, Path], folder: Path) -> tuple[str, Path]:
    kind, path = ledger
    return kind, Path(shutil.copy(path, folder / "false.db"))


def reseal(connection: sqlite3.Connection, table: str) -> None:
    """Checksums and counts that fit, so that nothing gives the row away but what it
    says.
    """
    if "checksum" in TABLES[table]:
        for rowid, *row in connection.execute(
            f"SELECT rowid, * FROM {table}"
        ).fetchall():
            connection.execute(
                f"UPDATE {table} SET checksum = ? WHERE rowid = ?",
                (summed_checksum(row[:-1]), rowid),
            )
    recount(connection)


def told(kind: str, path: Path) -> Verdict:
    with code_of(kind):
        return verify(str(path))


def codes(kind: str, path: Path) -> set[str]:
    return {problem.code for problem in told(kind, path).problems}


def other(value: Any) -> Any:
    """A value that a hasty reader would take for right."""
    if value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if re.fullmatch(r"\d{4}-\d\d-\d\d.*", value):
        return f"1999{value[4:]}"
    in_json = value.startswith(("[", "{"))
    return (
        re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), value, count=1)
        if in_json
        else f"{value}x"
    )


@pytest.mark.parametrize(
    ("table", "column"), COLUMNS, ids=[f"{table}-{column}" for table, column in COLUMNS]
)
def test_a_false_value(
    table: str, column: str, ledger: tuple[str, Path], tmp_path: Path
) -> None:
    kind, path = false_rows(ledger, tmp_path)
    with closing_connection(path) as connection:
        last = (
            f"SELECT rowid, {column} FROM {table}{IN_FORCE.get(table, '')} ORDER BY"
            " rowid DESC LIMIT 1"
        )
        rowid, value = connection.execute(last).fetchone()
        connection.execute(
            f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (other(value), rowid)
        )
        reseal(connection, table)
    if (kind, table, column) == ("revised", "title", "known_from"):
        # since when before the correction: nobody can say, so it is not proven
        value = told(kind, path)
        assert (
            value.status == "unproven"
            and "so they were not compared" in value.warnings[-1]
        )
    else:
        assert codes(kind, path) & SEEN


@pytest.mark.parametrize("table", [table for table in TABLES if table != "projected"])
def test_a_row_that_is_gone(
    table: str, ledger: tuple[str, Path], tmp_path: Path
) -> None:
    kind, path = false_rows(ledger, tmp_path)
    with closing_connection(path) as connection:
        last = f"(SELECT MAX(rowid) FROM {table}{IN_FORCE.get(table, '')})"
        connection.execute(f"DELETE FROM {table} WHERE rowid = {last}")
    assert codes(kind, path) & SEEN


def test_a_title_that_nobody_reached(ledger: tuple[str, Path], tmp_path: Path) -> None:
    kind, path = false_rows(ledger, tmp_path)
    with closing_connection(path) as connection:
        row = (
            "selo",
            "P1",
            "I",
            "2024-03-01 1",
            "2024-03-01",
            "spring",
            None,
            14,
            None,
        )
        connection.execute(
            f"INSERT INTO title VALUES ({', '.join('?' * 10)})",
            (*row, summed_checksum(row)),
        )
    assert "conclusion-differs" in codes(kind, path)


def test_before_a_correction_is_accepted_totals_are_compared_with_the_units(
    world: World, tmp_path: Path
) -> None:
    """No code can replay them here; what they add up to follows from the units all the
    same.
    """
    path = Path(shutil.copy(world.path, tmp_path / "false.db"))
    with corrected():
        assert verify(str(path)).problems == ()
        with closing_connection(path) as connection:
            connection.execute(
                "UPDATE player SET rating = 2999 WHERE player = 'P1' AND list = 'selo'"
            )
            reseal(connection, "player")
        [problem] = verify(str(path)).problems
    assert problem.message.startswith(
        "player P1 selo: rating is 2999, what its units add up to says "
    )


def test_beside_altered_events_totals_are_compared_with_the_units(
    world: World, tmp_path: Path
) -> None:
    path = Path(shutil.copy(world.path, tmp_path / "false.db"))
    with closing_connection(path) as connection:
        connection.execute("DROP TRIGGER event_never_changes")
        connection.execute("UPDATE event SET topic = 'x' WHERE seq = 13")
        connection.execute(
            "UPDATE player SET rating = 2999 WHERE player = 'P1' AND list = 'selo'"
        )
        reseal(connection, "player")
    assert {"column-differs", "conclusion-differs"} <= codes("as ever", path)


@pytest.mark.parametrize(
    "change",
    [
        "root = 'x'",
        "number = number + 1",
        "checksum = checksum + 1",
        "seq = seq - 1",
        "seq = seq + 1",
    ],
)
def test_no_ledger_is_proven_that_answers_no_question(
    change: str, world: World, office: Command
) -> None:
    """Which events the read tables follow is asked before every question."""
    key = ("--public-key", world.signer.text())
    assert office.answer("verify", *key)[0] == 0
    with closing_connection(office.path) as connection:
        connection.execute(f"UPDATE projected SET {change}")
    assert office.run("show", "P1")[0] != 0
    code, value = office.answer("verify", *key)
    assert (code, value["status"]) == (1, "altered")
    codes = {problem["code"] for problem in value["problems"]}
    assert codes and codes <= SEEN
    assert office.run("ledger", "backup", "b.db")[0] != 0
    assert not (office.folder / "b.db").exists()
    assert office.run("ledger", "rebuild")[0] == 0
    assert office.answer("verify", *key)[0] == 0
