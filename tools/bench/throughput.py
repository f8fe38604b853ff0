"""Answers a second and how long they take, of one and two workers, without a proxy and
through nginx with `deploy/nginx.conf`, beside a bare endpoint in the same run.

python -m tools.bench.throughput            over 20,000 games, 5 seconds of each
python -m tools.bench.throughput 50000 10   any size, any number of seconds

64 clients ask on connections that stay open, over TLS where nginx is in front. They run
on the same processors as what they ask, so that the rows are for comparing with each
other. What limits one address in nginx is raised: all of them are one.
"""

import itertools
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.web import fronts
from tests.web.over_tls import NAME
from tools.bench.service import BARE, SELO, asked, ledger_in, players_of, running

CLIENTS = 64
# nginx also closes a connection after 1,000 requests
NO_LIMIT = {
    r"rate=50r/s": "rate=1000000r/s",
    r"keepalive_timeout +30s;": "keepalive_timeout 30s; keepalive_requests 1000000;",
}
LIMITS, LEAST_GAMES = range(40, 101), range(1000)

Opened = Callable[[], socket.socket]


class Row(NamedTuple):
    """What the clients got in some seconds."""

    answers: int
    half: float  # seconds
    slow: float  # seconds, 99 of 100 within
    statuses: dict[int, int]


def main(games: int, seconds: float) -> None:
    """Print the table, as docs/reference/performance.md has it."""
    print("| asked | in front | answers a second | half within | 99 of 100 within |")
    print("|---|---|---|---|---|")

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ledger = ledger_in(folder, games)
        players = players_of(games)

        with running(*BARE, ready="/") as server:
            root = itertools.repeat("/")
            _print_both(folder, server.port, "bare endpoint", root, seconds)

        serve = [*SELO, "--ledger", ledger, "serve", "--behind-proxy", "127.0.0.1"]
        for workers in (1, 2):
            of = f"{workers} worker{'s' if workers > 1 else ''}"
            command = [*serve, "--workers", str(workers)]

            with running(*command, ready="/readyz") as server:
                again = itertools.cycle(f"/api/players/{one}" for one in players[:100])
                _print_both(
                    folder, server.port, f"look-ups again, {of}", again, seconds
                )
                first = _never_asked()
                _print_both(
                    folder, server.port, f"lists, first time, {of}", first, seconds
                )


def _print_both(
    folder: Path, port: int, what: str, addresses: Iterator[str], seconds: float
) -> None:
    """Print a row without a proxy and one through nginx."""
    _print(what, "-", measured(_plain(port), addresses, seconds))
    with _through_nginx(folder, port) as opened:
        _print(what, "nginx", measured(opened, addresses, seconds))


def _print(what: str, front: str, row: Row) -> None:
    seconds = f"{row.half * 1000:.0f} ms | {row.slow * 1000:.0f} ms"
    print(f"| {what} | {front} | {row.answers:,.0f} | {seconds} |", flush=True)
    if set(row.statuses) != {200}:
        sys.exit(f"not every answer was given: {row.statuses}")


def measured(opened: Opened, addresses: Iterator[str], seconds: float) -> Row:
    """Ask for that long on many connections at once, after a second that is not
    counted.

    addresses: as many as are asked for; each client takes the next one.
    """
    times: list[float] = []
    statuses = Counter[int]()
    begin = time.monotonic() + 1
    taking = threading.Lock()

    def client() -> None:
        with opened() as connection:
            while (now := time.monotonic()) < begin + seconds:
                with taking:
                    address = next(addresses)
                status = asked(connection, address)
                if now >= begin:
                    statuses[status] += 1
                    times.append(time.monotonic() - now)

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    times.sort()
    return Row(
        answers=int(len(times) / seconds),
        half=times[len(times) // 2],
        slow=times[int(len(times) * 0.99)],
        statuses=dict(statuses),
    )


def _plain(port: int) -> Opened:
    return lambda: socket.create_connection(("127.0.0.1", port))


@contextmanager
def _through_nginx(folder: Path, port: int) -> Iterator[Opened]:
    """Run nginx before the service, and give what opens a connection to it."""
    with fronts.nginx(folder, port, NO_LIMIT) as front:

        def opened() -> socket.socket:
            plain = socket.create_connection(("127.0.0.1", front.port))
            return front.tls.wrap_socket(plain, server_hostname=NAME)

        yield opened


def _never_asked() -> Iterator[str]:
    """Yield addresses of a list with some 70 rows, none of them twice."""
    for least, limit in itertools.product(LEAST_GAMES, LIMITS):
        yield f"/api/lists/selo?limit={limit}&min_games={least}"


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 20_000, float(given[1]) if len(given) > 1 else 5)
