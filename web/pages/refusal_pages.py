"""Show a refusal as a page to whoever asked for a page."""

import re
from collections.abc import Mapping
from typing import Any

from ledger.errors import SeloError
from web.http import HttpRefusal, status_of
from web.pages.rendering import rendered
from web.pages.terms import terms
from web.pages.visit import FORM, Visit, visit_of
from web.store.roles import has_desk
from web.store.tokens import Who

FORBIDDEN, NOT_FOUND = 403, 404


def wants_page(scope: Mapping[str, Any]) -> bool:
    """Tell whether a page is wanted: a browser names HTML; a program that takes
    anything gets what it can read.
    """
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return scope.get(FORM, "page") == "page" and b"text/html" in accepted


def refusal_page(
    error: SeloError, scope: Mapping[str, Any], base: str, today: str, who: Who
) -> bytes:
    """Make the page of a refusal in the language of whoever asked, who is `who`.

    `today`: YYYY-MM-DD. Where nothing was found, the page offers to look for what the
    address named. Where somebody's role is too small, it says which role they have, and
    who could do it.
    """
    visit = visit_of(scope, base, today)
    titles = terms(visit.language).error_title
    status = status_of(error)
    title = titles.get(status, titles[422])
    # a form is sent to an address that names no thing
    asked_for = status == NOT_FOUND and scope["method"] != "POST"
    sought = _words_to_search(scope) if asked_for else ""
    return rendered(
        "error.html",
        visit,
        title=title,
        status=status,
        problems=error.problems,
        sought=sought,
        back=_came_from(scope, visit),
        small_role=who.role if _is_of_role(error, who) else None,
        name=who.name,
        has_desk=has_desk(who.role),
        typed=error.typed if isinstance(error, HttpRefusal) else None,
        lines=_lines_typed(error),
    ).encode()


def _is_of_role(error: SeloError, who: Who) -> bool:
    """Tell whether somebody in a browser was refused what needs another role."""
    return (
        who.is_in_browser
        and status_of(error) == FORBIDDEN
        and any(problem.code == "not-allowed" for problem in error.problems)
    )


def _lines_typed(error: SeloError) -> list[str]:
    """Return what was typed into a form that no page has any more, a line for each
    field; nothing of the fields that a page fills in itself.
    """
    if not isinstance(error, HttpRefusal) or error.formless is None:
        return []
    return [
        text
        for name, text in error.formless.fields.items()
        if text and name not in NOT_TYPED
    ]


# what was looked at, which a page sends along to be compared with what holds now
NOT_TYPED = ("preview", "version", "shown", "seen")


def _words_to_search(scope: Mapping[str, Any]) -> str:
    """Return what the search may find instead: the last part of an address of which
    there is no page.
    """
    last = str(scope["path"]).rstrip("/").rpartition("/")[2]
    if not last.isprintable():
        return ""
    return re.sub(r"[-_.]+", " ", last)[:MOST_SOUGHT]


MOST_SOUGHT = 60  # characters


def _came_from(scope: Mapping[str, Any], visit: Visit) -> str:
    """Return the page of ours with the link that led here; empty where there is none.

    The field of the request may say anything, so an address of anybody else, or one
    that cannot be printed, counts as none.
    """
    fields = dict(scope["headers"])
    referer: str = fields.get(b"referer", b"").decode("latin-1")
    is_ours = bool(visit.origin) and referer.startswith(f"{visit.origin}/")
    if is_ours and referer.isprintable():
        return referer
    return ""
