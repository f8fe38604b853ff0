"""The recorder of `eventsourcing`: what is built on the library reads, follows and projects a ledger through it.

A notification's id is the seq, its originator the stream, and its state the body, as the mapper made it. The log is
append-only and audited, and so it is stricter than the library asks: versions count from 1 without holes, and nothing
is inserted that this program could not read back.

Adding one event: numbered, wrapped into the envelope that is hashed, and put under the tree.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from eventsourcing.persistence import (
    ApplicationRecorder,
    DataError,
    IntegrityError,
    ListenNotifySubscription,
    Notification,
    StoredEvent,
)

from ledger.bodies import Body
from ledger.errors import LedgerUnusable, Problem
from ledger.events import ENCODER, TOPICS, Envelope, PlayerSealed, PlayerTold, decode_body, opened
from ledger.proof import closed, leaf
from ledger.store.counted import need_events
from ledger.store.database import check_schema, refuse_foreign, refuse_older, snapshot
from ledger.store.events import StoredRow, head, last_moment, stored_between, stored_of
from ledger.store.logs import broken
from ledger.store.news import News
from ledger.store.tables import Connection, batches
from messages import by_command, say


class Stamp(NamedTuple):
    """The part of an envelope that a submission gives every event of one document."""

    recorded_at: str
    submission: int
    actor: str
    key: str | None = None
    digest: str | None = None
    note: str | None = None


class LogEnd:
    """The end of the log and of the tree over it. Only this transaction can add to them, so both are looked up once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.seq: int = connection.execute("SELECT COALESCE(MAX(seq), 0) FROM event").fetchone()[0]
        self._versions: dict[str, int] = {}
        self._hashes: dict[int, bytes] = {}

    def expect(self, streams: Sequence[str]) -> None:
        """Look up together where these streams end, because an event is about to be added to each."""
        for some in batches([stream for stream in dict.fromkeys(streams) if stream not in self._versions]):
            query = f"SELECT seq, stream, version FROM event WHERE stream IN ({', '.join('?' * len(some))})"
            rows = self._connection.execute(query, tuple(some)).fetchall()
            need_events(self._connection, some, [row[:2] for row in rows], broken)
            self._versions |= dict.fromkeys(some, 0)
            for _, stream, version in rows:
                self._versions[stream] = max(version, self._versions[stream])

    def next_version(self, stream: str) -> int:
        """Count a stream one further: one more than its newest version."""
        if stream not in self._versions:
            newest = "SELECT seq, version FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1"
            seq, version = self._connection.execute(newest, (stream,)).fetchone() or (0, 0)
            need_events(self._connection, [stream], [(seq, stream)] * version, broken)
            self._versions[stream] = version
        self._versions[stream] += 1
        return self._versions[stream]

    def grow(self, state: bytes) -> None:
        """Grow by one event: its hash goes into the tree, which must have ended right before it."""
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
        message = say("there are {seq} events, and not a hash of each: something was changed", seq=self.seq)
        return LedgerUnusable(
            Problem("tree-differs", message, hint=by_command("look at `selo verify`, restore a backup"))
        )


class Appending:
    """The way events are added: under the write lock each gets its seq and its envelope, and the tree grows."""

    def append(self, connection: Connection, draft: StoredEvent, stamp: Stamp, end: LogEnd) -> int:
        """Store one event and return the seq that it got."""
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


Transaction = Callable[[], AbstractContextManager[Connection]]
ACTOR = "eventsourcing"  # who recorded what no document brought
SECONDS = 0.1  # between two looks at a file, and until somebody who stopped is let go
_BESIDE: tuple[type[Body], ...] = (PlayerTold, PlayerSealed)  # half of these stands beside the log


@dataclass(frozen=True)
class Recorded(Notification):
    """An event as the library reads it, and when it was recorded, and by whom."""

    recorded_at: str
    actor: str


