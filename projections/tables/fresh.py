"""Read tables in memory, made from the events for one submission: they serve all that
is asked of them before anything else is recorded.
"""

from contextlib import ExitStack

from ledger.store.connection import Connection
from ledger.store.events import only_publications_after
from projections.tables.build import replayed_tables


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

    def _answer_at(self, seq: int) -> bool:
        """Tell whether the tables that are there answer at a seq."""
        # a published list moves no rating
        return seq == self._seq or only_publications_after(self._connection, self._seq)
