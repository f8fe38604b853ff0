"""Write to the event log: append-only, numbered under the write lock, wrapped into the
envelope that is hashed, and put under the tree. logs/ has what belongs to each
database.

Why not the library's own table: 10.0 changes both files and calls, so the DDL is ours;
a deferred BEGIN fails at once when two write, so writing begins IMMEDIATE; positions
must not be renumbered by VACUUM.

Why: docs/design/003-the-store.md
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, NamedTuple, Protocol

import msgspec
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from ledger.errors import LedgerUnusable, Problem
from ledger.events import (
    ENCODER,
    Envelope,
    Event,
    PlayerRegistered,
    decode_body,
    encode_body,
)
from ledger.proof import hash_to_store, leaf
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.counted import need_events
from ledger.store.database import (
    WAIT_SECONDS,
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
from ledger.store.dialects.definitions import take_away_foreign
from ledger.store.dialects.dialect import dialect_of
from ledger.store.logs.tree import broken
from ledger.store.persons import Personal
from ledger.store.tables import among, batches, ddl, newest
from messages import by_command, say


class MappedEvent(NamedTuple):
    """An event as the library's mapper takes and gives it; `originator_*` is what the
    library calls a stream, and `recorded_at` says when one that is stored was recorded.
    """

    originator_id: str
    originator_version: int
    body: Any
    recorded_at: str = ""


class LedgerMapper(Mapper[str]):
    """The way from a struct to topic and bytes. The topic is a name that depends on no
    file, so files may move.
    """

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        topic = domain_event.body.topic
        body = encode_body(domain_event.body)
        return StoredEvent(
            domain_event.originator_id, domain_event.originator_version, topic, body
        )

    def to_domain_event(self, stored_event: StoredEvent) -> MappedEvent:
        """Make the event of today's shape, whichever it was stored in."""
        body = decode_body(stored_event.topic, stored_event.state)
        recorded_at = getattr(stored_event, "recorded_at", "")
        return MappedEvent(
            str(stored_event.originator_id),
            stored_event.originator_version,
            body,
            recorded_at,
        )


class Stamp(NamedTuple):
    """The part of an envelope that a submission gives every event of one document."""

    recorded_at: str
    submission: int
    actor: str
    key: str | None = None
    digest: str | None = None
    note: str | None = None


