"""What one address can do to a service, by name: `python -m tests.web.attacks NAME
ADDRESS PORT TOKEN SECONDS`, and behind that the certificate of a proxy, if there is one.

A process of its own, so that it slows down nobody but by what it asks for; from another
address than those who are to notice nothing.
"""

import http.client
import io
import json
import os
import socket
import sys
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count, repeat
from pathlib import Path

from tests.web.over_tls import OverTls, tls_of

KEY = "selokirja/x+00000000+AAAA"
JSONL, BYTES = "application/jsonl", "application/octet-stream"
FORM = "multipart/form-data; boundary=frontier"


class Attacker:
    """One address, with or without a token, until its time is over; over TLS where
    there is a certificate.
    """

    def __init__(
        self,
        address: str,
        port: int,
        token: str,
        seconds: float,
        certificate: str = "",
    ) -> None:
        self.source = address
        self.port = port
        self.end = time.monotonic() + seconds
        self.tls = None
        if certificate:
            self.tls = tls_of(Path(certificate))
            # what it costs the attacker to encrypt is not taken from the machine that
            # is attacked
            os.nice(10)
        self.fields = {"Authorization": f"Bearer {token}"}
        self.heard: Counter[int] = Counter()
        self._told = threading.Lock()

    def ask(
        self,
        address: str,
        body: bytes | Iterable[bytes] | None = None,
        kind: str = "",
        fields: Mapping[str, str] | None = None,
    ) -> bytes:
        connection = self.connection()
        try:
            given = {**(fields or {}), **({"Content-Type": kind} if kind else {})}
            connection.connect()
            self._began()
            connection.request(
                "POST" if body is not None else "GET", address, body, given
            )
            answer = connection.getresponse()
            self.heard[answer.status] += 1
            return answer.read()
        except (OSError, http.client.HTTPException):
            self.heard[0] += 1
            return b""
        finally:
            connection.close()

    def connection(self) -> http.client.HTTPConnection:
        if self.tls is not None:
            return OverTls(self.port, self.tls, self.source)
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=120, source_address=(self.source, 0)
        )

    def clients(self, number: int, work: Callable[[int], object]) -> None:
        """So many at once, each again and again."""

        def go_on(client: int) -> None:
            while time.monotonic() < self.end:
                work(client)

        threads = [
            threading.Thread(target=go_on, args=(client,), daemon=True)
            for client in range(number)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0, self.end - time.monotonic()) + 1)

    def sent(self, request: str) -> socket.socket:
        connection = self.connection()
        connection.timeout = 10
        connection.connect()
        connection.sock.sendall(request.encode())
        self._began()
        return connection.sock

    def _began(self) -> None:
        """Say so once, to whoever wants to measure."""
        if self._told.acquire(blocking=False):
            print("begun", flush=True)

    def left_hanging(
        self, number: int, line: str, *fields: str, keep: bool, then: int = 0
    ) -> None:
        """Connections that are opened, and closed at once or kept; from the second time
        on fewer.
        """
        request = "\r\n".join([f"{line} HTTP/1.1", "Host: x", *fields, "", ""])
        while time.monotonic() < self.end:
            kept = []
            for _ in range(number):
                with suppress(OSError):
                    client = self.sent(request)
                    if keep:
                        kept.append(client)
                    else:
                        client.close()
            time.sleep(10 if keep else 1)
            for client in kept:
                client.close()
            number = then or number


def waits_and_hangs_up(one: Attacker) -> None:
    one.left_hanging(1030, "GET /api/events?after=999999&wait=25", keep=False, then=41)


def streams(one: Attacker) -> None:
    one.left_hanging(100, "GET /api/events/stream?after=999999", keep=True)


def half_a_request(one: Attacker) -> None:
    one.left_hanging(
        1020, "POST /verify", f"Content-Type: {FORM}", "Content-Length: 9", keep=True
    )


def many_players(size: int) -> bytes:
    rows = (
        {
            "kind": "player",
            "player": f"X{n}",
            "name": f"N{n}, M",
            "born": "1990",
            "sex": "m",
        }
        for n in range(size)
    )
    return "\n".join(map(json.dumps, rows)).encode()


def dry_runs(one: Attacker) -> None:
    body = many_players(40_000)
    one.clients(
        2, lambda _: one.ask("/api/documents?dry_run=true", body, JSONL, one.fields)
    )


def previews(one: Attacker) -> None:
    kept = one.ask(
        "/api/drafts?name=many.jsonl", many_players(40_000), JSONL, one.fields
    )
    number = json.loads(kept).get("number", 1)
    one.clients(
        4, lambda _: one.ask(f"/api/drafts/{number}/preview", fields=one.fields)
    )


def uploads(one: Attacker) -> None:
    """The largest bodies that are read whole, and others that say nothing of their size
    and are read as far as that.
    """
    largest, piece = bytes(4 * 2**20), bytes(2**20)
    bodies: list[Callable[[], bytes | Iterable[bytes]]] = [
        lambda: largest,
        lambda: repeat(piece, 60),
    ]
    one.clients(
        25,
        lambda client: one.ask(
            "/api/drafts?name=x.trf", bodies[client % 2](), BYTES, one.fields
        ),
    )


def lists_of_drafts(one: Attacker) -> None:
    for size in (60, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3):
        one.ask("/api/drafts?name=x.trf", bytes(size * 2**20), BYTES, one.fields)
    one.clients(8, lambda _: one.ask("/api/drafts", fields=one.fields))


def brought(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    head = b'--frontier\r\nContent-Disposition: form-data; name="'
    key = head + b'key"\r\n\r\n' + KEY.encode() + b"\r\n"
    return (
        key
        + head
        + b'file"; filename="b.zip"\r\n\r\n'
        + packed.getvalue()
        + b"\r\n--frontier--\r\n"
    )


def one_long_line(one: Attacker) -> None:
    body = brought({"events.jsonl": b"[" + b"[]," * 20_000_000 + b"[]]\n"})
    one.clients(4, lambda _: one.ask("/verify", body, FORM))


def many_files(one: Attacker) -> None:
    body = brought(
        {"events.jsonl": b""}
        | {f"checkpoints/{number}-own.txt": b"" for number in range(40_000)}
    )
    one.clients(4, lambda _: one.ask("/verify", body, FORM))


def pages_of_events(one: Attacker) -> None:
    after = count()
    one.clients(
        8, lambda _: one.ask(f"/api/events?after={next(after) % 2000}&limit=1000")
    )


def differences(one: Attacker) -> None:
    upto = count()
    one.clients(8, lambda _: one.ask(f"/diff?known_seq=10..{1000 - next(upto) % 400}"))


def wrong_tokens(one: Attacker) -> None:
    one.clients(8, lambda _: one.ask("/desk", fields={"Authorization": "Bearer x"}))


def searches(one: Attacker) -> None:
    words = count()
    one.clients(8, lambda _: one.ask(f"/search?words=a{next(words)}"))


ATTACKS = {
    attack.__name__: attack
    for attack in (
        waits_and_hangs_up,
        streams,
        half_a_request,
        dry_runs,
        previews,
        uploads,
        lists_of_drafts,
        one_long_line,
        many_files,
        pages_of_events,
        differences,
        wrong_tokens,
        searches,
    )
}

if __name__ == "__main__":
    name, address, port, token, seconds, *certificate = sys.argv[1:]
    attacker = Attacker(address, int(port), token, float(seconds), *certificate)
    ATTACKS[name](attacker)
    print(json.dumps(attacker.heard))
