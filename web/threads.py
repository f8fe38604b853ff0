"""Run questions in threads: never on the event loop, only few costly ones at a time,
and everybody in turn.
"""

import asyncio
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from audit.machine import look_again
from ledger.errors import Problem
from messages import say
from web import Settings
from web.http import HttpRefusal
from web.limits import Asker, Purse, asker

T = TypeVar("T")
ASIDE = 100
TOO_MUCH = Problem(
    "too-many-requests",
    say("one address asks for too much"),
    hint=say("wait a moment, or ask for less"),
)
GONE = Problem("bad-request", say("whoever asked has gone"), hint=say("ask again"))


class Turns:
    """The quick threads: of one address so many at once, the rest of its questions in a
    queue of its own, and the next thread that is free goes to another address. All of
    it on the event loop.
    """

    def __init__(self, threads: int, of_one: int, waiting: int) -> None:
        self._free, self._of_one, self._most_waiting = threads, of_one, waiting
        self._running: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[tuple[Asker, asyncio.Future[None]]]] = (
            OrderedDict()
        )

    def took(self, who: Asker) -> bool:
        """Take a thread if there is one without waiting."""
        at_once = (
            self._free > 0
            and self._running[who.key] < self._of_one
            and who.key not in self._queues
        )
        if at_once:
            self._begin(who.key)
        return at_once

    async def take(self, who: Asker) -> None:
        """Wait for a thread; a client that goes meanwhile waits no longer."""
        if self.took(who):
            return
        queue = self._queues.setdefault(who.key, deque())
        if len(queue) >= self._most_waiting:
            raise HttpRefusal(429, TOO_MUCH)
        turn = asyncio.get_running_loop().create_future()
        queue.append((who, turn))
        await turn

    def give_back(self, key: str) -> None:
        self._free += 1
        self._running[key] -= 1
        if not self._running[key]:
            del self._running[key]
        for other in [*self._queues]:
            if not self._free:
                return
            if self._running[other] < self._of_one:
                self._next_of(other)

    def _next_of(self, key: str) -> None:
        queue = self._queues[key]
        while queue:
            who, turn = queue.popleft()
            if turn.done():
                continue  # nobody waits for it any more
            if who.life.gone:
                turn.set_exception(HttpRefusal(400, GONE))
                continue
            self._begin(key)
            turn.set_result(None)
            break
        del self._queues[key]
        if queue:
            self._queues[key] = queue  # behind the others

    def _begin(self, key: str) -> None:
        self._free -= 1
        self._running[key] += 1


