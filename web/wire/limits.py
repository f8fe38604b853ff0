"""Limit what one address may take of the service, so that nobody stops it for the others: questions, processor time,
connections that wait. What is counted by address is shared by the workers.

An address is what a provider gives to one customer: of IPv6 the first half. Requests with a token count by its name.
"""

import fcntl
import mmap
import os
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from types import MappingProxyType

from ledger.errors import Problem
from messages import Message
from web.wire.problems import HttpRefusal
from web.wire.protocol import Life

SLOTS, NEAR = 8192, 4  # addresses remembered at once, and where one of them may stand
_SLOT = struct.Struct("<8sdd")  # who, what they have left, when that was so


@lru_cache(4096)
def group_of(address: str) -> str:
    """Return the address as it is counted: of IPv6 the network, of which one household has a whole one."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(number, IPv6Address):
        return str(number.ipv4_mapped or f"{int(number) >> 64:x}::/64")
    return str(number)


class Asker:
    """The asker of one request, and whether they are still there. `limited`: not of the office, which keeps the service
    for everybody.
    """

    __slots__ = ("at_the_end", "key", "life", "limited")

    def __init__(self, key: str, life: Life) -> None:
        self.key, self.life, self.limited = key, life, True
        self.at_the_end: list[Callable[[], None]] = []  # what is given back once they have their answer


ASKER: ContextVar[Asker] = ContextVar("asker")
_NOBODY = Asker("", Life())


def asker() -> Asker:
    """Return who asks in the request that is being answered."""
    return ASKER.get(_NOBODY)


class Purse:
    """An amount for each address that fills up again, shared by the workers in a folder.

    A digest with a key of its own stands for an address, so that nothing there says who asked. Only the latest are
    remembered.
    """

    def __init__(
        self, name: str, a_second: float, most: float, folder: str = "", clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._a_second, self._most, self._clock = a_second, most, clock
        self._key, self._file = (folder or os.urandom(16).hex()).encode()[-64:], -1
        size = SLOTS * _SLOT.size
        if folder:
            self._file = os.open(os.path.join(folder, f"{name}.purse"), os.O_RDWR | os.O_CREAT, 0o600)
            os.ftruncate(self._file, size)
        self._slots = mmap.mmap(self._file, size)

    def left(self, address: str) -> float:
        return self._changed(address, 0)

    def spend(self, address: str, amount: float) -> float:
        """Spend an amount and return what is left: less than nothing where it was not enough, but no endless debt."""
        return self._changed(address, amount)

    def take_one(self, address: str, problem: Problem) -> None:
        """Take one of something, or refuse with the time to wait."""
        if (left := self.left(address)) < 1:
            raise self.too_often(1 - left, problem)
        self.spend(address, 1)

    def too_often(self, missing: float, problem: Problem) -> HttpRefusal:
        return HttpRefusal(429, problem, {"retry-after": str(max(1, round(missing / self._a_second)))})

    def _changed(self, address: str, amount: float) -> float:
        if self._slots.closed:
            return self._most  # the service stops, and somebody was still at work
        who, moment = blake2b(address.encode(), digest_size=8, key=self._key).digest(), self._clock()
        with self._alone():
            at, left = self._found(who, moment)
            left -= amount
            if amount:
                _SLOT.pack_into(self._slots, at * _SLOT.size, who, max(left, -self._most), moment)
        return left

    def _found(self, who: bytes, moment: float) -> tuple[int, float]:
        """Find somebody's slot, or of those near it the one whose owner has the most left; return it with what they
        have now.
        """
        first, free, fullest = int.from_bytes(who, "little") % SLOTS, 0, -1e9
        for at in range(first, first + NEAR):
            owner, left, since = _SLOT.unpack_from(self._slots, at % SLOTS * _SLOT.size)
            left = self._most if since == 0 else min(self._most, left + max(0, moment - since) * self._a_second)
            if owner == who and since:
                return at % SLOTS, left
            if left > fullest:
                free, fullest = at % SLOTS, left
        return free, self._most

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._file < 0:
            yield
            return
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        self._slots.close()
        if self._file >= 0:
            os.close(self._file)


class Places:
    """Limit how many are open at once: of one address, and of all addresses together."""

    def __init__(
        self, of_one: int, of_all: int, workers: int, too_many: Message, hint: Message,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self._headers = headers
        self._of_one, self._of_all = max(1, of_one // workers), max(1, of_all // workers)
        self._problem = Problem("too-many-requests", too_many, hint=hint)
        self._taken: Counter[str] = Counter()
        self.open = 0

    def check(self, address: str) -> None:
        if self._taken[address] >= self._of_one:
            raise HttpRefusal(429, self._problem, self._headers)
        if self.open >= self._of_all:
            raise HttpRefusal(503, Problem("overloaded", self._problem.message, hint=self._problem.hint), self._headers)

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        self.check(address)
        self._taken[address] += 1
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]
