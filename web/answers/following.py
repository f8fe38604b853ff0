"""Stream what is recorded to programs that follow it, as server-sent events, until the
client or the service goes.

Each has its seq as id, so a client that comes back says with Last-Event-ID where it
was. Between them stand hints, of events that are shown while they run and changed.

Why: docs/design/024-followers.md
"""

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from anyio import CapacityLimiter
from litestar import get
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.response import ServerSentEvent, ServerSentEventMessage

from features import FEATURES
from features.feature import imported
from messages import say
from messages.answer import json_text
from projections.answers.events.log import Events, EventsAnswer
from web.answers.answering import Answering
from web.http import HttpRefusal, HttpRequest
from web.metrics import STREAMS
from web.openapi.operations import STREAM, described, refusals
from web.openapi.parameters import LAST_EVENT_ID, asked_as
from web.questions.following import FollowStream
from web.questions.from_address import number_in
from web.questions.registry import MOST_QUICK_EVENTS
from web.store.roles import Role
from web.threads import one_of, overloaded

SIGN_OF_LIFE_SECONDS = 15
HINT_SECONDS, LIVE = 1.0, "live"  # how soon a hint comes, and what it is called


class EventStreams:
    """The event streams of this process; only so many may be open at once."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._hinting = [imported(one.hints) for one in FEATURES if one.hints]
        self._limiter = CapacityLimiter(answering.settings.streams_at_once)

    def routes(self) -> list[HTTPRouteHandler]:
        """Make the address at which programs follow the events."""

        @get(
            "/api/events/stream",
            **described(Role.ANYBODY, "Events"),
            operation_id="stream_events",
            summary="The events as they are recorded, until you close them",
            description=(
                "Server-sent events. A message without a name is an event, as"
                " /api/events has it, with its seq as `id`: `onmessage` of a browser's"
                " EventSource hears every kind. Between them stand messages named"
                " `live`, of events that are shown while they run and changed; a"
                " listener of that name hears them."
            ),
            media_type=STREAM,
            dependencies=asked_as(FollowStream, LAST_EVENT_ID),
            responses={
                200: ResponseSpec(
                    str,
                    generate_examples=False,
                    description="`id` is the seq, `data` an event as JSON.",
                    media_type=STREAM,
                ),
                **refusals(),
            },
        )
        async def stream(
            request: HttpRequest, asked: NamedDependency[FollowStream]
        ) -> ServerSentEvent:
            after = asked.after
            # a client that comes back says which event it saw last
            last_seen = number_in(request.headers.get("last-event-id", ""))
            if last_seen is not None:
                after = last_seen

            # refused before the answer begins, while a status can still say why
            if self._limiter.available_tokens < 1:
                raise overloaded(say("too many programs follow the events"))

            events = self._events(after, asked.limit)
            return ServerSentEvent(events, headers={"Cache-Control": "no-store"})

        return [stream]

    async def _hints(self) -> dict[str, str]:
        """Map each event that is shown while it runs to a text that changes with it."""
        hints: dict[str, str] = {}
        for hinting in self._hinting:
            hints |= await hinting(self._answering)
        return hints

    async def _events(
        self, after: int, limit: int
    ) -> AsyncIterator[ServerSentEventMessage]:
        """Yield events as they are recorded. A refusal after the answer has begun ends
        it; the next request is told why.
        """
        too_many = say("too many programs follow the events")
        with (
            suppress(HttpRefusal),
            one_of(self._limiter, too_many),
            STREAMS.track_inprogress(),
        ):
            yield _remark("the events as they are recorded")

            hints = await self._hints()
            silent = 0.0  # seconds
            while not self._answering.stopping.told:
                head = await self._answering.passed(after, HINT_SECONDS)
                before, hints = hints, await self._hints()
                changed = {name for name, _ in before.items() ^ hints.items()}
                for name in sorted(changed):
                    data = json.dumps({"event": name})
                    yield ServerSentEventMessage(data, event=LIVE)

                if head > after:
                    silent = 0.0
                    answer = await self._answering.threads.run(
                        self._following(after, limit)
                    )
                    for event in answer.events:
                        # without a name: a browser's EventSource gives it to
                        # `onmessage`, whatever kind of event it is
                        yield ServerSentEventMessage(json_text(event), id=event.seq)
                    after = answer.last
                    continue

                silent += HINT_SECONDS
                if silent >= SIGN_OF_LIFE_SECONDS:
                    silent = 0.0
                    # a connection that is gone is noticed by writing to it
                    yield _remark(str(int(time.time())))

    def _following(self, after: int, limit: int) -> Callable[[], EventsAnswer]:
        """Return a function that reads the events after a seq, at most `limit` of them."""
        answering = self._answering

        def work() -> EventsAnswer:
            asked = Events(after=after, limit=min(limit, MOST_QUICK_EVENTS))
            today = answering.settings.now()[:10]
            with (
                answering.ledgers.lent() as ledger,
                asked.opened(ledger, today) as reading,
            ):
                return asked.ask(reading)

        return work


def _remark(text: str) -> ServerSentEventMessage:
    """Make a line that is no event, which programs pass over."""
    return ServerSentEventMessage(data=None, comment=text)
