"""Be the recorder of `eventsourcing`: what is built on the library reads, follows and
projects a ledger through it.

A notification's id is the seq, its originator the stream, and its state the body, as
the mapper made it. The log is append-only and audited, and so it is stricter than the
library asks: versions count from 1 without holes, and nothing is inserted that this
program could not read back.

Whoever follows the log waits for news of it: a file is asked again and again, a server
says so.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any
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

from ledger.errors import LedgerUnusable
from ledger.events import TOPICS, OfFeature, PlayerSealed, decode_body, opened
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.database import (
    check_schema,
    in_words,
    refuse_foreign,
    refuse_older,
    snapshot,
)
from ledger.store.dialects.dialect import dialect_of
from ledger.store.event_log import LogEnd, Stamp, store_event
from ledger.store.events import (
    StoredRow,
    head,
    last_moment,
    stored_between,
    stored_in_stream,
)

if TYPE_CHECKING:
    from ledger.store.server.connection import ServerConnection

# then whoever waits looks for itself: a word may be lost with a connection
LISTEN_SECONDS = 5


class News:
    """The news of one ledger, from when it is opened until it is closed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._hears = is_server(address)
        self._listen()

    def wait(self, seconds: float, listen: float = LISTEN_SECONDS) -> bool:
        """Wait until something may have been recorded; for a file or a replica, just
        wait for `seconds`.

        Return False only where a server had nothing to say in the seconds of `listen`.
        """
        if not self._hears:
            time.sleep(seconds)
            return True
        with in_words(self._address):
            if self._connection is not None and dialect_of(self._connection).is_alive(
                self._connection
            ):
                return bool(self._connection.heard(listen))
            self._listen()
            return True

    def _listen(self) -> None:
        """Connect to the server and ask to be told of new events. Where nothing tells
        of them, in a file or on a replica, whoever waits has only the clock.
        """
        self.close()
        if not self._hears:
            return
        try:
            with in_words(self._address):
                self._connection = listen(self._address)
        except LedgerUnusable as error:
            if error.problems[0].code != "read-only":
                raise  # whoever waits may call again, when the server is back
            self._hears = False  # a replica hears of nothing

    def close(self) -> None:
        """Hang up; a later wait connects anew."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def listen(address: str) -> "ServerConnection":
    """Open a connection that is notified of every commit."""
    from ledger.store.dialects.postgres import CHANNEL, CONNECT_SECONDS, connect

    connection = connect(address, write=False, wait=CONNECT_SECONDS)
    try:
        connection.listen(CHANNEL)
    except BaseException:
        connection.close()
        raise
    return connection


Transaction = Callable[[], AbstractContextManager[Connection]]
ACTOR = "eventsourcing"  # who recorded what no document brought
SECONDS = 0.1  # between two looks at a file, and until somebody who stopped is let go


@dataclass(frozen=True)
class Recorded(Notification):
    """An event as the library reads it, and when it was recorded, and by whom."""

    recorded_at: str
    actor: str


class Recorder(ApplicationRecorder):
    """The recorder of one ledger, in a file or on a server."""

    def __init__(
        self, address: str, transaction: Transaction, now: Callable[[], str]
    ) -> None:
        """Read what is at `address`, and write in transactions of its log, stamped with
        what `now` says.
        """
        self.address = address
        self._transaction, self._now = transaction, now
        # threads wait here, and not with a connection each
        self._one_at_a_time = Lock()

    def need_readable(self, event: StoredEvent) -> None:
        """Refuse an event that nobody could read back, or that says only half of what
        it has to.
        """
        if TOPICS.get(event.topic) is PlayerSealed:  # half of it stands beside the log
            raise DataError(
                "a player is registered by a document: names stand beside the log"
                f" ({event.topic})"
            )

        try:
            body = decode_body(event.topic, event.state)
        except (LedgerUnusable, msgspec.MsgspecError) as error:
            raise DataError(
                f"no event of this ledger: {event.topic}: {error}"
            ) from error

        if isinstance(body, OfFeature):
            raise DataError(f"no event of this ledger: {event.topic}")

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int]:
        """Store events past all deciding, all or none of them, and return their seqs;
        facts come by documents.
        """
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
            return [
                self._insert(connection, event, stamp, end) for event in stored_events
            ]

    def _insert(
        self, connection: Connection, event: StoredEvent, stamp: Stamp, end: LogEnd
    ) -> int:
        due = end.next_version(str(event.originator_id))
        if event.originator_version != due:
            what = (
                f"{event.originator_id} goes on with version {due}, and not"
                f" {event.originator_version}"
            )
            raise IntegrityError(what)
        return store_event(connection, event, stamp, end)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[StoredEvent]:
        """Read a stream, or a part of it."""
        with snapshot(self.address) as connection:
            rows = stored_in_stream(connection, str(originator_id))
        first = 1 if gt is None else gt + 1
        chosen = [row for row in rows if row.version >= first]
        if lte is not None:
            chosen = [row for row in chosen if row.version <= lte]
        if desc:
            chosen.reverse()
        return [_library_event(row) for row in chosen[:limit]]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        """Read so many events from one on, in recorded order."""
        first = start or 1
        if start is not None and not inclusive_of_start:
            first = start + 1
        with snapshot(self.address) as connection:
            rows = stored_between(connection, first, stop, limit, topics)
        return [_library_event(row) for row in rows]

    def max_notification_id(self) -> int | None:
        """Return the seq of the newest event; None in an empty ledger."""
        with snapshot(self.address) as connection:
            return head(connection) or None

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> "Subscription":
        """Follow the log: what is there after an event, and then what comes, as soon as
        it is recorded.
        """
        return Subscription(self, gt, topics)


class Subscription(ListenNotifySubscription[ApplicationRecorder]):
    """The events of one ledger after a given one, first those that are there, then
    those to come; a thread waits for new ones.
    """

    def __init__(
        self, recorder: Recorder, gt: int | None, topics: Sequence[str]
    ) -> None:
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


def _library_event(row: StoredRow) -> Recorded:
    """Return an event as the library reads it."""
    envelope = opened(row.state)
    return Recorded(
        originator_id=envelope.stream,
        originator_version=envelope.version,
        topic=envelope.topic,
        state=bytes(envelope.body),
        id=envelope.seq,
        recorded_at=envelope.recorded_at,
        actor=envelope.actor,
    )
