"""The log on a server: one connection of ours.

Of the library's PostgreSQL module nothing is used: its database functions are unsafe,
and its pipeline hangs on calls from about 7 MB.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.errors import Busy, Problem, Where
from ledger.store.connection import Connection
from ledger.store.dialects import postgres
from ledger.store.server import write_lock
from ledger.store.server.connection import ServerConnection
from messages import say


class ServerLog:
    """The event log in one schema of a server, open for writing. `gives_way`: for
    previews, which others interrupt.
    """

    def __init__(self, address: str, wait: float, gives_way: bool = False) -> None:
        self._address, self._wait = address, wait
        self._begin = _begin_giving_way if gives_way else _begin_first
        self._connection: ServerConnection | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Hold the write lock until the end; any exception rolls back, an interrupt
        too.
        """
        connection = self._connected()
        if not postgres.has_table(connection, "given"):
            raise postgres.none_here(self._address)
        with postgres.transaction(connection, self._begin):
            yield connection
            postgres.before_commit(connection)

    @contextmanager
    def making(self) -> Iterator[Connection]:
        """Open the transaction in which a ledger is made."""
        connection = self._connected()
        with postgres.transaction(connection, postgres.begin_making):
            yield connection
            postgres.before_commit(connection)

    def _connected(self) -> ServerConnection:
        if self._connection is None or not postgres.is_alive(self._connection):
            self._connection = postgres.connect(
                self._address, write=True, wait=self._wait
            )
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


# A preview needs the lock of the ledger, and whoever books must not wait for it. A
# preview says by its name what it is, takes the lock, and gives up where somebody means
# to book; whoever books says so, and then ends all previews. In whatever order these
# four happen, the preview either has its name already when it is looked for, or sees
# the other: then it has the lock for the moment of that look, and does nothing with it.
_NAMED = "SELECT set_config('application_name', $1, true)"
_SOMEBODY_BOOKS = (
    "SELECT NOT CASE WHEN pg_try_advisory_lock($1) THEN pg_advisory_unlock($1) ELSE"
    " false END"
)
_BOOKING = "SELECT pg_advisory_xact_lock_shared($1)"
_PREVIEWS_ENDED = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
    " AND datname = current_database() AND usename = current_user"
)


def _sign_of(connection: ServerConnection) -> tuple[str, int]:
    """Return the name that previews of this ledger have, and the number of the lock
    that says somebody books.
    """
    schema = connection.schema.encode()
    digest = hashlib.sha256(schema).digest()[:8]
    name = f"selo preview {digest.hex()}"
    number = int.from_bytes(digest, "big", signed=True)
    return name, number


def _begin_giving_way(connection: ServerConnection) -> None:
    """Begin a preview; refuse it as `Busy` where somebody means to book."""
    name, number = _sign_of(connection)
    connection.raw.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
    connection.raw.execute(_NAMED, (name,))
    write_lock.count_transaction(connection)
    answer = connection.raw.execute(_SOMEBODY_BOOKS, (number,))
    [[somebody_books]] = answer.fetchall()
    if somebody_books:
        message = say("somebody is booking, so previews have to wait")
        hint = say("try again in a moment")
        raise Busy(Problem("busy", message, Where(connection.address), hint))


def _begin_first(connection: ServerConnection) -> None:
    """Begin to book: say so, and end all previews of this ledger."""
    name, number = _sign_of(connection)
    connection.raw.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
    connection.raw.execute(_BOOKING, (number,))
    connection.raw.execute(_PREVIEWS_ENDED, (name,))
    write_lock.count_transaction(connection)
