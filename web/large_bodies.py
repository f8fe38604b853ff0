"""Hold few large bodies in memory at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from anyio import CapacityLimiter
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from messages import say
from web.auth import who_of
from web.store.roles import Role
from web.threads import overloaded

LARGE = 2**20  # bytes of a body
LARGE_AT_ONCE = 2
LARGE_WAITING = 32
BRINGS_NOTHING = ("GET", "HEAD", "OPTIONS")  # nobody reads a body that comes with them


class LargeBodies(ASGIMiddleware):
    """Few large bodies are in memory at once; the others wait until those have been
    answered. The office never waits for strangers and submitters.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, wait_seconds: float) -> None:
        """`wait_seconds`: how long one more waits at most."""
        self._wait_seconds = wait_seconds
        self._of_office = CapacityLimiter(LARGE_AT_ONCE)
        self._of_others = CapacityLimiter(LARGE_AT_ONCE)

    async def handle(
        self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp
    ) -> None:
        if not _is_large(cast(HTTPScope, scope)):
            await next_app(scope, receive, send)
            return

        is_other = who_of(scope).role in (Role.ANYBODY, Role.SUBMITTER)
        async with self._one_of(self._of_others if is_other else self._of_office):
            await next_app(scope, receive, send)

    @asynccontextmanager
    async def _one_of(self, limiter: CapacityLimiter) -> AsyncIterator[None]:
        """Hold one of the limited, after some waiting; 503 where too many wait, or for
        too long.
        """
        too_many = say("too many large bodies are on their way")
        if limiter.statistics().tasks_waiting >= LARGE_WAITING:
            raise overloaded(too_many)

        try:
            async with asyncio.timeout(self._wait_seconds):
                await limiter.acquire()
        except TimeoutError:
            raise overloaded(too_many) from None

        try:
            yield
        finally:
            limiter.release()


def _is_large(scope: HTTPScope) -> bool:
    """Tell whether a body that is read may be large."""
    if scope["method"] in BRINGS_NOTHING:
        return False
    fields = dict(scope["headers"])
    stated = fields.get(b"content-length", b"0")
    if b"transfer-encoding" in fields or not stated.isdigit():
        return True
    return int(stated[:18]) > LARGE
