"""Keep what the service needs in a schema beside that of a ledger on a database server:
the same tables.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ledger.errors import LedgerUnusable, Problem, Where
from ledger.store.connection import Connection
from ledger.store.database import in_words
from ledger.store.dialects import postgres
from ledger.store.server.catalogue import is_defined
from ledger.store.server.connection import ServerConnection
from messages import say
from web.store.change_mark import MARKED, new_mark
from web.store.tables import (
    OF_FEATURES,
    before_format_1,
    missing_statements,
    newest_version,
)

WAIT_SECONDS = 10
# its one row is locked by whoever changes something
_FORMAT = "CREATE TABLE service_format (version INTEGER NOT NULL)"


# of each address that a service holds: connections that nobody uses at the moment
_resting: dict[str, list[ServerConnection]] = {}


@contextmanager
def looking(address: str) -> Iterator[Connection | None]:
    """Open the schema beside a ledger for reading; None where nothing is kept yet."""
    with in_words(address), _lent_connection(address) as (connection, is_there):
        yield connection if is_there else None


@contextmanager
def changing(address: str, *, unread: bool) -> Iterator[Connection]:
    """Open one transaction on the schema beside a ledger: all of it or nothing, one
    transaction after the other.

    `unread`: no answer reads what it changes.
    """
    with in_words(address), _lent_connection(address) as (connection, is_there):
        if not is_there:
            _make(
                connection,
                (
                    *missing_statements(0),
                    _FORMAT,
                    f"INSERT INTO service_format VALUES ({newest_version()})",
                ),
            )

        with postgres.transaction(connection):
            connection.execute("UPDATE service_format SET version = version")
            yield connection
            if not unread:
                connection.execute(MARKED, (new_mark(),))


def hold(address: str) -> None:
    """Keep connections for the next user: on a server each new one costs a process,
    which others wait for.
    """
    _resting.setdefault(address, [])


def release(address: str) -> None:
    for connection in _resting.pop(address, ()):
        connection.close()


@contextmanager
def _lent_connection(address: str) -> Iterator[tuple[ServerConnection, bool]]:
    """Lend a connection, and say whether the schema is there. It rests afterwards if
    the address is held and no transaction was left open in it; else it is closed.
    """
    connection, is_there = _answering_connection(address)
    try:
        if not is_there:
            _need_ledger(connection)
        yield connection, is_there
    finally:
        resting = _resting.get(address)
        if resting is not None and connection.is_at_rest():
            resting.append(connection)
        else:
            connection.close()


def _need_ledger(connection: ServerConnection) -> None:
    """Refuse where there is no ledger beside which something could be kept."""
    if not is_defined(connection, postgres.schema_of(connection.address), "event"):
        raise postgres.none_here(connection.address)


def _answering_connection(address: str) -> tuple[ServerConnection, bool]:
    """Return a connection that answers: the resting ones are dead when the server was
    started again meanwhile.
    """
    while resting := _resting.get(address):
        try:
            connection = resting.pop()
        except IndexError:  # another thread took the last one
            break
        try:
            return connection, _is_there(connection)
        except Exception:
            connection.close()

    connection = open_connection(address)
    try:
        return connection, _is_there(connection)
    except BaseException:
        connection.close()
        raise


def open_connection(address: str) -> ServerConnection:
    """Connect to the schema beside the ledger's, which may not be there yet."""
    return postgres.connect(
        address,
        write=True,
        wait=WAIT_SECONDS,
        schema=postgres.schema_of(address) + "_service",
    )


def is_anything_kept(connection: ServerConnection) -> bool:
    """Tell whether anything is kept there. Once it is, that is not asked again."""
    if "kept_state" not in connection.met and postgres.has_table(
        connection, "kept_state"
    ):
        connection.met.add("kept_state")
    return "kept_state" in connection.met


def _make(connection: ServerConnection, statements: Sequence[str]) -> None:
    """Make the schema with its tables, unless somebody else makes it at the same
    moment.
    """
    with postgres.transaction(connection):
        postgres.make_schema(connection)
        if not postgres.has_table(connection, "service_format"):
            for statement in statements:
                connection.execute(statement)


def _is_there(connection: ServerConnection) -> bool:
    if not postgres.has_table(connection, "service_format"):
        if postgres.has_table(connection, "service"):
            raise before_format_1(connection.address)
        return False

    row = connection.execute("SELECT version FROM service_format").fetchone()
    if row is None:  # an UPDATE that finds no row locks nothing
        message = say(
            "the table {schema}.service_format has no row, and without its lock nothing"
            " is kept",
            schema=connection.schema,
        )
        hint = say(
            "was a dump restored only in part? Put it back: INSERT INTO"
            " {schema}.service_format VALUES ({version})",
            schema=connection.schema,
            version=newest_version(),
        )
        raise LedgerUnusable(
            Problem("lock-missing", message, Where(connection.address), hint)
        )

    if row[0] > newest_version():
        message = say(
            "the store of the service at {address} was written by a newer version",
            address=connection.address,
        )
        raise LedgerUnusable(
            Problem(
                "newer-ledger",
                message,
                Where(connection.address),
                say("install that version"),
            )
        )

    if row[0] < newest_version() or _lacking_tables(connection):
        _bring_forward(connection)

    return True


def _lacking_tables(connection: ServerConnection) -> list[str]:
    """Return the tables of features that are not there yet. One that is there is not
    asked for again.
    """
    connection.met.update(
        name
        for name in OF_FEATURES
        if name not in connection.met and postgres.has_table(connection, name)
    )
    return [name for name in OF_FEATURES if name not in connection.met]


def _bring_forward(connection: ServerConnection) -> None:
    """Bring the tables of an earlier version forward, step by step; the first process
    to come does it.
    """
    with postgres.transaction(connection):
        connection.execute("UPDATE service_format SET version = version")
        [(version,)] = connection.execute(
            "SELECT version FROM service_format"
        ).fetchall()
        for statement in (
            missing_statements(version) if version < newest_version() else ()
        ):
            connection.execute(statement)

        for name in _lacking_tables(connection):
            connection.execute(OF_FEATURES[name])

        connection.execute("UPDATE service_format SET version = ?", (newest_version(),))
