"""Draw pages for people, by the name of the question whose address they have. An
address without one answers 404 and names the addresses for programs.

A page is a function of the opened ledger, the question and the visit (language,
colours, where links lead); it runs in a thread, under the same 304 and cache as the
other forms, and answers with HTML. Templates compute nothing: they are given the typed
answers that programs get too.

Here too is what pages need beside their own addresses: their look, a place that
remembers a choice, refusals as pages, and pages about the codes of refusals (the `type`
of a refusal is the address of the page about its code).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations
from html import escape
from typing import Any, NamedTuple, cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from features import FEATURES
from features.feature import imported
from ledger.codes import CODES, WARNING
from ledger.errors import NotFound, Problem, SeloError, Usage, Where
from messages import LANGUAGES, say
from messages.translated import read
from web import Settings
from web.http import PROBLEMS, HttpRequest, see_other, status_of, statuses_of
from web.pages import (
    honours,
    lists,
    log,
    people,
    player,
    rules,
    tournaments,
)
from web.pages.rendering import assets, by_hashed_name, rendered
from web.pages.visit import LANGUAGE, THEME, THEMES, Page, Visit, visit_of
from web.pages.words import terms
from web.questions import query_pairs
from web.store.tokens import Role

# those of a feature as module:function, since their modules import this package
PAGES: dict[str, Page | str] = {
    "home": lists.home_page,
    "show": player.player_page,
    "history": people.history_page,
    "player performance": people.performance_page,
    "explain": player.why_page,
    "player need": people.need_page,
    "player opponents": people.opponents_page,
    "player versus": people.versus_page,
    "against": people.against_page,
    "player find": people.search_page,
    "titles": honours.titles_page,
    "members dues": people.dues_page,
    "members licences": people.licences_page,
    "tournament list": tournaments.tournaments_page,
    "tournament": tournaments.tournament_page,
    "export trf": tournaments.report_page,
    "list published": lists.lists_page,
    "list": lists.list_page,
    "list --list": lists.published_page,
    "list compare": lists.compared_page,
    "list next": lists.next_lists_page,
    "rules": rules.rules_page,
    "rules EDITION": rules.edition_page,
    "log": log.log_page,
    "log event": log.event_page,
    "log impact": log.impact_page,
    "log diff": log.diff_page,
    "proof prove": log.proof_page,
    "verify": log.verify_page,
    **{
        question.command: question.page
        for feature in FEATURES
        for question in feature.questions
        if question.page is not None
    },
}


def page_of(command: str) -> Page:
    """Return what draws the page of a question that has one."""
    page = PAGES[command]
    return cast(Page, imported(page)) if isinstance(page, str) else page


FOR_EVER = "public, max-age=31536000, immutable"
A_YEAR = 365 * 86400


def page_routes(settings: Settings) -> list[HTTPRouteHandler]:
    @get("/look/{name:str}", opt={"role": Role.ANYBODY})
    async def look(request: HttpRequest) -> Response[bytes]:
        asset = by_hashed_name().get(str(request.path_params["name"]))
        if asset is None:
            raise NotFound(
                Problem(
                    "no-such-address",
                    say("there is nothing at this address"),
                    hint=say("see /api"),
                )
            )
        return Response(
            asset.content,
            media_type=asset.media_type,
            headers={"cache-control": FOR_EVER},
        )

    @get("/choose", opt={"role": Role.ANYBODY})
    async def choose(request: HttpRequest) -> Response[bytes]:
        """Remember a choice; it changes only how pages look to this browser, so a link
        may make it.
        """
        given = dict(query_pairs(request.scope["query_string"]))
        cookie, target = chosen(given)
        secure = "; Secure" if request.scope["scheme"] == "https" else ""
        cookie = f"{cookie}; Path={settings.base_path or '/'}; SameSite=Lax{secure}"
        return see_other(settings.base_path + target, {"set-cookie": cookie})

    @get("/favicon.ico", opt={"role": Role.ANYBODY})
    async def mark(request: HttpRequest) -> Response[bytes]:
        """The mark, for whoever looks for it where it used to be."""
        asset = assets()["mark.svg"]
        headers = {"cache-control": "public, max-age=86400"}
        return Response(asset.content, media_type=asset.media_type, headers=headers)

    @get("/robots.txt", opt={"role": Role.ANYBODY})
    async def robots(request: HttpRequest) -> Response[bytes]:
        """What search engines should leave alone: the desk, and the countless
        addresses that a question makes.
        """
        root = _root(request, settings)
        of_features = [path for each in FEATURES for path in each.unsearched]
        closed = ("/desk", *of_features, "/api/", "/*?")
        lines = ["User-agent: *"]
        lines += [f"Disallow: {settings.base_path}{path}" for path in closed]
        lines += [f"Sitemap: {root}/sitemap.xml"] if root else []
        return Response("\n".join([*lines, ""]).encode(), media_type="text/plain")

    @get("/sitemap.xml", opt={"role": Role.ANYBODY})
    async def sitemap(request: HttpRequest) -> Response[bytes]:
        """The pages from which all others are linked, in each language."""
        root = escape(_root(request, settings))
        pages = [
            f"<url><loc>{root}/{language}{page}</loc></url>"
            for page in SECTIONS
            for language in LANGUAGES
        ]
        text = "\n".join([SITEMAP, *pages, "</urlset>", ""])
        return Response(text.encode(), media_type="application/xml")

    return [look, choose, mark, robots, sitemap]


SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
)
SECTIONS = (
    "",
    "/lists",
    "/tournaments",
    "/clubs",
    "/titles",
    "/best",
    "/log",
    "/rules",
    "/verify",
)


def _root(request: HttpRequest, settings: Settings) -> str:
    """Return where the service stands as whoever asks has it."""
    scope = cast(Mapping[str, Any], request.scope)
    return visit_of(scope, settings.base_path, settings.now()[:10]).root


def chosen(given: dict[str, str]) -> tuple[str, str]:
    """Return the cookie that remembers a choice, and the page to come back to: always a
    page of this service.
    """
    target = given.get("to", "/")
    if (
        not target.startswith("/")
        or "//" in target.partition("?")[0]
        or "\\" in target
        or not target.isprintable()
    ):
        target = "/"
    language, theme = given.get("language"), given.get("theme")
    if language in LANGUAGES:
        first, _, rest = target[1:].partition("/")
        own = f"/{rest}" if first in LANGUAGES else target
        return (
            f"{LANGUAGE}={language}; Max-Age={A_YEAR}",
            f"/{language}{'' if own == '/' else own}",
        )
    if theme in THEMES:
        return f"{THEME}={theme}; Max-Age={A_YEAR}", target
    if theme == "auto":
        return f"{THEME}=; Max-Age=0", target
    hint = say("choose?language=fi or choose?theme=dark")
    raise Usage(
        Problem("parameter", say("nothing is chosen"), Where(field="language"), hint)
    )


FORM = "selo_form"  # where the rest of the program finds it in the scope


def wants_page(scope: Mapping[str, Any]) -> bool:
    """Tell whether a page is wanted: a browser names HTML; a program that takes
    anything gets what it can read.
    """
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return scope.get(FORM, "page") == "page" and b"text/html" in accepted


def refusal_page(
    error: SeloError, scope: Mapping[str, Any], base: str, today: str
) -> bytes:
    visit = visit_of(scope, base, today)
    titles = terms(visit.language).error_title
    status = status_of(error)
    title = titles.get(status, titles[422])
    return rendered(
        "error.html",
        visit,
        title=title,
        status=status,
        problems=error.problems,
        sought=_sought(scope) if status == NOT_FOUND else "",
        back=_came_from(scope, visit),
    ).encode()


NOT_FOUND = 404


def _sought(scope: Mapping[str, Any]) -> str:
    """Return what the search may find instead: the last part of an address of which
    there is no page.
    """
    last = str(scope["path"]).rstrip("/").rpartition("/")[2]
    return re.sub(r"[-_.]+", " ", last)[:MOST_SOUGHT] if last.isprintable() else ""


MOST_SOUGHT = 60  # characters


def _came_from(scope: Mapping[str, Any], visit: Visit) -> str:
    """Return the page of ours with the link that led here; empty where there is none."""
    referer = dict(scope["headers"]).get(b"referer", b"").decode("latin-1")
    ours = bool(visit.origin) and referer.startswith(f"{visit.origin}/")
    return referer if ours and referer.isprintable() else ""


class ProblemCode(NamedTuple):
    """A code: what it means in the reader's language, the statuses over HTTP, the exit
    codes of the command.
    """

    code: str
    meaning: str
    statuses: tuple[int, ...]
    exits: tuple[int, ...]
    warns: bool


@cache
def meanings(language: str) -> NullTranslations:
    """Return the catalogue of what the codes mean; English stands in the registry."""
    return NullTranslations() if language == "en" else read(language, "codes")


def about(code: str, language: str) -> ProblemCode:
    """Return what there is to say about a code of the registry."""
    row = CODES[code]
    exits = tuple(number for number in row.exits if number != WARNING)
    meaning = meanings(language).gettext(row.meaning)
    return ProblemCode(
        code, meaning, statuses_of(code, exits), exits, WARNING in row.exits
    )


def problem_routes(settings: Settings) -> list[HTTPRouteHandler]:
    @get(PROBLEMS, opt={"role": Role.ANYBODY})
    async def every(request: HttpRequest) -> Response[bytes]:
        return _page(
            settings,
            request,
            lambda visit: rendered(
                "problems.html",
                visit,
                codes=[about(code, visit.language) for code in CODES],
            ),
        )

    @get(f"{PROBLEMS}/{{code:str}}", opt={"role": Role.ANYBODY})
    async def one(request: HttpRequest) -> Response[bytes]:
        code = str(request.path_params["code"])
        if code not in CODES:
            message = say("there is no code {code}", code=repr(code[:60]))
            raise NotFound(
                Problem(
                    "no-such-address",
                    message,
                    hint=say("{path} lists them all", path=PROBLEMS),
                )
            )
        return _page(
            settings,
            request,
            lambda visit: rendered(
                "problem.html", visit, problem=about(code, visit.language)
            ),
        )

    return [every, one]


def _page(
    settings: Settings, request: HttpRequest, made: Callable[[Visit], str]
) -> Response[bytes]:
    scope = cast(Mapping[str, Any], request.scope)
    if scope[FORM] != "page":
        raise NotFound(
            Problem(
                "no-such-address",
                say("this is a page for people"),
                hint=say("see /api"),
            )
        )
    visit = visit_of(scope, settings.base_path, settings.now()[:10])
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(made(visit).encode(), media_type="text/html", headers=headers)
