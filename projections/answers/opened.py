"""Open a ledger for questions in two other ways than a command opens it for one
(reading.py): kept open, and replayed.

A process that lives on keeps it open for question after question: what was read for one
serves the next, until anything is committed. Answered from the events, without the read
tables, are an earlier state of knowledge, a replay, and runs over all games. A list
that the ledger keeps is read from its tables even then, since a run would give the same
rows. Nothing is rated by other rules than the ledger follows: where this version
corrects rules that nobody has accepted yet, and where an earlier version wrote the
ledger, the question is refused.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Lock

from ledger.errors import SeloError
from ledger.store.database import (
    Connection,
    OpenConnection,
    begin,
    connect_to_read,
    end,
    in_words,
)
from ledger.store.dialects import of, spoken
from ledger.store.events import events_after
from ledger.timeline import Timeline
from projections import revisions
from projections.answers import Question
from projections.answers.asking import Ledger, Timed
from projections.answers.reading import Reading, cut_at, reading
from projections.answers.times import asked_times, caught_up
from projections.replay.steps import uncollected
from projections.tables import schema
from projections.tables.build import replayed_tables
from projections.tables.lookups import Index


class Replayed(Timed, frozen=True, kw_only=True):
    """Answered from the events alone, reading no table."""

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return replayed(ledger.path, self.times(), today)


class Whole(Timed, frozen=True, kw_only=True):
    """Answered by running lists over all games; nothing is recorded."""

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return whole(ledger.path, self.times(), today)


@contextmanager
def replayed(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open the ledger at the two times of the question from the events alone: no stored
    table is read.
    """
    cut = cut_at(path, question, today, partial(_of_this_version, path))
    with (
        cut as (connection, as_of, known),
        replayed_tables(connection, known) as tables,
    ):
        yield Reading(connection, tables, as_of, known)


@contextmanager
def whole(path: str, question: Question, today: str) -> Iterator[Reading]:
    """Open the ledger with every known event in the timeline: for trials, which book
    nothing, keep all that they read until they end, and leave no cycles.
    """
    opened = cut_at(path, question, today, partial(_of_this_version, path))
    with uncollected(), opened as (connection, as_of, known):
        # every event is applied in order: a timeline that reads streams one by one
        # would be slower for all of them
        timeline = Timeline()
        for event in events_after(connection, 0, known):
            timeline.apply(event)
        yield Reading(connection, connection, as_of, known, timeline)


def _of_this_version(path: str, connection: Connection) -> None:
    schema.refuse_another_version(connection, path)
    revisions.check(Index(connection).timeline())


MOST_READINGS = 8  # pairs of the two times
# tournaments, people and workings that one connection has in memory, for all pairs of
# times together: some 30 MB
MOST_PARTS = 10_000


class KeptLedger:
    """A ledger on one connection, used by one thread at a time. Between questions it
    holds no lock and no old state of the file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._connection: OpenConnection | None = None
        # nobody interrupts a connection while it is closed
        self._closing = Lock()
        self._file = (-1, -1)
        self._checked = -1  # the state of the file that was found in order
        self._readings: OrderedDict[tuple[str, int], Reading] = OrderedDict()
        # of questions about this state
        self._times: dict[tuple[str | int | None, ...], tuple[str, int]] = {}

    @contextmanager
    def reading(self, question: Question, today: str) -> Iterator[Reading]:
        """Give the ledger cut at the two times of the question, as the last question
        left it in memory.
        """
        with in_words(self.path), self._state() as connection:
            as_of, known = self._times_of(connection, question, today)
            kept = self._kept(connection, as_of, known)
            if kept is not None:
                yield kept
                return
        # a state inside a submission is answered from tables made for this one question
        with reading(self.path, question, today) as replayed:
            yield replayed

    def interrupt(self) -> None:
        """End what another thread asks here."""
        with self._closing:
            if self._connection is not None:
                spoken(self._connection).interrupt(self._connection)

    def close(self) -> None:
        self._forget()
        self._checked = -1
        with self._closing:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _state(self) -> Iterator[OpenConnection]:
        """Hold one state of the file for all of an answer."""
        try:
            connection, commits = self._begun()
            try:
                if commits != self._checked:
                    self._forget()
                    caught_up(connection, self.path)
                    self._checked = spoken(connection).commits(connection)
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
        """Begin a transaction for reading; on another connection when the server has
        dropped this one meanwhile.
        """
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
        """Return the connection, opened again when another file stands in the ledger's
        place.
        """
        file = of(self.path).which(self.path)
        if self._connection is None or file != self._file:
            self.close()
            self._connection = connect_to_read(self.path)
            self._file = file
        return self._connection

    def _times_of(
        self, connection: OpenConnection, question: Question, today: str
    ) -> tuple[str, int]:
        """Return the two times of a question, which are the same for the next one that
        asks so.
        """
        asked = (question.as_of, question.known_on, question.known_seq, today)
        if asked not in self._times:
            if len(self._times) >= MOST_READINGS:
                self._times.clear()
            self._times[asked] = asked_times(connection, question, today)
        return self._times[asked]

    def _kept(
        self, connection: OpenConnection, as_of: str, known: int
    ) -> Reading | None:
        """Return a reading of these times, if the read tables answer for them."""
        times = (as_of, known)
        kept = self._readings.pop(times, None)
        if kept is None or kept.parts() > MOST_PARTS:
            kept = Reading(connection, connection, as_of, known)
            if not kept.is_step(known):
                return None
        self._readings[times] = kept
        self._forget_oldest()
        return kept

    def _forget_oldest(self) -> None:
        """Forget the readings not asked for longest, but for the one that is asked for
        now, until there are few and the memory that all of them take is bounded.
        """
        parts = sum(reading.parts() for reading in self._readings.values())
        while len(self._readings) > MOST_READINGS or (
            parts > MOST_PARTS and len(self._readings) > 1
        ):
            _, oldest = self._readings.popitem(last=False)
            parts -= oldest.parts()
