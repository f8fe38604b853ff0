"""Read an address before the router does: where a proxy has the service, the language of
a page, the form of the answer.

`/sv/players/F033` is a page in Swedish, `/players/F033.csv` has its rows, and
`/api/players/F033` is the answer as JSON: one route, in three forms. The router knows no
parameter with a fixed ending, so this stands around the application.
"""

import re
from typing import cast
from urllib.parse import unquote_to_bytes

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from ledger.errors import Problem, Usage
from messages import LANGUAGES, say
from web.middleware import Request
from web.pages.visit import ADDRESS, FORM, PREFIX

# as it was sent: an id that ends so has its dot percent-encoded in our links
_ENDING = re.compile(rb"\.(json|csv|atom|ndjson)$")


class Addresses:
    """ASGI middleware that notes form and language in the scope of a request, and
    leaves the address that the routes are declared with.
    """

    def __init__(self, app: ASGIApp, base_path: str) -> None:
        self._app = app
        self._base_path = base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            self._read(cast(Request, scope))
        await self._app(scope, receive, send)

    def _read(self, scope: Request) -> None:
        # the router takes two slashes for one, so the form must not hang on them
        path = f"/{scope['path'].lstrip('/')}"
        sent = f"/{scope['raw_path'].decode('latin-1').lstrip('/')}"
        if self._base_path and path.startswith(f"{self._base_path}/"):
            # a proxy may take its part of the address away, or leave it
            path = path.removeprefix(self._base_path)
            sent = _without_first(sent, self._base_path.count("/"))

        ending = _ENDING.search(scope["raw_path"])

        if path.startswith("/api/"):
            form = "json"
        elif ending is not None:
            form = ending[1].decode()
            path = path[: -len(ending[0])]
            sent = sent[: -len(ending[0])]
        else:
            form = "page"
            first, slash, rest = path[1:].partition("/")
            if first in LANGUAGES:
                scope[PREFIX] = first
                path = f"/{rest}" if slash else "/"
                sent = _without_first(sent, 1)
                # a program gets the same bytes in every language
                form = "json" if path.startswith("/api/") else form

        scope["path"] = path
        scope[ADDRESS] = sent
        scope[FORM] = form


def _without_first(address: str, count: int) -> str:
    """Take the first parts of an address away:

    _without_first("/fi/lists/selo", 1)    /lists/selo
    _without_first("/fi", 1)               /
    """
    parts = address.split("/", count + 1)
    return f"/{parts[-1]}" if len(parts) > count + 1 else "/"


def check_address(raw_path: bytes) -> None:
    """Refuse an address that is no text, or holds what cannot be printed."""
    if b"%" not in raw_path:
        return

    try:
        text = unquote_to_bytes(raw_path).decode("utf-8")
    except UnicodeDecodeError:
        message = say("the address is not UTF-8")
        hint = say("percent-encode it as UTF-8")
        raise Usage(Problem("not-utf8", message, hint=hint)) from None

    if not text.isprintable():
        message = say("the address holds a character that cannot be printed")
        raise Usage(Problem("bad-text", message, hint=say("remove it")))
