"""Write a refusal as whoever asked can read it: a page for people, problem+json for
programs.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from ledger.errors import SeloError
from web import Settings
from web.auth import who_of
from web.http import (
    MEDIA_TYPE,
    HttpRefusal,
    HttpRequest,
    body_of,
    defect,
    headers_of,
    status_of,
    without_paths,
)
from web.logs import log_defect
from web.middleware.request_log import ID
from web.pages.refusal_pages import refusal_page, wants_page


class Refusal(NamedTuple):
    """A refusal as it is sent."""

    body: bytes
    media_type: str
    headers: dict[str, str]


def refusal(
    error: SeloError, request: Mapping[str, Any], settings: Settings
) -> Refusal:
    """Make a page for clients that asked for one, else problem+json."""
    error.problems = without_paths(error.problems, settings.ledger)
    headers = headers_of(error) | {"cache-control": "no-store"}

    if wants_page(request):
        try:
            today = settings.now()[:10]
            who = who_of(request)
            page = refusal_page(error, request, settings.base_path, today, who)
            return Refusal(page, "text/html", headers)
        except Exception as defective:
            # no page for a refusal is no reason to answer nothing
            log_defect(defective)

    return Refusal(body_of(error, settings.base_path), MEDIA_TYPE, headers)


def refusing(
    settings: Settings, misdirected: Callable[[HttpRequest, HTTPException], HttpRefusal]
) -> ExceptionHandlersMap:
    """Return an application's handlers of refusals, and of defects of the program.

    misdirected   makes the refusal for what Litestar itself refuses
    """

    def refused(request: HttpRequest, error: SeloError) -> Response[bytes]:
        scope = cast(Mapping[str, Any], request.scope)
        answer = refusal(error, scope, settings)
        return Response(
            answer.body,
            status_code=status_of(error),
            headers=answer.headers,
            media_type=answer.media_type,
        )

    def by_litestar(request: HttpRequest, error: HTTPException) -> Response[bytes]:
        return refused(request, misdirected(request, error))

    def failed(request: HttpRequest, error: Exception) -> Response[bytes]:
        scope = cast(Mapping[str, Any], request.scope)
        log_defect(error, scope[ID])
        return refused(request, defect())

    return {SeloError: refused, HTTPException: by_litestar, Exception: failed}
