"""A ledger on a PostgreSQL server: the connection, SQL in its words, its catalogue, the
lock of its writers, and rights.

Nothing here is imported for a ledger in a file.
"""

from ledger.store.server.connection import ServerConnection

__all__ = ["ServerConnection"]
