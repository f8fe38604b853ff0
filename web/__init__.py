"""Answer the questions of the command over HTTP, and take its documents, from the same
functions and typed answers.

questions/   every question by name: parameters, function, answer type, role
answers/     one question answered: basis, 304, cache; long answers in parts
pages/       what people see at a question's address; programs put .json or .csv behind it, or /api before it
desk/        forms for the office in the browser
writing/     documents recorded, from the raw bytes of a body
kept/        what the service keeps beside the ledger: tokens, drafts; it knows nothing of HTTP
wire/        the door every request comes through, who asks, bodies, refusals, threads
app          the application: all routes
running      the server process

Here: what the service is started with. Clock and paths come in from outside.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The ledger that is served, the clock, and the limits."""

    ledger: str
    now: Callable[[], str]
    # a moment that has surely come, by other evidence than the clock
    surely: Callable[[], str] = lambda: ""
    # where signing keys would be: `doctor` looks whether others can read them
    keys: tuple[str, ...] = ()
    signing_key: str = ""  # a file: receipts are signed with it
    # the folder where it is remembered how far each ledger was seen on this machine
    seen: str = ""
    quick_threads: int = 4
    costly_at_once: int = 1
    costly_waiting: int = 4
    quick_seconds: float = 30
    costly_seconds: float = 300
    workers: int = 1  # that share what may be open at once
    connections: int = 4096  # open at once; health is answered all the same
    # of one address, or of whoever has a token; so are those below
    address_connections: int = 256
    # processor time, of which they get back the share below each second
    address_seconds: float = 10
    address_share: float = 0.5
    address_threads: int = 2  # quick questions worked out at once
    address_waiting: int = 256  # those behind them
    address_costly: int = 2
    waits_at_once: int = 500  # connections that wait for an event
    address_waits: int = 20
    streams_at_once: int = 500  # programs that follow the events
    address_streams: int = 20
    searches_a_second: float = 5
    searches_at_once: int = 30
    writes_waiting: int = 32
    # how long a submission waits for another process's write lock
    write_seconds: float = 10
    base_path: str = ""  # where a proxy has the service: "" or /ratings
    # whose word counts for the address of a client
    trusted_proxies: tuple[str, ...] = ()
    # what somebody else must book than who sent it
    four_eyes: frozenset[str] = frozenset()
    denials_noted_a_second: int = 5
    cache_bytes: int = 64 * 2**20
    counts: str = ""  # a folder in which several workers share what they count
    body_seconds: float = 30
    body_bytes: int = 64 * 2**20
    submitter_bytes: int = 4 * 2**20
    header_fields: int = 100
    log_requests: bool = True
    office: str = ""  # how people reach the office otherwise than by a case
