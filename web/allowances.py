"""Limit how often somebody may ask for what costs much, or bring what a person reads.

Everything else that an address may take is decided in front of the service, by the
proxy. Each worker counts for itself.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from litestar.middleware.base import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.stores.memory import MemoryStore

from ledger.errors import Problem
from web import Settings
from web.auth import NOBODY, Connection, who_of
from web.http import HttpRefusal
from web.on_event_loop import OnEventLoop

SEARCHED = "rate_limit"  # how Litestar calls the store of who asked how often
MINUTE = 60.0


def customer(address: str) -> str:
    """Return what a provider gives to one customer: of IPv6 the network, of which a
    household has a whole one.
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(number, IPv6Address):
        return str(number.ipv4_mapped or f"{int(number) >> 64:x}::/64")
    return str(number)


def asker(connection: Connection) -> str:
    """Return by whom a request is counted: by the name of their token, or their
    address.
    """
    who = who_of(connection.scope)
    if who is not NOBODY:
        return f"name {who.name}"
    return customer(connection.client.host if connection.client else "")


def searches(settings: Settings) -> DefineMiddleware:
    """Make the middleware of an address that somebody may ask only so often."""
    return RateLimitConfig(
        ("minute", settings.searches_a_minute),
        identifier_for_request=asker,
        store=SEARCHED,
    ).middleware


class Forgetting(OnEventLoop):
    """Forget, every minute, who searched and may search as often as anybody again: the
    store by itself forgets only whoever comes back.
    """

    def __init__(self, searched: MemoryStore) -> None:
        self._searched = searched

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(MINUTE)
            await self._searched.delete_expired()


class Allowance:
    """So many of something in so many seconds, for each key."""

    def __init__(
        self,
        most: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._taken: dict[str, deque[float]] = {}

    def left(self, key: str) -> int:
        return self._most - len(self._recent(key))

    def remembered(self) -> int:
        return len(self._taken)

    def take_one(self, key: str, problem: Problem) -> None:
        """Take one, or refuse with the time to wait.

        `key`: who takes it, such as an address. `problem`: what they are told who took
        too many. A refusal (429) says the seconds until the oldest counts no longer.
        """
        recent = self._recent(key)
        if len(recent) >= self._most:
            wait = max(1, round(recent[0] + self._seconds - self._clock()))
            raise HttpRefusal(429, problem, {"retry-after": str(wait)})
        recent.append(self._clock())
        self._taken[key] = recent

    def _recent(self, key: str) -> deque[float]:
        """Return when somebody took one, as far as it still counts; forget all others
        whose last one counts no longer.
        """
        begin = self._clock() - self._seconds
        self._taken = {
            other: taken for other, taken in self._taken.items() if taken[-1] >= begin
        }
        recent = self._taken.get(key, deque())
        while recent and recent[0] < begin:
            recent.popleft()
        return recent
