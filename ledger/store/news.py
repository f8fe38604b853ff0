"""Waiting for something to be recorded: a file is asked again and again, a server says so."""

import time
from typing import TYPE_CHECKING, Any

from ledger.errors import LedgerUnusable
from ledger.store import is_server
from ledger.store.database import in_words
from ledger.store.dialects import spoken

if TYPE_CHECKING:
    from ledger.store.server import ServerConnection

LISTEN_SECONDS = 5  # then whoever waits looks for itself: a word may be lost with a connection


class News:
    """The news of one ledger, from when it is opened until it is closed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._hears = is_server(address)
        self._listen()

    def wait(self, seconds: float, listen: float = LISTEN_SECONDS) -> bool:
        """Wait until something may have been recorded; for a file or a replica, just wait for `seconds`.

        Return False only where a server had nothing to say in the seconds of `listen`.
        """
        if not self._hears:
            time.sleep(seconds)
            return True
        with in_words(self._address):
            if self._connection is not None and spoken(self._connection).is_alive(self._connection):
                return bool(self._connection.heard(listen))
            self._listen()
            return True

    def _listen(self) -> None:
        self.close()
        if not self._hears:
            return
        try:
            with in_words(self._address):
                self._connection = listen(self._address)
        except LedgerUnusable as error:
            if error.problems[0].code != "read-only":
                raise  # whoever waits may call again, when the server is back
            self._hears = False  # a replica hears of nothing

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def listen(address: str) -> "ServerConnection":
    """Open a connection that is notified of every commit."""
    from ledger.store.dialects.postgres import CHANNEL, CONNECT_SECONDS, connect

    connection = connect(address, write=False, wait=CONNECT_SECONDS)
    try:
        connection.listen(CHANNEL)
    except BaseException:
        connection.close()
        raise
    return connection
