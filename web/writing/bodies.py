"""Bodies of requests: read up to a size and a time, of a media type that is known.

A large one waits on the disk until its turn comes, so that twenty at once do not fill the memory.
"""

import asyncio
import tempfile
from collections.abc import Collection
from typing import Any
from weakref import WeakKeyDictionary

from litestar import Request

from ledger.errors import Problem
from messages import say
from web.auth import who_of
from web.kept.tokens import Role
from web.settings import Settings
from web.wire.limits import Places, asker
from web.wire.problems import HttpRefusal

CLOSE = {"connection": "close"}  # what is left of the body is not read
LARGE, LARGE_AT_ONCE = 2**20, 2  # bytes from which on a body waits on the disk, and how many are in memory
_Turns = dict[bool, asyncio.Semaphore]  # of those whose answers cost them, and of the office
_TURNS: "WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns]" = WeakKeyDictionary()
_COMING = Places(
    8, 64, 1, say("too many bodies of one address are on their way"), say("send one after the other"), CLOSE
)  # fmt: skip


async def body_of(request: Request[Any, Any, Any], settings: Settings, takes: Collection[str]) -> tuple[str, bytes]:
    """Return the media type and the bytes of a request's body."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in takes:
        message = say("the body is {kind}", kind=kind) if kind else say("the request has no Content-Type")
        hint = say("send it as {kinds}", kinds=" or ".join(takes))
        raise HttpRefusal(415, Problem("media-type", message, hint=hint), CLOSE)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        message = say("a packed body is not taken")
        raise HttpRefusal(415, Problem("media-type", message, hint=say("send it as it is")), CLOSE)
    submits = who_of(request.scope).role is Role.SUBMITTER
    most = min(settings.body_bytes, settings.submitter_bytes) if submits else settings.body_bytes
    stated = request.headers.get("content-length", "")
    if stated.isascii() and stated.isdigit() and int(stated[:18]) > most:
        raise _too_large(most)
    with _COMING.taken(asker().key), tempfile.SpooledTemporaryFile(LARGE) as spool:
        try:
            async with asyncio.timeout(settings.body_seconds):
                size = await _read(request, spool, most)
        except TimeoutError:
            message = say("the body did not arrive within {seconds} seconds", seconds=f"{settings.body_seconds:g}")
            hint = say("send it faster, or in parts")
            raise HttpRefusal(408, Problem("too-slow", message, hint=hint), CLOSE) from None
        if size > LARGE:
            await _in_turn()
        spool.seek(0)
        return kind, spool.read()


async def _in_turn() -> None:
    """Until one of the few large bodies in memory has been answered; the door gives the turn back."""
    who = asker()
    of_both = _TURNS.setdefault(asyncio.get_running_loop(), {})
    turns = of_both.setdefault(who.limited, asyncio.Semaphore(LARGE_AT_ONCE))
    await turns.acquire()
    who.at_the_end.append(turns.release)


async def _read(request: Request[Any, Any, Any], spool: "tempfile.SpooledTemporaryFile[bytes]", most: int) -> int:
    size = 0
    while True:
        message = await request.receive()
        if message["type"] != "http.request":
            # the client went away in the middle: nobody reads this, and nothing is done
            raise HttpRefusal(
                400, Problem("bad-request", say("the body ended too early"), hint=say("send all of it")), CLOSE
            )
        size += len(message["body"])
        if size > most:
            raise _too_large(most)
        spool.write(message["body"])
        if not message["more_body"]:
            return size


def _too_large(most: int) -> HttpRefusal:
    message = say("the body has more than {count} bytes", count=most)
    return HttpRefusal(413, Problem("too-large", message, hint=say("send it in parts")), CLOSE)
