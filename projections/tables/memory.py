"""Read tables in memory: for what the stored ones cannot answer, and for checking them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def memory_tables() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN")  # without, every single row is a transaction of its own
    try:
        yield connection
    finally:
        connection.close()
