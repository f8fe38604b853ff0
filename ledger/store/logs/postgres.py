"""The recorder of `eventsourcing` on a server, with one connection of ours in place of its pool and its pipeline.

Of the library's database functions none is used: they are unsafe, and its pipeline hangs on calls from about 7 MB.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from ledger.store.dialects import postgres
from ledger.store.logs.appending import Appending
from ledger.store.server.connection import ServerConnection
from ledger.store.tables import Connection


class _Datastore(PostgresDatastore):
    """A datastore that never opens its pool: a command needs one connection and no threads."""

    def __init__(self) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")

    def register_type_adapters(self) -> None:
        """Register nothing, for none of the library's types is used."""


class Recorder(Appending, PostgresApplicationRecorder):
    """The library's recorder for a server, with our way of adding events."""


class Log:
    """The event log in one schema of a server, open for writing."""

    def __init__(self, address: str, wait: float) -> None:
        self._address, self._wait = address, wait
        self._connection: ServerConnection | None = None
        self.recorder = Recorder(_Datastore(), events_table_name="event")

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Hold the write lock until the end; any exception rolls back, an interrupt too."""
        connection = self._connected()
        if not postgres.has_table(connection, "given"):
            raise postgres.none_here(self._address)
        with postgres.transaction(connection, postgres.begin_writing):
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
            self._connection = postgres.connect(self._address, write=True, wait=self._wait)
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
