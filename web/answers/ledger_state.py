"""What state the ledger is in, asked before every answer: a few microseconds on a connection that is kept open."""

from typing import NamedTuple

from ledger.errors import SeloError
from ledger.office.settings import settings_of
from ledger.store.database import OpenConnection, check_schema, connect, in_words, look
from ledger.store.dialects.choice import of, spoken
from ledger.store.events import head, newest
from projections.tables.entries import is_step
from projections.tables.schema import projected_if_any


class State(NamedTuple):
    """The newest event, when it was recorded, and which file it is: another file is another ledger."""

    file: int
    head: int
    moment: str
    time_zone: str


class LedgerState:
    """Kept open for reading, and opened again when another file stands in its place. Readers never wait for a
    writer, so asking is safe on the event loop."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._opened = -1
        self._zone = -1, -1, ""  # file, newest event, time zone: asked once for each state
        self._connection: OpenConnection | None = None

    def state(self) -> State:
        with in_words(self._path):
            connection = self._connected()
            try:
                number, moment = newest(connection)
            except Exception:
                if spoken(connection).is_alive(connection):
                    raise
                connection = self._connected()  # the server was started again meanwhile
                number, moment = newest(connection)
            if self._zone[:2] != (self._opened, number):
                self._zone = self._opened, number, settings_of(connection).time_zone
            return State(self._opened, number, moment, self._zone[2])

    def is_step(self, seq: int) -> bool:
        """Whether the read tables answer for this state; else the events are replayed, which is costly."""
        with in_words(self._path):
            return is_step(self._connected(), seq)

    def lag(self) -> int:
        """How many events the read tables are behind."""
        with in_words(self._path):
            connection = self._connected()
            return head(connection) - projected_if_any(connection)[1]

    def bytes(self) -> int:
        return of(self._path).size(self._path)

    def ready(self) -> SeloError | None:
        """Why questions cannot be answered, if they cannot."""
        try:
            self.state()
        except SeloError as error:
            return error
        return None

    def _connected(self) -> OpenConnection:
        number = of(self._path).which(self._path)[1]
        lost = self._connection is not None and not spoken(self._connection).is_alive(self._connection)
        if number != self._opened or self._connection is None or lost:
            self.close()
            look(self._path)
            self._connection = connect(self._path, write=False)
            check_schema(self._connection, self._path)
            self._opened = number
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
