"""Hearing of commits: each write transaction says its schema on one channel of the database."""

from ledger.store.dialects.postgres import CHANNEL, CONNECT_SECONDS, connect
from ledger.store.server.connection import ServerConnection


def listen(address: str) -> ServerConnection:
    """A connection that hears of every commit."""
    connection = connect(address, write=False, wait=CONNECT_SECONDS)
    try:
        connection.raw.execute(f"LISTEN {CHANNEL}")
    except BaseException:
        connection.close()
        raise
    return connection


def heard(connection: ServerConnection, seconds: float) -> bool:
    """Whether something was committed to this ledger, as soon as it is; False when the time has passed."""
    words = connection.raw.notifies(timeout=seconds, stop_after=1)
    return any(word.payload == connection.schema for word in words)
