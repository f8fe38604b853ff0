"""Where questions are worked out: never on the event loop, and only few costly ones at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from audit.seen import look_again
from ledger.errors import Problem
from messages import say
from web.settings import Settings
from web.wire.problems import HttpRefusal

T = TypeVar("T")


class Threads:
    """Quick questions share some threads. Costly ones queue for their own; past a short queue they are refused, so
    that nobody waits for minutes without knowing."""

    def __init__(self, settings: Settings) -> None:
        self._quick = ThreadPoolExecutor(settings.quick_threads, "quick")
        self._costly = ThreadPoolExecutor(settings.costly_at_once, "costly")
        self._quick_seconds, self._costly_seconds = settings.quick_seconds, settings.costly_seconds
        # one at a time: the ledger has one write lock, and a queue here is fairer than asking for it again and again
        self._writing = ThreadPoolExecutor(1, "writing")
        self._settings = settings
        self._most_writes = settings.writes_waiting
        self.writes = 0
        self._most_costly = settings.costly_at_once + settings.costly_waiting
        self.costly = 0

    async def run(self, work: Callable[[], T], *, costly: bool) -> T:
        loop = asyncio.get_running_loop()
        if not costly:
            return await self._in_time(loop.run_in_executor(self._quick, work), self._quick_seconds)
        if self.costly >= self._most_costly:
            message = say("too many costly questions are being answered")
            raise HttpRefusal(503, Problem("overloaded", message, hint=say("ask again in a moment")))
        self.costly += 1
        answer = loop.run_in_executor(self._costly, work)
        # it counts until its thread is free again, also when nobody waits for it any more
        answer.add_done_callback(self._costly_done)
        return await self._in_time(answer, self._costly_seconds)

    async def _in_time(self, answer: "asyncio.Future[T]", seconds: float) -> T:
        try:
            return await asyncio.wait_for(asyncio.shield(answer), seconds)
        except TimeoutError:
            message = say("the answer took more than {seconds} seconds", seconds=f"{seconds:g}")
            raise HttpRefusal(
                503, Problem("overloaded", message, hint=say("ask for less, or ask the command"))
            ) from None

    def _costly_done(self, answer: "asyncio.Future[T]") -> None:
        self.costly -= 1
        if not answer.cancelled():
            answer.exception()  # seen, though nobody may wait for it

    async def write(self, work: Callable[[], T]) -> T:
        """In turn. Once begun it is finished, also when the client has gone."""
        if self.writes >= self._most_writes:
            message = say("too many submissions are waiting to be recorded")
            raise HttpRefusal(503, Problem("overloaded", message, hint=say("send it again in a moment")))
        self.writes += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._writing, lambda: self._seen_after(work))
        finally:
            self.writes -= 1

    def _seen_after(self, work: Callable[[], T]) -> T:
        """What was acknowledged here is missed here, should the ledger be rolled back."""
        done = work()
        if self._settings.seen:
            look_again(self._settings.ledger, self._settings.seen, self._settings.now())
        return done

    def close(self) -> None:
        self._writing.shutdown(wait=True)
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._costly.shutdown(wait=False, cancel_futures=True)
