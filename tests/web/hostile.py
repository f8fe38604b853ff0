"""Requests as somebody would send them who wants the service to fall over, and a client
that sends raw bytes.
"""

import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from projections.answers.parameters import parameters_of
from web.questions.registry import QUESTIONS

TEXTS = (
    "",
    "x",
    "F033",
    "../../etc/passwd",
    "%00",
    "%ff",
    "%2e%2e%2f",
    "%u0041",
    "'; DROP TABLE event; --",
    "1e9",
    "-1",
    "9" * 40,
    "null",
    "true",
    "NaN",
    "2024-02-30",
    "0000-00-00",
    "9999-12-31",
    "2024-06-30T25:00:00Z",
    "%F0%9F%92%A9",
    "\u0661",
    "a" * 3000,
    "%0d%0aSet-Cookie:x=1",
    "<script>",
    "{{7*7}}",
    "${jndi:x}",
    "A..B",
    "1..",
    "..2",
    "*",
    "%25",
)
KNOWN = ("F033", "selo", "kuusilahti-open-2023", "fi-2023", "200")
HEADS = (
    b"Host: x",
    b"Connection: keep-alive",
    b"Content-Type: application/json",
    b"Accept-Encoding: gzip",
    b'If-None-Match: W/"x"',
    b"If-Modified-Since: yesterday",
    b"Range: bytes=0-1",
    b"Expect: 100-continue",
    b"Upgrade: websocket",
    b"Connection: Upgrade",
    b"Transfer-Encoding: chunked",
    b"Authorization: Bearer x",
    b"Idempotency-Key: \xff",
    b"X-Forwarded-For: 1.2.3.4",
    b"Cookie: a=b; c",
    b"X: " + b"y" * 5000,
)
METHODS = (
    "GET",
    "HEAD",
    "OPTIONS",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "TRACE",
    "CONNECT",
    "get",
    "BREW",
)


class Heard(NamedTuple):
    """What came back: the status (0: the connection was closed without an answer), and
    all bytes.
    """

    status: int
    answer: bytes


def requests(seed: int, count: int) -> Iterator[bytes]:
    """So many requests, always the same for a seed: strange questions, and bytes
    changed below HTTP.
    """
    chance = random.Random(seed)
    for _ in range(count):
        request = _strange(chance)
        yield _mutated(chance, request) if chance.random() < 0.5 else request


def _strange(chance: random.Random) -> bytes:
    entry = chance.choice(QUESTIONS)
    address = "/".join(
        (
            (chance.choice(TEXTS) if chance.random() < 0.5 else chance.choice(KNOWN))
            if part.startswith("{")
            else part
        )
        for part in entry.address.split("/")
    )
    names = [*parameters_of(entry.asked), "nonsense", "%ff", "as_of"]
    query = "&".join(
        f"{chance.choice(names)}={chance.choice(TEXTS)}"
        for _ in range(chance.choice((0, 0, 1, 2, 3)))
    )
    method = "GET" if chance.random() < 0.6 else chance.choice(METHODS)
    before, after = chance.choice(
        (("/api", ""), ("/api", ""), ("", ".csv"), ("", ".json"), ("", ""))
    )
    target = before + address + after + "?" + query
    if chance.random() < 0.1:
        target = chance.choice(
            (
                "/api/documents",
                "/api/events",
                "*",
                "http://x/api",
                "//",
                "/" * 500,
                "/\u00e4",
            )
        )
    body = (
        b""
        if method == "GET"
        else chance.choice(
            (b"", b"{}", b"[" * 5000, b"\xff" * 50, b'{"kind": "player"}')
        )
    )
    heads = [
        b"Host: x",
        *chance.sample(HEADS, chance.randrange(5)),
        b"Content-Length: %d" % len(body),
    ]
    return b"\r\n".join([f"{method} {target} HTTP/1.1".encode(), *heads, b"", body])


def _mutated(chance: random.Random, request: bytes) -> bytes:
    changed = bytearray(request)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(changed))
        match chance.randrange(4):
            case 0:
                changed[at] = chance.randrange(256)
            case 1:
                del changed[at : at + chance.randrange(1, 20)]
            case 2:
                changed[at:at] = chance.randbytes(chance.randrange(1, 20))
            case _:
                changed[at:at] = changed[at : at + 40]
        if not changed:
            return b"\r\n"
    return bytes(changed)


SILENCE_SECONDS = 0.5


def sent(port: int, request: bytes, seconds: float = 20) -> Heard:
    """The request over a socket of its own. A service that neither answers nor closes
    is stuck, and times out; but it may wait for the rest of a head, which comes after a
    while (a proxy in front gives up earlier).
    """
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as client:
        answer = b""
        with suppress(ConnectionError):  # it may close before it has read everything
            client.sendall(request)
            client.settimeout(SILENCE_SECONDS)
            try:
                answer = client.recv(65536)
            except TimeoutError:
                client.sendall(b"\r\n\r\n")
                client.settimeout(seconds)
                answer = client.recv(65536)
            client.settimeout(seconds)
            while answer and b"\r\n" not in answer:
                part = client.recv(65536)
                if not part:
                    break
                answer += part
    return Heard(int(answer[9:12]) if answer[9:12].isdigit() else 0, answer)
