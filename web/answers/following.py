"""Serve the log to programs that follow it: sections for the library `eventsourcing`,
checkpoint and tiles for a witness, and a stream (server-sent events) of what is
recorded, until the client or the service goes.

Each has its seq as id, so a client that comes back says with Last-Event-ID where it
was. Between them stand hints, of events that are shown while they run and changed.
"""

import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream

from audit.watching import WIDTH, newest_note, present_head, tile
from desk.library import Notifications, section_json
from ledger.errors import Problem, Usage, Where
from messages import say
from messages.answer import json_text
from projections.answers.events.log import Events, EventsAnswer
from web import Settings
from web.answers.answering import Answering
from web.http import HttpRefusal, HttpRequest
from web.http.protocol import Life, life_of
from web.limits import Places, asker
from web.questions import FollowStream, asked_in, number_in
from web.store.tokens import Role
from web.threads import Threads

_TILE = re.compile(r"/((?:x[0-9]{3}/){0,4}[0-9]{3})(?:\.p/([0-9]{1,3}))?")
_SECTION = re.compile(r"[0-9]{1,15},[0-9]{1,15}")


def following_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    log = Notifications(settings.ledger)

    @get("/api/notifications/{section:str}", opt={"role": Role.AUDITOR})
    async def section(request: HttpRequest) -> Response[bytes]:
        name = str(request.path_params["section"])
        if not _SECTION.fullmatch(name):
            message = say("{name} is not a section", name=repr(name[:60]))
            raise Usage(
                Problem(
                    "parameter",
                    message,
                    Where(field="section"),
                    say("write the first and last seq: 1,100"),
                )
            )
        text = await threads.run(lambda: section_json(log[name]))
        return Response(
            text.encode(),
            media_type="application/json",
            headers={"cache-control": "private, no-cache"},
        )

    @get(["/api/tlog/checkpoint", "/api/checkpoint"], opt={"role": Role.ANYBODY})
    async def checkpoint(request: HttpRequest) -> Response[bytes]:
        note = await threads.run(lambda: newest_note(settings.ledger))
        return Response(
            note.encode(),
            media_type="text/plain",
            headers={"cache-control": "no-cache"},
        )

    @get("/api/tlog/head", opt={"role": Role.ANYBODY})
    async def present(request: HttpRequest) -> Response[bytes]:
        text = await threads.run(lambda: present_head(settings.ledger))
        return Response(
            text.encode(),
            media_type="text/plain",
            headers={"cache-control": "no-cache"},
        )

    @get("/api/tlog/tile/{level:str}/{rest:path}", opt={"role": Role.ANYBODY})
    async def hashes(request: HttpRequest) -> Response[bytes]:
        level, index, width = _tile_of(
            str(request.path_params["level"]), str(request.path_params["rest"])
        )
        # a high tile is made from all events below it
        content = await threads.run(
            lambda: tile(settings.ledger, level, index, width), costly=level > 0
        )
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    return [section, checkpoint, present, hashes]


def _tile_of(level: str, rest: str) -> tuple[int, int, int]:
    """Read level, number and width from the address of a tile."""
    match = _TILE.fullmatch(rest)
    if match is None or not (level.isascii() and level.isdigit() and len(level) < 3):
        message = say("this is not the address of a tile")
        raise Usage(
            Problem(
                "parameter",
                message,
                hint=say("write tile/0/000 or tile/0/x001/234.p/17"),
            )
        )
    index = int(match[1].replace("/", "").replace("x", ""))
    return int(level), index, int(match[2]) if match[2] else WIDTH


SIGN_OF_LIFE_SECONDS = 15
HINT_SECONDS, LIVE = 1.0, "live"  # how soon a hint comes, and what it is called
MEDIA_TYPE = "text/event-stream"


class EventStreams:
    """The event streams of this process; only so many may be open at once."""

    def __init__(
        self, answering: Answering, hints: Callable[[], Awaitable[Mapping[str, str]]]
    ) -> None:
        self._answering, self._hints, settings = answering, hints, answering.settings
        self._places = Places(
            settings.address_streams,
            settings.streams_at_once,
            settings.workers,
            say("too many programs of one address follow the events"),
            say("ask with wait= instead"),
        )

    def routes(self) -> list[HTTPRouteHandler]:
        @get("/api/events/stream", opt={"role": Role.ANYBODY})
        async def stream(request: HttpRequest) -> Stream:
            return self._response(request)

        return [stream]

    def _response(self, request: HttpRequest) -> Stream:
        asked = asked_in(FollowStream, request.scope)
        seen = number_in(request.headers.get("last-event-id", ""))
        after = asked.after if seen is None else seen
        self._places.check(asker().key)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return Stream(
            self._events(after, asked.limit, life_of(request.scope)),
            media_type=MEDIA_TYPE,
            headers=headers,
        )

    async def _events(self, after: int, limit: int, life: Life) -> AsyncIterator[str]:
        """Yield events as they are recorded. A refusal after the answer has begun ends
        it; the next request is told why.
        """
        with suppress(HttpRefusal), self._places.taken(asker().key):
            yield ": the events as they are recorded\n\n"
            hints, waited = await self._hints(), 0.0
            while not life.ending:
                head = await self._answering.passed(after, HINT_SECONDS, life)
                before, hints = hints, await self._hints()
                for name in sorted(
                    {name for name, _ in before.items() ^ hints.items()}
                ):
                    yield f"event: {LIVE}\ndata: {json.dumps({'event': name})}\n\n"
                waited = 0.0 if head > after else waited + HINT_SECONDS
                if head <= after and waited < SIGN_OF_LIFE_SECONDS:
                    continue
                if head <= after:
                    waited = 0.0
                    # a connection that is gone is noticed by writing to it
                    yield f": {int(time.time())}\n\n"
                    continue
                answer = await self._answering.threads.run(
                    self._following(after, limit)
                )
                for event in answer.events:
                    # without a name: a browser's EventSource gives it to `onmessage`,
                    # whatever kind of event it is
                    yield f"id: {event.seq}\ndata: {json_text(event)}\n\n"
                after = answer.last

    def _following(self, after: int, limit: int) -> Callable[[], EventsAnswer]:
        def work() -> EventsAnswer:
            ledger, asked = (
                self._answering.ledgers.mine(),
                Events(after=after, limit=limit),
            )
            with asked.opened(ledger, self._answering.settings.now()[:10]) as reading:
                return asked.ask(reading)

        return work
