"""The log in a file: datastore and pool of `eventsourcing`, with our connections and BEGIN IMMEDIATE."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from ledger.store.database import WAIT_SECONDS, Connection, connect
from ledger.store.queue import ASK_AGAIN_SECONDS, turn


class _Immediate(SQLiteTransaction):
    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        if self.commit:
            wait = getattr(self.connection, "wait", WAIT_SECONDS)
            deadline = time.monotonic() + wait
            with turn(getattr(self.connection, "path", ""), deadline):
                _take_lock(cursor, deadline)
            cursor.execute(f"PRAGMA busy_timeout={int(wait * 1000)}")
        else:
            cursor.execute("BEGIN")
        return cursor


def _take_lock(cursor: SQLiteCursor, deadline: float) -> None:
    """Take the write lock; whoever has their turn asks often.

    SQLite's own waiting asks less and less often, so that under many writers the one that has waited longest is served
    last, or never.
    """
    cursor.execute("PRAGMA busy_timeout=0")
    while True:
        try:
            cursor.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(ASK_AGAIN_SECONDS)


class _Connection(SQLiteConnection):
    wait: float = WAIT_SECONDS
    path: str = ""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with _Immediate(self, commit=commit) as cursor, cursor:
            yield cursor


class _Pool(SQLiteConnectionPool):
    wait: float = WAIT_SECONDS  # the library's own is in whole seconds

    def _create_connection(self) -> SQLiteConnection:
        connection: Any = connect(self.db_name, write=True, wait=self.wait)
        connection.row_factory = None
        pooled = _Connection(connection, self.max_age)
        pooled.wait, pooled.path = self.wait, self.db_name
        return pooled


class Log:
    """The event log of one file, open for writing."""

    def __init__(self, path: str, wait: float) -> None:
        self._datastore = SQLiteDatastore(path, originator_id_type="text")
        # the library's own pool opens connections with its own pragmas; ours go through `connect`
        self._datastore.pool.close()
        self._datastore.pool = pool = _Pool(db_name=path)
        pool.wait = wait

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Hold the write lock until the end; any exception rolls back, an interrupt too."""
        with self._datastore.transaction(commit=True) as cursor:
            connection: Connection = cursor.sqlite_cursor.connection
            yield connection

    def close(self) -> None:
        self._datastore.close()
