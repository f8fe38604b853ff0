"""Read tables in memory: for what the stored ones cannot answer, and for checking them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.store.database import Connection


@contextmanager
def memory_tables() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN")  # without, every single row is a transaction of its own
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def replayed_tables(connection: Connection, known: int) -> Iterator[sqlite3.Connection]:
    """Make the read tables of a ledger in memory, from its events up to a seq, by the rules that it follows; refused
    where this version has other rules that nobody has accepted.
    """
    from projections import revisions
    from projections.tables.build import rebuild
    from projections.tables.lookups import Index

    revisions.check(Index(connection).timeline())
    with memory_tables() as memory:
        rebuild(connection, memory, known)
        yield memory
