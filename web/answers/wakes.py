"""Who waits for an event is woken: by a look at the file ten times a second, or by the word of a database server."""

import asyncio
from typing import Any

from ledger.errors import SeloError
from ledger.store.database import in_words
from ledger.store.dialects.address import is_server
from ledger.store.dialects.choice import spoken
from ledger.store.news import LISTEN_SECONDS

ASK_AGAIN_SECONDS = 0.1  # how soon somebody who waits learns of an event in a file


class Wakes:
    """A listening connection for everybody who waits in this process."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._handle = -1
        self._waiting: set[asyncio.Future[None]] = set()

    async def wait(self, seconds: float) -> None:
        """Wait until something may have been recorded, and no longer than so many seconds."""
        if not is_server(self._address) or not self._listens():
            await asyncio.sleep(min(seconds, ASK_AGAIN_SECONDS))
            return
        woken = asyncio.get_running_loop().create_future()
        self._waiting.add(woken)
        try:
            await asyncio.wait((woken,), timeout=min(seconds, LISTEN_SECONDS))
        finally:
            self._waiting.discard(woken)

    def _listens(self) -> bool:
        from ledger.store.news import listen

        if self._connection is not None and spoken(self._connection).is_alive(self._connection):
            return True
        self.close()
        try:
            with in_words(self._address):
                self._connection = listen(self._address)
        except SeloError:
            return False  # the next look at the ledger says what is wrong
        self._handle = self._connection.raw.fileno()
        asyncio.get_running_loop().add_reader(self._handle, self._read)
        return True

    def _read(self) -> None:
        try:
            with in_words(self._address):
                self._connection.heard(0)
        except SeloError:
            self.close()
        for woken in self._waiting:
            if not woken.done():
                woken.set_result(None)

    def close(self) -> None:
        if self._connection is not None:
            asyncio.get_event_loop().remove_reader(self._handle)
            self._connection.close()
            self._connection = None
