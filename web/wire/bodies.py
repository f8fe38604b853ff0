"""The body of a request: raw bytes within a size and a time, of a media type that is known."""

import asyncio
from collections.abc import Collection
from typing import Any

from litestar import Request

from ledger.errors import Problem
from messages import say
from web.settings import Settings
from web.wire.problems import HttpRefusal

CLOSE = {"connection": "close"}  # what is left of the body is not read


async def body_of(request: Request[Any, Any, Any], settings: Settings, takes: Collection[str]) -> tuple[str, bytes]:
    """Its media type and its bytes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in takes:
        message = say("the body is {kind}", kind=kind) if kind else say("the request has no Content-Type")
        hint = say("send it as {kinds}", kinds=" or ".join(takes))
        raise HttpRefusal(415, Problem("media-type", message, hint=hint), CLOSE)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        message = say("a packed body is not taken")
        raise HttpRefusal(415, Problem("media-type", message, hint=say("send it as it is")), CLOSE)
    stated = request.headers.get("content-length", "")
    if stated.isascii() and stated.isdigit() and int(stated[:18]) > settings.body_bytes:
        raise _too_large(settings)
    try:
        async with asyncio.timeout(settings.body_seconds):
            return kind, await _read(request, settings)
    except TimeoutError:
        message = say("the body did not arrive within {seconds} seconds", seconds=f"{settings.body_seconds:g}")
        raise HttpRefusal(408, Problem("too-slow", message, hint=say("send it faster, or in parts")), CLOSE) from None


async def _read(request: Request[Any, Any, Any], settings: Settings) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await request.receive()
        if message["type"] != "http.request":
            # the client went away in the middle: nobody reads this, and nothing is done
            raise HttpRefusal(
                400, Problem("bad-request", say("the body ended too early"), hint=say("send all of it")), CLOSE
            )
        parts.append(message["body"])
        size += len(message["body"])
        if size > settings.body_bytes:
            raise _too_large(settings)
        if not message["more_body"]:
            return b"".join(parts)


def _too_large(settings: Settings) -> HttpRefusal:
    message = say("the body has more than {count} bytes", count=settings.body_bytes)
    return HttpRefusal(413, Problem("too-large", message, hint=say("send it in parts")), CLOSE)
