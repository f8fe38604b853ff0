"""Open a ledger to programs that are built on `eventsourcing`: a persistence module of
the library, and its notification log.

With `PERSISTENCE_MODULE=desk.library` and `SELO_LEDGER=FILE` an application of the
library reads a ledger and can be subscribed to. What a projection makes of it stands
elsewhere. On the file, `NotificationLogReader(Notifications(path))` reads the log; over
HTTP the same sections come as JSON.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NoReturn

from eventsourcing.application import NotificationLog, Section
from eventsourcing.persistence import (
    InfrastructureFactory,
    InfrastructureFactoryError,
    JSONTranscoder,
    Notification,
)

from ledger.store.database import snapshot
from ledger.store.event_log import LedgerMapper, open_log
from ledger.store.events import StoredRow, stored_between
from ledger.store.recorder import Recorder


class Factory(InfrastructureFactory[Any]):
    """Makes what an application of the library asks for: the recorder of a ledger, and
    the mapper of its events.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        path = self.env.get("SELO_LEDGER")
        if not path:
            raise InfrastructureFactoryError(
                "SELO_LEDGER names the ledger: a file, or the address on a server"
            )
        self._path, self._log = path, open_log(path)

    def application_recorder(self) -> Recorder:
        return Recorder(self._path, self._log.transaction, _now)

    def mapper(self, *_: Any, **__: Any) -> Any:
        return LedgerMapper(JSONTranscoder())

    def aggregate_recorder(self, purpose: str = "events") -> NoReturn:
        raise _refusal_to_keep(purpose)

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> NoReturn:
        raise _refusal_to_keep("tracking")

    def process_recorder(self) -> NoReturn:
        raise _refusal_to_keep("tracking")

    def close(self) -> None:
        self._log.close()


def _refusal_to_keep(what: str) -> InfrastructureFactoryError:
    return InfrastructureFactoryError(
        f"a ledger keeps no {what}: name a module that does,"
        " NAME_PERSISTENCE_MODULE=eventsourcing.sqlite for a projection NAME"
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


MOST = 1000  # events in one section


class Notifications(NotificationLog):
    """A ledger file as a notification log; its ids are seqs, so they have no gaps."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getitem__(self, section_id: str) -> Section:
        """Return the section of an id such as `11,20`: the events with these seqs, at
        most MOST of them, and the id of the section that follows.

        A section beyond the last event has no id and no items.
        """
        first, _, last = section_id.partition(",")
        start = max(1, int(first))
        asked_for = max(0, int(last) - start + 1)
        limit = min(MOST, asked_for)
        items = self.select(start, limit)

        if not items:
            return Section(id=None, items=[], next_id=None)

        begin, end = items[0].id, items[-1].id
        following = None
        if len(items) == limit:
            following = f"{end + 1},{end + limit}"

        return Section(id=f"{begin},{end}", items=items, next_id=following)

    def select(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        """Return the notifications from a seq on, at most `limit` of them, in recorded
        order.

        `start`: the first seq; None for the first event. `stop`: the last one that may
        be among them. `topics`: only events of these topics; none for all.
        """
        first = (start or 1) if inclusive_of_start or start is None else start + 1
        with snapshot(self._path) as connection:
            return [
                _notification(row)
                for row in stored_between(connection, first, stop, limit, topics)
            ]


def _notification(row: StoredRow) -> Notification:
    return Notification(
        id=row.seq,
        originator_id=row.stream,
        originator_version=row.version,
        topic=row.topic,
        state=row.state,
    )


def section_json(section: Section) -> str:
    """Write a section as the library's own service does."""
    items = [
        {
            "id": item.id,
            "originator_id": item.originator_id,
            "originator_version": item.originator_version,
            "topic": item.topic,
            "state": b64encode(item.state).decode(),
        }
        for item in section.items
    ]
    return json.dumps({"id": section.id, "next_id": section.next_id, "items": items})