class Threads:
    """The threads in which questions are worked out. Quick ones share some threads.
    Costly ones queue for their own; past a short queue they are refused, so that nobody
    waits for minutes without knowing.
    """

    def __init__(self, settings: Settings) -> None:
        # of those that are idle the one that worked last goes on: it has most of the
        # ledger in its memory
        self._idle = [
            ThreadPoolExecutor(1, "quick") for _ in range(settings.quick_threads)
        ]
        self._quick = tuple(self._idle)
        self._turns = Turns(
            settings.quick_threads, settings.address_threads, settings.address_waiting
        )
        self._time = Purse(
            "time", settings.address_share, settings.address_seconds, settings.counts
        )
        self._costly = ThreadPoolExecutor(settings.costly_at_once, "costly")
        self._quick_seconds, self._costly_seconds = (
            settings.quick_seconds,
            settings.costly_seconds,
        )
        # one at a time: the ledger has one write lock, and a queue here is fairer than
        # asking for it again and again
        self._writing = ThreadPoolExecutor(1, "writing")
        self._of_office, self._of_submitters = (
            ThreadPoolExecutor(1, name) for name in ("office", "submitters")
        )
        self._trying_of: Counter[str] = Counter()
        self._aside, self._aside_waiting = ThreadPoolExecutor(1, "aside"), 0
        self._settings = settings
        self._most_writes = settings.writes_waiting
        self.writes = 0
        self._most_costly = settings.costly_at_once + settings.costly_waiting
        self._costly_of: Counter[str] = Counter()
        self.costly = 0

    async def run(self, work: Callable[[], T], *, costly: bool = False) -> T:
        """Run the work in a thread and return what it comes to. The asker's time is
        charged with the processor time it takes.
        """
        who = asker()
        if who.limited and (left := self._time.left(who.key)) <= 0:
            raise self._time.too_often(-left, TOO_MUCH)
        if costly:
            return await self._run_costly(work, who)
        seconds = self._quick_seconds
        if not self._turns.took(who):
            try:
                async with asyncio.timeout(seconds):
                    await self._turns.take(who)
            except TimeoutError:
                raise _too_long(seconds) from None
        thread = self._idle.pop()
        answer = self._begun(thread, work, who)
        # the thread is busy until the work is done, also when nobody waits for it any
        # more
        answer.add_done_callback(lambda _: self._idle_again(thread, who.key))
        return await self._in_time(answer, seconds)

    def _idle_again(self, thread: ThreadPoolExecutor, key: str) -> None:
        self._idle.append(thread)
        self._turns.give_back(key)

    async def _run_costly(self, work: Callable[[], T], who: Asker) -> T:
        if self.costly >= self._most_costly:
            message = say("too many costly questions are being answered")
            raise HttpRefusal(
                503, Problem("overloaded", message, hint=say("ask again in a moment"))
            )
        if self._costly_of[who.key] >= self._settings.address_costly:
            raise HttpRefusal(429, TOO_MUCH)
        self.costly += 1
        self._costly_of[who.key] += 1
        answer = self._begun(self._costly, work, who)
        answer.add_done_callback(lambda _: self._costly_done(who.key))
        return await self._in_time(answer, self._costly_seconds)

    def _begun(
        self, pool: ThreadPoolExecutor, work: Callable[[], T], who: Asker
    ) -> "asyncio.Future[T]":
        spent = 0.0

        def paid() -> T:
            nonlocal spent
            if who.life.gone:
                raise HttpRefusal(400, GONE)
            before, _SPENT.elsewhere = time.thread_time(), 0.0
            try:
                return work()
            finally:
                spent = time.thread_time() - before + _SPENT.elsewhere

        def done(answer: "asyncio.Future[T]") -> None:
            _seen(answer)
            if who.limited:
                self._time.spend(who.key, spent)

        answer = asyncio.get_running_loop().run_in_executor(pool, paid)
        answer.add_done_callback(done)
        return answer

    async def _in_time(self, answer: "asyncio.Future[T]", seconds: float) -> T:
        done, _ = await asyncio.wait((answer,), timeout=seconds)
        if not done:
            raise _too_long(seconds)
        return answer.result()

    def _costly_done(self, key: str) -> None:
        self.costly -= 1
        self._costly_of[key] -= 1
        if not self._costly_of[key]:
            del self._costly_of[key]

    def aside(self, work: Callable[[], object]) -> None:
        """Do something that no answer waits for; it is left out where much of it waits
        already.
        """
        if self._aside_waiting < ASIDE:
            self._aside_waiting += 1
            done = asyncio.get_running_loop().run_in_executor(self._aside, work)
            done.add_done_callback(self._aside_done)

    def _aside_done(self, done: "asyncio.Future[object]") -> None:
        self._aside_waiting -= 1
        _seen(done)

    async def preview(self, work: Callable[[], T]) -> T:
        """Run work in a thread that waits for another process. What submitters want
        tried has a thread of its own.
        """
        who = asker()
        if who.limited and (left := self._time.left(who.key)) <= 0:
            raise self._time.too_often(-left, TOO_MUCH)
        if self._trying_of[who.key] >= self._settings.address_costly:
            raise HttpRefusal(429, TOO_MUCH)
        if self._trying_of.total() >= self._most_writes:
            message = say("too many previews are being made")
            raise HttpRefusal(
                503, Problem("overloaded", message, hint=say("ask again in a moment"))
            )
        self._trying_of[who.key] += 1
        answer = self._begun(
            self._of_submitters if who.limited else self._of_office, work, who
        )
        answer.add_done_callback(lambda _: self._trying_of.subtract((who.key,)))
        return await self._in_time(answer, self._costly_seconds)

    async def write(self, work: Callable[[], T]) -> T:
        """Do a write in its turn. Once begun it is finished, also when the client has
        gone.
        """
        if self.writes >= self._most_writes:
            message = say("too many submissions are waiting to be recorded")
            raise HttpRefusal(
                503,
                Problem("overloaded", message, hint=say("send it again in a moment")),
            )
        self.writes += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._writing, lambda: self._seen_after(work)
            )
        finally:
            self.writes -= 1

    def _seen_after(self, work: Callable[[], T]) -> T:
        """Do a write and remember the ledger as seen, so that a rollback of what was
        acknowledged here is noticed here.
        """
        done = work()
        if self._settings.seen:
            look_again(self._settings.ledger, self._settings.seen, self._settings.now())
        return done

    def close(self) -> None:
        for pool in (self._writing, self._aside):
            pool.shutdown(wait=True)
        for pool in (*self._quick, self._costly, self._of_office, self._of_submitters):
            pool.shutdown(wait=False, cancel_futures=True)
        self._time.close()


_SPENT = threading.local()


def paid_elsewhere(seconds: float) -> None:
    """Add processor time that another process took for the work of this thread."""
    _SPENT.elsewhere = getattr(_SPENT, "elsewhere", 0.0) + seconds


def _too_long(seconds: float) -> HttpRefusal:
    message = say("the answer took more than {seconds} seconds", seconds=f"{seconds:g}")
    return HttpRefusal(
        503,
        Problem("overloaded", message, hint=say("ask for less, or ask the command")),
    )


def _seen(answer: "asyncio.Future[T]") -> None:
    if not answer.cancelled():
        answer.exception()  # seen, though nobody may wait for it
