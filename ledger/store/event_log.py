"""The event table, and sole owner of `eventsourcing`: append-only, numbered under the write lock.

Why not the library's own table: 10.0 changes both files and calls, so the DDL is ours; a deferred BEGIN fails at once
when two write, so writing begins IMMEDIATE; positions must not be renumbered by VACUUM.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from ledger.errors import LedgerUnusable, Problem
from ledger.events import ENCODER, TOPIC_OF, Envelope, Event, encode_body
from ledger.proof import closed, leaf
from ledger.store.database import (
    WAIT_SECONDS,
    Connection,
    bring_forward,
    check_schema,
    connect,
    in_words,
    look,
    new_file,
    refuse_foreign,
)
from ledger.store.shape import take_away_foreign
from ledger.store.tables import DDL, SCHEMA_VERSION
from ledger.store.waiting.queue import ASK_AGAIN_SECONDS, turn


class Draft(NamedTuple):
    """An event that has been decided and not yet stored; `originator_*` is what the library calls a stream."""

    originator_id: str
    originator_version: int
    body: msgspec.Struct


class Stamp(NamedTuple):
    """What a submission gives every event of one document."""

    recorded_at: str
    submission: int
    actor: str
    key: str | None = None
    digest: str | None = None
    note: str | None = None


class LedgerMapper(Mapper[str]):
    """Struct to topic and bytes; the topic is a name of ours, so files may move."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        topic = TOPIC_OF[type(domain_event.body)]
        body = encode_body(domain_event.body)
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, topic, body)


class _Immediate(SQLiteTransaction):
    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        if self.commit:
            wait = getattr(self.connection, "wait", WAIT_SECONDS)
            deadline = time.monotonic() + wait
            with turn(getattr(self.connection, "path", ""), deadline):
                _take_lock(cursor, deadline)
            cursor.execute(f"PRAGMA busy_timeout={int(wait * 1000)}")
        else:
            cursor.execute("BEGIN")
        return cursor


def _take_lock(cursor: SQLiteCursor, deadline: float) -> None:
    """Take the write lock; whoever has their turn asks often.

    SQLite's own waiting asks less and less often, so that under many writers the one that has waited longest is served
    last, or never.
    """
    cursor.execute("PRAGMA busy_timeout=0")
    while True:
        try:
            cursor.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(ASK_AGAIN_SECONDS)


class _Connection(SQLiteConnection):
    wait: float = WAIT_SECONDS
    path: str = ""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with _Immediate(self, commit=commit) as cursor, cursor:
            yield cursor


class _Pool(SQLiteConnectionPool):
    wait: float = WAIT_SECONDS  # the library's own is in whole seconds

    def _create_connection(self) -> SQLiteConnection:
        connection = connect(self.db_name, write=True, wait=self.wait)
        connection.row_factory = None
        pooled = _Connection(connection, self.max_age)
        pooled.wait, pooled.path = self.wait, self.db_name
        return pooled