class LogEnd:
    """The end of the log and of the tree over it. Only this transaction can add to
    them, so both are looked up once.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        query = "SELECT COALESCE(MAX(seq), 0) FROM event"
        [last] = connection.execute(query).fetchone()
        self.seq: int = last
        # by stream
        self._versions: dict[str, int] = {}
        # by seq
        self._hashes: dict[int, bytes] = {}

    def expect(self, streams: Sequence[str]) -> None:
        """Look up together where these streams end, because an event is about to be
        added to each.
        """
        unknown = []
        for stream in dict.fromkeys(streams):
            if stream not in self._versions:
                unknown.append(stream)

        for batch in batches(unknown):
            condition = among("stream", batch)
            query = f"SELECT seq, stream, version FROM event WHERE {condition}"
            rows = self._connection.execute(query, batch).fetchall()
            need_events(self._connection, batch, [row[:2] for row in rows], broken)
            self._versions |= dict.fromkeys(batch, 0)
            for _, stream, version in rows:
                self._versions[stream] = max(version, self._versions[stream])

    def next_version(self, stream: str) -> int:
        """Count a stream one further: one more than its newest version."""
        if stream not in self._versions:
            newest_first = (
                "SELECT seq, version FROM event WHERE stream = ? ORDER BY version DESC"
                " LIMIT 1"
            )
            row = self._connection.execute(newest_first, (stream,)).fetchone()
            seq, version = row or (0, 0)
            need_events(self._connection, [stream], [(seq, stream)] * version, broken)
            self._versions[stream] = version

        self._versions[stream] += 1
        return self._versions[stream]

    def grow(self, state: bytes) -> None:
        """Grow by one event: its hash goes into the tree, which must have ended right
        before it.
        """
        if not self._hashes:
            newest = "SELECT seq, hash FROM tree ORDER BY seq DESC LIMIT 1"
            row = self._connection.execute(newest).fetchone()
            last, last_hash = row or (0, b"")
            # a tree that ends elsewhere was cut off or extended by something else:
            # never build on it
            if last != self.seq:
                raise self._tree_differs()
            self._hashes[last] = bytes(last_hash)

        hashed = hash_to_store(self.seq + 1, leaf(state), self._hash)
        self.seq += 1
        self._hashes[self.seq] = hashed
        self._connection.execute(
            "INSERT INTO tree (seq, hash) VALUES (?, ?)", (self.seq, hashed)
        )

    def _hash(self, seq: int) -> bytes:
        if seq not in self._hashes:
            row = self._connection.execute(
                "SELECT hash FROM tree WHERE seq = ?", (seq,)
            ).fetchone()
            if row is None:
                raise self._tree_differs()
            (stored,) = row
            self._hashes[seq] = bytes(stored)
        return self._hashes[seq]

    def _tree_differs(self) -> LedgerUnusable:
        message = say(
            "there are {seq} events, and not a hash of each: something was changed",
            seq=self.seq,
        )
        hint = by_command("look at `selo verify`, restore a backup")
        return LedgerUnusable(Problem("tree-differs", message, hint=hint))


def store_event(
    connection: Connection, stored: StoredEvent, stamp: Stamp, end: LogEnd
) -> int:
    """Store one event, with its envelope and its hash in the tree, and return the seq
    that it got.
    """
    # under the write lock nobody else can take this number, so seqs have no holes
    seq = end.seq + 1
    envelope = Envelope(
        seq=seq,
        recorded_at=stamp.recorded_at,
        submission=stamp.submission,
        actor=stamp.actor,
        topic=stored.topic,
        stream=str(stored.originator_id),
        version=stored.originator_version,
        body=msgspec.Raw(stored.state),
        key=stamp.key,
        digest=stamp.digest,
        note=stamp.note,
    )
    state = ENCODER.encode(envelope)
    connection.execute(
        "INSERT INTO event (seq, stream, version, topic, recorded_at, submission,"
        " state) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            seq,
            stored.originator_id,
            stored.originator_version,
            stored.topic,
            stamp.recorded_at,
            stamp.submission,
            state,
        ),
    )

    end.grow(state)
    return seq


class OpenLog(Protocol):
    """The event log of one ledger, open for writing."""

    def transaction(self) -> AbstractContextManager[Connection]: ...

    def close(self) -> None: ...


def open_log(path: str, wait: float = WAIT_SECONDS, gives_way: bool = False) -> OpenLog:
    """Open the event log of a ledger; nothing is looked at before it is used."""
    if is_server(path):
        from ledger.store.logs import postgres

        return postgres.ServerLog(path, wait, gives_way)
    from ledger.store.logs import sqlite

    return sqlite.FileLog(path, wait)


_MAPPER = LedgerMapper(JSONTranscoder())


class Writer:
    """One write transaction: events go in, and the same connection serves the read
    tables.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._end: LogEnd | None = None
        # who was looked up together, until their next document
        self.people: dict[str, Personal | None] = {}
        # what those were called who are erased here; without names where they had been
        # erased before
        self.erased: list[Personal] = []
        self.appended = False

    def expect(self, streams: Sequence[str]) -> None:
        """Announce that an event is about to be appended to each of these streams."""
        self._log_end().expect(streams)

    @contextmanager
    def taken_back(self) -> Iterator["Writer"]:
        """Write within the transaction, and take it back at the end: a writer with an
        end of the log of its own.
        """
        self.connection.execute("SAVEPOINT tried")
        try:
            yield Writer(self.connection)
        finally:
            self.connection.execute("ROLLBACK TO SAVEPOINT tried")
            self.connection.execute("RELEASE SAVEPOINT tried")

    def _log_end(self) -> LogEnd:
        """Return the end of the log, which is looked up when first asked for."""
        self._end = self._end or LogEnd(self.connection)
        return self._end

    def as_at_the_end(self) -> None:
        """Do what comes right before the commit, so that the transaction can be audited
        as it will stand.
        """
        dialect_of(self.connection).before_commit(self.connection)

    def append(self, stream: str, body: msgspec.Struct, stamp: Stamp) -> Event:
        """Append an event and return it as it would be read back; a test compares the
        two.
        """
        end = self._log_end()
        self.appended = True
        mapped = MappedEvent(stream, end.next_version(stream), body)
        seq = store_event(self.connection, _MAPPER.to_stored_event(mapped), stamp, end)
        if isinstance(body, PlayerRegistered) and body.salt:
            keep_sealed(self.connection, seq, body)
        return Event(
            seq=seq,
            recorded_at=stamp.recorded_at,
            submission=stamp.submission,
            actor=stamp.actor,
            stream=stream,
            body=body,
            key=stamp.key,
            digest=stamp.digest,
            note=stamp.note,
        )


