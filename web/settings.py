"""What the service is started with. Clock and paths come in from outside."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The ledger that is served, the clock, and the limits."""

    ledger: str
    now: Callable[[], str]
    surely: Callable[[], str] = lambda: ""  # a moment that has surely come, by other evidence than the clock
    keys: tuple[str, ...] = ()  # where signing keys would be: `doctor` looks whether others can read them
    seen: str = ""  # the folder where it is remembered how far each ledger was seen on this machine
    quick_threads: int = 4
    costly_at_once: int = 1
    costly_waiting: int = 4
    quick_seconds: float = 30
    costly_seconds: float = 300
    streams_at_once: int = 100  # programs that follow the events
    searches_a_second: float = 5
    searches_at_once: int = 30
    writes_waiting: int = 32
    write_seconds: float = 10  # how long a submission waits for another process's write lock
    base_path: str = ""  # where a proxy has the service: "" or /ratings
    trusted_proxies: tuple[str, ...] = ()  # whose word counts for the address of a client
    four_eyes: frozenset[str] = frozenset()  # what somebody else must book than who sent it
    denials_noted_a_second: int = 5
    cache_bytes: int = 64 * 2**20
    counts: str = ""  # a folder in which several workers share what they count
    body_seconds: float = 30
    body_bytes: int = 64 * 2**20
    header_fields: int = 100
    log_requests: bool = True
