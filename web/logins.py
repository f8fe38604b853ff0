"""Let people log in and out in a browser, and let an admin see who is logged in, and
log them out.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Problem
from messages import by_command, say
from web import Settings
from web.auth import check_same_site, cookie_name, session_cookie, who_of
from web.desk.form_fields import Form, form_of
from web.http import HttpRefusal, HttpRequest, as_json, see_other
from web.http.addresses import part_of_address
from web.openapi.operations import OF_WRITING, described, refusals
from web.openapi.parameters import asked_as
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.questions.sessions import OneSession
from web.store.roles import Role, has_desk
from web.store.sessions import (
    OWN,
    SHARED,
    SessionRow,
    SessionsAnswer,
    close_session,
    end_session,
    open_session,
    sessions,
)
from web.threads import Threads

FORM_BYTES = 4096  # of a login: one box, which may be ticked


def session_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    """Make the addresses by which people log in and out in a browser, and those at
    which an admin sees who is logged in, and logs them out.
    """
    # whoever logs in is a stranger until then
    of_login = replace(settings, body_bytes=FORM_BYTES)

    @get("/login/{secret:str}", opt={"role": Role.ANYBODY})
    async def ask(request: HttpRequest) -> Response[bytes]:
        headers = {"cache-control": "no-store", "referrer-policy": "no-referrer"}
        visit = visit_of(
            cast(Mapping[str, Any], request.scope),
            settings.base_path,
            settings.now()[:10],
        )
        return Response(
            rendered("desk/login.html", visit).encode(),
            media_type="text/html",
            headers=headers,
        )

    @post("/login/{secret:str}", opt={"role": Role.ANYBODY})
    async def log_in(request: HttpRequest) -> Response[bytes]:
        check_same_site(request)
        secret = part_of_address(request, "secret")
        now = settings.now()

        form = Form({})
        if "content-type" in request.headers:  # a program may send no form
            form = await form_of(request, of_login)
        lasts = OWN if form.text("keep") == "yes" else SHARED
        opened = await threads.run(
            lambda: open_session(settings.ledger, secret, now, lasts)
        )
        if opened is None:
            message = say(
                "this link does not work: it was used before, or it has expired"
            )
            hint = by_command(
                "ask for a new one: `selo access login`",
                "ask the administrator of the service for a new one",
            )
            raise HttpRefusal(403, Problem("login-link", message, hint=hint))

        seconds = int(opened.lasts.total_seconds())
        cookie = _cookie(settings, request, opened.secret, seconds)
        # whoever may only look has no desk
        first = "/desk" if has_desk(opened.role) else "/"
        return see_other(settings.base_path + first, {"set-cookie": cookie})

    @post("/logout", opt={"role": Role.READER})
    async def log_out(request: HttpRequest) -> Response[bytes]:
        secret = session_cookie(settings, request)

        def work() -> None:
            close_session(settings.ledger, secret)

        await threads.run(work)

        # a cookie that lasts no time is one that the browser forgets
        ended_cookie = _cookie(settings, request, secret="", seconds=0)
        headers = {"set-cookie": ended_cookie}
        return see_other(f"{settings.base_path}/", headers)

    @get(
        "/api/sessions",
        **described(Role.ADMIN, "Service"),
        operation_id="list_sessions",
        summary="Browsers that are logged in",
        response_description="The answer.",
        responses=refusals(403),
    )
    async def list_sessions(request: HttpRequest) -> Response[SessionsAnswer]:
        now = settings.now()
        answer = await threads.run(lambda: sessions(settings.ledger, now))
        return as_json(answer)

    @post(
        "/api/sessions/{session:str}/end",
        **described(Role.ADMIN, "Service"),
        operation_id="end_session",
        summary="Log a browser out",
        dependencies=asked_as(OneSession),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, 404, *OF_WRITING),
    )
    async def log_browser_out(
        request: HttpRequest, asked: NamedDependency[OneSession]
    ) -> Response[SessionRow]:
        session = asked.session
        by = who_of(request.scope).name

        def work() -> SessionRow:
            now = settings.now()
            return end_session(settings.ledger, session, by, now)

        row = await threads.run(work)
        return as_json(row)

    return [ask, log_in, log_out, list_sessions, log_browser_out]


def _cookie(settings: Settings, request: HttpRequest, secret: str, seconds: int) -> str:
    """Write the cookie of a session, which holds so many seconds; 0 takes it away."""
    scheme = request.scope["scheme"]
    name = cookie_name(settings, scheme)
    path = settings.base_path or "/"
    parts = [
        f"{name}={secret}",
        f"Path={path}",
        f"Max-Age={seconds}",
        "HttpOnly",
        "SameSite=Lax",
    ]
    if scheme == "https":
        parts.append("Secure")
    return "; ".join(parts)
