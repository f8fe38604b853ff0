"""A connection to PostgreSQL that takes the calls, and the SQL, of one to SQLite."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, ClassVar

import psycopg
from psycopg.types.numeric import Int8Dumper

from ledger.store.server.translation import copy_statement, translated

FEW = 8  # rows; from there on COPY is quicker than statements
AT_ONCE = 500


class _Int(Int8Dumper):
    """A dumper that sends every number as a bigint: one prepared statement, however
    large the number is.
    """


class ServerConnection:
    """A connection to a server with `execute` and `executemany` of sqlite3.

    A reader that meets an error can ask on in the same state.
    """

    dialect: ClassVar[Any] = None  # the page of PostgreSQL, which puts itself here

    def __init__(
        self, raw: psycopg.Connection[tuple[Any, ...]], address: str, schema: str
    ) -> None:
        self.raw = raw
        self.address = address
        self.schema = schema
        self.reading = False
        self.met: set[str] = set()  # tables that need not be looked for again
        raw.adapters.register_dumper(int, _Int)

    def execute(
        self, sql: str, parameters: Sequence[Any] = (), /
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._asked(
            lambda: self.raw.execute(translated(sql).encode(), parameters or None)
        )

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Carry out a statement for many rows, in pieces, so that no call grows large."""
        copy = copy_statement(sql)
        coming = iter(rows)
        while some := list(islice(coming, AT_ONCE)):
            if copy is None:  # short rows: keys of what goes, or is closed
                with self.raw.cursor() as cursor:
                    cursor.executemany(translated(sql).encode(), some)
            elif len(some) < FEW:
                for row in some:
                    self.execute(sql, row)
            else:
                self._copy(copy, some)

    def _copy(self, copy: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.raw.cursor() as cursor, cursor.copy(copy.encode()) as stream:
            for row in rows:
                stream.write_row(row)

    def _asked(
        self, ask: Callable[[], psycopg.Cursor[tuple[Any, ...]]]
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        """Ask; a reader is brought back to its state where the answer is an error."""
        try:
            return ask()
        except psycopg.Error:
            if self.reading and not self.raw.closed:
                self.raw.execute("ROLLBACK TO SAVEPOINT asked")
            raise

    def listen(self, channel: str) -> None:
        """Hear of every commit from now on: each write transaction says its schema on
        the channel.
        """
        self.raw.execute(f"LISTEN {channel}".encode())

    def heard(self, seconds: float) -> bool:
        """Return True as soon as something is committed to this ledger; False when the
        time has passed.
        """
        words = self.raw.notifies(timeout=seconds, stop_after=1)
        return any(word.payload == self.schema for word in words)

    def is_at_rest(self) -> bool:
        """Return whether somebody else can have it next: it is alive, and no
        transaction is open in it.
        """
        if self.raw.closed or self.raw.broken:
            return False
        idle = psycopg.pq.TransactionStatus.IDLE
        return bool(self.raw.info.transaction_status == idle)

    def close(self) -> None:
        self.raw.close()
