"""Count what the service does, as Prometheus text. Several workers share their counts in a folder, so that any of them
answers for all.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

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
        for mine, more in ((self.seconds, other.seconds), (self.present, other.present)):
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
        """Count the wait and the time of work that goes through the write lock, around which it stands."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._counts.write_waits += 1
            self._counts.write_wait_seconds += time.perf_counter() - started

    async def share(self, present: Callable[[], Gauges]) -> None:
        """Share the counts with the other workers, again and again, until cancelled; the last counts stay when a worker
        has gone.
        """
        if self._file is None:
            return
        try:
            while True:
                self._write(self._file, {name: value for name, (value, _) in present().items()})
                await asyncio.sleep(SHARED_EVERY_SECONDS)
        finally:
            self._write(self._file, {})

    def _write(self, file: Path, present: Mapping[str, float]) -> None:
        self._counts.present = {**present, "requests_running": self.running} if present else {}
        with suppress(OSError):  # the folder goes when the service stops
            file.with_suffix(".new").write_bytes(msgspec.json.encode(self._counts))
            file.with_suffix(".new").replace(file)

    def _of_all(self, present: Mapping[str, float]) -> Counts:
        total = Counts()
        own = msgspec.structs.replace(self._counts, present={**present, "requests_running": self.running})
        total.add(own)
        others = [] if self._file is None else sorted(self._file.parent.glob("*.json"))
        for file in others:
            if file != self._file:
                with suppress(OSError, msgspec.MsgspecError):
                    total.add(_COUNTS.decode(file.read_bytes()))
        return total

    def text(self, ledger: Gauges, present: Gauges) -> str:
        """Write the metrics. `ledger` is the same for every worker; `present` is what this worker is doing now."""
        return "\n".join([*self._lines(ledger, present), ""])

    def _lines(self, ledger: Gauges, present: Gauges) -> Iterator[str]:
        total = self._of_all({name: value for name, (value, _) in present.items()})
        yield from _head("requests_total", "counter", "Requests answered, by route and status.")
        for name, count in sorted(total.requests.items()):
            method, route, status = name.split(" ")
            yield f'{PREFIX}_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("request_seconds_total", "counter", "Seconds spent on requests, by route.")
        for route, seconds in sorted(total.seconds.items()):
            yield f'{PREFIX}_request_seconds_total{{route="{route}"}} {seconds:.6f}'
        yield from _head("write_waits_total", "counter", "Writes that went through the ledger's one write lock.")
        yield f"{PREFIX}_write_waits_total {total.write_waits}"
        yield from _head("write_wait_seconds_total", "counter", "Seconds those writes took, waiting included.")
        yield f"{PREFIX}_write_wait_seconds_total {total.write_wait_seconds:.6f}"
        words = {"requests_running": "Requests being answered now.", **{name: w for name, (_, w) in present.items()}}
        for name, value in total.present.items():
            yield from _head(name, "gauge", words.get(name, ""))
            yield f"{PREFIX}_{name} {value:g}"
        for name, (value, what) in ledger.items():
            yield from _head(name, "gauge", what)
            yield f"{PREFIX}_{name} {value:g}"


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {words}"
    yield f"# TYPE {PREFIX}_{name} {kind}"