class LogEnd:
    """Where the log ends, and the tree over it. Only this transaction can add to them, so both are looked up once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.seq: int = connection.execute("SELECT COALESCE(MAX(seq), 0) FROM event").fetchone()[0]
        self._versions: dict[str, int] = {}
        self._hashes: dict[int, bytes] = {}

    def next_version(self, stream: str) -> int:
        """One more than the newest of the stream."""
        if stream not in self._versions:
            newest = "SELECT COALESCE(MAX(version), 0) FROM event WHERE stream = ?"
            self._versions[stream] = self._connection.execute(newest, (stream,)).fetchone()[0]
        self._versions[stream] += 1
        return self._versions[stream]

    def grow(self, state: bytes) -> None:
        """One event longer: its hash goes into the tree, which must have ended right before it."""
        if not self._hashes:
            row = self._connection.execute("SELECT seq, hash FROM tree ORDER BY seq DESC LIMIT 1").fetchone() or (
                0,
                b"",
            )
            # a tree that ends elsewhere was cut off or extended by something else: never build on it
            if row[0] != self.seq:
                raise self._tree_differs()
            self._hashes[row[0]] = bytes(row[1])
        hashed = closed(self.seq + 1, leaf(state), self._hash)
        self.seq += 1
        self._hashes[self.seq] = hashed
        self._connection.execute("INSERT INTO tree (seq, hash) VALUES (?, ?)", (self.seq, hashed))

    def _hash(self, seq: int) -> bytes:
        if seq not in self._hashes:
            row = self._connection.execute("SELECT hash FROM tree WHERE seq = ?", (seq,)).fetchone()
            if row is None:
                raise self._tree_differs()
            self._hashes[seq] = bytes(row[0])
        return self._hashes[seq]

    def _tree_differs(self) -> LedgerUnusable:
        message = f"there are {self.seq} events, and not a hash of each: something was changed"
        return LedgerUnusable(Problem("tree-differs", message, hint="look at `selo verify`, restore a backup"))


class LedgerRecorder(SQLiteApplicationRecorder):
    """Gives the seq, wraps the body into its envelope and grows the tree while it holds the write lock."""

    def append(self, connection: Connection, draft: StoredEvent, stamp: Stamp, end: LogEnd) -> int:
        """The seq that the event got."""
        # under the write lock nobody else can take this number, so seqs have no holes
        seq = end.seq + 1
        envelope = Envelope(
            seq, stamp.recorded_at, stamp.submission, stamp.actor, draft.topic, str(draft.originator_id),
            draft.originator_version, msgspec.Raw(draft.state), stamp.key, stamp.digest, stamp.note,
        )  # fmt: skip
        state = ENCODER.encode(envelope)
        connection.execute(
            "INSERT INTO event (seq, stream, version, topic, recorded_at, submission, state)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (seq, draft.originator_id, draft.originator_version, draft.topic, stamp.recorded_at,
             stamp.submission, state),
        )  # fmt: skip
        end.grow(state)
        return seq


class Writer:
    """One write transaction: events go in, and the same connection serves the read tables."""

    def __init__(self, connection: Connection, recorder: LedgerRecorder, mapper: LedgerMapper) -> None:
        self.connection = connection
        self._recorder = recorder
        self._mapper = mapper
        self._end: LogEnd | None = None

    @property
    def appended(self) -> bool:
        return self._end is not None

    def append(self, stream: str, body: msgspec.Struct, stamp: Stamp) -> Event:
        """The event as it would be read back; a test compares."""
        end = self._end = self._end or LogEnd(self.connection)
        draft = self._mapper.to_stored_event(Draft(stream, end.next_version(stream), body))
        seq = self._recorder.append(self.connection, draft, stamp, end)
        return Event(
            seq, stamp.recorded_at, stamp.submission, stamp.actor, stream, body, stamp.key, stamp.digest, stamp.note
        )


class Store:
    """The ledger file, open for writing."""

    # whether this process may have recorded events: what an interrupted command says depends on it
    recorded = False

    def __init__(self, path: str, wait: float = WAIT_SECONDS, *, mends: bool = False) -> None:
        """`mends`: what a stranger put into the file is taken away first, and missing guards stand again."""
        look(path)
        self.path = path
        self._mends = mends
        self._datastore = SQLiteDatastore(path, originator_id_type="text")
        # the library's own pool opens connections with its own pragmas; ours go through `connect`
        self._datastore.pool.close()
        self._datastore.pool = pool = _Pool(db_name=path)
        pool.wait = wait
        self._recorder = LedgerRecorder(self._datastore, events_table_name="event")
        self._mapper = LedgerMapper(JSONTranscoder())

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """All of it or nothing: any exception rolls back, an interrupt too."""
        with in_words(self.path), self._datastore.transaction(commit=True) as cursor:
            connection: Connection = cursor.sqlite_cursor.connection
            check_schema(connection, self.path)
            if self._mends:
                take_away_foreign(connection)
            else:
                refuse_foreign(connection, self.path)
            bring_forward(connection)
            writer = Writer(connection, self._recorder, self._mapper)
            yield writer
            Store.recorded |= writer.appended  # before the commit: an interrupt may come in the midst of it

    def close(self) -> None:
        self._datastore.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create(path: str, created_at: str, fill: Callable[[Connection], None]) -> None:
    """The tables of a new ledger, in one transaction; the file must not be there."""
    with in_words(path):
        connection = new_file(path)
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statement in DDL:
                connection.execute(statement)
            connection.execute("INSERT INTO ledger VALUES (?, ?)", (SCHEMA_VERSION, created_at))
            fill(connection)
            connection.execute("COMMIT")
        finally:
            connection.close()