class Store:
    """A ledger that is open for writing."""

    # whether this process may have recorded events: what an interrupted command says
    # depends on it
    recorded = False

    def __init__(
        self,
        path: str,
        wait: float = WAIT_SECONDS,
        *,
        mends: bool = False,
        upgrades: bool = False,
        gives_way: bool = False,
    ) -> None:
        """Open a ledger for writing.

        `mends`: what a stranger put into the file is taken away first, and missing
        guards are put back. `upgrades`: a ledger of an earlier format is brought
        forward; otherwise it is refused. `gives_way`: on a server, any other writer
        interrupts this one, so nothing of it may be meant to last.
        """
        look(path)
        self.path = path
        self._mends, self._upgrades = mends, upgrades
        self._log = open_log(path, wait, gives_way)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open a write transaction, all of it or nothing: any exception rolls back, an
        interrupt too.
        """
        with in_words(self.path), self._log.transaction() as connection:
            check_schema(connection, self.path)
            if not self._upgrades:
                refuse_older(connection, self.path)
            if self._mends:
                take_away_foreign(connection)
            else:
                refuse_foreign(connection, self.path)
            if self._upgrades:
                bring_forward(connection)
            writer = Writer(connection)
            yield writer
            # before the commit: an interrupt may come in the midst of it
            Store.recorded |= writer.appended

    def close(self) -> None:
        self._log.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def new_ledger(
    path: str, created_at: str, fill: Callable[[Connection], None]
) -> Iterator[Writer]:
    """Make a new ledger, in one transaction with everything that the caller books into
    it; its place must be free.
    """
    with (
        _ledger_on_server(path) if is_server(path) else _ledger_in_file(path)
    ) as connection:
        for statement in ddl():
            connection.execute(statement)
        connection.execute("INSERT INTO ledger VALUES (?, ?)", (newest(), created_at))
        fill(connection)
        yield Writer(connection)
    Store.recorded = True


@contextmanager
def _ledger_on_server(address: str) -> Iterator[Connection]:
    from ledger.store.logs.postgres import ServerLog

    with (
        in_words(address),
        closing(ServerLog(address, WAIT_SECONDS)) as log,
        log.making() as connection,
    ):
        yield connection


@contextmanager
def _ledger_in_file(path: str) -> Iterator[Connection]:
    """Make a ledger in a file beside its place and move it there whole."""
    from ledger.store.unfinished import unfinished_ledger
    from ledger.whole_files import move_into_place, refuse_taken_name, share_as_folder

    refuse_taken_name(path, say("use it as it is, or choose another name"))
    with unfinished_ledger(path) as unfinished:
        with in_words(unfinished), closing(new_file(unfinished)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        # the name is given to this file alone, not to a log beside it; whoever writes
        # first need not switch it over
        in_one_file(unfinished)
        at_work(unfinished)
        share_as_folder(unfinished)
        move_into_place(unfinished, path)
