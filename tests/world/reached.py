"""Past the program into a ledger, in a file or on a server: SQL of a tamperer, its
lock, another put in its place.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

from audit.copy import copy_ledger
from features import FEATURES
from ledger.store import is_server
from ledger.store.dialects.at_address import dialect_at
from tests.world.command import Command
from web.store.beside import path_beside

AFTERWARDS = ("-wal", "-shm")
C = TypeVar("C", bound=Command)
BESIDE = (
    "token",
    "notice",
    "draft",
    "login",
    "session",
    *(table.name for feature in FEATURES for table in feature.tables),
)


@contextmanager
def opened(ledger: str) -> Iterator[Any]:
    """A connection of its own, on no guard, that waits for nobody."""
    if is_server(ledger):
        connection: Any = dialect_at(ledger).connect(ledger, write=True, wait=0.05)
    else:
        connection = sqlite3.connect(ledger, isolation_level=None, timeout=0.05)
    with closing(connection):
        yield connection


def rows(ledger: str, query: str) -> list[Any]:
    with opened(ledger) as connection:
        return list(connection.execute(query).fetchall())


def tampered(ledger: str, *statements: str) -> None:
    """Statements carried out as by whoever owns the database, written for SQLite."""
    with opened(ledger) as connection:
        for statement in statements:
            if is_server(ledger):
                connection.raw.execute(_spoken(statement).encode())
            else:
                connection.execute(statement)


def _spoken(statement: str) -> str:
    statement = re.sub(r"X'([0-9a-f]*)'", r"'\\x\1'::bytea", statement).replace(
        "rowid", "ctid"
    )
    statement = re.sub(
        r"CAST\(('[^']*') AS BLOB\)", r"convert_to(\1, 'UTF8')", statement
    )
    return re.sub(r"(DROP TRIGGER (\w+?)_never_\w+)", r"\1 ON \2", statement)


@contextmanager
def locked(ledger: str) -> Iterator[None]:
    """Somebody else is writing, for as long as the block lasts."""
    with opened(ledger) as connection:
        _begin(ledger, connection)
        yield
        connection.execute("ROLLBACK")


def _begin(ledger: str, connection: Any) -> None:
    if is_server(ledger):
        dialect_at(ledger).begin_writing(connection)
    else:
        connection.execute("BEGIN IMMEDIATE")


def is_locked(ledger: str) -> bool:
    with opened(ledger) as connection:
        try:
            _begin(ledger, connection)
        except Exception as error:
            assert (
                isinstance(error, sqlite3.OperationalError)
                or getattr(error, "sqlstate", None) == "55P03"
            ), error
            return True
        connection.execute("ROLLBACK")
    return False


def everything(ledger: str) -> object:
    """All of a ledger, to be compared with all of it later."""
    if not is_server(ledger):
        return Path(ledger).read_bytes()
    tables = sorted(
        row[0]
        for row in rows(
            ledger,
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
        )
    )
    return {
        table: sorted(map(repr, rows(ledger, f"SELECT * FROM {table}")))
        for table in tables
    }


def copy_of(command: C, name: str) -> C:
    """A command on a copy of the ledger, which stands beside it."""
    other = copy(command)
    copied(other, name)
    return other


def copied(command: Command, name: str) -> None:
    """The same ledger in another place, which the command works on from now on."""
    before = command.ledger
    command.elsewhere(name)
    if command.address is None:
        shutil.copyfile(before, command.path)
    else:
        copy_ledger(before, command.address)


def replaced(command: Command, by: Command) -> None:
    """Another ledger in the place of one, as if somebody had moved it there."""
    if command.address is None or by.address is None:
        by.path.replace(command.path)
        for suffix in AFTERWARDS:
            Path(f"{command.path}{suffix}").unlink(missing_ok=True)
        return
    schema, other = (
        ledger.rpartition("=")[2] for ledger in (command.ledger, by.ledger)
    )
    with opened(command.ledger) as connection:
        connection.raw.execute(
            f'BEGIN; DROP SCHEMA "{schema}" CASCADE; ALTER SCHEMA "{other}" RENAME TO'
            f' "{schema}"; COMMIT'.encode()
        )


def kept_beside(ledger: str) -> bytes:
    """Every byte that the service keeps beside a ledger."""
    if not is_server(ledger):
        return Path(path_beside(ledger)).read_bytes()
    from web.store.on_server import looking

    with looking(ledger) as connection:
        assert connection is not None
        return repr(
            [
                connection.execute(f"SELECT * FROM {table}").fetchall()
                for table in BESIDE
            ]
        ).encode()
