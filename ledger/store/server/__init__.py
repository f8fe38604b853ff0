"""A connection to PostgreSQL that takes the calls, and the SQL, of one to SQLite.

Nearly all SQL of the rooms is the same for both databases; what is not is put into
PostgreSQL's words here.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count, islice
from typing import Any, ClassVar

import psycopg
from psycopg.types.numeric import Int8Dumper

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

    def _asked(
        self, ask: Callable[[], psycopg.Cursor[tuple[Any, ...]]]
    ) -> psycopg.Cursor[tuple[Any, ...]]:
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
        idle = psycopg.pq.TransactionStatus.IDLE
        return (
            not self.raw.closed
            and not self.raw.broken
            and self.raw.info.transaction_status == idle
        )

    def close(self) -> None:
        self.raw.close()


_INSERT = re.compile(r"INSERT INTO (\w+)(?: \(([\w, ]+)\))? VALUES \([?, ]+\)$")
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+_never_(changes|goes|replaced)) BEFORE \w+ ON (\w+)"
)
# there is no INSERT OR REPLACE that would need a guard; there is a TRUNCATE
_GUARDED = {"changes": "UPDATE", "goes": "DELETE", "replaced": "TRUNCATE"}
_TYPES = (
    ("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY"),
    ("INTEGER", "BIGINT"),
    ("BLOB", "BYTEA"),
    ("TEXT", 'TEXT COLLATE "C"'),
    (") STRICT", ")"),
)
# in which order names were given up: a file counts its rows by itself
_COUNTED = (
    "CREATE TABLE former_name (",
    "CREATE TABLE former_name (rowid BIGINT GENERATED ALWAYS AS IDENTITY, ",
)


@cache
def translated(sql: str) -> str:
    """Translate one statement for PostgreSQL, with numbered places for its values."""
    if sql.startswith("CREATE TABLE"):
        return table(sql)
    if match := _TRIGGER.match(sql):
        return (
            f"CREATE TRIGGER {match[1]} BEFORE {_GUARDED[match[2]]} ON {match[3]}"
            " FOR EACH STATEMENT EXECUTE FUNCTION append_only()"
        )
    sql = sql.replace("instr(state, ?) > 0", "position(? IN state) > 0").replace(
        "x''", "''::bytea"
    )
    number = count(1)
    return re.sub(r"\?", lambda place: f"${next(number)}", sql)


def table(sql: str) -> str:
    """Give a table the types of PostgreSQL; text sorts by its bytes."""
    for ours, theirs in (*_TYPES, _COUNTED):
        sql = sql.replace(ours, theirs)
    return sql


@cache
def copying(sql: str) -> str | None:
    """Return the COPY for a statement that inserts many rows; None for any other
    statement.
    """
    match = _INSERT.match(sql)
    if match is None:
        return None
    columns = f" ({match[2]})" if match[2] else ""
    return f"COPY {match[1]}{columns} FROM STDIN"
