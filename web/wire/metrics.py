"""What the service counts, as Prometheus text."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

PREFIX = "selo"


class Metrics:
    """Counts of this process since it started."""

    def __init__(self) -> None:
        self.running = 0
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self.write_waits = 0
        self.write_wait_seconds = 0.0

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests[method, route, status] += 1
        self._seconds[route] += seconds

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Around everything that goes through the write lock."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.write_waits += 1
            self.write_wait_seconds += time.perf_counter() - started

    def text(self, gauges: Mapping[str, tuple[float, str]]) -> str:
        return "\n".join([*self._lines(gauges), ""])

    def _lines(self, gauges: Mapping[str, tuple[float, str]]) -> Iterator[str]:
        yield from _head("requests_total", "counter", "Requests answered, by route and status.")
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'{PREFIX}_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("request_seconds_total", "counter", "Seconds spent on requests, by route.")
        for route, seconds in sorted(self._seconds.items()):
            yield f'{PREFIX}_request_seconds_total{{route="{route}"}} {seconds:.6f}'
        yield from _head("requests_running", "gauge", "Requests being answered now.")
        yield f"{PREFIX}_requests_running {self.running}"
        yield from _head("write_waits_total", "counter", "Writes that went through the ledger's one write lock.")
        yield f"{PREFIX}_write_waits_total {self.write_waits}"
        yield from _head("write_wait_seconds_total", "counter", "Seconds those writes took, waiting included.")
        yield f"{PREFIX}_write_wait_seconds_total {self.write_wait_seconds:.6f}"
        for name, (value, words) in gauges.items():
            yield from _head(name, "gauge", words)
            yield f"{PREFIX}_{name} {value:g}"


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {words}"
    yield f"# TYPE {PREFIX}_{name} {kind}"
