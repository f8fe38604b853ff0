"""Where questions are worked out: never on the event loop, and only few costly ones at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ledger.errors import Problem
from web.problems import HttpRefusal
from web.settings import Settings

T = TypeVar("T")


class Threads:
    """Quick questions share some threads. Costly ones queue for their own; past a short queue they are refused, so
    that nobody waits for minutes without knowing."""

    def __init__(self, settings: Settings) -> None:
        self._quick = ThreadPoolExecutor(settings.quick_threads, "quick")
        self._costly = ThreadPoolExecutor(settings.costly_at_once, "costly")
        self._most_costly = settings.costly_at_once + settings.costly_waiting
        self.costly = 0

    async def run(self, work: Callable[[], T], *, costly: bool) -> T:
        loop = asyncio.get_running_loop()
        if not costly:
            return await loop.run_in_executor(self._quick, work)
        if self.costly >= self._most_costly:
            message = "too many costly questions are being answered"
            raise HttpRefusal(503, Problem("overloaded", message, hint="ask again in a moment"))
        self.costly += 1
        try:
            return await loop.run_in_executor(self._costly, work)
        finally:
            self.costly -= 1

    def close(self) -> None:
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._costly.shutdown(wait=False, cancel_futures=True)
