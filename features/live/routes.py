"""Show events while they run: a page and an answer for anybody, and over the API their
first report and the next, until the office hides them.

How an event stands is worked out once for each change of it or of the ledger, and no
visitor is charged for the work.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar, cast

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from features.live.questions import NextDraft, NextReport, OneLive
from features.live.standing import LiveAnswer
from features.live.store import (
    LiveEvent,
    LiveEvents,
    Report,
    ShownEvent,
    answers_of,
    hide,
    live_events,
    show,
    shown_event,
    shown_events,
    with_games_played,
)
from features.live.trying import tried_live, tried_report
from ledger.errors import NotFound, Problem, Usage, Where
from ledger.office import local_day
from messages import over_http, say
from messages.answer import json_text
from projections.answers import Question
from projections.answers.asking import Asked
from web import Settings
from web.answers.answering import Answering
from web.answers.following import HINT_SECONDS
from web.answers.kept_answers import AnswerKey, Body, body
from web.answers.rendering import JSON, PAGE
from web.auth import who_of
from web.booking.bodies import body_of, check_something
from web.booking.drafts import FILES
from web.booking.permissions import quota_of
from web.booking.seen_drafts import own_draft
from web.http import HttpRequest, as_json, see_other
from web.openapi.operations import (
    AN_OBJECT,
    KNOWN_ALREADY,
    OF_A_BODY,
    OF_WRITING,
    answer,
    described,
    described_headers,
    refusals,
)
from web.openapi.parameters import IF_NONE_MATCH, asked_as
from web.pages.rendering import rendered
from web.pages.visit import FORM, PREFIX, visit_of
from web.store.roles import Role, has_desk
from web.store.tokens import Who


class _State(NamedTuple):
    """The answer about an event, and what it was worked out from."""

    key: object
    answer: "asyncio.Task[LiveAnswer]"


class LiveStates:
    """How the events stand that are shown, as far as this process was asked."""

    def __init__(self, answering: Answering) -> None:
        """Know nothing yet; one thread works out one event after the other."""
        self._answering = answering
        self._settings = answering.settings
        self._states: dict[str, _State] = {}
        self._working = ThreadPoolExecutor(1, "live")
        self._looked = 0.0
        self._hints: dict[str, str] = {}

    async def state(self, shown: ShownEvent) -> LiveAnswer:
        """Return how an event stands; as long as nothing changed, the answer is not
        worked out again.
        """
        event = shown.event.event
        ledger = self._answering.ledger.state()
        key = shown.draft, shown.revision, ledger.file, ledger.head, ledger.moment
        state = self._states.get(event)
        if state is None or state.key != key or _has_failed(state.answer):
            work = asyncio.get_running_loop().run_in_executor(
                self._working, tried_live, self._settings, event
            )
            state = _State(key, asyncio.ensure_future(_answer(work)))
            self._states[event] = state

        return await asyncio.shield(state.answer)

    async def hints(self) -> Mapping[str, str]:
        """Map each event that is shown to a text that changes with it, so that pages
        know when to look again.
        """
        now = time.monotonic()
        if now - self._looked < HINT_SECONDS:
            return self._hints

        self._looked = now
        events = await asyncio.to_thread(shown_events, self._settings.ledger)
        head = self._answering.ledger.state().head
        self._hints = {
            shown.event.event: f"{shown.draft} {shown.revision} {head}"
            for shown in events
        }
        for event in self._states.keys() - self._hints.keys():
            del self._states[event]

        return self._hints

    def start(self) -> None:
        """Nothing is worked out before somebody asks."""

    def close(self) -> None:
        """Work out nothing more."""
        self._working.shutdown(wait=False, cancel_futures=True)


async def _answer(work: "asyncio.Future[LiveAnswer]") -> LiveAnswer:
    """Return what another thread works out, so that it can be waited for by several."""
    return await work


def _has_failed(task: "asyncio.Task[LiveAnswer]") -> bool:
    """Return whether an answer was not found: whoever asks next is not told of it, but
    it is tried anew.
    """
    if not task.done():
        return False
    return task.cancelled() or task.exception() is not None


def states_of(answering: Answering) -> LiveStates:
    """Return the states of the service."""
    return cast(LiveStates, answering.running["live"])


async def hints(answering: Answering) -> Mapping[str, str]:
    """Map each event that is shown to a text that changes with it."""
    return await states_of(answering).hints()


def live_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Return the addresses of events that are shown: two pages, the same for programs,
    and what a program of the office sends.
    """
    states = states_of(answering)
    ledger = answering.settings.ledger

    async def listed(
        request: HttpRequest, asked: NamedDependency[Asked]
    ) -> Response[LiveEvents]:
        events = await answering.threads.run(lambda: live_events(ledger))
        return await _page_or_json(answering, request, events, "live/events.html")

    async def one(
        request: HttpRequest, asked: NamedDependency[OneLive]
    ) -> Response[LiveAnswer]:
        shown = await answering.threads.run(
            lambda: _shown_unless_booked(answering, asked.event)
        )
        if shown is None:
            address = _address_of_tournament(answering, request, asked.event)
            return cast(Response[LiveAnswer], see_other(address))

        state = await states.state(shown)
        return await _page_or_json(answering, request, state, "live/event.html")

    all_page = get("/live", opt={"role": Role.ANYBODY}, dependencies=asked_as(Asked))(
        listed
    )
    page = get(
        "/live/{event:str}", opt={"role": Role.ANYBODY}, dependencies=asked_as(OneLive)
    )(one)
    all_shown = get(
        "/api/live",
        **described(Role.ANYBODY, "Tournaments"),
        operation_id="list_live_events",
        summary="The events that are shown while they run",
        dependencies=asked_as(Asked, IF_NONE_MATCH),
        response_description="The answer.",
        response_headers=described_headers("ETag"),
        responses={**KNOWN_ALREADY, **refusals()},
    )(listed)

    one_shown = get(
        "/api/live/{event:str}",
        **described(Role.ANYBODY, "Tournaments"),
        operation_id="get_live_event",
        summary="An event while it runs",
        description=(
            "Ratings so far, and what each end of a game in play would make of them."
            " Nothing of it is recorded; once it is, the address leads to the"
            " tournament."
        ),
        dependencies=asked_as(OneLive, IF_NONE_MATCH),
        response_description="The answer.",
        response_headers=described_headers("ETag"),
        responses={
            303: answer(None, "It is recorded: Location leads to the tournament."),
            **KNOWN_ALREADY,
            **refusals(404),
        },
    )(one)

    return [all_page, page, all_shown, one_shown, *_of_the_office(answering)]


