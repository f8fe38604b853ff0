"""Limit HTTP below the application: how large the head of a request may be, and how
slowly it may arrive.

The parser knows no limits of its own: without these, one client could fill the memory
with a header field that never ends, or hold connections open by sending a byte at a
time.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ledger.errors import Problem
from messages import say
from web.http import MEDIA_TYPE, HttpRefusal, body_of

LIFE = "selo_life"  # where the rest of the program finds it in the scope
_UNREADABLE = HttpRefusal(
    400,
    Problem(
        "bad-request",
        say("this is not a request of HTTP/1.1"),
        hint=say("check what sent it"),
    ),
)
CROWD = HttpRefusal(
    429,
    Problem(
        "too-many-requests",
        say("one address has too many connections open"),
        hint=say("use those that are open"),
    ),
    {"connection": "close"},
)


class Life:
    """Whether the service still goes on, and the connection: answers that would wait or
    run for long end when one of them does not. `peer`: the other end of the connection,
    a proxy maybe.
    """

    def __init__(self, peer: str = "") -> None:
        self.ending = self.gone = False
        self.peer = peer


def life_of(scope: object) -> Life:
    life = cast(Mapping[str, object], scope).get(LIFE)
    return life if isinstance(life, Life) else Life()


class Joined:
    """A transport that sends the head of an answer together with its body: one call of
    the system instead of two, and the client wakes once. A head whose body is not there
    yet goes before anything else happens.
    """

    def __init__(
        self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._transport, self._loop, self._held = transport, loop, b""
        self.is_closing, self.get_extra_info = (
            transport.is_closing,
            transport.get_extra_info,
        )
        self.pause_reading, self.resume_reading = (
            transport.pause_reading,
            transport.resume_reading,
        )

    def write(self, data: bytes) -> None:
        if self._held:
            self._held, data = b"", self._held + data
        elif data.endswith(b"\r\n\r\n"):
            self._held = data
            self._loop.call_soon(self._flush)
            return
        self._transport.write(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._held:
            self._held, data = b"", self._held
            self._transport.write(data)


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits to the head of a request."""

    head_bytes: ClassVar[int] = 32 * 1024
    head_seconds: ClassVar[float] = 10
    most_from_one: ClassVar[int] = 10**9
    base_path: ClassVar[str] = ""
    # connections of this process, by the other end
    open_from: ClassVar[Counter[str]] = Counter()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._refusal = _UNREADABLE
        self._size = 0
        self._in_head = True
        self._complete = True
        self._broken = False
        self._timer: asyncio.TimerHandle | None = None
        self._life = Life()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, Joined(transport, self.loop))
        self._life.peer = self.client[0] if self.client else ""
        self.open_from[self._life.peer] += 1
        if self.open_from[self._life.peer] > self.most_from_one:
            # without reading what it asks for, which may be for its health up to here
            self._refuse(CROWD)
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._life.ending = self._life.gone = True
        if self.open_from[self._life.peer] > 1:
            self.open_from[self._life.peer] -= 1
        else:
            del self.open_from[self._life.peer]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._broken:
            return
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._size += len(data)
            if self._size > self.head_bytes:
                self._refuse(_too_large(self.head_bytes))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        cast(dict[str, object], self.scope)[LIFE] = self._life
        self._size, self._in_head, self._complete = 0, True, False
        self._await_head()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._complete = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # a body that nobody waits for must not hold the connection
        if not self._complete and not self.pipeline and not self.transport.is_closing():
            self.transport.close()

    def shutdown(self) -> None:
        self._life.ending = True
        super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser cannot read, and what was refused inside it."""
        self._refuse(self._refusal)

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > self.head_bytes:
            self._refusal = _too_large(self.head_bytes)
            # the parser stops, and send_400_response answers
            raise ValueError("the head is too large")

    def _await_head(self) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(self.head_seconds, self._waited_too_long)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _waited_too_long(self) -> None:
        message = say(
            "the request did not arrive within {head_seconds} seconds",
            head_seconds=f"{self.head_seconds:g}",
        )
        self._refuse(
            HttpRefusal(408, Problem("too-slow", message, hint=say("send it at once")))
        )

    def _refuse(self, error: HttpRefusal) -> None:
        """Send an answer of our own, and end the connection. An earlier request on it
        is answered first.
        """
        self._stop_waiting()
        self._broken = True
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.pipeline.clear()
            self.cycle.keep_alive = False  # its answer ends the connection
            return
        # the application is asked for no request here, and counts and tells it all the
        # same
        app = getattr(self.app, "app", self.app)
        if (refused := getattr(app, "refused_below", None)) is not None:
            refused(error.status)
        self.transport.write(_answer(error, self.base_path))
        self.transport.close()


@lru_cache(16)
def _answer(error: HttpRefusal, base_path: str) -> bytes:
    """Write the bytes of a refusal, without any framework: somebody who opens a
    thousand connections gets a thousand of these.
    """
    body = body_of(error, base_path)
    lines = (
        f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}",
        f"content-type: {MEDIA_TYPE}",
        f"content-length: {len(body)}",
        "connection: close",
        "x-content-type-options: nosniff",
    )
    return "\r\n".join([*lines, "", ""]).encode() + body


def _too_large(most: int) -> HttpRefusal:
    message = say("address and header fields have more than {most} bytes", most=most)
    return HttpRefusal(
        431, Problem("too-many-fields", message, hint=say("send fewer or shorter ones"))
    )
