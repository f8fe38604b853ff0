"""Add the header fields that protect a reader to every answer, and to answers for
programs the version they follow and which other sites may read them.
"""

from typing import cast

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from web.http import FIELD, VERSION, shared
from web.middleware import Request
from web.pages import FORM

# no answer is ever run as something else, framed, or told to another site
PROTECTING = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "content-security-policy": (
        "default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
}
OVER_TLS = ("strict-transport-security", "max-age=31536000")


def protecting(base_path: str) -> BeforeMessageSendHookHandler:
    """Make the hook that Litestar calls before it sends the head of an answer."""

    async def protect(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
            return
        request = cast(Request, scope)
        headers = MutableScopeHeaders.from_message(message)
        for name, value in PROTECTING.items():
            headers.setdefault(name, value)
        if request["scheme"] == "https":
            headers.setdefault(*OVER_TLS)
        allowed = headers.get("allow", "")
        if "GET" in allowed and "HEAD" not in allowed:
            headers["allow"] = allowed.replace("GET", "GET, HEAD")
        if _is_for_programs(request, base_path):
            headers[FIELD.decode()] = VERSION
            for field, text in shared(request["method"], request):
                headers[field.decode()] = text.decode()

    return protect


def _is_for_programs(request: Request, base_path: str) -> bool:
    """Tell whether data is asked for; what is refused before its form is known is
    judged by its path.
    """
    form = request.get(FORM)
    if form is not None:
        return bool(form != "page")
    path: str = request["path"]
    return path.removeprefix(base_path).startswith("/api/")
