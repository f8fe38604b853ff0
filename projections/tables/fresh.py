"""Read tables in memory, made from the events for one submission: they serve all that
is asked of them before anything else is recorded.
"""

from contextlib import ExitStack

from ledger.bodies import ListPublished
from ledger.store.connection import Connection
from ledger.store.events import events_after
from projections.tables.build import replayed_tables
from projections.tables.followed import version_and_seq


class FreshTables:
    """The tables of a submission inside its transaction. They are made when first asked
    for, and made again when they do not answer any more.
    """

    def __init__(self, connection: Connection) -> None:
        """`connection`: to the ledger; nothing is made yet."""
        self._connection = connection
        self._opened = ExitStack()
        self._tables: Connection | None = None
        self._seq = 0  # the last event that the tables follow

        # the last event that was looked at, and the last of them that may have moved a
        # rating
        self._looked_at: int | None = None
        self._last_moving = 0

    def known_at(self, seq: int) -> Connection:
        """Return tables that answer for what is known at a seq, which is never before
        the one asked for last. Refused as `replayed_tables` does.
        """
        if self._tables is None or not self._answer_at(seq):
            self.close()
            made = replayed_tables(self._connection, seq)
            self._tables = self._opened.enter_context(made)
            self._seq = seq
        return self._tables

    def close(self) -> None:
        """Forget the tables."""
        self._tables = None
        self._opened.close()

    def only_publications_after(self, seq: int) -> bool:
        """Tell whether nothing that changes a rating was stored after an event.

        `seq`: not before the last event that the ledger's own tables follow. Each event
        behind that one is read once, however often this is asked: a published list has
        thousands of rows.
        """
        if self._looked_at is None:
            self._looked_at = version_and_seq(self._connection).seq

        for event in events_after(self._connection, self._looked_at):
            self._looked_at = event.seq
            if not isinstance(event.body, ListPublished):
                self._last_moving = event.seq
        return self._last_moving <= seq

    def _answer_at(self, seq: int) -> bool:
        """Tell whether the tables that are there answer at a seq."""
        # a published list moves no rating
        return seq == self._seq or self.only_publications_after(self._seq)
