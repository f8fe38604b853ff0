"""Count what the service does, as Prometheus text, and limit what one address may take
of it, so that nobody stops it for the others: questions, processor time, connections
that wait. The workers share their counts, and what is counted by address, in a folder,
so that any of them answers for all.

An address is what a provider gives to one customer: of IPv6 the first half. Requests
with a token count by its name.
"""

import asyncio
import fcntl
import mmap
import os
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from types import MappingProxyType

import msgspec

from ledger.errors import Problem
from messages import Message
from web.http import HttpRefusal
from web.http.protocol import Life

PREFIX = "selo"
SHARED_EVERY_SECONDS = 1.0


Gauges = Mapping[str, tuple[float, str]]  # by name: a value, and what it is


class Counts(msgspec.Struct):
    """Counts of one process since it started; what is going on now stands in `present`."""

    requests: dict[str, int] = {}  # by method, route and status, with spaces between
    seconds: dict[str, float] = {}  # by route
    write_waits: int = 0
    write_wait_seconds: float = 0.0
    present: dict[str, float] = {}

    def add(self, other: "Counts") -> None:
        for name, count in other.requests.items():
            self.requests[name] = self.requests.get(name, 0) + count
        for mine, more in (
            (self.seconds, other.seconds),
            (self.present, other.present),
        ):
            for name, value in more.items():
                mine[name] = mine.get(name, 0) + value
        self.write_waits += other.write_waits
        self.write_wait_seconds += other.write_wait_seconds


_COUNTS = msgspec.json.Decoder(Counts)


class Metrics:
    """The counts of this process, and of those it shares a folder with."""

    def __init__(self, folder: str = "") -> None:
        self.running = 0
        self._counts = Counts()
        self._file = Path(folder, f"{os.getpid()}.json") if folder else None

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        counts, name = self._counts, f"{method} {route} {status}"
        counts.requests[name] = counts.requests.get(name, 0) + 1
        counts.seconds[route] = counts.seconds.get(route, 0.0) + seconds

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Count the wait and the time of work that goes through the write lock, around
        which it stands.
        """
        started = time.perf_counter()
        try:
            yield
        finally:
            self._counts.write_waits += 1
            self._counts.write_wait_seconds += time.perf_counter() - started

    async def share(self, present: Callable[[], Gauges]) -> None:
        """Share the counts with the other workers, again and again, until cancelled;
        the last counts stay when a worker has gone.
        """
        if self._file is None:
            return
        try:
            while True:
                self._write(
                    self._file, {name: value for name, (value, _) in present().items()}
                )
                await asyncio.sleep(SHARED_EVERY_SECONDS)
        finally:
            self._write(self._file, {})

    def _write(self, file: Path, present: Mapping[str, float]) -> None:
        self._counts.present = (
            {**present, "requests_running": self.running} if present else {}
        )
        with suppress(OSError):  # the folder goes when the service stops
            file.with_suffix(".new").write_bytes(msgspec.json.encode(self._counts))
            file.with_suffix(".new").replace(file)

    def _of_all(self, present: Mapping[str, float]) -> Counts:
        total = Counts()
        own = msgspec.structs.replace(
            self._counts, present={**present, "requests_running": self.running}
        )
        total.add(own)
        others = [] if self._file is None else sorted(self._file.parent.glob("*.json"))
        for file in others:
            if file != self._file:
                with suppress(OSError, msgspec.MsgspecError):
                    total.add(_COUNTS.decode(file.read_bytes()))
        return total

    def text(self, ledger: Gauges, present: Gauges) -> str:
        """Write the metrics. `ledger` is the same for every worker; `present` is what
        this worker is doing now.
        """
        return "\n".join([*self._lines(ledger, present), ""])

    def _lines(self, ledger: Gauges, present: Gauges) -> Iterator[str]:
        total = self._of_all({name: value for name, (value, _) in present.items()})
        yield from _head(
            "requests_total", "counter", "Requests answered, by route and status."
        )
        for name, count in sorted(total.requests.items()):
            method, route, status = name.split(" ")
            yield (
                f'{PREFIX}_requests_total{{method="{method}",route="{route}",status="{status}"}}'
                f" {count}"
            )
        yield from _head(
            "request_seconds_total", "counter", "Seconds spent on requests, by route."
        )
        for route, seconds in sorted(total.seconds.items()):
            yield f'{PREFIX}_request_seconds_total{{route="{route}"}} {seconds:.6f}'
        yield from _head(
            "write_waits_total",
            "counter",
            "Writes that went through the ledger's one write lock.",
        )
        yield f"{PREFIX}_write_waits_total {total.write_waits}"
        yield from _head(
            "write_wait_seconds_total",
            "counter",
            "Seconds those writes took, waiting included.",
        )
        yield f"{PREFIX}_write_wait_seconds_total {total.write_wait_seconds:.6f}"
        words = {
            "requests_running": "Requests being answered now.",
            **{name: w for name, (_, w) in present.items()},
        }
        for name, value in total.present.items():
            yield from _head(name, "gauge", words.get(name, ""))
            yield f"{PREFIX}_{name} {value:g}"
        for name, (value, what) in ledger.items():
            yield from _head(name, "gauge", what)
            yield f"{PREFIX}_{name} {value:g}"


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {words}"
    yield f"# TYPE {PREFIX}_{name} {kind}"


SLOTS, NEAR = 8192, 4  # addresses remembered at once, and where one of them may stand
_SLOT = struct.Struct("<8sdd")  # who, what they have left, when that was so


@lru_cache(4096)
def group_of(address: str) -> str:
    """Return the address as it is counted: of IPv6 the network, of which one household
    has a whole one.
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(number, IPv6Address):
        return str(number.ipv4_mapped or f"{int(number) >> 64:x}::/64")
    return str(number)