def _shown_unless_booked(answering: Answering, event: str) -> ShownEvent | None:
    """Return what is shown of an event; None where it is a tournament of the ledger."""
    today = answering.today()
    with (
        answering.ledgers.lent() as served,
        served.reading(Question(), today) as reading,
    ):
        if reading.timeline.tournament(event) is not None:
            return None
        return shown_event(answering.settings.ledger, event)


def _address_of_tournament(
    answering: Answering, request: HttpRequest, tournament: str
) -> str:
    """Return where a tournament is shown, for programs or in the language of a page."""
    start = ""
    prefix = cast(Mapping[str, Any], request.scope).get(PREFIX, "")
    if request.scope["path"].startswith("/api/"):
        start = "/api"
    elif prefix:
        start = f"/{prefix}"

    base = answering.settings.base_path

    return f"{base}{start}/tournaments/{tournament}"


def _of_the_office(answering: Answering) -> list[HTTPRouteHandler]:
    """Return the addresses by which a program of the office shows an event and hides
    it.
    """
    settings, ledger = answering.settings, answering.settings.ledger

    async def sent(
        request: HttpRequest, asked: NamedDependency[NextReport]
    ) -> Response[LiveEvent]:
        who = who_of(request.scope)
        _, content = await body_of(request, settings, FILES)
        check_something(asked.name, content)
        report = Report(asked.name, content, answers_of(_people(asked.relayed)))
        if asked.all_played:
            report = with_games_played(report)

        event = await answering.threads.preview(
            lambda: shown_next(settings, asked.event, report, asked.sure, who)
        )

        return as_json(event)

    async def chosen(
        request: HttpRequest, asked: NamedDependency[NextDraft]
    ) -> Response[LiveEvent]:
        who = who_of(request.scope)
        event = await answering.threads.preview(
            lambda: shown_draft(settings, asked.event, asked.draft, asked.sure, who)
        )
        return as_json(event)

    async def hidden(
        request: HttpRequest, asked: NamedDependency[OneLive]
    ) -> Response[LiveEvent]:
        by = who_of(request.scope).name
        event = await answering.threads.run(
            lambda: hide(ledger, asked.event, by, settings.now())
        )
        return as_json(event)

    next_report = post(
        "/api/live/{event:str}",
        **described(Role.OFFICER, "Tournaments", FILES, AN_OBJECT),
        operation_id="put_live_report",
        summary="Show a report as the next of an event",
        description="It is kept as a draft, with the answers about the one before.",
        dependencies=asked_as(NextReport),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, 404, *OF_WRITING, *OF_A_BODY),
    )(sent)

    next_draft = post(
        "/api/live/{event:str}/draft",
        **described(Role.OFFICER, "Tournaments"),
        operation_id="show_draft_live",
        summary="Show a draft as the next report of an event",
        dependencies=asked_as(NextDraft),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, 404, *OF_WRITING),
    )(chosen)

    no_longer = post(
        "/api/live/{event:str}/hide",
        **described(Role.OFFICER, "Tournaments"),
        operation_id="hide_live_event",
        summary="Show an event no longer",
        description="Its draft stays.",
        dependencies=asked_as(OneLive),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, 404, *OF_WRITING),
    )(hidden)

    return [next_report, next_draft, no_longer]


