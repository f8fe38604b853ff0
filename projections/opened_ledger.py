"""A ledger that may be asked: its events and its read tables, as `opening` admitted
them.
"""

from functools import cached_property

from ledger.bodies import SettingsStated
from ledger.office import settings_of
from ledger.store.connection import Connection
from ledger.store.events import head
from projections.tables.followed import followed_by


class OpenedLedger:
    """A ledger that may be asked: one state of it, which stays fixed while it is open.

    `events` is the connection to the ledger itself. `tables` is the connection to its
    read tables: the same one, or that to tables in memory.
    """

    def __init__(self, events: Connection, tables: Connection | None = None) -> None:
        self.events = events
        self.tables = events if tables is None else tables

    @cached_property
    def settings(self) -> SettingsStated:
        """The settings that the office has stated."""
        return settings_of(self.events)

    @cached_property
    def newest(self) -> int:
        """The seq of the newest event; 0 where there is none."""
        return head(self.events)

    @cached_property
    def followed(self) -> int:
        """The seq of the last event that the read tables follow."""
        return followed_by(self.tables).seq
