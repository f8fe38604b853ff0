"""The recorder of `eventsourcing`: what is built on the library reads, follows and projects a ledger through it.

A notification's id is the seq, its originator the stream, and its state the body, as the mapper made it. The log is
append-only and audited, and so it is stricter than the library asks: versions count from 1 without holes, and nothing
is inserted that this program could not read back.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any
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
from ledger.errors import LedgerUnusable
from ledger.events import TOPICS, decode_body, opened
from ledger.sealed import PlayerSealed, PlayerTold
from ledger.store.database import check_schema, refuse_foreign, refuse_older, snapshot
from ledger.store.events import StoredRow, head, last_moment, stored_between, stored_of
from ledger.store.logs.appending import Appending, LogEnd, Stamp
from ledger.store.news import News
from ledger.store.tables import Connection

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
    """The events of one ledger from one on, those that are there and then those to come; a thread hears of new ones."""

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
