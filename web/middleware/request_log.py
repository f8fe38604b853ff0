"""Count and log every request, with an id that stands in the answer too.

A line of the log is one JSON object. It names the route and not the address, and nothing
of the client: neither says who asked about whom.
"""

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import cast
from uuid import uuid4

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from web.logs import REQUESTS
from web.metrics import REQUEST_SECONDS, REQUESTS_RUNNING
from web.middleware import Request
from web.pages.visit import FORM

ID = "selo_request_id"  # where the id stands in the scope
FIELD = b"x-request-id"
_AN_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")


class RequestLog:
    """ASGI middleware around everything else."""

    def __init__(self, app: ASGIApp, now: Callable[[], str]) -> None:
        self._app = app
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return

        request = {**cast(Request, scope)}
        request[ID] = request_id(dict(request["headers"]))
        method = request["method"]
        if method == "HEAD":
            # the server leaves the body out; everything else is as for GET
            request["method"] = "GET"

        started = time.perf_counter()
        status, size = 0, 0

        async def send_on(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                field = (FIELD, request[ID].encode())
                message["headers"] = [*message["headers"], field]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        with REQUESTS_RUNNING.track_inprogress():
            try:
                await self._app(cast(Scope, request), receive, send_on)
            finally:
                seconds = time.perf_counter() - started
                route = request.get("path_template") or "-"
                REQUEST_SECONDS.labels(method, route, status).observe(seconds)
                line = {
                    "at": self._now(),
                    "request": request[ID],
                    "method": method,
                    "route": route,
                    "form": request.get(FORM, ""),
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                    "bytes": size,
                }
                REQUESTS.info(json.dumps(line))


def request_id(fields: Mapping[bytes, bytes]) -> str:
    """Return the id that a proxy gave to the request, or a new one."""
    given = fields.get(FIELD, b"")
    if _AN_ID.fullmatch(given):
        return given.decode()
    return uuid4().hex
