"""Answer at the addresses that pages need beside their own: their look, what remembers
a choice, and what search engines read.
"""

from collections.abc import Mapping
from html import escape
from typing import Any, cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from features import FEATURES
from ledger.errors import NotFound, Problem, Usage, Where
from messages import LANGUAGES, say
from web import Settings
from web.http import HttpRequest, see_other
from web.http.addresses import part_of_address, query_of
from web.pages.assets import assets, by_hashed_name
from web.pages.visit import LANGUAGE, THEME, THEMES, visit_of
from web.store.roles import Role

# the name of a file of the look changes with its content, so a browser need never ask
# again
FOR_EVER = "public, max-age=31536000, immutable"
# how long a choice is remembered, in seconds
A_YEAR = 365 * 86400


def page_routes(settings: Settings) -> list[HTTPRouteHandler]:
    """Make the addresses beside the pages: their look, the choice of a language, and
    what browsers and robots ask for.
    """

    @get("/look/{name:str}", opt={"role": Role.ANYBODY})
    async def look(request: HttpRequest) -> Response[bytes]:
        name = part_of_address(request, "name")
        asset = by_hashed_name().get(name)

        if asset is None:
            message = say("there is nothing at this address")
            raise NotFound(Problem("no-such-address", message))

        headers = {"cache-control": FOR_EVER}
        return Response(asset.content, media_type=asset.media_type, headers=headers)

    @get("/choose", opt={"role": Role.ANYBODY})
    async def choose(request: HttpRequest) -> Response[bytes]:
        """Remember a choice; it changes only how pages look to this browser, so a link
        may make it.
        """
        parameters = query_of(request)
        cookie, target = remember_choice(parameters)

        path = settings.base_path or "/"
        cookie = f"{cookie}; Path={path}; SameSite=Lax"

        # without TLS a browser would not keep such a cookie
        if request.scope["scheme"] == "https":
            cookie += "; Secure"

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
        if root:
            lines.append(f"Sitemap: {root}/sitemap.xml")

        text = "\n".join([*lines, ""])
        return Response(text.encode(), media_type="text/plain")

    @get("/sitemap.xml", opt={"role": Role.ANYBODY})
    async def sitemap(request: HttpRequest) -> Response[bytes]:
        """The pages from which all others are linked, in each language."""
        root = escape(_root(request, settings))
        pages = [
            f"<url><loc>{root}/{language}{page}</loc></url>"
            for page in _sections()
            for language in LANGUAGES
        ]
        text = "\n".join([SITEMAP, *pages, "</urlset>", ""])
        return Response(text.encode(), media_type="application/xml")

    return [look, choose, mark, robots, sitemap]


# the opening lines of a site map, as sitemaps.org has them
SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
)

# pages of the core that hold links to all others; the first is the front page, at the
# language alone
SECTIONS = ("", "/lists", "/tournaments", "/titles", "/log", "/rules", "/verify")


def _sections() -> list[str]:
    """Return the pages that hold links to all others: those of the core, and of features
    those in the menu that search engines may read.
    """
    of_features = [
        link.address
        for feature in FEATURES
        for link in feature.links
        if link.page.startswith("menu ") and link.address not in feature.unsearched
    ]
    return [*SECTIONS, *of_features]


def _root(request: HttpRequest, settings: Settings) -> str:
    """Return where the service stands as whoever asks has it; empty where their browser
    named no machine. For example:

        https://chess.example/ratings
    """
    scope = cast(Mapping[str, Any], request.scope)
    return visit_of(scope, settings.base_path, settings.now()[:10]).root


def remember_choice(parameters: dict[str, str]) -> tuple[str, str]:
    """Return the cookie that remembers a choice, and the page to come back to: always a
    page of this service.

    `parameters`: `language` or `theme`, and `to`, the page that the choice was made on.
    The language of an address is changed with the choice:

        language=en, to=/fi/lists
        ("selo_language=en; Max-Age=31536000", "/en/lists")

    The theme `auto` takes the cookie away. `Usage`: neither is chosen, or it is none of
    ours.
    """
    # an address that a browser would take for one of another site leads to the front
    # page
    target = parameters.get("to", "/")
    if (
        not target.startswith("/")
        or "//" in target.partition("?")[0]
        or "\\" in target
        or not (target.isascii() and target.isprintable())
    ):
        target = "/"

    language, theme = parameters.get("language"), parameters.get("theme")
    if language in LANGUAGES:
        first, _, rest = target[1:].partition("/")
        own = f"/{rest}" if first in LANGUAGES else target
        if own == "/":
            own = ""

        return f"{LANGUAGE}={language}; Max-Age={A_YEAR}", f"/{language}{own}"

    if theme in THEMES:
        return f"{THEME}={theme}; Max-Age={A_YEAR}", target
    if theme == "auto":
        return f"{THEME}=; Max-Age=0", target

    hint = say("choose?language=fi or choose?theme=dark")
    raise Usage(
        Problem("parameter", say("nothing is chosen"), Where(field="language"), hint)
    )
