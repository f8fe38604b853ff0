"""A connection to PostgreSQL that takes the calls, and the SQL, of one to SQLite."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, ClassVar

import psycopg
from psycopg.types.numeric import Int8Dumper

from ledger.store.dialects.server.translation import copying, translated

FEW = 8  # rows; from there on COPY is quicker than statements
AT_ONCE = 500


class _Int(Int8Dumper):
    """Every number as a bigint: one prepared statement, however large it is."""


class ServerConnection:
    """`execute` and `executemany` of sqlite3. A reader that meets an error can ask on in the same state."""

    dialect: ClassVar[Any] = None  # the page of PostgreSQL, which puts itself here

    def __init__(self, raw: psycopg.Connection[tuple[Any, ...]], address: str, schema: str) -> None:
        self.raw = raw
        self.address = address
        self.schema = schema
        self.reading = False
        raw.adapters.register_dumper(int, _Int)

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._asked(lambda: self.raw.execute(translated(sql).encode(), parameters or None))

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        """In pieces, so that no call grows large."""
        coming, copy = iter(rows), copying(sql)
        while some := list(islice(coming, AT_ONCE)):
            if copy is None:  # short rows: keys of what goes, or is closed
                with self.raw.cursor() as cursor:
                    cursor.executemany(translated(sql).encode(), some)
                continue
            if len(some) < FEW:
                for row in some:
                    self.execute(sql, row)
                continue
            with self.raw.cursor() as cursor, cursor.copy(copy.encode()) as stream:
                for row in some:
                    stream.write_row(row)

    def _asked(self, ask: Callable[[], psycopg.Cursor[tuple[Any, ...]]]) -> psycopg.Cursor[tuple[Any, ...]]:
        try:
            return ask()
        except psycopg.Error:
            if self.reading and not self.raw.closed:
                self.raw.execute("ROLLBACK TO SAVEPOINT asked")
            raise

    def close(self) -> None:
        self.raw.close()
