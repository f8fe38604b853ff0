"""Write to the event log: append-only, numbered under the write lock. logs/ has what belongs to each database.

Why not the library's own table: 10.0 changes both files and calls, so the DDL is ours; a deferred BEGIN fails at once
when two write, so writing begins IMMEDIATE; positions must not be renumbered by VACUUM.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, NamedTuple, Protocol

import msgspec
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from ledger.events import Event, PlayerRegistered, decode_body, encode_body
from ledger.store import is_server
from ledger.store.database import (
    WAIT_SECONDS,
    Connection,
    at_work,
    bring_forward,
    check_schema,
    in_one_file,
    in_words,
    look,
    new_file,
    refuse_foreign,
    refuse_older,
)
from ledger.store.details import keep_sealed
from ledger.store.dialects import take_away_foreign
from ledger.store.persons import Personal
from ledger.store.recorder import Appending, LogEnd, Stamp
from ledger.store.tables import DDL, SCHEMA_VERSION
from messages import say

__all__ = ["Draft", "LedgerMapper", "LogEnd", "Stamp", "Store", "Writer", "created", "open_log"]


class Draft(NamedTuple):
    """An event as the library's mapper takes and gives it; `originator_*` is what the library calls a stream.

    `recorded_at`: of one that is stored, when that was.
    """

    originator_id: str
    originator_version: int
    body: Any
    recorded_at: str = ""


class LedgerMapper(Mapper[str]):
    """The way from a struct to topic and bytes; the topic is a name that does not depend on files, so that files may
    move.
    """

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        topic = domain_event.body.topic
        body = encode_body(domain_event.body)
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, topic, body)

    def to_domain_event(self, stored_event: StoredEvent) -> Draft:
        """Make the event of today's shape, whichever it was stored in."""
        body = decode_body(stored_event.topic, stored_event.state)
        recorded_at = getattr(stored_event, "recorded_at", "")
        return Draft(str(stored_event.originator_id), stored_event.originator_version, body, recorded_at)


class _Log(Protocol):
    """The event log of one ledger, open for writing."""

    def transaction(self) -> AbstractContextManager[Connection]: ...

    def close(self) -> None: ...


def open_log(path: str, wait: float = WAIT_SECONDS, gives_way: bool = False) -> _Log:
    """Open the event log of a ledger; nothing is looked at before it is used."""
    if is_server(path):
        from ledger.store.logs import postgres

        return postgres.Log(path, wait, gives_way)
    from ledger.store.logs import sqlite

    return sqlite.Log(path, wait)


class Writer:
    """One write transaction: events go in, and the same connection serves the read tables."""

    def __init__(self, connection: Connection, recorder: Appending, mapper: LedgerMapper) -> None:
        self.connection = connection
        self._recorder = recorder
        self._mapper = mapper
        self._end: LogEnd | None = None
        self.people: dict[str, Personal | None] = {}  # who was looked up together, until their next document
        self.erased: list[Personal] = []  # what those were called who are erased here
        self.appended = False

    def expect(self, streams: Sequence[str]) -> None:
        """Announce that an event is about to be appended to each of these streams."""
        self._log_end().expect(streams)

    @contextmanager
    def taken_back(self) -> Iterator["Writer"]:
        """Write within the transaction, and take it back at the end: a writer with an end of the log of its own."""
        self.connection.execute("SAVEPOINT tried")
        try:
            yield Writer(self.connection, self._recorder, self._mapper)
        finally:
            self.connection.execute("ROLLBACK TO SAVEPOINT tried")
            self.connection.execute("RELEASE SAVEPOINT tried")

    def _log_end(self) -> LogEnd:
        self._end = self._end or LogEnd(self.connection)
        return self._end

    def append(self, stream: str, body: msgspec.Struct, stamp: Stamp) -> Event:
        """Append an event and return it as it would be read back; a test compares the two."""
        end = self._log_end()
        self.appended = True
        draft = self._mapper.to_stored_event(Draft(stream, end.next_version(stream), body))
        seq = self._recorder.append(self.connection, draft, stamp, end)
        if isinstance(body, PlayerRegistered) and body.salt:
            keep_sealed(self.connection, seq, body)
        return Event(
            seq, stamp.recorded_at, stamp.submission, stamp.actor, stream, body, stamp.key, stamp.digest, stamp.note
        )


class Store:
    """A ledger that is open for writing."""

    # whether this process may have recorded events: what an interrupted command says depends on it
    recorded = False

    def __init__(
        self, path: str, wait: float = WAIT_SECONDS, *, mends: bool = False, upgrades: bool = False,
        gives_way: bool = False,
    ) -> None:  # fmt: skip
        """Open a ledger for writing.

        `mends`: what a stranger put into the file is taken away first, and missing guards are put back. `upgrades`: a
        ledger of an earlier format is brought forward; otherwise it is refused. `gives_way`: on a server, any other
        writer interrupts this one, so nothing of it may be meant to last.
        """
        look(path)
        self.path = path
        self._mends, self._upgrades = mends, upgrades
        self._log = open_log(path, wait, gives_way)
        self._appending, self._mapper = Appending(), LedgerMapper(JSONTranscoder())

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open a write transaction, all of it or nothing: any exception rolls back, an interrupt too."""
        with in_words(self.path), self._log.transaction() as connection:
            check_schema(connection, self.path)
            if self._mends:
                take_away_foreign(connection)
            else:
                refuse_foreign(connection, self.path)
            if self._upgrades:
                bring_forward(connection)
            refuse_older(connection, self.path)
            writer = Writer(connection, self._appending, self._mapper)
            yield writer
            Store.recorded |= writer.appended  # before the commit: an interrupt may come in the midst of it

    def close(self) -> None:
        self._log.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def created(path: str, created_at: str, fill: Callable[[Connection], None]) -> Iterator[Writer]:
    """Make a new ledger, in one transaction with everything that the caller books into it; its place must be free."""
    with _made_on_server(path) if is_server(path) else _made_as_file(path) as connection:
        for statement in DDL:
            connection.execute(statement)
        connection.execute("INSERT INTO ledger VALUES (?, ?)", (SCHEMA_VERSION, created_at))
        fill(connection)
        yield Writer(connection, Appending(), LedgerMapper(JSONTranscoder()))
    Store.recorded = True


@contextmanager
def _made_on_server(address: str) -> Iterator[Connection]:
    from ledger.store.logs.postgres import Log

    with in_words(address), closing(Log(address, WAIT_SECONDS)) as log, log.making() as connection:
        yield connection


@contextmanager
def _made_as_file(path: str) -> Iterator[Connection]:
    """Make a ledger in a file beside its place and move it there whole."""
    from ledger.outgoing import free, publish, share_as_folder
    from ledger.store.copies import drafted

    free(path, say("use it as it is, or choose another name"))
    with drafted(path) as draft:
        with in_words(draft), closing(new_file(draft)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        # the name is given to this file alone, not to a log beside it; whoever writes first need not switch it over
        in_one_file(draft)
        at_work(draft)
        share_as_folder(draft)
        publish(draft, path)
