"""Add the header fields that protect a reader to every answer, to answers for programs
the version they follow and which other sites may read them, and to what anybody may see
that a proxy may keep it.
"""

from typing import cast

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from web import Settings
from web.http import FIELD, VERSION, shared
from web.middleware import Request
from web.pages.visit import FORM

# no answer is ever run as something else, framed, or told to another site
PROTECTING = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "content-security-policy": (
        "default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
}
# of a page that other sites may show in a frame
FRAMED = PROTECTING["content-security-policy"].replace(
    "frame-ancestors 'none'", "frame-ancestors *"
)
OVER_TLS = ("strict-transport-security", "max-age=31536000")
# nginx keeps an answer with this, and takes it for one that has run out already, so it
# asks with the tag each time
KEPT_BY_PROXY = (b"x-accel-expires", b"@1")


def protecting(settings: Settings) -> BeforeMessageSendHookHandler:
    """Make the hook that Litestar calls before it sends the head of an answer."""
    behind_proxy = bool(settings.trusted_proxies)
    base_path = settings.base_path

    async def protect(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
            return
        request = cast(Request, scope)
        headers = MutableScopeHeaders.from_message(message)
        for name, value in PROTECTING.items():
            headers.setdefault(name, value)
        if request["scheme"] == "https":
            headers.setdefault(*OVER_TLS)
        if request["method"] == "OPTIONS" and "path_template" in request:
            headers["allow"] = ", ".join(_methods_of(request))
        allowed = headers.get("allow", "")
        if "GET" in allowed and "HEAD" not in allowed:
            headers["allow"] = allowed.replace("GET", "GET, HEAD")
        if _is_for_programs(request, base_path):
            headers[FIELD.decode()] = VERSION
            for field, text in shared(request["method"], request):
                headers[field.decode()] = text.decode()
        if behind_proxy and _is_for_anybody(headers):
            # before Cache-Control, which nginx would follow otherwise
            message["headers"] = [KEPT_BY_PROXY, *message["headers"]]

    return protect


def _is_for_anybody(headers: MutableScopeHeaders) -> bool:
    """Tell whether an answer is the same for anybody, has a tag by which it is asked
    for again, and does not say how often its asker may still ask.
    """
    if "ratelimit-limit" in headers:
        return False
    return "etag" in headers and headers.get("cache-control") == "no-cache"


def _methods_of(request: Request) -> list[str]:
    """Return the methods of an address. Litestar answers OPTIONS for one route, and
    several may have the same address.
    """
    application = cast(Litestar, request["litestar_app"])
    methods = set[str]()
    for route in application.routes:
        if (
            isinstance(route, HTTPRoute)
            and route.path_format == request["path_template"]
        ):
            methods |= route.methods
    return sorted(methods)


def _is_for_programs(request: Request, base_path: str) -> bool:
    """Tell whether data is asked for; what is refused before its form is known is
    judged by its path.
    """
    form = request.get(FORM)
    if form is not None:
        return bool(form != "page")
    path: str = request["path"]
    return path.removeprefix(base_path).startswith("/api/")
