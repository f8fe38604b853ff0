"""The first start: a page that makes the ledger and lets its first person in, for an
office that has no shell but the line that started the service.

It is a small application of its own. It answers until the ledger is there, and then
makes room for the whole service on the same socket.
"""

import asyncio
import secrets
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from litestar import Litestar, Request, Response, get, post
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

from desk.submit import Outside, init
from ledger.all_checked import all_checked
from ledger.errors import Problem, Refused, SeloError, Where
from ledger.office import is_known_zone, unknown_zone
from messages import say
from rulebooks import DEFAULT_RULES, rules
from web import Settings
from web.app import middleware
from web.auth import check_same_site
from web.desk.filled import Sent
from web.desk.form_fields import Form, form_of
from web.desk.office_desk import AtDesk, page_response
from web.http import (
    HttpRefusal,
    HttpRequest,
    see_other,
    without_paths,
)
from web.http.addresses import part_of_address
from web.middleware.protection import protection_hook
from web.pages.rendering import rendered
from web.pages.routes import page_routes
from web.pages.visit import visit_of
from web.refusing import refusing
from web.running import serve_until
from web.store.roles import Role
from web.store.sessions import new_link
from web.store.tokens import Who, checked_name

SECRET_BYTES = 24
HANDING_OVER_SECONDS = 0.5  # the server looks ten times a second whether it should stop
TIME_ZONE = "Europe/Helsinki"
NEW = Who("-", Role.ANYBODY, "-")


@dataclass(frozen=True)
class FirstStart:
    """What the page makes a ledger with, and its address."""

    settings: Settings
    outside: Callable[[str], Outside]  # given the name of whoever makes the ledger
    secret: str

    @property
    def path(self) -> str:
        return f"/first/{self.secret}"


def first_start(settings: Settings, outside: Callable[[str], Outside]) -> FirstStart:
    return FirstStart(settings, outside, secrets.token_urlsafe(SECRET_BYTES))


def wait_for_ledger(start: FirstStart, listening: socket.socket) -> bool:
    """Answer on the socket until somebody has made the ledger; the socket stays open.

    Return False where the process was told to stop, also where that was in the moment
    after the ledger was made.
    """
    made = asyncio.Event()
    return serve_until(application(start, made), start.settings, listening, made)


def application(start: FirstStart, made: asyncio.Event) -> ASGIApp:
    """Make the application: the page, its form, and how pages look."""
    settings = start.settings

    def at(request: HttpRequest) -> AtDesk:
        scope, today = cast(Any, request.scope), settings.now()[:10]
        return AtDesk(visit_of(scope, settings.base_path, today), NEW)

    def page(at: AtDesk) -> str:
        return rendered(
            "desk/first.html",
            at.visit,
            at=at,
            rules=rules_in_words(),
            usual=DEFAULT_RULES[0],
            time_zone=TIME_ZONE,
        )

    @get("/first/{secret:str}")
    async def first(request: HttpRequest) -> Response[bytes]:
        check_secret(request)
        return page_response(page(at(request)))

    @post("/first/{secret:str}")
    async def make(request: HttpRequest) -> Response[bytes]:
        check_secret(request)
        check_same_site(request)
        form = await form_of(request, settings)
        try:
            link = await asyncio.to_thread(made_of, start, form, at(request))
        except SeloError as refused:
            problems = without_paths(refused.problems, settings.ledger)
            sent = Sent("first", form.fields, problems)
            return page_response(page(at(request)._replace(sent=sent)), 422)

        made.set()
        return see_other(link)

    def check_secret(request: HttpRequest) -> None:
        given = part_of_address(request, "secret")
        if not secrets.compare_digest(given.encode(), start.secret.encode()):
            raise _nothing_yet()

    def elsewhere(request: HttpRequest, error: HTTPException) -> HttpRefusal:
        return _nothing_yet()

    inside = Litestar(
        [first, make, *page_routes(settings)],
        before_send=[protection_hook(settings)],
        exception_handlers=refusing(settings, elsewhere),
        openapi_config=None,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    return handing_over(middleware(inside, settings), made)


def handing_over(app: ASGIApp, made: asyncio.Event) -> ASGIApp:
    """Put around the application what leads a request to the whole service, should it
    come when the ledger is there and this server has not stopped yet.
    """

    async def handed_over(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not made.is_set():
            await app(scope, receive, send)
            return

        await asyncio.sleep(HANDING_OVER_SECONDS)
        # of two slashes a browser would read the name of another machine
        address = b"/" + scope["raw_path"].lstrip(b"/")
        if scope["query_string"]:
            address += b"?" + scope["query_string"]

        again = Response(
            b"",
            status_code=307,
            headers={
                "location": address.decode("latin-1"),
                "connection": "close",
            },
        )

        await again.to_asgi_response(None, Request(scope))(scope, receive, send)

    return handed_over


def _nothing_yet() -> HttpRefusal:
    message = say("there is no ledger here yet")
    hint = say("open the link that the service printed as it started")
    return HttpRefusal(503, Problem("no-ledger", message, hint=hint))


def made_of(start: FirstStart, form: Form, at: AtDesk) -> str:
    """Make the ledger that the form asks for, and return the address that logs its
    first person in.

    Raises a SeloError with everything that is wrong, and makes nothing then.
    """
    form.need(("name", "rules", "time_zone"))
    all_checked(
        lambda: checked_name(form.text("name")),
        lambda: check_rules(form),
        lambda: check_time_zone(form),
    )
    name, ledger = checked_name(form.text("name")), start.settings.ledger
    outside = start.outside(name)
    init(ledger, outside, [form.text("rules")], form.text("time_zone"))
    now = start.settings.now()
    link = new_link(ledger, at.visit.root, name, Role.ADMIN, name, now)
    return link.url


def rules_in_words() -> Sequence[tuple[str, str]]:
    """Return each word for rules with the lists that they keep, `fi: selo, pelo`."""
    in_words = []
    for word, lists in rules().items():
        names = ", ".join(lists)
        choice = f"{word}: {names}"
        in_words.append((word, choice))
    return in_words


def check_rules(form: Form) -> None:
    if form.text("rules") not in rules():
        message = say("there are no rules {word}", word=repr(form.text("rules")[:40]))
        raise Refused(Problem("wrong-value", message, Where(field="rules")))


def check_time_zone(form: Form) -> None:
    name = form.text("time_zone")
    if not is_known_zone(name):
        raise Refused(unknown_zone(name[:60]))
