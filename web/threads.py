"""Work out answers in threads, so that the event loop goes on: only so much of one kind
at once, only so much waiting behind it, and each for a limited time.

What an address may take is decided in front of the service, by the proxy.

Why: docs/design/022-service-behind-a-proxy.md
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Protocol, TypeVar

import anyio
from anyio import CapacityLimiter, WouldBlock, to_thread

from audit.machine import compare_with_last_seen
from ledger.errors import Problem
from messages import Message, say
from web import Settings
from web.http import HttpRefusal
from web.metrics import COSTLY_QUESTIONS, WRITE_SECONDS

T = TypeVar("T")


class Interruptible(Protocol):
    def interrupt(self) -> None: ...


class Interruption:
    """What a piece of work asks of a database or of another process, to be ended when
    its time is over.
    """

    def __init__(self) -> None:
        self._asked: Interruptible | None = None
        # nobody is interrupted who took over the connection in between
        self._lock = threading.Lock()

    def interrupt(self) -> None:
        with self._lock:
            if self._asked is not None:
                self._asked.interrupt()

    @contextmanager
    def ends(self, asked: Interruptible) -> Iterator[None]:
        before, self._asked = self._asked, asked
        try:
            yield
        finally:
            with self._lock:
                self._asked = before


_INTERRUPTION: ContextVar[Interruption] = ContextVar("interruption")


@contextmanager
def interruptible(asked: Interruptible) -> Iterator[None]:
    """Have what is asked in here ended when the time of the work around it is over."""
    interruption = _INTERRUPTION.get(None)
    if interruption is None:
        yield
        return
    with interruption.ends(asked):
        yield


class Lane:
    """Work of one kind: `at_once` in threads, `waiting` behind it, and `seconds` for
    each, its waiting included.
    """

    def __init__(
        self, at_once: int, waiting: int, seconds: float, too_many: Message
    ) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._waiting = waiting
        self._seconds = seconds
        self._too_many = too_many

    async def run(self, work: Callable[[], T]) -> T:
        """Return what the work comes to. When its time is over, what it asked is ended,
        and nobody waits for it any more.
        """
        self._check_room()
        interruption = Interruption()
        token = _INTERRUPTION.set(interruption)
        try:
            async with asyncio.timeout(self._seconds):
                answer = await to_thread.run_sync(
                    work, abandon_on_cancel=True, limiter=self._limiter
                )
        except TimeoutError:
            await to_thread.run_sync(interruption.interrupt)
            raise _too_long(self._seconds) from None
        finally:
            _INTERRUPTION.reset(token)

        return answer

    async def finish(self, work: Callable[[], T]) -> T:
        """Return what the work comes to, however long it takes: once begun it is
        finished, also when the client has gone.
        """
        self._check_room()
        with anyio.CancelScope(shield=True):
            answer = await to_thread.run_sync(work, limiter=self._limiter)
        return answer

    def _check_room(self) -> None:
        if self._limiter.statistics().tasks_waiting >= self._waiting:
            raise overloaded(self._too_many)


class Threads:
    """The threads of a process, by what is done in them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._quick = Lane(
            settings.quick_at_once,
            settings.quick_waiting,
            settings.quick_seconds,
            say("too many questions are waiting to be answered"),
        )

        self._costly = Lane(
            settings.costly_at_once,
            settings.costly_waiting,
            settings.costly_seconds,
            say("too many costly questions are being answered"),
        )
        # the ledger has one write lock: a queue here is fairer than asking for it again
        # and again
        self._writing = Lane(
            1,
            settings.writes_waiting,
            settings.costly_seconds,
            say("too many submissions are waiting to be recorded"),
        )

        # the office never waits for what a submitter wants tried
        self._previews = _lane_of_previews(settings)
        self._previews_of_submitters = _lane_of_previews(settings)

    async def run(self, work: Callable[[], T], *, costly: bool = False) -> T:
        """Work out an answer."""
        if not costly:
            return await self._quick.run(work)
        with COSTLY_QUESTIONS.track_inprogress():
            return await self._costly.run(work)

    async def preview(self, work: Callable[[], T], *, of_submitter: bool = False) -> T:
        """Try what somebody would record. The thread waits for another process."""
        lane = self._previews_of_submitters if of_submitter else self._previews
        return await lane.run(work)

    async def write(self, work: Callable[[], T]) -> T:
        """Do a write in its turn."""
        with WRITE_SECONDS.time():
            return await self._writing.finish(partial(self._write, work))

    def _write(self, work: Callable[[], T]) -> T:
        """Do a write and remember the ledger as seen, so that a rollback of what was
        acknowledged here is noticed here.
        """
        done = work()
        settings = self._settings
        if settings.seen:
            compare_with_last_seen(settings.ledger, settings.seen, settings.now())
        return done


def _lane_of_previews(settings: Settings) -> Lane:
    return Lane(
        1,
        settings.writes_waiting,
        settings.costly_seconds,
        say("too many previews are being made"),
    )


@contextmanager
def one_of(limiter: CapacityLimiter, too_many: Message) -> Iterator[None]:
    """Hold one of the limited, or refuse at once where all of them are held."""
    holder = object()
    try:
        limiter.acquire_on_behalf_of_nowait(holder)
    except WouldBlock:
        raise overloaded(too_many) from None

    try:
        yield
    finally:
        limiter.release_on_behalf_of(holder)


def overloaded(message: Message) -> HttpRefusal:
    return HttpRefusal(
        503, Problem("overloaded", message, hint=say("ask again in a moment"))
    )


def _too_long(seconds: float) -> HttpRefusal:
    message = say("the answer took more than {seconds} seconds", seconds=f"{seconds:g}")
    return HttpRefusal(
        503,
        Problem("overloaded", message, hint=say("ask for less, or ask the command")),
    )
