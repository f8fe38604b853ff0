"""`selo serve` as a process of its own: it starts, stops when told to, and serves from
several workers.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

import pytest
import uvicorn

from tests.command.test_processes import ROOT, command
from tests.web.serving import NOW, Reply, Served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.pace import until
from web import Settings
from web.app import application
from web.running import bind, config_of, ended_by_signals
from web.store.roles import Role


def ask(
    port: int, address: str, seconds: float = 60, fields: dict[str, str] | None = None
) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("GET", address, headers=fields or {})
        return Served.reply(connection)
    finally:
        connection.close()


class Starting(NamedTuple):
    """A service that was just started, and where its lines go."""

    process: subprocess.Popen[bytes]
    lines: Path

    @property
    def said(self) -> str:
        return self.lines.read_text("utf-8")


@contextmanager
def starting(ledger: str, *options: str, port: int = 0) -> Iterator[Starting]:
    """Start a service on this port, or any that is free; it is stopped behind the
    block.
    """
    with tempfile.TemporaryDirectory(prefix="selo-lines-") as folder:
        lines = Path(folder, "lines")
        with lines.open("wb") as written:
            words = command(ledger, "serve", "--port", str(port), *options)
            process = subprocess.Popen(words, cwd=ROOT, stderr=written)
        try:
            yield Starting(process, lines)
        finally:
            if process.poll() is None:
                process.terminate()  # its workers stop with it
            process.wait(timeout=60)


class Serving(NamedTuple):
    """A service that runs, and where its lines go: to a file, for a pipe that nobody
    reads fills up and stops it.
    """

    port: int
    process: subprocess.Popen[bytes]
    lines: Path


@contextmanager
def serving(ledger: str, *options: str, port: int = 0) -> Iterator[Serving]:
    with starting(ledger, *options, port=port) as service:

        def address() -> re.Match[str] | None:
            assert service.process.poll() is None, (
                f"the service did not start: {service.said}"
            )
            return re.search(r" at http://127\.0\.0\.1:(\d+)/", service.said)

        until(lambda: address() is not None)
        bound = int(cast(re.Match[str], address())[1])
        until(lambda: ask(bound, "/readyz").status == 200)
        yield Serving(bound, service.process, service.lines)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_sigterm_finishes_what_is_running(club: Selo, workers: str) -> None:
    body, officer = (
        json.dumps(player("N1")).encode(),
        bearer(token(club.ledger))["Authorization"],
    )
    head = (
        "POST /api/documents HTTP/1.1\r\nHost: x\r\nAuthorization:"
        f" {officer}\r\nExpect: 100-continue\r\n"
    )
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with (
        serving(club.ledger, "--workers", workers) as (port, process, lines),
        socket.create_connection(("127.0.0.1", port), timeout=60) as client,
    ):
        client.sendall(head.encode())
        # by now it is running, however slow the machine is
        assert client.recv(65536).startswith(b"HTTP/1.1 100 ")
        process.send_signal(signal.SIGTERM)
        with pytest.raises(OSError):
            # nobody else is let in any more
            until(lambda: ask(port, "/healthz", seconds=2) is None)
        client.sendall(body)
        assert client.recv(65536).startswith(b"HTTP/1.1 201 ")
        code, err = process.wait(timeout=60), lines.read_text()
        assert code == 0, err
        assert "Traceback" not in err
        assert (
            '"route": "/api/documents"' in err
            and "127.0.0.1" not in err.split("\n", 1)[1]
        )
    assert club.ask("show", "N1")["player"]["id"] == "N1"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_sigterm_stops_a_service_that_is_only_starting(
    club: Selo, workers: str
) -> None:
    """The line is printed before anybody is answered. Whoever stops the service half a
    second later is heard: a supervisor would wait for minutes, and kill it.
    """
    with starting(club.ledger, "--workers", workers) as service:
        until(lambda: "serving " in service.said)
        time.sleep(0.5)
        service.process.send_signal(signal.SIGTERM)
        code = service.process.wait(timeout=60)
        assert code in (0, 128 + signal.SIGTERM), service.said
        assert "Traceback" not in service.said


def test_a_signal_before_the_server_listens_to_signals_stops_it(club: Selo) -> None:
    settings = Settings(ledger=club.ledger, now=lambda: NOW)
    before = signal.getsignal(signal.SIGTERM)
    server = uvicorn.Server(config_of(application(settings), settings))
    with bind("127.0.0.1", 0) as listening, ended_by_signals(server) as came:
        signal.raise_signal(signal.SIGTERM)
        server.run([listening])
    assert came == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is before


def test_workers_count_together_and_end_when_their_parent_is_killed(club: Selo) -> None:
    """One service for both: it takes seconds to start three processes."""
    with serving(club.ledger, "--workers", "2") as (port, process, _):
        _whichever_worker_is_asked_counts_for_all(
            port, bearer(token(club.ledger, Role.READER))
        )
        process.kill()
        process.wait()
        # whoever is left would hold the port and answer for ever from a service that
        # nobody can stop
        with pytest.raises(OSError):
            until(lambda: ask(port, "/readyz", seconds=5) is None)


def _whichever_worker_is_asked_counts_for_all(
    port: int, reader: dict[str, str]
) -> None:
    for _ in range(20):
        assert ask(port, "/api/rules").status == 200

    def together() -> bool:
        lines = ask(port, "/metrics", fields=reader).text.splitlines()
        counted = {
            line.rpartition(" ")[2]
            for line in lines
            if line.startswith("selo_request_seconds_count")
            and 'route="/api/rules",status="200"' in line
        }
        return (
            counted == {"20.0"}
            and sum(line.startswith("selo_cache_bytes ") for line in lines) == 1
        )

    until(together)


def test_a_port_that_is_taken(club: Selo) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = club.run("serve", "--port", str(taken.getsockname()[1]))
    assert refused.code == 1 and "in use" in refused.err


SLOW = """
import sys, time
if __name__ == "__mp_main__":
    time.sleep(7)
from web import Settings
from web.running import bind, now, serve
if __name__ == "__main__":
    listening = bind("127.0.0.1", 0)
    print(listening.getsockname()[1], file=sys.stderr, flush=True)
    serve(Settings(ledger=sys.argv[1], now=now), listening, 2)
"""


def test_workers_that_are_slow_to_start_are_waited_for(
    club: Selo, tmp_path: Path
) -> None:
    """On a busy machine they take more than the five seconds after which uvicorn would
    kill them, and start others that are as slow.
    """
    tmp_path.joinpath("slow.py").write_text(SLOW)
    words = [sys.executable, str(tmp_path / "slow.py"), club.ledger]
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (
        tmp_path.joinpath("lines").open("wb") as lines,
        subprocess.Popen(words, cwd=ROOT, stderr=lines, env=here) as process,
    ):
        try:
            said = tmp_path / "lines"
            until(lambda: said.read_text().strip().isdigit())
            # nobody answers at the open port before a worker is there
            assert ask(int(said.read_text()), "/readyz").status == 200
        finally:
            process.terminate()