def _people(pairs: Sequence[str]) -> Mapping[str, str]:
    """Read who is who; a name may hold the sign that ends it.

        Virtanen, Aino=12     row 12 of the report

    `Usage` is a pair without a name or a row, or a name that is told twice.
    """
    people = {}
    for text in pairs:
        name, _, row = text.rpartition("=")
        if name and row:
            people[name] = row

    if len(people) < len(pairs):
        message = say(
            "each name of the relay is told once, with a row of the report or a player"
            " of it"
        )
        hint = say("write relayed=NAME=ROW for each")
        raise Usage(Problem("parameter", message, Where(field="relayed"), hint))

    return people


def shown_next(
    settings: Settings, event: str, report: Report, sure: tuple[str, ...], who: Who
) -> LiveEvent:
    """Show a report as the next of an event, as the command does."""
    taken = tried_report(settings, event, report, sure, who)
    return show(
        settings.ledger,
        event,
        taken,
        by=who.name,
        now=settings.now(),
        quota=quota_of(who),
    )


def shown_draft(
    settings: Settings, event: str, number: int, sure: tuple[str, ...], who: Who
) -> LiveEvent:
    """Show a draft of somebody's own as the next report of an event."""
    draft = own_draft(settings.ledger, number, who)
    report = Report(
        name=draft.row.name,
        content=draft.content,
        settings=draft.settings,
        number=number,
    )
    return shown_next(settings, event, report, sure, who)


Shown = TypeVar("Shown", LiveAnswer, LiveEvents)


async def _page_or_json(
    answering: Answering, request: HttpRequest, answer: Shown, template: str
) -> Response[Shown]:
    """Answer with a page or with JSON, made once for all who ask; 304 where the client
    has it. `NotFound` is CSV, since the answer has no rows for it.
    """
    scope = cast(Mapping[str, Any], request.scope)
    ledger = answering.state_of(request.scope)
    form = scope[FORM]
    if form not in (PAGE, JSON):
        message = say("this answer has no rows for CSV")
        hint = say("ask for it with .json")
        raise NotFound(Problem("no-rows", message, hint=hint))

    today = local_day(answering.settings.now(), ledger.time_zone)
    at_desk = has_desk(who_of(scope).role)
    visit = visit_of(
        scope, answering.settings.base_path, today, at_desk, ledger.time_zone
    )

    def work() -> Body:
        """Write the answer out, where nobody had it before."""
        if form == PAGE:
            page = rendered(template, visit, answer=answer)
            return body("text/html", page.encode())

        text = json_text(answer, over_http) + "\n"
        return body("application/json", text.encode())

    # a page is another one for each language, and for whoever is logged in
    look = ""
    varies = "accept-encoding"
    if form == PAGE:
        look = visit.key
        varies = "accept-encoding, accept-language, cookie"

    key = AnswerKey(
        version=answering.version,
        asked=(template, scope["path"]),
        form=form,
        look=look,
        sees_people=False,
        state=ledger,
        today=today,
    )
    headers = {"cache-control": "no-cache", "vary": varies}
    given = await answering.kept_or_worked_out(
        key, request.scope, headers, lambda: answering.threads.run(work)
    )

    return cast(Response[Shown], given)