class Recorder(Appending, ApplicationRecorder):
    """The recorder of one ledger, in a file or on a server."""

    def __init__(self, address: str, transaction: Transaction, now: Callable[[], str]) -> None:
        """Read what is at `address`, and write in transactions of its log, stamped with what `now` says."""
        self.address = address
        self._transaction, self._now = transaction, now
        self._one_at_a_time = Lock()  # threads wait here, and not with a connection each

    def need_readable(self, event: StoredEvent) -> None:
        """Refuse an event that nobody could read back, or that says only half of what it has to."""
        shape = TOPICS.get(event.topic)
        if shape in _BESIDE:
            raise DataError(f"a player is registered by a document: names stand beside the log ({event.topic})")
        try:
            decode_body(event.topic, event.state)
        except (LedgerUnusable, msgspec.MsgspecError) as error:
            raise DataError(f"no event of this ledger: {event.topic}: {error}") from error

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Store events past all deciding, all or none of them, and return their seqs; facts come by documents."""
        for event in stored_events:
            self.need_readable(event)
        if not stored_events:
            return []
        with self._one_at_a_time, self._transaction() as connection:
            check_schema(connection, self.address)
            refuse_foreign(connection, self.address)
            refuse_older(connection, self.address)
            end = LogEnd(connection)
            stamp = Stamp(max(self._now(), last_moment(connection)), end.seq + 1, ACTOR)
            return [self._insert(connection, event, stamp, end) for event in stored_events]

    def _insert(self, connection: Connection, event: StoredEvent, stamp: Stamp, end: LogEnd) -> int:
        due = end.next_version(str(event.originator_id))
        if event.originator_version != due:
            what = f"{event.originator_id} goes on with version {due}, and not {event.originator_version}"
            raise IntegrityError(what)
        return self.append(connection, event, stamp, end)

    def select_events(
        self, originator_id: UUID | str, *, gt: int | None = None, lte: int | None = None, desc: bool = False,
        limit: int | None = None,
    ) -> list[StoredEvent]:  # fmt: skip
        """Read a stream, or a part of it."""
        with snapshot(self.address) as connection:
            rows = stored_of(connection, str(originator_id))
        chosen = [row for row in rows if row.version > (gt or 0) and (lte is None or row.version <= lte)]
        return [_recorded(row) for row in (chosen[::-1] if desc else chosen)[:limit]]

    def select_notifications(
        self, start: int | None, limit: int, stop: int | None = None, topics: Sequence[str] = (), *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:  # fmt: skip
        """Read so many events from one on, in recorded order."""
        first = (start or 1) if inclusive_of_start or start is None else start + 1
        with snapshot(self.address) as connection:
            return [_recorded(row) for row in stored_between(connection, first, stop, limit, topics)]

    def max_notification_id(self) -> int | None:
        """Return the seq of the newest event; None in an empty ledger."""
        with snapshot(self.address) as connection:
            return head(connection) or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> "Subscription":
        """Follow the log: what is there after an event, and then what comes, as soon as it is recorded."""
        return Subscription(self, gt, topics)


class Subscription(ListenNotifySubscription[ApplicationRecorder]):
    """The events of one ledger after a given one, first those that are there, then those to come; a thread waits for
    new ones.
    """

    def __init__(self, recorder: Recorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._address = recorder.address
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def __exit__(self, *raised: object, **named: Any) -> None:
        try:
            super().__exit__(*raised, **named)
        finally:
            self._listening.join()

    def _listen(self) -> None:
        try:
            with closing(News(self._address)) as news:
                self._has_been_notified.set()  # of what came before anybody listened
                while not self._has_been_stopped:
                    if news.wait(SECONDS, SECONDS):
                        self._has_been_notified.set()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()


def _recorded(row: StoredRow) -> Recorded:
    e = opened(row.state)
    return Recorded(e.stream, e.version, e.topic, bytes(e.body), e.seq, e.recorded_at, e.actor)
