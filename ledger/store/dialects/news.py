"""Waiting for something to be recorded: a file is asked again and again, a server says so."""

import time
from typing import Any

from ledger.store.database import in_words
from ledger.store.dialects.address import is_server

LISTEN_SECONDS = 5  # then whoever waits looks for itself: a word may be lost with a connection


class News:
    """Of one ledger, from when it is opened until it is closed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._listen()

    def wait(self, seconds: float) -> None:
        """Until something may have been recorded; of a file so many seconds."""
        if not is_server(self._address):
            time.sleep(seconds)
            return
        from ledger.store.dialects import postgres

        with in_words(self._address):
            if not postgres.is_alive(self._connection):
                self._listen()
            else:
                postgres.heard(self._connection, LISTEN_SECONDS)

    def _listen(self) -> None:
        if is_server(self._address):
            from ledger.store.dialects import postgres

            with in_words(self._address):
                self._connection = postgres.listen(self._address)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
