"""Write a refusal as whoever asked can read it: a page for people, problem+json for
programs.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ledger.errors import SeloError
from web import Settings
from web.http import MEDIA_TYPE, body_of, headers_of, unplaced
from web.logs import log_defect
from web.pages import refusal_page, wants_page


class Refusal(NamedTuple):
    """A refusal as it is sent."""

    body: bytes
    media_type: str
    headers: dict[str, str]


def refusal(
    error: SeloError, request: Mapping[str, Any], settings: Settings
) -> Refusal:
    """Make a page for clients that asked for one, else problem+json."""
    error.problems = unplaced(error.problems, settings.ledger)
    headers = headers_of(error) | {"cache-control": "no-store"}
    if wants_page(request):
        try:
            page = refusal_page(error, request, settings.base_path, settings.now()[:10])
            return Refusal(page, "text/html", headers)
        except Exception as defective:
            # no page for a refusal is no reason to answer nothing
            log_defect(defective)
    return Refusal(body_of(error, settings.base_path), MEDIA_TYPE, headers)
