"""Make the application: Litestar with a route for each question and each thing that is
done, and around it the middleware that meets every request first.

Why: docs/design/022-service-behind-a-proxy.md
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, cast

from litestar import Litestar, Response, get
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.stores.memory import MemoryStore
from litestar.types import ASGIApp

from features import FEATURES
from features.feature import imported
from ledger.errors import Problem, SeloError
from ledger.store.dialects.at_address import dialect_at
from messages import NOTHING, say
from web import Settings
from web.allowances import SEARCHED, Forgetting
from web.answers.answering import STATE, Answering, Running
from web.answers.copying import copying_routes
from web.answers.description import description_router, renderers
from web.answers.following import EventStreams
from web.answers.questions import question_handlers
from web.answers.trying_an_address import trying_routes
from web.auth import Authentication, Denials, Roles
from web.backups import age_of_newest
from web.booking.documents import document_routes
from web.booking.drafts import draft_routes
from web.booking.publishing import Publishing
from web.checking import checking_routes
from web.desk.kept_form import form_to_keep
from web.desk.routes import desk_routes
from web.files import download_routes, picture_routes
from web.http import HttpRefusal, HttpRequest, check_version
from web.large_bodies import LargeBodies
from web.logins import session_routes
from web.memory import MemoryWatch
from web.metrics import MEDIA_TYPE as METRICS
from web.metrics import Reading, exposition
from web.middleware.addresses import Addresses, check_address
from web.middleware.protection import protection_hook
from web.middleware.request_log import RequestLog
from web.openapi import api_config
from web.openapi.operations import Described, described, refusals
from web.openapi.schemas import StructSchemas
from web.pages.problem_codes import problem_routes
from web.pages.refusal_pages import wants_page
from web.pages.routes import page_routes
from web.pages.visit import FORM
from web.questions.registry import QUESTIONS
from web.refusing import refusing
from web.store.beside import release
from web.store.roles import Role

AGE_OF_BACKUP = (
    "Seconds since the newest file was written in the folder of the backups; +Inf where"
    " none is seen."
)
WATCHES = "watches"  # in `opt`: answered whatever is wrong with the ledger


def application(settings: Settings) -> ASGIApp:
    """Make the whole service for one ledger."""
    answering = Answering(settings)
    return middleware(litestar(answering), settings)


def middleware(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Put around an application what meets a request before its route is known."""
    return RequestLog(Addresses(app, settings.base_path), settings.now)


def litestar(answering: Answering) -> Litestar:
    """Make the application inside."""
    settings, threads = answering.settings, answering.threads
    answering.running |= {
        feature.name: imported(feature.runs)(answering)
        for feature in FEATURES
        if feature.runs
    }
    denials = Denials(settings, threads)
    searched = MemoryStore()
    in_parts = {kind for one in QUESTIONS if one.in_parts for kind in one.answers}

    return Litestar(
        _handlers(answering),
        middleware=[
            DefineMiddleware(
                Authentication, settings=settings, threads=threads, denials=denials
            ),
            LargeBodies(settings.costly_seconds),
        ],
        guards=[Roles(denials, partial(form_to_keep, settings=settings))],
        before_request=_hook_before_handlers(answering),
        before_send=[protection_hook(settings)],
        exception_handlers=refusing(settings, _refusal_of_framework),
        stores={SEARCHED: searched},
        lifespan=[lambda app: _at_work(answering, searched)],
        request_max_body_size=settings.body_bytes,
        openapi_config=api_config(
            settings.base_path,
            description_router(),
            renderers(settings.base_path, lambda: settings.now()[:10]),
        ),
        plugins=[StructSchemas(in_parts)],
        # what is for programs says so
        include_in_schema=False,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )


@asynccontextmanager
async def _at_work(answering: Answering, searched: MemoryStore) -> AsyncIterator[None]:
    """Publish lists, and let run what features have, as long as the service runs; then
    let go of everything.
    """
    settings = answering.settings
    answering.stopping.listen()
    running: list[Running] = [
        *answering.running.values(),
        Publishing(settings),
        MemoryWatch(settings),
        Forgetting(searched),
    ]
    for one in running:
        one.start()

    try:
        yield
    finally:
        for one in reversed(running):
            await asyncio.to_thread(one.close)
        # while it is open for reading: without the files beside it, it could not be
        # read again on a full disk
        await asyncio.to_thread(
            dialect_at(settings.ledger).shorten_journal, settings.ledger
        )
        answering.close()
        release(settings.ledger)


def _handlers(answering: Answering) -> list[HTTPRouteHandler]:
    settings, threads = answering.settings, answering.threads
    streams = EventStreams(answering)
    of_features = [imported(feature.routes) for feature in FEATURES if feature.routes]

    return [
        *question_handlers(answering),
        *document_routes(settings, threads),
        *draft_routes(settings, threads),
        *session_routes(settings, threads),
        *copying_routes(settings, threads),
        *streams.routes(),
        *page_routes(settings),
        *problem_routes(settings),
        *desk_routes(answering),
        *(route for routes in of_features for route in routes(answering)),
        *checking_routes(answering),
        *download_routes(answering),
        *picture_routes(answering),
        *trying_routes(settings.base_path),
        *_watching_routes(answering),
    ]


