"""One message to another machine: whatever it says, and however slowly, comes to one
word.
"""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from features.webhooks import sending


def test_a_machine_that_drips_its_answer_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each byte comes in time, and the whole never."""
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    with _raw(b"HTTP/1.1 200 OK\r\n", forever=b"a") as port:
        started = time.monotonic()
        assert _sent(port) == "too-slow" and time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", "200"),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\nthanks", "202"),
        (b"HTTP/1.0 204 No Content\r\n\r\n", "204"),
        # no more of it is read
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n" + b"x" * 2**20, "200"),
        (b"HTTP/1.1 410 Gone\r\n\r\n", "410"),
        (b"SSH-2.0-OpenSSH_9\r\n", "no-answer"),
        (b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 1000, "no-answer"),
        (b"HTTP/1.1 200 OK\r\nx: " + b"y" * 2**17, "no-answer"),
        (b"", "no-answer"),
    ],
)
def test_whatever_a_machine_says_is_one_word(said: bytes, answer: str) -> None:
    with _raw(said) as port:
        assert _sent(port) == answer


def _sent(port: int, **changed: Any) -> str:
    sender = sending.Sender(
        f"http://127.0.0.1:{port}/", "whsec_" + "A" * 44, True, False
    )
    return sending.send(sender._replace(**changed), sending.Payload("a-1", b"{}"), 1)


@contextmanager
def _raw(said: bytes, forever: bytes = b"") -> Iterator[int]:
    """A machine that says these bytes to whoever comes, whatever is asked."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def say() -> None:
            with suppress(OSError):
                connection, _ = listening.accept()
                with connection:
                    asked = connection.recv(2**16)
                    if asked.startswith(b"POST") and not asked.endswith(b"{}"):
                        # what is closed with something unread is reset
                        connection.recv(2)
                    connection.sendall(said)
                    while forever and not ended.wait(0.05):
                        connection.sendall(forever)

        thread = threading.Thread(target=say, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        ended.set()
        thread.join(10)


def test_tls_is_checked() -> None:
    with _raw(b"HTTP/1.1 200 OK\r\n\r\n") as port:
        assert _sent(port, url=f"https://127.0.0.1:{port}/") == "no-tls"
