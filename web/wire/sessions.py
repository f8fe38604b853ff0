"""Logging in with a link and out again. Opening the link only shows a button: a mail program that looks at links must
not use it up."""

from collections.abc import Mapping
from typing import Any, cast

from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.answer import Answer, json_text
from ledger.errors import Problem
from messages import by_command, say
from service.roles import Role
from service.sessions import SESSION_HOURS, close_session, end_session, open_session, sessions
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.settings import Settings
from web.wire.auth import COOKIE, check_same_site, who_of
from web.wire.problems import HttpRefusal
from web.wire.threads import Threads


def session_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    @get("/login/{secret:str}", opt={"role": Role.ANYBODY})
    async def ask(request: Request[Any, Any, Any]) -> Response[bytes]:
        headers = {"cache-control": "no-store", "referrer-policy": "no-referrer"}
        visit = visit_of(cast(Mapping[str, Any], request.scope), settings.base_path, settings.now()[:10])
        return Response(rendered("desk/login.html", visit).encode(), media_type="text/html", headers=headers)

    @post("/login/{secret:str}", opt={"role": Role.ANYBODY})
    async def log_in(request: Request[Any, Any, Any]) -> Response[bytes]:
        check_same_site(request)
        secret, now = str(request.path_params["secret"]), settings.now()
        opened = await threads.run(lambda: open_session(settings.ledger, secret, now), costly=False)
        if opened is None:
            message = say("this link does not work: it was used before, or is older than 15 minutes")
            raise HttpRefusal(
                403,
                Problem(
                    "login-link",
                    message,
                    hint=by_command("ask for a new one: `selo login`", "ask whoever runs the service for a new one"),
                ),
            )
        return _onwards(settings, "/desk", _cookie(settings, request, opened.secret, SESSION_HOURS * 3600))

    @post("/logout", opt={"role": Role.READER})
    async def log_out(request: Request[Any, Any, Any]) -> Response[bytes]:
        secret = request.cookies.get(COOKIE, "")
        await threads.run(lambda: close_session(settings.ledger, secret), costly=False)
        return _onwards(settings, "/", _cookie(settings, request, "", 0))

    @get("/api/sessions", opt={"role": Role.ADMIN})
    async def listed(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _answer(await threads.run(lambda: sessions(settings.ledger, settings.now()), costly=False))

    @post("/api/sessions/{session:str}/end", opt={"role": Role.ADMIN})
    async def ended(request: Request[Any, Any, Any]) -> Response[bytes]:
        session, by = str(request.path_params["session"]), who_of(request.scope).name
        return _answer(
            await threads.run(lambda: end_session(settings.ledger, session, by, settings.now()), costly=False)
        )

    return [ask, log_in, log_out, listed, ended]


def _answer(answer: Answer) -> Response[bytes]:
    content = (json_text(answer) + "\n").encode()
    return Response(content, status_code=200, headers={"cache-control": "no-store"}, media_type="application/json")


def _cookie(settings: Settings, request: Request[Any, Any, Any], secret: str, seconds: int) -> str:
    secure = "; Secure" if request.scope["scheme"] == "https" else ""
    path = settings.base_path or "/"
    return f"{COOKIE}={secret}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


def _onwards(settings: Settings, page: str, cookie: str) -> Response[bytes]:
    headers = {"set-cookie": cookie, "location": f"{settings.base_path}{page}", "cache-control": "no-store"}
    return Response(b"", status_code=303, headers=headers, media_type="text/plain")