def _hook_before_handlers(
    answering: Answering,
) -> Callable[[HttpRequest], Awaitable[None]]:
    """Make the hook before every handler: it refuses what none of them should see, and
    notes the state of the ledger as the request found it.
    """

    # async: Litestar would call it in a thread, and the state is read on the event loop
    async def check(request: HttpRequest) -> None:
        if request.route_handler.opt.get(WATCHES):
            return

        scope = cast(Mapping[str, Any], request.scope)
        check_address(request.scope["raw_path"])
        if scope[FORM] != "page":
            check_version(scope, answering.settings.now)

        request.scope["state"][STATE] = answering.ledger.unless_another()

    return check


def _watching_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Make the routes for whoever runs the service: its health, its metrics."""
    settings, ledger = answering.settings, answering.ledger

    @get(
        "/healthz",
        **_described_for_operator(Role.ANYBODY),
        operation_id="get_health",
        summary="Whether the process answers",
        description=(
            "Whatever is wrong with the ledger: for whoever restarts the service."
        ),
        media_type="text/plain",
        response_description="The word ok.",
        responses=refusals(),
    )
    async def healthz(request: HttpRequest) -> Response[bytes]:
        return _text("ok\n")

    @get(
        "/readyz",
        **_described_for_operator(Role.ANYBODY),
        operation_id="get_readiness",
        summary="Whether questions can be answered now",
        description=(
            "503 where the ledger cannot be read, or is not the one that was seen before:"
            " for a proxy that chooses among several."
        ),
        media_type="text/plain",
        response_description="The word ready; where nothing can be recorded, why.",
        responses=refusals(),
    )
    async def readyz(request: HttpRequest) -> Response[bytes]:
        error = ledger.ready()
        if error is not None:
            raise HttpRefusal(503, error.problems[0])

        # a ledger from a backup would answer as if nothing had come after it
        if settings.seen:
            problem = ledger.rolled_back(settings.seen, settings.now())
            if problem is not None:
                raise HttpRefusal(503, problem)

        why = ledger.why_not_recorded()
        if why is None:
            return _text("ready\n")

        return _text(f"ready to answer; nothing can be recorded: {why}\n")

    @get(
        "/metrics",
        **_described_for_operator(Role.READER),
        operation_id="get_metrics",
        summary="What the service counts and measures",
        description="As Prometheus reads it.",
        media_type="text/plain",
        response_description="The readings.",
        responses=refusals(403),
    )
    async def measured(request: HttpRequest) -> Response[bytes]:
        # the database is asked, and is open on the event loop
        readings = [*_readings_of_ledger(answering)]

        if settings.backups:
            age = await asyncio.to_thread(age_of_newest, settings.backups)
            readings.append(("backup_age_seconds", AGE_OF_BACKUP, age))

        # what is kept beside the ledger may be unreadable when it is not
        with suppress(SeloError):
            head = ledger.state().head
            readings += await asyncio.to_thread(
                _readings_of_features, settings.ledger, head
            )

        return Response(
            exposition(readings),
            media_type=METRICS,
            headers={"cache-control": "no-store"},
        )

    return [healthz, readyz, measured]


def _described_for_operator(role: Role) -> Described:
    """Say of a route that it is for whoever runs the service, and let in whom it asks."""
    description = described(role, "Service")
    description["opt"][WATCHES] = True
    return description


def _readings_of_ledger(answering: Answering) -> Iterator[Reading]:
    ledger = answering.ledger
    yield "ledger_events", "The seq of the newest event.", ledger.state().head
    yield "ledger_bytes", "The size of the ledger file.", ledger.bytes()
    yield (
        "ledger_journal_bytes",
        "The size of the write-ahead log beside a ledger file.",
        ledger.journal_bytes(),
    )
    yield (
        "projection_lag_events",
        "Events that the read tables do not follow yet.",
        ledger.lag(),
    )
    yield (
        "unsigned_events",
        "Events that no checkpoint of the ledger's own covers yet.",
        ledger.unsigned(),
    )


def _readings_of_features(ledger: str, head: int) -> list[Reading]:
    """Measure what features tell of what they keep beside a ledger of so many events."""
    measuring = [imported(feature.gauges) for feature in FEATURES if feature.gauges]
    return [gauge for measured in measuring for gauge in measured(ledger, head)]


def _text(text: str) -> Response[bytes]:
    return Response(
        text.encode(), media_type="text/plain", headers={"cache-control": "no-store"}
    )


def _refusal_of_framework(request: HttpRequest, error: HTTPException) -> HttpRefusal:
    """Return the refusal for what Litestar refuses: an address or a method that there
    is not, a body that is too large, too many requests.
    """
    headers = dict(error.headers or {})
    if error.status_code == 429:
        headers["retry-after"] = headers.get("RateLimit-Reset", "60")

    if error.status_code == 405:
        problem = Problem(
            "no-such-method",
            say("{method} is not possible here", method=request.method),
            hint=say("OPTIONS tells what is"),
        )
    elif error.status_code == 404:
        message = say("there is nothing at this address")
        # a person has the search on the page that says so
        hint = NOTHING if wants_page(request.scope) else say("see /api")
        problem = Problem("no-such-address", message, hint=hint)
    elif error.status_code == 413:
        problem = Problem(
            "too-large",
            say("the body is too large"),
            hint=say("send it in parts"),
        )
    elif error.status_code == 429:
        problem = Problem(
            "too-many-requests",
            say("too many searches from one address"),
            hint=say("wait a moment"),
        )
    else:
        problem = Problem(
            "bad-request",
            say("the request cannot be read"),
            hint=say("check its header fields and its body"),
        )

    status = error.status_code if error.status_code < 500 else 400
    return HttpRefusal(status, problem, headers)
