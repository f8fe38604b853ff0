"""Run the server process: uvicorn with our application, one process or several."""

import asyncio
import errno
import gc
import multiprocessing
import os
import resource
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from types import FrameType
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

import msgspec
import uvicorn
from litestar.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from audit.machine import last_written
from ledger.errors import Problem, Refused
from ledger.store import is_server, password_of
from messages import by_command, say
from web import Settings
from web.app import application
from web.logs import log_to_stderr
from web.metrics import SHARED
from web.sandbox import remove_left_folders

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

SETTINGS = "SELO_SERVICE"  # how worker processes learn what they serve
BACKLOG = 4096
MOMENT, CLOCKS = "%Y-%m-%dT%H:%M:%S.%fZ", ("now", "surely")
GRACE_SECONDS = 30  # how long SIGTERM waits for what is running
# how long a worker may be silent: it is while it starts, and on a busy machine that
# takes more than the five seconds after which uvicorn would kill it and start another
SILENT_SECONDS = 30
# new objects after which Python looks for garbage among the youngest; what is older it
# looks through after ten such looks, and what is oldest after a hundred
OFTEN = (2_000, 10, 10)


def now() -> str:
    """Return the moment, UTC, in microseconds."""
    # every request asks: a third of strftime
    return f"{datetime.now(UTC).isoformat(timespec='microseconds')[:26]}Z"


def evidence() -> Callable[[], str]:
    """Return a function for a moment that has surely come: when something on this
    machine was last written before the service began, and as much later as it has run.
    A clock that jumps meanwhile does not take it along.
    """
    written, begun = last_written(), time.monotonic()
    if not written or os.environ.get("SELO_CLOCK_IS_RIGHT"):
        return lambda: ""
    return lambda: datetime.fromtimestamp(
        written + time.monotonic() - begun, UTC
    ).strftime(MOMENT)


def worker() -> ASGIApp:
    """Make the application of a worker process, which has its settings as JSON in its
    environment.
    """
    threading.Thread(target=_end_with_parent, daemon=True).start()
    plain = msgspec.json.decode(os.environ[SETTINGS], type=dict[str, Any])

    # JSON has lists alone, and the settings tuples and a set
    plain["four_eyes"] = frozenset(plain["four_eyes"])
    for name in ("trusted_proxies", "keys"):
        plain[name] = tuple(plain[name])

    settings = Settings(now=now, surely=evidence(), **plain)
    return _process_of(settings)


def _process_of(settings: Settings) -> ASGIApp:
    """Make the application of this process, and set the process up for a long life."""
    log_to_stderr(requests=settings.log_requests)
    app = application(settings)

    # the command looks for garbage rarely, since it ends soon; here what was read of the
    # ledger would stay through dozens of bookings, 4 MiB for each
    gc.set_threshold(*OFTEN)
    gc.freeze()  # what is there now is never garbage, and need not be looked through

    return app


def _end_with_parent() -> None:
    """End when the parent process is gone. A parent that was killed tells nobody to
    stop, and a worker left alone would hold the port and go on serving.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        # finishes what is running, like any other end
        os.kill(os.getpid(), signal.SIGTERM)


def bind(host: str, port: int) -> socket.socket:
    """Open the socket to answer on, before anything is announced."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio switches Nagle's waiting off only where the protocol is named; with it
    # every answer would take 40 ms
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
        return listening
    except OSError as error:
        listening.close()
        message = say(
            "cannot answer at {host} port {port}: {what}",
            host=host,
            port=port,
            what=(error.strerror or str(error)).lower(),
        )

        hint = by_command("choose another --port, or 0 for any free one")
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            hint = by_command("--host names an address of this machine")
        raise Refused(Problem("port", message, hint=hint)) from None


def serve(settings: Settings, listening: socket.socket, workers: int) -> None:
    """Answer until told to stop; SIGTERM and Ctrl-C finish what is running."""
    _room_for(settings.connections)
    remove_left_folders()

    # only a worker that is started by another process can be replaced
    if workers == 1 and not settings.memory_bytes:
        server = uvicorn.Server(config_of(_process_of(settings), settings))
        with ended_by_signals(server):
            server.run([listening])
        return

    with tempfile.TemporaryDirectory(prefix="selo-metrics-") as folder:
        os.environ[SHARED] = folder
        _serve_with(workers, settings, listening)


@contextmanager
def ended_by_signals(server: uvicorn.Server) -> Iterator[list[int]]:
    """Have SIGTERM and Ctrl-C stop the server, and nothing else of the process; yield
    the signals that came.

    One that comes before the server hears of signals itself stops it as soon as it has
    started. And uvicorn raises a signal again once everything is finished.
    """
    came: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        came.append(number)
        server.should_exit = True

    before = {
        number: signal.signal(number, stop)
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve_until(
    app: ASGIApp, settings: Settings, listening: socket.socket, done: asyncio.Event
) -> bool:
    """Answer until something is done; the socket stays open for whoever answers next.

    Return False where the process was told to stop.
    """
    server = uvicorn.Server(config_of(app, settings))

    async def stop() -> None:
        await done.wait()
        server.should_exit = True

    async def run() -> None:
        waiting = asyncio.create_task(stop())
        # the server closes what it is given
        await server.serve([listening.dup()])
        waiting.cancel()

    with ended_by_signals(server) as signals:
        asyncio.run(run())
    return not signals


def _room_for(connections: int) -> None:
    """Ask the system for as many open files as the connections need, as far as it
    allows.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        wanted = 2 * connections
    else:
        wanted = min(hard, 2 * connections)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _serve_with(workers: int, settings: Settings, listening: socket.socket) -> None:
    plain = {
        field.name: getattr(settings, field.name)
        for field in fields(settings)
        if field.name not in CLOCKS
    }
    if is_server(settings.ledger):
        ledger = settings.ledger
    else:
        ledger = os.path.abspath(settings.ledger)
    if (password := password_of(ledger)) is not None:
        # not in an address, which is printed
        os.environ["PGPASSWORD"] = unquote(password)

    os.environ[SETTINGS] = msgspec.json.encode(plain | {"ledger": ledger}).decode()
    listening.set_inheritable(True)
    Multiprocess(
        config_of("web.running:worker", settings, workers), sockets=[listening]
    ).run()


def config_of(
    app: ASGIApp | str, settings: Settings, workers: int = 1
) -> uvicorn.Config:
    """Make the configuration of the server. Its backlog is long, so that nobody who
    comes with many others has to connect again, which takes a second.
    """
    return uvicorn.Config(
        cast("ASGI3Application | str", app),
        factory=isinstance(app, str),
        workers=workers,
        http="httptools",
        ws="none",
        lifespan="on",
        log_level="error",
        # its lines hold addresses of clients and of players; ours do not
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        limit_concurrency=settings.connections,
        # only proxies that are named are believed about where a request comes from
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=SILENT_SECONDS,
    )
