"""The service: it answers the questions of the command over HTTP and takes its documents,
from the same functions and typed answers.

app          the application: every route
middleware/  what meets a request before its route is known: addresses, the log
auth         who asks, by token or session, and whether they may
questions/   every question by name: parameters, function, answer type, role
answers/     one question answered: 304, answers kept, long answers in parts
booking/     documents and drafts, from the bytes of a body
pages/       what people see at a question's address
desk/        forms for the office in the browser
openapi/     the description of the API
store/       what is kept beside the ledger: tokens, drafts; it knows nothing of HTTP
threads      where work is done, how much of it at once and for how long
limits       how often somebody may ask for what costs much
files        what a browser saves or shows beside a page
checking     what somebody brings to be checked
metrics, backups, logs, memory, running, stopping: the process

`Settings` is what the service is started with. Clock and paths come in from outside.
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
    quick_at_once: int = 4  # questions worked out in threads
    quick_waiting: int = 500
    quick_seconds: float = 30
    costly_at_once: int = 1
    costly_waiting: int = 4
    costly_seconds: float = 300
    connections: int = 4096  # open at once
    waits_at_once: int = 500  # connections that wait for an event
    streams_at_once: int = 500  # programs that follow the events
    searches_a_minute: int = 300  # of one address, or of whoever has a token
    writes_waiting: int = 32
    write_seconds: float = (
        10  # how long a submission waits for another process's write lock
    )
    base_path: str = ""  # where a proxy has the service: "" or /ratings
    # whose word counts for the address of a client
    trusted_proxies: tuple[str, ...] = ()
    # what somebody else must book than who sent it
    four_eyes: frozenset[str] = frozenset()
    denials_noted_a_second: int = 5
    cache_bytes: int = 16 * 2**20
    memory_bytes: int = 0  # of a worker; 0: as much as it takes
    body_seconds: float = 30
    body_bytes: int = 64 * 2**20
    submitter_bytes: int = 4 * 2**20
    log_requests: bool = True
    office: str = ""  # how people reach the office otherwise than by a case
    backups: str = ""  # the folder where backups of the ledger are written
    # whether the office has a mail server; which one, desk/mail_server.py reads
    mail: bool = False
