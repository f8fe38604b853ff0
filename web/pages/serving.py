"""What pages need beside their own addresses: their look, a place that remembers a choice, and refusals as pages."""

from collections.abc import Mapping
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem, SeloError, Usage, Where
from messages import say
from web.kept.tokens import Role
from web.pages.rendering import by_hashed_name, rendered
from web.pages.visit import LANGUAGE, LANGUAGES, THEME, THEMES, visit_of
from web.pages.words.terms import terms
from web.questions.parameters import query_pairs
from web.settings import Settings
from web.wire.problems import status_of

FOR_EVER = "public, max-age=31536000, immutable"
A_YEAR = 365 * 86400


def page_routes(settings: Settings) -> list[HTTPRouteHandler]:
    @get("/look/{name:str}", opt={"role": Role.ANYBODY})
    async def look(request: Request[Any, Any, Any]) -> Response[bytes]:
        asset = by_hashed_name().get(str(request.path_params["name"]))
        if asset is None:
            raise NotFound(Problem("no-such-address", say("there is nothing at this address"), hint=say("see /api")))
        return Response(asset.content, media_type=asset.media_type, headers={"cache-control": FOR_EVER})

    @get("/choose", opt={"role": Role.ANYBODY})
    async def choose(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Remember a choice; it changes only how pages look to this browser, so a link may make it."""
        given = dict(query_pairs(request.scope["query_string"]))
        cookie, target = chosen(given)
        secure = "; Secure" if request.scope["scheme"] == "https" else ""
        headers = {
            "set-cookie": f"{cookie}; Path={settings.base_path or '/'}; SameSite=Lax{secure}",
            "location": settings.base_path + target,
            "cache-control": "no-store",
        }
        return Response(b"", status_code=303, headers=headers, media_type="text/plain")

    return [look, choose]


def chosen(given: dict[str, str]) -> tuple[str, str]:
    """Return the cookie that remembers a choice, and the page to come back to: always one of ours."""
    target = given.get("to", "/")
    if not target.startswith("/") or "//" in target.partition("?")[0] or "\\" in target or not target.isprintable():
        target = "/"
    language, theme = given.get("language"), given.get("theme")
    if language in LANGUAGES:
        first, _, rest = target[1:].partition("/")
        own = f"/{rest}" if first in LANGUAGES else target
        return f"{LANGUAGE}={language}; Max-Age={A_YEAR}", f"/{language}{'' if own == '/' else own}"
    if theme in THEMES:
        return f"{THEME}={theme}; Max-Age={A_YEAR}", target
    if theme == "auto":
        return f"{THEME}=; Max-Age=0", target
    hint = say("choose?language=fi or choose?theme=dark")
    raise Usage(Problem("parameter", say("nothing is chosen"), Where(field="language"), hint))


FORM = "selo_form"


def wants_page(scope: Mapping[str, Any]) -> bool:
    """Tell whether a page is wanted: a browser names HTML; a program that takes anything gets what it can read."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return scope.get(FORM, "page") == "page" and b"text/html" in accepted


def refusal_page(error: SeloError, scope: Mapping[str, Any], base: str, today: str) -> bytes:
    visit = visit_of(scope, base, today)
    titles = terms(visit.language).error_title
    status = status_of(error)
    title = titles.get(status, titles[422])
    return rendered("error.html", visit, title=title, status=status, problems=error.problems).encode()
