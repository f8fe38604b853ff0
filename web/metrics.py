"""Count what the service does, for Prometheus.

Several workers share their counts in the folder that PROMETHEUS_MULTIPROC_DIR names, as
`prometheus_client` has it, so any of them answers for all.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

MEDIA_TYPE = "text/plain; version=0.0.4"
SHARED = "PROMETHEUS_MULTIPROC_DIR"

REQUEST_SECONDS = Histogram(
    "selo_request_seconds",
    "Seconds that requests took, by method, route and status.",
    ("method", "route", "status"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
REQUESTS_RUNNING = Gauge(
    "selo_requests_running",
    "Requests being answered now.",
    multiprocess_mode="livesum",
)
WRITE_SECONDS = Histogram(
    "selo_write_seconds",
    "Seconds that writes took, waiting for the ledger's one write lock included.",
)
COSTLY_QUESTIONS = Gauge(
    "selo_costly_questions",
    "Costly questions being answered or waiting.",
    multiprocess_mode="livesum",
)
WAITS = Gauge(
    "selo_waits",
    "Connections that wait for an event.",
    multiprocess_mode="livesum",
)
STREAMS = Gauge(
    "selo_streams",
    "Programs that follow the events.",
    multiprocess_mode="livesum",
)
ANSWERS_MADE = Counter("selo_answers_made", "Answers that were worked out.")
ANSWERS_GIVEN_AGAIN = Counter(
    "selo_answers_given_again",
    "Answers that did not have to be worked out again.",
)
MEMORY_BYTES = Gauge(
    "selo_worker_memory_bytes",
    "Memory of the worker that takes most.",
    multiprocess_mode="livemax",
)
CACHE_BYTES = Gauge(
    "selo_cache_bytes",
    "Answers kept to be given again.",
    multiprocess_mode="livesum",
)

# name, words, value
Reading = tuple[str, str, float]


class OfLedger(Collector):
    """Gauges of the ledger as they were just read: the same in every worker."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, words, value in self._readings:
            yield GaugeMetricFamily(f"selo_{name}", words, value)


def _forget_ended(folder: str) -> None:
    """Take away what workers measured that have ended since. What they counted goes on
    to count.

    `folder`: in which gauges stand as gauge_livesum_PID.db.
    """
    for file in Path(folder).glob("gauge_live*.db"):
        worker = int(file.stem.rpartition("_")[2])
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            # another worker may take it away at the same time
            with suppress(FileNotFoundError):
                multiprocess.mark_process_dead(worker, folder)  # type: ignore[no-untyped-call]


def exposition(of_ledger: Sequence[Reading]) -> bytes:
    """Write all metrics as Prometheus reads them."""
    registry = CollectorRegistry()
    registry.register(OfLedger(of_ledger))
    if folder := os.environ.get(SHARED):
        _forget_ended(folder)
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest(REGISTRY) + generate_latest(registry)
