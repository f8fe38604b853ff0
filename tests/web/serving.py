"""A server in this process on a free port, with a clock that stands where the test puts
it, and a client for it.
"""

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple
from unittest.mock import patch

import uvicorn
from litestar.utils.signature import ParsedSignature

from web import Settings
from web.answers.answering import Answering
from web.app import litestar, middleware
from web.logs import log_to_stderr
from web.running import bind, config_of
from web.stopping import Stopping

NOW = "2026-11-01T12:00:00.000000Z"


class Reply(NamedTuple):
    """An answer: its status, its header fields by lower-case name, its bytes."""

    status: int
    fields: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body in UTF-8, which all but pictures and the files for programs with
        another encoding are in.
        """
        bytes_alone = self.fields.get("content-type", "").startswith(
            ("application/octet-stream", "image/png")
        )
        return self.body.decode("utf-8", "surrogateescape" if bytes_alone else "strict")

    @property
    def value(self) -> Any:
        return json.loads(self.body)

    @property
    def codes(self) -> list[str]:
        assert self.fields["content-type"] == "application/problem+json"
        assert self.value["status"] == self.status
        return [problem["code"] for problem in self.value["problems"]]


class Served:
    """A running service. One request a connection, unless a test keeps its own."""

    def __init__(self, port: int, settings: Settings) -> None:
        self.port = port
        self.settings = settings
        self.always: dict[str, str] = {}  # fields sent with every request

    def ask(
        self,
        address: str,
        method: str = "GET",
        body: bytes | None = None,
        fields: dict[str, str] | None = None,
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, address, body, {**self.always, **(fields or {})})
            return self.reply(connection)
        finally:
            connection.close()

    @staticmethod
    def reply(connection: http.client.HTTPConnection) -> Reply:
        response = connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        return Reply(response.status, fields, response.read())


class Server(uvicorn.Server):
    """Looks every hundredth of a second whether it is to stop, not every tenth:
    hundreds of tests wait for it.
    """

    def __init__(self, config: uvicorn.Config, stopping: Stopping) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(0.01)
        self._stopping.told = True  # a signal says so elsewhere


_from_fn = ParsedSignature.from_fn
_signatures: dict[tuple[CodeType, object], ParsedSignature] = {}


def _signature(function: Any, namespace: dict[str, Any]) -> ParsedSignature:
    """What a handler takes, read once for each place in the source, and for each
    question that is answered there: hundreds of tests make the same service.
    """
    stated = getattr(function, "__signature__", None)
    if stated is None:
        says: object = str(function.__annotations__.get("return"))
    else:
        # the parameters of a question are made once and kept
        says = tuple(id(one.annotation) for one in stated.parameters.values())
    key = function.__code__, says
    if key not in _signatures:
        _signatures[key] = _from_fn(function, namespace)
    return _signatures[key]


@contextmanager
def served(ledger: Path | str, **limits: Any) -> Iterator[Served]:
    """The service for a ledger, stopped afterwards."""
    settings = Settings(
        **{
            "ledger": str(ledger),
            "now": lambda: NOW,
            "log_requests": False,
            **limits,
        }
    )
    log_to_stderr(requests=settings.log_requests)
    answering = Answering(settings)
    with patch.object(ParsedSignature, "from_fn", _signature):
        app = middleware(litestar(answering), settings)
    server = Server(config_of(app, settings), answering.stopping)
    listening = bind("127.0.0.1", 0)
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve([listening])), daemon=True
    )
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            threading.Event().wait(0.005)
        yield Served(listening.getsockname()[1], settings)
    finally:
        server.should_exit = True
        thread.join(60)
        listening.close()
        assert not thread.is_alive(), "the server did not stop"