class Asker:
    """The asker of one request, and whether they are still there. `limited`: not of the
    office, which keeps the service for everybody.
    """

    __slots__ = ("at_the_end", "key", "life", "limited")

    def __init__(self, key: str, life: Life) -> None:
        self.key, self.life, self.limited = key, life, True
        # what is given back once they have their answer
        self.at_the_end: list[Callable[[], None]] = []


ASKER: ContextVar[Asker] = ContextVar("asker")
_NOBODY = Asker("", Life())


def asker() -> Asker:
    """Return who asks in the request that is being answered."""
    return ASKER.get(_NOBODY)


class Purse:
    """An amount for each address that fills up again, shared by the workers in a
    folder.

    A digest with a key of its own stands for an address, so that nothing there says who
    asked. Only the latest are remembered.
    """

    def __init__(
        self,
        name: str,
        a_second: float,
        most: float,
        folder: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._a_second, self._most, self._clock = a_second, most, clock
        self._key, self._file = (folder or os.urandom(16).hex()).encode()[-64:], -1
        size = SLOTS * _SLOT.size
        if folder:
            self._file = os.open(
                os.path.join(folder, f"{name}.purse"), os.O_RDWR | os.O_CREAT, 0o600
            )
            os.ftruncate(self._file, size)
        self._slots = mmap.mmap(self._file, size)

    def left(self, address: str) -> float:
        return self._changed(address, 0)

    def spend(self, address: str, amount: float) -> float:
        """Spend an amount and return what is left: less than nothing where it was not
        enough, but no endless debt.
        """
        return self._changed(address, amount)

    def take_one(self, address: str, problem: Problem) -> None:
        """Take one of something, or refuse with the time to wait."""
        self.need_one(address, problem)
        self.spend(address, 1)

    def need_one(self, address: str, problem: Problem) -> None:
        """Refuse with the time to wait where there is not one of something left."""
        if (left := self.left(address)) < 1:
            raise self.too_often(1 - left, problem)

    def too_often(self, missing: float, problem: Problem) -> HttpRefusal:
        return HttpRefusal(
            429, problem, {"retry-after": str(max(1, round(missing / self._a_second)))}
        )

    def _changed(self, address: str, amount: float) -> float:
        if self._slots.closed:
            return self._most  # the service stops, and somebody was still at work
        who, moment = (
            blake2b(address.encode(), digest_size=8, key=self._key).digest(),
            self._clock(),
        )
        with self._alone():
            at, left = self._found(who, moment)
            left -= amount
            if amount:
                _SLOT.pack_into(
                    self._slots, at * _SLOT.size, who, max(left, -self._most), moment
                )
        return left

    def _found(self, who: bytes, moment: float) -> tuple[int, float]:
        """Find somebody's slot, or of those near it the one whose owner has the most
        left; return it with what they have now.
        """
        first, free, fullest = int.from_bytes(who, "little") % SLOTS, 0, -1e9
        for at in range(first, first + NEAR):
            owner, left, since = _SLOT.unpack_from(self._slots, at % SLOTS * _SLOT.size)
            left = (
                self._most
                if since == 0
                else min(self._most, left + max(0, moment - since) * self._a_second)
            )
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
        self,
        of_one: int,
        of_all: int,
        workers: int,
        too_many: Message,
        hint: Message,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._headers = headers
        self._of_one, self._of_all = (
            max(1, of_one // workers),
            max(1, of_all // workers),
        )
        self._problem = Problem("too-many-requests", too_many, hint=hint)
        self._taken: Counter[str] = Counter()
        self.open = 0

    def check(self, address: str) -> None:
        if self._taken[address] >= self._of_one:
            raise HttpRefusal(429, self._problem, self._headers)
        if self.open >= self._of_all:
            raise HttpRefusal(
                503,
                Problem("overloaded", self._problem.message, hint=self._problem.hint),
                self._headers,
            )

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
