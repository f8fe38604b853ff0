"""Reply to a request: with JSON that nobody keeps, or by leading to another address."""

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from litestar import Request, Response

from messages import over_http
from messages.answer import Answer, json_text

HttpRequest = Request[Any, Any, Any]
COOKIE = "selo_session"  # over TLS with a prefix before it
A = TypeVar("A", bound=Answer)


def as_json(
    answer: A, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[A]:
    """Answer with what the command prints with --json, said to a program that asks
    here; nobody keeps it. The type says what the body holds, which is written already.
    """
    content = (json_text(answer, over_http) + "\n").encode()
    fields = {"cache-control": "no-store", **(headers or {})}
    written = Response(
        content, status_code=status, headers=fields, media_type="application/json"
    )
    return cast(Response[A], written)


def see_other(
    location: str, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """Lead onwards to another address, which a browser asks for with GET, even after a
    form.
    """
    fields = {**(headers or {}), "location": location, "cache-control": "no-store"}
    return Response(b"", status_code=303, headers=fields, media_type="text/plain")
