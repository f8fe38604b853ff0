"""A worker that takes more memory than it may is replaced while the service answers."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import web.memory
from tests.command.test_processes import ROOT
from tests.web.serving import Reply
from tests.web.test_processes import Serving, ask
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.pace import until
from web.metrics import SHARED
from web.store.roles import Role

# the command takes no bound that a worker has reached before it does anything
SERVE = """
import sys
from web import Settings
from web.running import bind, now, serve
listening = bind("127.0.0.1", 0)
print("at", listening.getsockname()[1], file=sys.stderr, flush=True)
serve(Settings(ledger=sys.argv[1], now=now, memory_bytes=1), listening, 1)
"""


@contextmanager
def bounded(ledger: str) -> Iterator[Serving]:
    """A service of one worker, which takes more than its bound from the start."""
    with tempfile.TemporaryDirectory(prefix="selo-lines-") as folder:
        lines = Path(folder, "lines")
        with lines.open("wb") as written:
            words = [sys.executable, "-c", SERVE, ledger]
            process = subprocess.Popen(words, cwd=ROOT, stderr=written)
        try:
            until(lambda: lines.read_text().startswith("at "))
            port = int(lines.read_text().split()[1])
            assert ask(port, "/readyz").status == 200
            yield Serving(port, process, lines)
        finally:
            process.terminate()
            process.wait(timeout=60)


def told(service: Serving) -> list[dict[str, Any]]:
    """Return what workers said of their memory."""
    lines = map(json.loads, service.lines.read_text().splitlines()[1:])
    return [line for line in lines if "memory" in line]


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def again(port: int, address: str, fields: dict[str, str] | None = None) -> Reply:
    """Ask as a proxy does: once more where the worker closed the connection unasked."""
    try:
        return ask(port, address, fields=fields)
    except ConnectionError:
        return ask(port, address, fields=fields)


def test_a_worker_is_replaced_once_and_finishes_what_it_does(club: Selo) -> None:
    officer = bearer(token(club.ledger))["Authorization"]
    reader = bearer(token(club.ledger, Role.READER, "watch"))
    body = json.dumps(player("N1")).encode()
    head = (
        "POST /api/documents HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
        f"Authorization: {officer}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with bounded(club.ledger) as service:
        with socket.create_connection(("127.0.0.1", service.port), 60) as client:
            client.sendall(head.encode())
            assert client.recv(65536).startswith(b"HTTP/1.1 100 ")
            until(lambda: told(service) != [])
            client.sendall(body)
            assert client.recv(65536).startswith(b"HTTP/1.1 201 ")

        old = told(service)[0]
        assert old["replaced"] and old["memory"] > old["most"] == 1

        def gone() -> bool:
            assert again(service.port, "/healthz").status == 200
            return not is_there(old["worker"])

        until(gone)
        assert again(service.port, "/api/players/N1").status == 200

        # the new one takes more than the bound as well, and is left alone
        until(lambda: len(told(service)) == 2)
        _, new = told(service)
        assert new["worker"] != old["worker"] and not new["replaced"]

        # of the worker that is there, and no other
        gauges = again(service.port, "/metrics", reader).text.splitlines()
        [taken] = [line for line in gauges if line.startswith("selo_worker_memory")]
        assert float(taken.split()[1]) > 2**20


def test_workers_are_replaced_at_most_every_ten_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of them asks: the new ones would be replaced again at once."""
    sent: list[tuple[int, int]] = []
    monkeypatch.setenv(SHARED, str(tmp_path))
    monkeypatch.setattr("os.kill", lambda *pair: sent.append(pair))

    class Parent:
        pid = 4711

    monkeypatch.setattr("multiprocessing.parent_process", Parent)
    assert web.memory.replace_workers()
    assert not web.memory.replace_workers()
    assert sent == [(4711, signal.SIGHUP)]

    [asked] = tmp_path.iterdir()
    long_ago = time.time() - web.memory.REST_SECONDS - 1
    os.utime(asked, (long_ago, long_ago))
    assert web.memory.replace_workers()


def test_a_process_without_another_above_it_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("multiprocessing.parent_process", lambda: None)
    assert not web.memory.replace_workers()


@pytest.mark.parametrize("bound", ["0", "100"])
def test_a_bound_that_no_worker_could_keep_is_refused(club: Selo, bound: str) -> None:
    refused = club.run("serve", "--memory-mb", bound)
    assert refused.code == 2 and "128" in refused.err


def test_a_bound_is_refused_where_memory_cannot_be_seen(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.memory.STATM", Path("/no/such/file"))
    refused = club.run("serve", "--memory-mb", "200")
    assert refused.code == 2 and "memory_mb" in refused.err
