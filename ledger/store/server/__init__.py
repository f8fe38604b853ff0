"""A connection to PostgreSQL that takes the calls, and the SQL, of one to SQLite, and puts what the server reports into
words.

Nearly all SQL of the rooms is the same for both databases; what is not is put into PostgreSQL's words here.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count, islice
from typing import Any, ClassVar

import psycopg
from psycopg.types.numeric import Int8Dumper

from ledger.errors import Busy, LedgerUnusable, NotFound, Problem, SeloError, Where
from messages import Message, by_command, say

_AGAIN = say("try again in a moment")
_USER = (
    "28", "cannot-open", say("the server does not let this user in"),
    say("check the user; a password goes into ~/.pgpass or PGPASSWORD"),
)  # fmt: skip
_NO_DATABASE = (
    "3D000", "no-ledger", say("there is no such database on the server"),
    by_command("make one with `createdb`, then `selo init`"),
)  # fmt: skip
_FULL = ("53300", "busy", say("the server has no connection left"), _AGAIN)
_FORBIDDEN = (
    "42501", "read-only", say("this user of the database may not do that"),
    say("grant it what docs/how-to/grow.md lists"),
)  # fmt: skip
# before there is a connection the server's answer comes without a code
_AT_THE_DOOR = (
    ("too many ", _FULL), ("remaining connection slots", _FULL), ("password", _USER), ("authentication", _USER),
    ("pg_hba.conf", _USER), ('role "', _USER), ('database "', _NO_DATABASE),
)  # fmt: skip
# https://www.postgresql.org/docs/current/errcodes-appendix.html, by code or by its class
_KNOWN = (
    ("55P03", "busy", say("another process is writing to the ledger"), _AGAIN),
    ("40", "busy", say("another process came in between; nothing was recorded"), _AGAIN),
    ("53100", "disk-full", say("the server's disk is full; nothing was recorded"),
     say("free some disk space on the server, then run the command again")),
    _FULL,
    ("25006", "read-only", say("this server may only be read: it is a replica, or was set so"),
     say("name the primary to write")),
    _FORBIDDEN,
    _USER,
    _NO_DATABASE,
    ("XX001", "damaged", say("the server found damaged pages"),
     say("restore a backup of the server; write nothing more")),
    ("XX002", "damaged", say("the server found a damaged index"),
     by_command("rebuild it with REINDEX, then `selo verify`")),
    ("P0001", "append-only", say("events are never changed or deleted"), say("submit a correction instead")),
    ("58", "io-error", say("the server's disk failed; whether this was recorded is not known"),
     by_command("check with `selo doctor`, then run the command again: nothing is recorded twice")),
)  # fmt: skip


def sentence(error: psycopg.Error, address: str, *, connecting: bool) -> SeloError:
    """Turn an error of PostgreSQL into a refusal in words."""
    state = error.sqlstate or ""
    # a server that ends itself, or says so: the commit may be on the disk or not
    if error.diag.severity_nonlocalized == "PANIC" or state == "40003":
        return _lost(address)
    for known in _KNOWN:
        if state.startswith(known[0]):
            return _refusal(known, address)
    if connecting or state == "57P03":
        reason = " ".join(str(error).split()) or "no answer"
        answer = reason.partition("FATAL:")[2] or reason
        for words, known in _AT_THE_DOOR:
            if words in answer:
                return _refusal(known, address)
        message = say("{address} cannot be reached: {reason}", address=address, reason=reason[:200])
        return LedgerUnusable(
            Problem("unreachable", message, Where(address), say("is the server running? Check the address"))
        )
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return _lost(address)
    message = say("the ledger cannot be used: {what}", what=" ".join(str(error).split())[:300])
    return LedgerUnusable(
        Problem("database", message, Where(address), by_command("look at `selo verify` and at the server's log"))
    )


def _lost(address: str) -> SeloError:
    message = say("the connection to the server broke; whatever was sent just then may or may not be recorded")
    hint = say("run the command again: nothing is recorded twice")
    return LedgerUnusable(Problem("connection-lost", message, Where(address), hint))


def forbidden(address: str) -> SeloError:
    return _refusal(_FORBIDDEN, address)


def _refusal(known: tuple[str, str, Message, Message], address: str) -> SeloError:
    _, name, message, hint = known
    kind = Busy if name == "busy" else NotFound if name == "no-ledger" else LedgerUnusable
    return kind(Problem(name, message, Where(address), hint))


FEW = 8  # rows; from there on COPY is quicker than statements
AT_ONCE = 500


class _Int(Int8Dumper):
    """A dumper that sends every number as a bigint: one prepared statement, however large the number is."""


class ServerConnection:
    """A connection to a server with `execute` and `executemany` of sqlite3.

    A reader that meets an error can ask on in the same state.
    """

    dialect: ClassVar[Any] = None  # the page of PostgreSQL, which puts itself here

    def __init__(self, raw: psycopg.Connection[tuple[Any, ...]], address: str, schema: str) -> None:
        self.raw = raw
        self.address = address
        self.schema = schema
        self.reading = False
        self.met: set[str] = set()  # tables that need not be looked for again
        raw.adapters.register_dumper(int, _Int)

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        return self._asked(lambda: self.raw.execute(translated(sql).encode(), parameters or None))

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

    def _asked(self, ask: Callable[[], psycopg.Cursor[tuple[Any, ...]]]) -> psycopg.Cursor[tuple[Any, ...]]:
        try:
            return ask()
        except psycopg.Error:
            if self.reading and not self.raw.closed:
                self.raw.execute("ROLLBACK TO SAVEPOINT asked")
            raise

    def listen(self, channel: str) -> None:
        """Hear of every commit from now on: each write transaction says its schema on the channel."""
        self.raw.execute(f"LISTEN {channel}".encode())

    def heard(self, seconds: float) -> bool:
        """Return True as soon as something is committed to this ledger; False when the time has passed."""
        words = self.raw.notifies(timeout=seconds, stop_after=1)
        return any(word.payload == self.schema for word in words)

    def is_at_rest(self) -> bool:
        """Return whether somebody else can have it next: it is alive, and no transaction is open in it."""
        idle = psycopg.pq.TransactionStatus.IDLE
        return not self.raw.closed and not self.raw.broken and self.raw.info.transaction_status == idle

    def close(self) -> None:
        self.raw.close()


_INSERT = re.compile(r"INSERT INTO (\w+)(?: \(([\w, ]+)\))? VALUES \([?, ]+\)$")
_TRIGGER = re.compile(r"CREATE TRIGGER (\w+_never_(changes|goes|replaced)) BEFORE \w+ ON (\w+)")
# there is no INSERT OR REPLACE that would need a guard; there is a TRUNCATE
_GUARDED = {"changes": "UPDATE", "goes": "DELETE", "replaced": "TRUNCATE"}
_TYPES = (
    ("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY"),
    ("INTEGER", "BIGINT"), ("BLOB", "BYTEA"), ("TEXT", 'TEXT COLLATE "C"'), (") STRICT", ")"),
)  # fmt: skip
# in which order names were given up: a file counts its rows by itself
_COUNTED = ("CREATE TABLE former_name (", "CREATE TABLE former_name (rowid BIGINT GENERATED ALWAYS AS IDENTITY, ")


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
    sql = sql.replace("instr(state, ?) > 0", "position(? IN state) > 0").replace("x''", "''::bytea")
    number = count(1)
    return re.sub(r"\?", lambda place: f"${next(number)}", sql)


def table(sql: str) -> str:
    """Give a table the types of PostgreSQL; text sorts by its bytes."""
    for ours, theirs in (*_TYPES, _COUNTED):
        sql = sql.replace(ours, theirs)
    return sql


@cache
def copying(sql: str) -> str | None:
    """Return the COPY for a statement that inserts many rows; None for any other statement."""
    match = _INSERT.match(sql)
    if match is None:
        return None
    columns = f" ({match[2]})" if match[2] else ""
    return f"COPY {match[1]}{columns} FROM STDIN"
