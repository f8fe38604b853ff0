"""Make the application: a route for each question, and those that watch the service."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from litestar import HttpMethod, Litestar, Response, Router, get, route
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, ExceptionHandlersMap

from ledger.errors import Problem, SeloError
from ledger.store.dialects import of
from messages import say
from web import Settings
from web.answers.answering import Answering
from web.answers.following import EventStreams, following_routes
from web.auth import Guard, session_routes
from web.booking.documents import document_routes
from web.booking.drafts import Publishing, draft_routes
from web.desk.live import LiveStates, live_routes
from web.desk.routes import desk_routes
from web.door import FEW, Door, log_defect, refusal
from web.files import checking_routes, download_routes, picture_routes
from web.http import HttpRefusal, HttpRequest, defect, status_of
from web.http.protocol import LimitedProtocol
from web.limits import Metrics
from web.openapi.page import description_routes
from web.pages import FORM, page_routes, problem_routes
from web.pages.visit import ADDRESS
from web.questions.registry import PLACES, QUESTIONS, ServedQuestion
from web.store.beside import release
from web.store.tokens import Role
from web.store.webhooks import webhook_gauges
from web.webhooks.delivering import Delivering

# parameters of an address that may hold a slash: a unit of a tournament, a label, a
# club
_WITH_SLASH = ("/why/{tournament}", "/published/{label}", "/clubs/{club}")


class _Routes(Router):
    """All routes as one table of addresses, because Litestar lays everything out again
    for each it is given and makes a handler for OPTIONS of each. That took more than
    half of the start. Nobody else uses it, so it is not copied.
    """

    def __init__(self, handlers: Iterable[HTTPRouteHandler]) -> None:
        super().__init__("/", route_handlers=())
        self._handlers: dict[str, dict[str, HTTPRouteHandler]] = {}
        for handler in handlers:
            handler.owner = self
            for path in handler.paths:
                known = self._handlers.setdefault(path, {})
                assert not known.keys() & handler.http_methods, f"two answer {path}"
                known |= dict.fromkeys(handler.http_methods, handler)
        # what is allowed at each address is said by the door
        options = route(
            [*self._handlers], http_method=HttpMethod.OPTIONS, status_code=204
        )(_nothing)
        options.owner = self
        for known in self._handlers.values():
            known["OPTIONS"] = options

    @property
    def route_handler_method_map(self) -> Any:
        return self._handlers

    def __deepcopy__(self, memo: object) -> "_Routes":
        return self


class _Service(Litestar):
    """Given its routes once, it has no handlers from before to look through at each of
    them.
    """

    @property
    def route_handler_method_map(self) -> Any:
        return {}


async def _nothing() -> None:
    """Answer OPTIONS."""


def application(settings: Settings) -> Door:
    """Make the whole service for one ledger."""
    answering, metrics = Answering(settings), Metrics(settings.counts)
    states = LiveStates(answering)
    # whom a proxy asks for is only known from the request
    most = (
        10**9
        if settings.trusted_proxies
        else settings.address_connections // settings.workers + FEW
    )
    LimitedProtocol.most_from_one, LimitedProtocol.base_path = most, settings.base_path
    inner = _Service(
        [_Routes(_handlers(answering, states, metrics))],
        guards=[Guard(settings, answering.threads)],
        pdb_on_exception=False,
        debug=False,
        request_max_body_size=None,
        exception_handlers=_refusing(settings),
        lifespan=[lambda app: _at_work(answering, states, metrics)],
        openapi_config=None,
        logging_config=None,
    )
    methods = {
        one.path_format: ", ".join(sorted(one.methods))
        for one in inner.routes
        if isinstance(one, HTTPRoute)
    }
    return Door(cast(ASGIApp, inner), settings, metrics, answering.ledger, methods)


@asynccontextmanager
async def _at_work(
    answering: Answering, states: LiveStates, metrics: Metrics
) -> AsyncIterator[None]:
    """Share counts, send events and publish lists as long as the service runs; then let
    go of everything.
    """
    settings = answering.settings
    sharing, delivering = (
        asyncio.create_task(metrics.share(answering.present)),
        Delivering(settings),
    )
    publishing = Publishing(settings)
    delivering.start()
    publishing.start()
    try:
        yield
    finally:
        sharing.cancel()
        await asyncio.wait([sharing])
        await asyncio.to_thread(publishing.close)
        await asyncio.to_thread(delivering.close)
        states.close()
        # while it is open for reading: without the files beside it, it could not be
        # read again on a full disk
        await asyncio.to_thread(of(settings.ledger).shorten_journal, settings.ledger)
        answering.close()
        release(settings.ledger)


def _handlers(
    answering: Answering, states: LiveStates, metrics: Metrics
) -> list[HTTPRouteHandler]:
    settings, threads, streams = (
        answering.settings,
        answering.threads,
        EventStreams(answering, states.hints),
    )
    return [
        *(_question(question, answering) for question in (*QUESTIONS, *PLACES)),
        *document_routes(settings, threads, metrics),
        *draft_routes(settings, threads, metrics),
        *session_routes(settings, threads),
        *following_routes(settings, threads),
        *streams.routes(),
        *page_routes(settings),
        *problem_routes(settings),
        *desk_routes(answering, metrics),
        *live_routes(answering, states),
        *checking_routes(answering),
        *download_routes(answering),
        *picture_routes(answering),
        *description_routes(settings),
        *_watching(answering, metrics),
    ]


def _question(question: ServedQuestion, answering: Answering) -> HTTPRouteHandler:
    """Make the route of a question: its address as page and data, and below /api."""
    address, last, parts = question.address, None, question.address.count("/")
    for end in _WITH_SLASH:
        if address.endswith(end):
            address, last = (
                address.removesuffix("}") + ":path}",
                address.rpartition("{")[2].removesuffix("}"),
            )
    address = "/".join(_typed(part) for part in address.split("/"))

    addresses = [address] if question.for_people else [address, f"/api{address}"]

    @get(addresses, opt={"role": question.role}, name=question.command)
    async def answer(request: HttpRequest) -> Response[bytes]:
        form = cast(str, cast(Mapping[str, Any], request.scope)[FORM])
        in_path = {name: str(value) for name, value in request.path_params.items()}
        if last is not None:
            # as it was sent: the router takes two slashes for one
            whole = cast(str, cast(Mapping[str, Any], request.scope)[ADDRESS])
            in_path[last] = whole.removeprefix("/api").split("/", parts)[parts]
        return await answering.answer(question, request.scope, form, in_path)

    return answer


def _typed(part: str) -> str:
    return (
        part.replace("}", ":str}") if part.startswith("{") and ":" not in part else part
    )


def _watching(answering: Answering, metrics: Metrics) -> list[HTTPRouteHandler]:
    """Make the routes for whoever runs the service: its health, its metrics."""
    settings = answering.settings

    @get("/healthz", opt={"role": Role.ANYBODY})
    async def healthz(request: HttpRequest) -> Response[bytes]:
        return _text("ok\n")

    @get("/readyz", opt={"role": Role.ANYBODY})
    async def readyz(request: HttpRequest) -> Response[bytes]:
        error = answering.ledger.ready()
        if error is not None:
            raise HttpRefusal(503, error.problems[0])
        if (
            settings.seen
            and (problem := answering.ledger.rolled_back(settings.seen, settings.now()))
            is not None
        ):
            raise HttpRefusal(503, problem)
        why = answering.ledger.why_not_recorded()
        return _text(
            "ready\n"
            if why is None
            else f"ready to answer; nothing can be recorded: {why}\n"
        )

    @get("/metrics", opt={"role": Role.READER})
    async def measured(request: HttpRequest) -> Response[bytes]:
        ledger = answering.ledger
        of_ledger: dict[str, tuple[float, str]] = {
            "ledger_events": (ledger.state().head, "The seq of the newest event."),
            "ledger_bytes": (ledger.bytes(), "The size of the ledger file."),
            "ledger_journal_bytes": (
                ledger.journal_bytes(),
                "The size of the write-ahead log beside a ledger file.",
            ),
            "projection_lag_events": (
                ledger.lag(),
                "Events that the read tables do not follow yet.",
            ),
        }
        # what is kept beside the ledger may be unreadable when it is not
        with suppress(SeloError):
            of_ledger |= await asyncio.to_thread(
                webhook_gauges, settings.ledger, ledger.state().head
            )
        return _text(
            metrics.text(of_ledger, answering.present()), "text/plain; version=0.0.4"
        )

    return [healthz, readyz, measured]


def _text(text: str, media_type: str = "text/plain") -> Response[bytes]:
    return Response(
        text.encode(), media_type=media_type, headers={"cache-control": "no-store"}
    )


def _refusing(settings: Settings) -> ExceptionHandlersMap:
    """Return the handlers for refusals, unknown addresses and defects of the program."""

    def refused(request: HttpRequest, error: SeloError) -> Response[bytes]:
        body, media_type, headers = refusal(
            error, cast(Mapping[str, Any], request.scope), settings
        )
        return Response(
            body, status_code=status_of(error), headers=headers, media_type=media_type
        )

    def misdirected(request: HttpRequest, error: HTTPException) -> Response[bytes]:
        return refused(request, _misdirected(request.method, error))

    def failed(request: HttpRequest, error: Exception) -> Response[bytes]:
        log_defect(error)
        return refused(request, defect())

    return {SeloError: refused, HTTPException: misdirected, Exception: failed}


def _misdirected(method: str, error: HTTPException) -> HttpRefusal:
    """Return the refusal for what the router refuses: an address or a method that there
    is not.
    """
    if error.status_code == 405:
        problem = Problem(
            "no-such-method",
            say("{method} is not possible here", method=method),
            hint=say("OPTIONS tells what is"),
        )
    elif error.status_code == 404:
        problem = Problem(
            "no-such-address",
            say("there is nothing at this address"),
            hint=say("see /api"),
        )
    else:
        problem = Problem(
            "bad-request",
            say("the request cannot be read"),
            hint=say("check its header fields and its body"),
        )
    status = error.status_code if error.status_code < 500 else 400
    return HttpRefusal(status, problem, error.headers)
