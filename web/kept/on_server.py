"""What the service keeps, in a schema beside that of a ledger on a database server: the same tables."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from ledger.errors import LedgerUnusable, Problem, Where
from ledger.store.database import in_words
from ledger.store.dialects import postgres
from ledger.store.server.connection import ServerConnection
from ledger.store.tables import Connection
from messages import say
from web.kept.tables import VERSION, missing

WAIT_SECONDS = 10
# its one row is locked by whoever changes something
_VERSION = "CREATE TABLE service (version INTEGER NOT NULL)"


@contextmanager
def looking(address: str) -> Iterator[Connection | None]:
    """Open the schema beside a ledger for reading; None where nothing is kept yet."""
    with in_words(address), closing(_opened(address)) as connection:
        yield connection if _is_there(connection) else None


@contextmanager
def changing(address: str) -> Iterator[Connection]:
    """Open one transaction on the schema beside a ledger: all of it or nothing, one transaction after the other."""
    with in_words(address), closing(_opened(address)) as connection:
        if not _is_there(connection):
            _make(connection, (*missing(0), _VERSION, f"INSERT INTO service VALUES ({VERSION})"))
        with postgres.transaction(connection):
            connection.execute("UPDATE service SET version = version")
            yield connection


def _opened(address: str) -> ServerConnection:
    """Connect to the schema beside the ledger's."""
    return postgres.connect(address, write=True, wait=WAIT_SECONDS, schema=postgres.schema_of(address) + "_service")


def _make(connection: ServerConnection, statements: Sequence[str]) -> None:
    """Make the schema with its tables, unless somebody else makes it at the same moment."""
    with postgres.transaction(connection):
        postgres.make_schema(connection)
        if not postgres.has_table(connection, "service"):
            for statement in statements:
                connection.execute(statement)


def _is_there(connection: ServerConnection) -> bool:
    if not postgres.has_table(connection, "service"):
        return False
    row = connection.execute("SELECT version FROM service").fetchone()
    if row is None:  # an UPDATE that finds no row locks nothing
        message = say(
            "the table {schema}.service has no row, and without its lock nothing is kept", schema=connection.schema
        )
        hint = say(
            "was a dump put back by half? Put it back: INSERT INTO {schema}.service VALUES ({version})",
            schema=connection.schema,
            version=VERSION,
        )
        raise LedgerUnusable(Problem("lock-missing", message, Where(connection.address), hint))
    if row[0] > VERSION:
        message = say("what the service keeps at {address} was written by a newer version", address=connection.address)
        raise LedgerUnusable(Problem("newer-ledger", message, Where(connection.address), say("install that version")))
    if row[0] < VERSION:
        _bring_forward(connection)
    return True


def _bring_forward(connection: ServerConnection) -> None:
    """Bring the tables of an earlier version forward, step by step; whoever comes first does it."""
    with postgres.transaction(connection):
        connection.execute("UPDATE service SET version = version")
        [(version,)] = connection.execute("SELECT version FROM service").fetchall()
        for statement in missing(version) if version < VERSION else ():
            connection.execute(statement)
        connection.execute("UPDATE service SET version = ?", (VERSION,))
