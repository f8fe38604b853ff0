"""Events as a stream (server-sent events): sent as they are recorded, until the client or the service goes.

Each has its seq as id, so a client that comes back says with Last-Event-ID where it was.
"""

import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from litestar import Request
from litestar.response import Stream

from ledger.answer import json_text
from ledger.errors import Problem
from messages import say
from projections.answers.events.following import EventsAnswer
from web.answers.answering import Answering
from web.questions.events import Events
from web.questions.parameters import asked_of
from web.wire.problems import HttpRefusal
from web.wire.protocol import Life, life_of

SIGN_OF_LIFE_SECONDS = 15
MEDIA_TYPE = "text/event-stream"
Asking = Request[Any, Any, Any]


def wants_stream(request: Asking) -> bool:
    return MEDIA_TYPE in request.headers.get("accept", "")


class EventStreams:
    """All streams of this process; only so many at once."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self.open = 0

    def response(self, request: Asking) -> Stream:
        asked = asked_of(Events, {}, request.scope["query_string"])
        seen = request.headers.get("last-event-id", "")
        after = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 16 else asked.after
        if self.open >= self._answering.settings.streams_at_once:
            message = say("too many programs follow the events already")
            raise HttpRefusal(503, Problem("overloaded", message, hint=say("ask with wait= instead")))
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return Stream(self._events(after, asked.limit, life_of(request.scope)), media_type=MEDIA_TYPE, headers=headers)

    async def _events(self, after: int, limit: int, life: Life) -> AsyncIterator[str]:
        self.open += 1
        try:
            yield ": the events as they are recorded\n\n"
            while not life.ending:
                head = await self._answering.passed(after, SIGN_OF_LIFE_SECONDS, life)
                if head <= after:
                    yield f": {int(time.time())}\n\n"  # a connection that is gone is noticed by writing to it
                    continue
                answer = await self._answering.threads.run(self._following(after, limit), costly=False)
                for event in answer.events:
                    yield f"id: {event.seq}\nevent: {event.kind}\ndata: {json_text(event)}\n\n"
                after = answer.last
        finally:
            self.open -= 1

    def _following(self, after: int, limit: int) -> Callable[[], EventsAnswer]:
        def work() -> EventsAnswer:
            ledger, asked = self._answering.ledgers.mine(), Events(after=after, limit=limit)
            with asked.opened(ledger, self._answering.settings.now()[:10]) as reading:
                return asked.ask(reading)

        return work
