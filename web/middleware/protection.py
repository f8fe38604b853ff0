"""Add the header fields that protect a reader to every answer, to answers for programs
the version they follow and which other sites may read them, and to what anybody may see
that a proxy may keep it.
"""

from collections.abc import Mapping
from typing import cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from web import Settings
from web.http import FIELD, VERSION, sharing_fields
from web.http.sharing import Field
from web.middleware import Request
from web.pages.visit import FORM

OWN_SITE = (
    "default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
# of a page that other sites may show in a frame
FRAMED = OWN_SITE.replace("frame-ancestors 'none'", "frame-ancestors *")
# no answer is ever run as something else, framed, or told to another site
PROTECTING: tuple[Field, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", OWN_SITE.encode()),
)
OVER_TLS: Field = (b"strict-transport-security", b"max-age=31536000")
# nginx keeps an answer with this, and takes it for one that has run out already, so it
# asks with the tag each time
KEPT_BY_PROXY: Field = (b"x-accel-expires", b"@1")


def protection_hook(settings: Settings) -> BeforeMessageSendHookHandler:
    """Make the hook that Litestar calls before it sends the head of an answer."""
    behind_proxy = bool(settings.trusted_proxies)
    base_path = settings.base_path

    async def protect(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
            return

        request = cast(Request, scope)
        fields = [*message["headers"]]
        given = dict(fields)
        fields += [field for field in PROTECTING if field[0] not in given]
        # below a path the host is others' too, and what else stands there may lack TLS
        if request["scheme"] == "https" and not base_path:
            fields.append(OVER_TLS)

        allowed = _methods_allowed(request, given)
        if allowed:
            fields = [field for field in fields if field[0] != b"allow"]
            fields.append((b"allow", allowed.encode()))

        if _is_for_programs(request, base_path):
            fields.append((FIELD, VERSION.encode()))
            fields += sharing_fields(request["method"], request)

        if behind_proxy and _is_for_anybody(given):
            # before Cache-Control, which nginx would follow otherwise
            fields.insert(0, KEPT_BY_PROXY)
        message["headers"] = fields

    return protect


def _is_for_anybody(given: Mapping[bytes, bytes]) -> bool:
    """Tell whether an answer is the same for anybody, has a tag by which it is asked
    for again, and does not say how often its asker may still ask.
    """
    if b"ratelimit-limit" in given:
        return False
    return b"etag" in given and given.get(b"cache-control") == b"no-cache"


def _methods_allowed(request: Request, given: Mapping[bytes, bytes]) -> str:
    """Return the methods of an address, where the answer says them; else "".

    Where GET is possible HEAD is.
    """
    allowed = given.get(b"allow", b"").decode()
    if request["method"] == "OPTIONS" and "path_template" in request:
        allowed = ", ".join(_methods_of(request))
    if "GET" in allowed and "HEAD" not in allowed:
        return allowed.replace("GET", "GET, HEAD")
    return allowed


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
