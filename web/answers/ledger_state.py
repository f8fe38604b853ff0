"""Tell what state the ledger is in, before every answer: a few microseconds on a
connection that is kept. Who waits for an event is woken: by a look at the file ten times
a second, or by the word of a database server.
"""

import asyncio
import os
from contextlib import suppress
from typing import Any, NamedTuple

from audit.judging import read_signed_checkpoint
from audit.machine import compare_with_last_seen, last_seen, problem_of_rollback
from ledger.errors import LedgerUnusable, Problem, SeloError
from ledger.office import settings_of
from ledger.proof_texts import origin
from ledger.store import is_server
from ledger.store.checkpoints import newest_number, newest_own
from ledger.store.connection import OpenConnection
from ledger.store.database import check_schema, connect, in_words, look, one_state
from ledger.store.dialects.at_address import dialect_at
from ledger.store.dialects.dialect import dialect_of
from ledger.store.events import head, newest, stored_from
from ledger.store.recorder import LISTEN_SECONDS
from messages import Message, by_command, say
from projections.tables.entries import is_step
from projections.tables.schema import projected_if_any
from web.store.marked import NOTHING_KEPT, mark_reader

ASK_AGAIN_SECONDS = 0.1  # how soon somebody who waits learns of an event in a file


class Wakes:
    """A listening connection for everybody who waits in this process."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._handle = -1
        self._waiting: set[asyncio.Future[None]] = set()

    async def wait(self, seconds: float) -> None:
        """Wait until something may have been recorded, and no longer than so many
        seconds.
        """
        if not is_server(self._address) or not self._listens():
            await asyncio.sleep(min(seconds, ASK_AGAIN_SECONDS))
            return

        woken = asyncio.get_running_loop().create_future()
        self._waiting.add(woken)

        try:
            await asyncio.wait((woken,), timeout=min(seconds, LISTEN_SECONDS))
        finally:
            self._waiting.discard(woken)

    def _listens(self) -> bool:
        """Tell whether the server says when something is recorded; connect to it where
        no connection is alive.
        """
        from ledger.store.recorder import listen

        if self._connection is not None and dialect_of(self._connection).is_alive(
            self._connection
        ):
            return True

        self.close()

        try:
            with in_words(self._address):
                self._connection = listen(self._address)
        except SeloError:
            return False  # the next look at the ledger says what is wrong

        self._handle = self._connection.raw.fileno()
        asyncio.get_running_loop().add_reader(self._handle, self._read)
        return True

    def _read(self) -> None:
        """Wake all who wait: something was recorded, or the connection is lost."""
        try:
            with in_words(self._address):
                self._connection.heard(0)
        except SeloError:
            self.close()
        for woken in self._waiting:
            if not woken.done():
                woken.set_result(None)

    def close(self) -> None:
        """Stop listening."""
        if self._connection is not None:
            asyncio.get_event_loop().remove_reader(self._handle)
            self._connection.close()
            self._connection = None


LEAST_ROOM = 2**20  # bytes on the disk without which nothing is recorded


class State(NamedTuple):
    """What every answer follows from.

    Which file it is: another file is another ledger. The newest event and when it was
    recorded: after a ledger was put back, another event may have its number. The newest
    checkpoint, and the mark of what is kept beside the ledger.
    """

    file: int
    head: int
    moment: str
    time_zone: str
    checkpoint: int
    beside: int


class _Seen(NamedTuple):
    """A state, and how many commits the file had seen then; None of a server."""

    commits: int | None
    state: State


class LedgerState:
    """The state of the ledger, kept open for reading and opened again when another file
    stands in its place. Readers never wait for a writer, so asking is safe on the event
    loop.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._opened = -1
        # of the ledger that is served: another one is not, until somebody starts the
        # service on it
        self._origin = ""
        self._connection: OpenConnection | None = None
        self._beside = mark_reader(path)
        self._is_server = is_server(path)
        self._seen: _Seen | None = None

    def state(self) -> State:
        """Return the state as it is now."""
        state = self._of_ledger()
        return state._replace(beside=self._beside.mark())

    def _of_ledger(self) -> State:
        """Return the state without what is kept beside the ledger. Of a file it is the
        same as long as nobody has committed.
        """
        with in_words(self._path):
            connection = self._connected()
            commits = self._commits(connection)
            seen = self._seen
            if (
                seen is not None
                and commits is not None
                and (seen.state.file, seen.commits) == (self._opened, commits)
            ):
                return seen.state

            state = self._read(connection)
            self._seen = _Seen(commits, state)
            return state

    def _commits(self, connection: OpenConnection) -> int | None:
        """Count the commits that a file has seen; None of a server, where asking that
        costs as much as the state.
        """
        if self._is_server:
            return None
        return dialect_of(connection).commits(connection)

    def _read(self, connection: OpenConnection) -> State:
        try:
            number, moment = newest(connection)
        except Exception:
            if dialect_of(connection).is_alive(connection):
                raise
            connection = self._connected()  # the server was started again meanwhile
            number, moment = newest(connection)

        return State(
            self._opened,
            number,
            moment,
            self._time_zone(connection, number, moment),
            newest_number(connection),
            NOTHING_KEPT,
        )

    def _time_zone(self, connection: OpenConnection, number: int, moment: str) -> str:
        """Return the time zone after the newest event; read once for each such event,
        together with a look at whether it is still the same ledger.
        """
        seen = self._seen
        if seen is not None:
            state = seen.state
            if (state.file, state.head, state.moment) == (self._opened, number, moment):
                return state.time_zone

        with one_state(connection):
            self._check_origin(connection)
            return settings_of(connection).time_zone

    def _check_origin(self, connection: OpenConnection) -> None:
        """Refuse another ledger in the place of the first, because tokens, drafts and
        followers belong to one ledger.
        """
        first = next(iter(stored_from(connection, 1, 1)), None)
        here = "" if first is None else origin(first.state)
        self._origin = self._origin or here

        if here != self._origin:
            hint = by_command(
                "put it back, or start the service again",
                "the administrator of the service has to look at it",
            )
            message = say("another ledger has taken the place of this one")
            raise LedgerUnusable(Problem("other-ledger", message, hint=hint))

    def unless_another(self) -> State | None:
        """Return the state, and refuse another ledger. Anything else that is wrong with
        it is reported when it is needed.
        """
        try:
            return self.state()
        except SeloError as error:
            if any(problem.code == "other-ledger" for problem in error.problems):
                raise
            return None

    def is_step(self, seq: int) -> bool:
        """Tell whether the read tables answer for this state; else the events are
        replayed, which is costly.
        """
        with in_words(self._path), one_state(connection := self._connected()):
            return is_step(connection, seq)

    def lag(self) -> int:
        """Count the events that the read tables are behind."""
        with in_words(self._path), one_state(connection := self._connected()):
            return head(connection) - projected_if_any(connection).seq

    def unsigned(self) -> int:
        """Count the events that no checkpoint of the ledger's own covers; one that
        cannot be read covers none.
        """
        with in_words(self._path), one_state(connection := self._connected()):
            newest_signed = newest_own(connection)
            events = head(connection)
        if newest_signed is None:
            return events
        with suppress(SeloError):
            _, stated = read_signed_checkpoint(newest_signed.note, None)
            return events - stated.size
        return events

    def bytes(self) -> int:
        """Return the size of the ledger, in bytes."""
        return dialect_at(self._path).size(self._path)

    def journal_bytes(self) -> int:
        """Return the size of the journal in which writes stand before they are in the
        ledger, in bytes; 0 of a ledger on a server.
        """
        return dialect_at(self._path).journal_size(self._path)

    def why_not_recorded(self) -> Message | None:
        """Say why nothing can be recorded, as far as can be seen without trying;
        questions are answered all the same.
        """
        if is_server(self._path):
            return None

        room = os.statvfs(os.path.dirname(os.path.abspath(self._path)))
        if room.f_bavail * room.f_frsize < LEAST_ROOM:
            return say("the disk is full")

        if os.access(self._path, os.W_OK):
            return None
        return say("the ledger may only be read")

    def ready(self) -> SeloError | None:
        """Say why questions cannot be answered, if they cannot."""
        try:
            self.state()
        except SeloError as error:
            return error
        return None

    def rolled_back(self, folder: str, moment: str) -> Problem | None:
        """Say so if the ledger does not go on from what was seen of it on this machine,
        as `folder` remembers; what is more now is remembered.
        """
        seen = last_seen(self._path, folder)
        with in_words(self._path), one_state(connection := self._connected()):
            size = head(connection)
            problem = (
                None
                if seen is None
                else problem_of_rollback(connection, seen, self._path)
            )

        if problem is None and (seen is None or size > seen.size):
            return compare_with_last_seen(self._path, folder, moment)

        return problem

    def _connected(self) -> OpenConnection:
        """Return the connection that stays open, to the ledger that is there now.

        It is opened anew where another file was put in its place, or a server went
        away.
        """
        number = dialect_at(self._path).which(self._path)[1]
        lost = self._connection is not None and not dialect_of(
            self._connection
        ).is_alive(self._connection)
        if number != self._opened or self._connection is None or lost:
            self.close()
            look(self._path)
            self._connection = connect(self._path, write=False)
            check_schema(self._connection, self._path)
            self._opened = number

        return self._connection

    def close(self) -> None:
        """Close what stays open between two looks at the ledger."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._beside.close()
