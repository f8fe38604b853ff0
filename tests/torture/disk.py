"""The store on a disk that keeps a diary or fails on purpose: apsw's virtual file
system under our own `Store`.

Only the connection is another one; every statement, pragma and commit comes from the
product.
"""

# ruff: noqa: N802 - the names of the calls are SQLite's

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import apsw

import ledger.store.database
import ledger.store.event_log
import ledger.store.logs.sqlite

# (what, file, offset or size, bytes): before it is done
Call = Callable[[str, str, int, bytes], None]
# what is really written, and where; b"": nothing
Lie = Callable[[str, int, bytes], tuple[int, bytes]]


def honest(file: str, offset: int, data: bytes) -> tuple[int, bytes]:
    return offset, data


class Cursor:
    """The little of sqlite3's cursor that the store uses, on apsw."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self._cursor = connection.raw.cursor()

    def execute(self, sql: str, parameters: Any = ()) -> "Cursor":
        with spoken():
            self._cursor.execute(sql, tuple(parameters))
        return self

    def executemany(self, sql: str, parameters: Any) -> "Cursor":
        with spoken():
            self._cursor.executemany(sql, [tuple(row) for row in parameters])
        return self

    @property
    def description(self) -> tuple[Any, ...]:
        """The columns; none any more when every row was read."""
        try:
            return tuple(self._cursor.description)
        except apsw.ExecutionCompleteError:
            return ()

    def fetchone(self) -> Any:
        with spoken():
            return next(self._cursor, None)

    def fetchall(self) -> list[Any]:
        with spoken():
            return self._cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())

    def close(self) -> None:
        self._cursor.close(True)


class Connection:
    """The little of sqlite3's connection that the store uses, on apsw."""

    row_factory: Any = None

    def __init__(self, raw: apsw.Connection) -> None:
        self.raw = raw

    def cursor(self) -> Cursor:
        return Cursor(self)

    def execute(self, sql: str, parameters: Any = ()) -> Cursor:
        return Cursor(self).execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any) -> Cursor:
        return Cursor(self).executemany(sql, parameters)

    def commit(self) -> None:
        if self.raw.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.raw.in_transaction:
            self.execute("ROLLBACK")

    def backup(self, target: "Connection") -> None:
        try:
            self._copied(target)
        # apsw, closing a copy that broke, both answers and tells of the fault
        except SystemError as error:
            full = isinstance(error.__cause__, apsw.FullError)
            raise sqlite3.OperationalError(
                WORDS[apsw.FullError if full else apsw.IOError]
            ) from None

    def _copied(self, target: "Connection") -> None:
        with spoken():
            copying = target.raw.backup("main", self.raw, "main")
            try:
                copying.step()
                copying.close()  # what failed on the way is told here
            finally:
                copying.close(True)

    def close(self) -> None:
        """SQLite closes whatever fails; apsw alone would tell of a fault met on the
        way.
        """
        with contextlib.suppress(apsw.Error):
            self.raw.close(True)


WORDS = {
    apsw.FullError: "database or disk is full",
    apsw.IOError: "disk I/O error",
    apsw.BusyError: "database is locked",
    apsw.CantOpenError: "unable to open database file",
}


@contextmanager
def spoken() -> Iterator[None]:
    """apsw's errors as sqlite3 would have said them."""
    try:
        yield
    except apsw.Error as error:
        raise sqlite3.OperationalError(WORDS.get(type(error), str(error))) from error


class File(apsw.VFSFile):
    """A file whose every call is announced before it is made."""

    def __init__(self, call: Call, lie: Lie, name: Any, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = os.path.basename(path) if path else ""
        self._call, self._lie = call, lie
        created = bool(flags[0] & apsw.SQLITE_OPEN_CREATE)
        if created:
            call("open", self._name, 0, b"")
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:
        self._call("read", self._name, offset, b"")
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:
        self._call("write", self._name, offset, bytes(data))
        where, written = self._lie(self._name, offset, bytes(data))
        if written:
            super().xWrite(written, where)

    def xSync(self, flags: int) -> None:
        self._call("sync", self._name, 0, b"")
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:
        self._call("truncate", self._name, size, b"")
        super().xTruncate(size)

    def xFileSize(self) -> int:
        self._call("size", self._name, 0, b"")
        return super().xFileSize()

    def excepthook(self, *_: Any) -> bool:
        return True  # what fails on purpose while a file is closed need not be told


class Disk(apsw.VFS):
    """Opens such files."""

    def __init__(self, name: str, call: Call, lie: Lie) -> None:
        self._call, self._lie = call, lie
        super().__init__(name, "", maxpathname=0)

    def xOpen(self, name: Any, flags: list[int]) -> File:
        return File(self._call, self._lie, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        self._call("delete", os.path.basename(name), int(sync), b"")
        super().xDelete(name, sync)

    def excepthook(self, *_: Any) -> bool:
        return True


@contextmanager
def store_on(
    call: Call, synchronous: str = "FULL", lie: Lie = honest
) -> Iterator[Callable[[str], Connection]]:
    """Inside, the store, new files and copies are on such a disk. Answers how to open
    one more connection to it.
    """
    name = f"disk-{id(call)}"
    disk = Disk(name, call, lie)

    def opened(path: str, flags: int) -> Connection:
        with spoken():
            return Connection(
                apsw.Connection(os.path.abspath(path), vfs=name, flags=flags)
            )

    def connect(path: str, *, write: bool = True, wait: float = 30) -> Connection:
        found = opened(path, apsw.SQLITE_OPEN_READWRITE)
        found.raw.set_busy_timeout(int(wait * 1000))
        try:
            if write:
                found.execute("PRAGMA journal_mode=WAL").fetchall()
                found.execute(f"PRAGMA synchronous={synchronous}")
        except sqlite3.Error:
            found.close()
            raise
        return found

    def new_file(path: str) -> Connection:
        return opened(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)

    ours = [
        (ledger.store.logs.sqlite, "connect", connect),
        (ledger.store.event_log, "new_file", new_file),
        (ledger.store.database, "connect", connect),
        (ledger.store.database, "new_file", new_file),
    ]
    with ExitStack() as stack:
        for module, called, mine in ours:
            stack.enter_context(patch.object(module, called, mine))
        try:
            yield connect
        finally:
            disk.unregister()
