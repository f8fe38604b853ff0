"""`selo serve` as a process of its own: it starts, stops when told to, and serves from several workers."""

import http.client
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.command.test_processes import ROOT, command
from tests.web.serving import Reply, Served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from web.kept.tokens import Role


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def ask(port: int, address: str, seconds: float = 60, fields: dict[str, str] | None = None) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("GET", address, headers=fields or {})
        return Served.reply(connection)
    finally:
        connection.close()


class Serving(NamedTuple):
    """A service that runs, and where its lines go: to a file, for a pipe that nobody reads fills up and stops it."""

    port: int
    process: subprocess.Popen[bytes]
    lines: Path


@contextmanager
def serving(ledger: str, *options: str) -> Iterator[Serving]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="selo-lines-") as folder:
        lines = Path(folder, "lines")
        with lines.open("wb") as written:
            words = command(ledger, "serve", "--port", str(port), *options)
            process = subprocess.Popen(words, cwd=ROOT, stderr=written)
        try:
            deadline = time.monotonic() + 60
            while True:
                assert process.poll() is None and time.monotonic() < deadline, "the service did not start"
                try:
                    if ask(port, "/readyz").status == 200:
                        break
                except OSError:
                    time.sleep(0.05)
            yield Serving(port, process, lines)
        finally:
            if process.poll() is None:
                process.terminate()  # its workers stop with it
            process.wait(timeout=60)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_sigterm_finishes_what_is_running(demo: Selo, workers: str) -> None:
    with serving(demo.ledger, "--workers", workers) as (port, process, lines):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/api/verify")  # takes some tenths of a second
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert Served.reply(connection).value["status"] == "unproven"
        code, err = process.wait(timeout=60), lines.read_text()
        assert code == 0, err
        assert "Traceback" not in err
        assert '"route": "/api/verify"' in err and "127.0.0.1" not in err.split("\n", 1)[1]
        connection.close()


def test_workers_count_together_and_end_when_their_parent_is_killed(club: Selo) -> None:
    """One service for both: it takes seconds to start three processes."""
    with serving(club.ledger, "--workers", "2") as (port, process, _):
        _whichever_worker_is_asked_counts_for_all(port, bearer(token(club.ledger, Role.READER)))
        process.kill()
        process.wait()
        # whoever is left would hold the port and answer for ever from a service that nobody can stop
        deadline = time.monotonic() + 30
        with pytest.raises(OSError):
            while time.monotonic() < deadline:
                ask(port, "/readyz", seconds=5)
                time.sleep(0.05)


def _whichever_worker_is_asked_counts_for_all(port: int, reader: dict[str, str]) -> None:
    for _ in range(20):
        assert ask(port, "/api/rules").status == 200
    deadline, counted = time.monotonic() + 10, set[str]()
    while time.monotonic() < deadline:
        lines = ask(port, "/metrics", fields=reader).text.splitlines()
        counted = {line.rpartition(" ")[2] for line in lines if 'route="/api/rules",status="200"' in line}
        if counted == {"20"} and sum(line.startswith("selo_cache_bytes ") for line in lines) == 1:
            break
        time.sleep(0.05)
    assert counted == {"20"}


def test_a_missing_ledger_is_said_at_once(tmp_path: Path) -> None:
    missing = Selo(tmp_path).run("serve")
    assert missing.code == 3 and "there is no ledger" in missing.err


def test_a_port_that_is_taken(club: Selo) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = club.run("serve", "--port", str(taken.getsockname()[1]))
    assert refused.code == 1 and "in use" in refused.err
