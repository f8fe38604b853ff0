"""The event log as programs read it that are built with `eventsourcing`: the library's notification log.

On the file, `NotificationLogReader(Notifications(path))` reads it; over HTTP the same sections come as JSON.
"""

import json
from base64 import b64encode
from collections.abc import Sequence

from eventsourcing.application import NotificationLog, Section
from eventsourcing.persistence import Notification

from ledger.store.database import snapshot
from ledger.store.events import StoredRow, stored_between

MOST = 1000  # events in one section


class Notifications(NotificationLog):
    """A ledger file as a notification log; its ids are seqs, so they have no gaps."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getitem__(self, section_id: str) -> Section:
        first, _, last = section_id.partition(",")
        start = max(1, int(first))
        limit = min(MOST, max(0, int(last) - start + 1))
        items = self.select(start, limit)
        if not items:
            return Section(id=None, items=[], next_id=None)
        end = items[-1].id
        following = f"{end + 1},{end + limit}" if len(items) == limit else None
        return Section(id=f"{items[0].id},{end}", items=items, next_id=following)

    def select(
        self, start: int | None, limit: int, stop: int | None = None, topics: Sequence[str] = (), *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:  # fmt: skip
        first = (start or 1) if inclusive_of_start or start is None else start + 1
        with snapshot(self._path) as connection:
            return [_notification(row) for row in stored_between(connection, first, stop, limit, topics)]


def _notification(row: StoredRow) -> Notification:
    return Notification(
        id=row.seq, originator_id=row.stream, originator_version=row.version, topic=row.topic, state=row.state
    )


def section_json(section: Section) -> str:
    """Write a section as the library's own service does."""
    items = [
        {"id": item.id, "originator_id": item.originator_id, "originator_version": item.originator_version,
         "topic": item.topic, "state": b64encode(item.state).decode()}
        for item in section.items
    ]  # fmt: skip
    return json.dumps({"id": section.id, "next_id": section.next_id, "items": items})
