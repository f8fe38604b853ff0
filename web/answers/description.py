"""Serve the description of the API: for machines, and as a page that people read."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple, cast

from litestar import Response, Router
from litestar.enums import MediaType, ScopeType
from litestar.exceptions import NotFoundException
from litestar.middleware import ASGIMiddleware
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from web.answers.api_page import api_page
from web.answers.kept_answers import Body, body
from web.answers.replying import client_has, takes_gzip
from web.http import HttpRequest
from web.openapi.schemas import Json
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.store.roles import Role


class ApiPage(OpenAPIRenderPlugin):
    """Shows the description as a page with the look of the others."""

    def __init__(self, base: str, today: Callable[[], str]) -> None:
        """Set the page up for `/api` itself. `base`: the path at which a proxy has the
        service; `today`: tells the day, YYYY-MM-DD.
        """
        super().__init__(path="/", media_type=MediaType.HTML)
        self._base, self._today, self._content = base, today, ""

    def render(self, request: HttpRequest, openapi_schema: Json) -> bytes:
        """Draw the page for whoever asks. Its content is made once, since the
        description does not change while the service runs; the look around it is
        theirs.
        """
        self._content = self._content or api_page(openapi_schema, self._base)
        scope = cast(Mapping[str, Any], request.scope)
        visit = visit_of(scope, self._base, self._today())
        return rendered("api.html", visit, content=self._content).encode()


def renderers(base: str, today: Callable[[], str]) -> list[OpenAPIRenderPlugin]:
    """Return how the description is shown: as JSON, and as a page.

    `base` and `today`: as `ApiPage` has them.
    """
    return [ApiPage(base, today), JsonRenderPlugin(media_type=MediaType.JSON)]


def description_router() -> Router:
    """Return the router on which Litestar puts both, open to anybody."""
    return Router(
        "/api",
        route_handlers=[],
        include_in_schema=False,
        opt={"role": Role.ANYBODY},
        middleware=[Packed()],
        after_request=_refused_like_others,
    )


def _refused_like_others(response: Response[Any]) -> Response[Any]:
    """Refuse with problem+json, where Litestar has a page of its own for an address
    below that is none.
    """
    if response.status_code == 404:
        raise NotFoundException
    return response


class TaggedBody(NamedTuple):
    """A body, and the tag that names it."""

    made: Body
    tag: str


@lru_cache(8)
def _tagged_body(content: bytes) -> TaggedBody:
    """Return the body of these bytes, packed, and its tag, which changes with them.

    Remembered, since the same few pages are asked for over and over: the description,
    and its page in each language.
    """
    return TaggedBody(body("", content), f'W/"{sha256(content).hexdigest()[:20]}"')


class Packed(ASGIMiddleware):
    """Sends the description packed to whoever takes that, and not again to whoever has
    it.
    """

    scopes = (ScopeType.HTTP,)

    async def handle(
        self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp
    ) -> None:
        """Take the whole answer before any of it is sent, and send it packed, or with
        304.

        Litestar sends its answer to `keep` instead of the client: the tag stands in the
        head of an answer, and can be told only when all of the content is known.
        """
        start: Any = {}
        parts: list[bytes] = []

        async def keep(message: Message) -> None:
            """Note what would be sent: the head, and each part of the content."""
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await next_app(scope, receive, keep)

        answer = _description_answer(b"".join(parts), start, dict(scope["headers"]))
        start |= {"status": answer.status, "headers": answer.fields}

        await send(start)
        await send(
            {
                "type": "http.response.body",
                "body": answer.content,
                "more_body": False,
            }
        )


class _Answer(NamedTuple):
    status: int
    fields: list[tuple[bytes, bytes]]
    content: bytes


def _description_answer(
    content: bytes, start: Json, asked: Mapping[bytes, bytes]
) -> _Answer:
    """Answer with the description: 304 to a client that has it, packed for one that
    takes gzip. A refusal goes out as it came.
    """
    if start["status"] != 200:
        return _Answer(start["status"], start["headers"], content)

    fields = [
        (name, value) for name, value in start["headers"] if name != b"content-length"
    ]

    made, tag = _tagged_body(content)
    fields += [
        (b"etag", tag.encode()),
        (b"cache-control", b"no-cache"),
        (b"vary", b"accept-encoding, accept-language, cookie"),
    ]
    if client_has(asked, tag):
        return _Answer(304, fields, b"")

    if made.is_packed and takes_gzip(asked.get(b"accept-encoding", b"")):
        content = made.content
        fields.append((b"content-encoding", b"gzip"))

    fields.append((b"content-length", b"%d" % len(content)))
    return _Answer(200, fields, content)
