"""Refusals as pages: the same sentence and hint that a program gets, for somebody with a browser."""

from collections.abc import Mapping
from typing import Any

from ledger.errors import SeloError
from web.pages.rendering import rendered
from web.pages.visit import visit_of
from web.pages.words.terms import terms
from web.wire.problems import status_of

FORM = "selo_form"


def wants_page(scope: Mapping[str, Any]) -> bool:
    """A browser names HTML; a program that takes anything gets what it can read."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return scope.get(FORM, "page") == "page" and b"text/html" in accepted


def refusal_page(error: SeloError, scope: Mapping[str, Any], base: str, today: str) -> bytes:
    visit = visit_of(scope, base, today)
    titles = terms(visit.language).error_title
    status = status_of(error)
    title = titles.get(status, titles[422])
    return rendered("error.html", visit, title=title, status=status, problems=error.problems).encode()
