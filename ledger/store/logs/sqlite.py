"""The log in a file: datastore and pool of `eventsourcing`, our connections, BEGIN
IMMEDIATE.

The lock of SQLite decides who writes next, in order of luck: whoever asks in the moment
between two others has it.
"""

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

from ledger.store.connection import Connection
from ledger.store.database import WAIT_SECONDS, connect
from ledger.store.dialects import sqlite

ASK_AGAIN_SECONDS = 0.003


class _Connection(SQLiteConnection):
    wait: float = WAIT_SECONDS

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with _Immediate(self, commit=commit) as cursor, cursor:
            yield cursor


class _Immediate(SQLiteTransaction):
    """A transaction that has the write lock from its beginning; the library's would ask
    for it too late.
    """

    connection: _Connection

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        _take_lock(cursor, self.connection.wait)
        return cursor


def _take_lock(cursor: SQLiteCursor, wait: float) -> None:
    """Take the write lock, asking for it again and again for so many seconds.

    SQLite could wait by itself: nobody could stop the command meanwhile, and it asks
    less and less often.
    """
    deadline = time.monotonic() + wait
    cursor.execute("PRAGMA busy_timeout=0")
    while True:
        try:
            cursor.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(ASK_AGAIN_SECONDS)
    cursor.execute(f"PRAGMA busy_timeout={int(wait * 1000)}")


class _Pool(SQLiteConnectionPool):
    wait: float = WAIT_SECONDS  # the library's own is in whole seconds

    def _create_connection(self) -> SQLiteConnection:
        connection: Any = connect(self.db_name, write=True, wait=self.wait)
        connection.row_factory = None
        pooled = _Connection(connection, self.max_age)
        pooled.wait = self.wait
        return pooled


class FileLog:
    """The event log of one file, open for writing."""

    def __init__(self, path: str, wait: float) -> None:
        self._path = path
        self._datastore = SQLiteDatastore(path, originator_id_type="text")
        # the library's own pool opens connections with its own pragmas; ours go through
        # `connect`
        self._datastore.pool.close()
        self._datastore.pool = pool = _Pool(db_name=path)
        pool.wait = wait

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Hold the write lock until the end; any exception rolls back, an interrupt
        too.
        """
        with self._datastore.transaction(commit=True) as cursor:
            before = sqlite.journal_size(self._path)
            connection: Connection = cursor.sqlite_cursor.connection
            yield connection
        # not again and again while somebody reads for long: each time that it has grown
        # by as much
        if (
            sqlite.journal_size(self._path) // sqlite.MOST_JOURNAL
            > before // sqlite.MOST_JOURNAL
        ):
            sqlite.shorten_journal(self._path)

    def close(self) -> None:
        self._datastore.close()
