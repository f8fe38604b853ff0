"""Keep a ledger open for question after question, in a process that lives on: what was read for one serves the next,
until anything is committed. A command opens the ledger once and is done.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.errors import SeloError
from ledger.store.database import OpenConnection, begin, connect_to_read, end, in_words
from ledger.store.dialects import of, spoken
from projections.answers import Question
from projections.answers.reading import Reading, reading
from projections.answers.times import asked_times, caught_up

MOST_READINGS = 8  # pairs of the two times
MOST_PARTS = 10_000  # tournaments, people and workings in memory: some 30 MB


class KeptLedger:
    """A ledger on one connection, used by one thread. Between questions it holds no lock and no old state of the
    file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._connection: OpenConnection | None = None
        self._file = (-1, -1)
        self._checked = -1  # the state of the file that was found in order
        self._readings: OrderedDict[tuple[str, int], Reading] = OrderedDict()
        self._times: dict[tuple[str | int | None, ...], tuple[str, int]] = {}  # of questions about this state

    @contextmanager
    def reading(self, question: Question, today: str) -> Iterator[Reading]:
        """Give the ledger cut at the two times of the question, as the last question left it in memory."""
        with in_words(self.path), self._state() as connection:
            as_of, known = self._times_of(connection, question, today)
            kept = self._kept(connection, as_of, known)
            if kept is not None:
                yield kept
                return
        # a state inside a submission is answered from tables made for this one question
        with reading(self.path, question, today) as replayed:
            yield replayed

    def close(self) -> None:
        self._forget()
        self._checked = -1
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _state(self) -> Iterator[OpenConnection]:
        """Hold one state of the file for all of an answer."""
        try:
            connection, commits = self._begun()
            while commits != self._checked:
                end(connection)
                self._forget()
                caught_up(connection, self.path)
                self._checked, commits = commits, begin(connection)
            try:
                yield connection
            finally:
                end(connection)
        except SeloError:
            raise
        except Exception:
            self.close()  # whatever it was, the next question opens the file anew
            raise

    def _forget(self) -> None:
        self._readings.clear()
        self._times.clear()

    def _begun(self) -> tuple[OpenConnection, int]:
        """Begin a transaction for reading; on another connection when the server has dropped this one meanwhile."""
        connection = self._connected()
        try:
            return connection, begin(connection)
        except Exception:
            if spoken(connection).is_alive(connection):
                raise
            self.close()
            connection = self._connected()
            return connection, begin(connection)

    def _connected(self) -> OpenConnection:
        """Return the connection, opened again when another file stands in the ledger's place."""
        file = of(self.path).which(self.path)
        if self._connection is None or file != self._file:
            self.close()
            self._connection = connect_to_read(self.path)
            self._file = file
        return self._connection

    def _times_of(self, connection: OpenConnection, question: Question, today: str) -> tuple[str, int]:
        """Return the two times of a question, which are the same for the next one that asks so."""
        asked = (question.as_of, question.known_on, question.known_seq, today)
        if asked not in self._times:
            if len(self._times) >= MOST_READINGS:
                self._times.clear()
            self._times[asked] = asked_times(connection, question, today)
        return self._times[asked]

    def _kept(self, connection: OpenConnection, as_of: str, known: int) -> Reading | None:
        """Return a reading of these times, if the read tables answer for them."""
        times = (as_of, known)
        kept = self._readings.pop(times, None)
        if kept is None or kept.parts() > MOST_PARTS:
            kept = Reading(connection, connection, as_of, known)
            if not kept.is_step(known):
                return None
        self._readings[times] = kept
        if len(self._readings) > MOST_READINGS:
            self._readings.popitem(last=False)
        return kept
