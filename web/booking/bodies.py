"""Read the body of a request: up to a size and a time, and of a media type that is known.

A large one waits on the disk until all of it is there. Nothing is recorded or tried
before.
"""

import asyncio
import tempfile
from collections.abc import Collection

import msgspec

from ledger.errors import Problem, Refused, Usage, Where
from messages import say
from web import Settings
from web.auth import who_of
from web.http import HttpRefusal, HttpRequest
from web.large_bodies import LARGE
from web.store.roles import Role


async def body_of(
    request: HttpRequest, settings: Settings, takes: Collection[str]
) -> tuple[str, bytes]:
    """Return the media type and the bytes of a request's body.

    `takes`: the media types that the address takes. Refused are, with their status,
    another type or a packed body (415), too many bytes (413), and a body that does not
    arrive in time (408). A submitter, who may be a stranger, may send fewer bytes.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in takes:
        if kind:
            message = say("the body is {kind}", kind=kind)
        else:
            message = say("the request has no Content-Type")
        hint = say("send it as {kinds}", kinds=" or ".join(takes))
        raise HttpRefusal(415, Problem("media-type", message, hint=hint))

    if request.headers.get("content-encoding", "identity").lower() != "identity":
        message = say("a packed body is not accepted")
        raise HttpRefusal(
            415,
            Problem("media-type", message, hint=say("send it as it is")),
        )

    submits = who_of(request.scope).role is Role.SUBMITTER
    if submits:
        most = min(settings.body_bytes, settings.submitter_bytes)
    else:
        most = settings.body_bytes

    # whoever says beforehand that it is too large need not send it
    stated = request.headers.get("content-length", "")
    if stated.isascii() and stated.isdigit() and int(stated[:18]) > most:
        raise _too_large(most)

    with tempfile.SpooledTemporaryFile(LARGE) as spool:
        try:
            async with asyncio.timeout(settings.body_seconds):
                await _spool(request, spool, most)
        except TimeoutError:
            message = say(
                "the body did not arrive within {seconds} seconds",
                seconds=f"{settings.body_seconds:g}",
            )
            hint = say("send it faster, or in parts")
            raise HttpRefusal(
                408,
                Problem("too-slow", message, hint=hint),
            ) from None

        spool.seek(0)
        return kind, spool.read()


async def _spool(
    request: HttpRequest, spool: "tempfile.SpooledTemporaryFile[bytes]", most: int
) -> None:
    """Write the body into the spool as it arrives; refuse it beyond `most` bytes."""
    size = 0

    while True:
        message = await request.receive()
        if message["type"] != "http.request":
            # the client went away in the middle: nobody reads this, and nothing is done
            raise HttpRefusal(
                400,
                Problem(
                    "bad-request",
                    say("the body ended too early"),
                    hint=say("send all of it"),
                ),
            )
        size += len(message["body"])
        if size > most:
            raise _too_large(most)
        spool.write(message["body"])
        if not message["more_body"]:
            return


def _too_large(most: int) -> HttpRefusal:
    message = say("the body has more than {count} bytes", count=most)
    return HttpRefusal(
        413,
        Problem("too-large", message, hint=say("send it in parts")),
    )


def check_something(name: str, content: bytes) -> None:
    """Refuse a draft of nothing: it would wait for somebody to look at it."""
    if not content.strip():
        raise Refused(
            Problem(
                "empty",
                say("the file is empty"),
                Where(name),
                say("send what is to be booked"),
            )
        )


def check_json(name: str, content: bytes) -> None:
    """Refuse what is sent as one JSON text and is none; what is in it is looked at when
    it is previewed.
    """
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        problem = Problem(
            "not-json",
            say("the body is not JSON"),
            Where(name),
            say("send one JSON text"),
        )
        raise Usage(problem) from None
