"""The log in a file: datastore and pool of `eventsourcing`, our connections, BEGIN IMMEDIATE and a queue of writers.

Writers have their turn in the order they came: each draws a number, and waits until nobody with a smaller one is left.
SQLite gives its write lock to whoever asks at the right moment, so that under many writers one may wait for ever. The
numbers are in a small file beside the ledger. Each waiting process locks the byte of its own number, and the kernel
unlocks it when the process ends in whatever way. The queue only says who asks first: SQLite's lock is what protects.
"""

import contextlib
import os
import sqlite3
import struct
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
from ledger.store.dialects import sqlite

ASK_AGAIN_SECONDS = 0.003
_COUNTER = 2**40  # the byte that is locked while a number is drawn


@contextlib.contextmanager
def turn(path: str, deadline: float) -> Iterator[None]:
    """Wait for one's turn, but not past the deadline; where there can be no queue, nobody waits here."""
    handle = _opened(path)
    if handle is None:
        yield
        return
    try:
        number = _drawn(handle)
        while number is not None and not _is_first(handle, number) and time.monotonic() < deadline:
            time.sleep(ASK_AGAIN_SECONDS)
        yield
    finally:
        os.close(handle)


def _opened(path: str) -> int | None:
    """Open the file of numbers; None for unfinished files, which nobody else writes, and on systems without
    such locks.
    """
    if not path or os.path.basename(path).startswith(".") or _OFD is None:
        return None
    try:
        return os.open(f"{path}-queue", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, _mode(path))
    except OSError:
        return None


def _mode(path: str) -> int:
    return os.stat(path).st_mode & 0o666


def _drawn(handle: int) -> int | None:
    """Draw the next number and lock it as one's own before anybody can draw another; None where no number can be
    written, on a full disk for one.
    """
    try:
        _lock(handle, _COUNTER, 1, wait=True)
        try:
            written = os.pread(handle, 20, 0)
            number = int(written or b"0") + 1 if written.isdigit() or not written else 1
            os.pwrite(handle, b"%020d" % number, 0)
            _lock(handle, number, 1)
        finally:
            _unlock(handle, _COUNTER, 1)
    except OSError:
        return None
    return number


def _is_first(handle: int, number: int) -> bool:
    """Return whether nobody holds a smaller number any more."""
    if number > 1:
        try:
            _lock(handle, 1, number - 1)
        except OSError:
            return False
        _unlock(handle, 1, number - 1)
    return True


try:
    import fcntl

    # locks of an open file, not of a process: threads of a service wait for each other too
    _OFD: tuple[int, int] | None = (fcntl.F_OFD_SETLK, fcntl.F_OFD_SETLKW)
except (ImportError, AttributeError):  # not Linux
    _OFD = None


def _lock(handle: int, start: int, length: int, *, wait: bool = False) -> None:
    _ask(handle, fcntl.F_WRLCK, start, length, wait)


def _unlock(handle: int, start: int, length: int) -> None:
    _ask(handle, fcntl.F_UNLCK, start, length, False)


def _ask(handle: int, kind: int, start: int, length: int, wait: bool) -> None:
    assert _OFD is not None
    fcntl.fcntl(handle, _OFD[wait], struct.pack("hhqqi", kind, os.SEEK_SET, start, length, 0))


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
    """Take the write lock, asking often when it is this writer's turn.

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
        self._path = path
        self._datastore = SQLiteDatastore(path, originator_id_type="text")
        # the library's own pool opens connections with its own pragmas; ours go through `connect`
        self._datastore.pool.close()
        self._datastore.pool = pool = _Pool(db_name=path)
        pool.wait = wait

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Hold the write lock until the end; any exception rolls back, an interrupt too."""
        with self._datastore.transaction(commit=True) as cursor:
            before = sqlite.journal_size(self._path)
            connection: Connection = cursor.sqlite_cursor.connection
            yield connection
        # not again and again while somebody reads for long: each time that it has grown by as much
        if sqlite.journal_size(self._path) // sqlite.MOST_JOURNAL > before // sqlite.MOST_JOURNAL:
            sqlite.shorten_journal(self._path)

    def close(self) -> None:
        self._datastore.close()
