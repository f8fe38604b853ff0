"""A machine that events are sent to: it keeps what came, checks signatures as a
stranger's program would, and answers what the test wants.
"""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.world.command import Selo


class Received(NamedTuple):
    """One message: its header fields by lower-case name, its bytes, and whether it was
    taken.
    """

    path: str
    fields: dict[str, str]
    body: bytes
    status: int
    seq: int

    @property
    def id(self) -> str:
        return self.fields["webhook-id"]

    @property
    def value(self) -> Any:
        return json.loads(self.body)

    def is_signed(self, secret: str) -> bool:
        """As the Standard Webhooks say, written without a look at the program."""
        key = base64.b64decode(secret.split("_", 1)[1])
        signed = f"{self.id}.{self.fields['webhook-timestamp']}.".encode() + self.body
        wanted = base64.b64encode(
            hmac.new(key, signed, hashlib.sha256).digest()
        ).decode()
        given = self.fields["webhook-signature"].split(" ")
        return any(hmac.compare_digest(one, f"v1,{wanted}") for one in given)


class Receiver:
    """`answers` is asked for the status of each message; `before` may take its time
    first.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.answers: Callable[[dict[str, str]], int] = lambda fields: 200
        self.more: dict[str, str] = {}  # fields of every answer
        self.content = b"ok"
        self.came: list[Received] = []
        self._news = threading.Condition()

    def took(self, received: Received) -> None:
        with self._news:
            self.came.append(received)
            self._news.notify_all()

    def taken(self) -> list[Received]:
        return [one for one in self.came if 200 <= one.status < 300]

    def seqs(self) -> list[int]:
        """The events in the order in which each was taken first."""
        return list(dict.fromkeys(one.seq for one in self.taken()))

    def wait(self, enough: Callable[[], bool], seconds: float = 30) -> None:
        with self._news:
            assert self._news.wait_for(enough, seconds), [
                (one.seq, one.status) for one in self.came[-20:]
            ]


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # whoever sent it was killed
            fields = {name.lower(): value for name, value in self.headers.items()}
            status = receiver.answers(fields)
            receiver.took(
                Received(
                    self.path, fields, body, status, json.loads(body).get("seq", 0)
                )
            )
            self.send_response(status)
            for name, value in {
                "content-length": str(len(receiver.content)),
                **receiver.more,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(receiver.content)

        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    server.handle_error = lambda *about: None  # type: ignore[method-assign] # who sent may be killed
    receiver = Receiver(f"http://127.0.0.1:{server.server_port}/in")
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
    )
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def hooked(selo: Selo, receiver: Receiver, *options: str) -> tuple[str, str]:
    return hooked_at(selo, receiver.url, *options)


def hooked_at(selo: Selo, url: str, *options: str) -> tuple[str, str]:
    """A webhook to an address of this machine: its id and its secret."""
    made = selo.ask("webhook", "add", url, "--private", *options)
    return made["id"], made["secret"]


def row(selo: Selo, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        one["id"]: one for one in selo.ask("webhook", "list")["rows"]
    }[name]
    return found
