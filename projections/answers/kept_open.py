"""A ledger that a process keeps open for question after question: what was read for one
serves the next, until anything is committed.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from ledger.errors import SeloError
from ledger.store.connection import OpenConnection
from ledger.store.database import begin, connect_to_read, end, in_words
from ledger.store.dialects.at_address import dialect_at
from ledger.store.dialects.dialect import dialect_of
from projections.answers import Question
from projections.answers.by_name import BY_NAME
from projections.answers.open_reading import cut_reading
from projections.answers.reading import Reading
from projections.answers.times import asked_times
from projections.opened_ledger import OpenedLedger
from projections.opening import admit

MOST_READINGS = 8  # pairs of the two times
# tournaments, people and workings that one connection has in memory, for all pairs of
# times together: some 8 MB, and a service has four connections
MOST_PARTS = 2_500

Times = tuple[str, int]  # the day, and the seq of the last event known
Asked = tuple[str | int | None, ...]  # the times as asked, and the day of today
NO_FILE = (-1, -1)
NO_STATE = -1


class KeptLedger:
    """A ledger on one connection, used by one thread at a time. Between questions it
    holds no lock and no old state of the file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._connection: OpenConnection | None = None
        # nobody interrupts a connection while it is closed
        self._closing = Lock()
        self._file = NO_FILE  # which file the connection has open
        self._admitted = NO_STATE  # the state of the file that passed all checks
        self._ledger: OpenedLedger | None = None  # in this state
        # of questions about this state, the one asked longest ago first
        self._readings: OrderedDict[Times, Reading] = OrderedDict()
        self._times: dict[Asked, Times] = {}

    @contextmanager
    def reading(self, question: Question, today: str) -> Iterator[Reading]:
        """Give the ledger cut at the two times of the question, as the last question
        left it in memory; `today` as in `asked_times`.

        Raises a `SeloError` where the ledger may not be asked, or has no such times.
        """
        with in_words(self.path), self._state() as ledger:
            kept = self._kept_reading(ledger, self._times_of(ledger, question, today))
            if kept is not None:
                yield kept
                return
            # a state inside a submission is answered from tables that are made for this
            # one question
            with cut_reading(ledger, question, today) as replayed:
                yield replayed

    def interrupt(self) -> None:
        """End what another thread asks here."""
        with self._closing:
            connection = self._connection
            if connection is not None:
                dialect_of(connection).interrupt(connection)

    def close(self) -> None:
        """Close the connection. The next question opens the ledger anew."""
        self._forget()
        self._admitted = NO_STATE
        with self._closing:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _state(self) -> Iterator[OpenedLedger]:
        """Hold one state of the ledger, which has passed all checks, for all of an
        answer.
        """
        try:
            connection, commits = self._begun()
            try:
                yield self._checked(connection, commits)
            finally:
                end(connection)
        except SeloError:
            raise
        except Exception:
            self.close()  # whatever it was, the next question opens the file anew
            raise

    def _checked(self, connection: OpenConnection, commits: int) -> OpenedLedger:
        """Return the ledger in this state, checked once however many questions are put
        to it. `commits`: the number of the state.
        """
        if commits != self._admitted or self._ledger is None:
            self._forget()
            self._ledger = admit(connection, self.path)
            self._admitted = dialect_of(connection).commits(connection)
        return self._ledger

    def _forget(self) -> None:
        """Forget what was read of the state before."""
        self._ledger = None
        self._readings.clear()
        self._times.clear()

    def _begun(self) -> tuple[OpenConnection, int]:
        """Begin a transaction for reading; on another connection when the server has
        dropped this one meanwhile.
        """
        connection = self._connected()
        try:
            return connection, begin(connection)
        except Exception:
            if dialect_of(connection).is_alive(connection):
                raise
            self.close()
            connection = self._connected()
            return connection, begin(connection)

    def _connected(self) -> OpenConnection:
        """Return the connection, opened again when another file stands in the ledger's
        place.
        """
        file = dialect_at(self.path).which(self.path)
        if self._connection is None or file != self._file:
            self.close()
            self._connection = connect_to_read(self.path)
            self._file = file
        return self._connection

    def _times_of(self, ledger: OpenedLedger, question: Question, today: str) -> Times:
        """Return the two times of a question, which are the same for the next one that
        asks so.
        """
        asked = (question.as_of, question.known_on, question.known_seq, today)
        times = self._times.get(asked)
        if times is None:
            if len(self._times) >= MOST_READINGS:
                self._times.clear()
            times = asked_times(ledger, question, today)
            self._times[asked] = times
        return times

    def _kept_reading(self, ledger: OpenedLedger, times: Times) -> Reading | None:
        """Return a reading of these times, if the read tables answer for them."""
        kept = self._readings.pop(times, None)
        if kept is None or kept.parts() > MOST_PARTS:
            as_of, known = times
            kept = Reading(ledger, as_of, known, by_name=BY_NAME)
            if not kept.is_step(known):
                return None
        self._readings[times] = kept
        self._forget_oldest()
        return kept

    def _forget_oldest(self) -> None:
        """Forget the readings not asked for longest, but for the one that is asked for
        now, until there are few and the memory that all of them take is bounded.
        """
        readings = self._readings
        parts = sum(reading.parts() for reading in readings.values())
        while len(readings) > 1:
            if len(readings) <= MOST_READINGS and parts <= MOST_PARTS:
                return
            _, oldest = readings.popitem(last=False)
            parts -= oldest.parts()
