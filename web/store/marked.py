"""Tell whether anything changed beside the ledger that an answer may read: a draft,
what a feature keeps.

Each transaction that changes such a thing leaves another number there, its mark. Before
every answer the mark is read, on a connection that stays open, and never waited for.
"""

import os
import sqlite3
from typing import Any, Protocol

from ledger.errors import SeloError
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.dialects import sqlite
from web.store.beside import path_beside
from web.store.change_mark import new_mark

NOTHING_KEPT = 0
_MARK = "SELECT mark FROM kept_state"


def mark_on(connection: Connection) -> int:
    row = connection.execute(_MARK).fetchone()
    return new_mark() if row is None else int(row[0])


class MarkReader(Protocol):
    """The mark of what is kept beside one ledger."""

    def mark(self) -> int:
        """Return the mark: NOTHING_KEPT where nothing is kept, and a new one where it
        cannot be read, since nobody knows then whether an answer from before still
        holds.
        """

    def close(self) -> None: ...


def mark_reader(ledger: str) -> MarkReader:
    return _OnServer(ledger) if is_server(ledger) else _InFile(ledger)


class _InFile:
    def __init__(self, ledger: str) -> None:
        self._path = path_beside(ledger)
        self._connection: sqlite3.Connection | None = None
        self._opened = -1  # which file it is: another one may be put in its place

    def mark(self) -> int:
        try:
            file = os.stat(self._path).st_ino
        except FileNotFoundError:
            self.close()
            return NOTHING_KEPT

        try:
            return self._read(file)
        except sqlite3.Error:
            self.close()
            return new_mark()

    def _read(self, file: int) -> int:
        if self._connection is None or file != self._opened:
            self.close()
            self._connection = sqlite3.connect(
                sqlite.uri_of(self._path, "mode=ro"),
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=0,
            )
            self._opened = file

        return mark_on(self._connection)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _OnServer:
    def __init__(self, ledger: str) -> None:
        self._address = ledger
        self._connection: Any = None

    def mark(self) -> int:
        from web.store import on_server

        try:
            if self._connection is None:
                self._connection = on_server.open_connection(self._address)
            if on_server.is_anything_kept(self._connection):
                return mark_on(self._connection)
            return NOTHING_KEPT
        except SeloError:
            return new_mark()  # it may not be looked at
        except Exception:
            self.close()
            return new_mark()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
