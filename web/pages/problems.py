"""Pages about the codes of refusals: the `type` of a refusal is the address of the page about its code."""

from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations
from typing import Any, NamedTuple, cast

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.codes import CODES, WARNING
from ledger.errors import NotFound, Problem
from messages import say
from messages.said import read
from web.kept.tokens import Role
from web.pages.rendering import rendered
from web.pages.serving import FORM
from web.pages.visit import Visit, visit_of
from web.settings import Settings
from web.wire.problems import PROBLEMS, statuses_of

Asking = Request[Any, Any, Any]


class ProblemCode(NamedTuple):
    """A code: what it means in the reader's language, the statuses over HTTP, the exit codes of the command."""

    code: str
    meaning: str
    statuses: tuple[int, ...]
    exits: tuple[int, ...]
    warns: bool


@cache
def meanings(language: str) -> NullTranslations:
    """Return the catalogue of what the codes mean; English stands in the registry."""
    return NullTranslations() if language == "en" else read(f"web/pages/words/problems/{language}")


def about(code: str, language: str) -> ProblemCode:
    """Return what there is to say about a code of the registry."""
    row = CODES[code]
    exits = tuple(number for number in row.exits if number != WARNING)
    meaning = meanings(language).gettext(row.meaning)
    return ProblemCode(code, meaning, statuses_of(code, exits), exits, WARNING in row.exits)


def problem_routes(settings: Settings) -> list[HTTPRouteHandler]:
    @get(PROBLEMS, opt={"role": Role.ANYBODY})
    async def every(request: Asking) -> Response[bytes]:
        return _page(settings, request, lambda visit: rendered(
            "problems.html", visit, codes=[about(code, visit.language) for code in CODES]
        ))  # fmt: skip

    @get(f"{PROBLEMS}/{{code:str}}", opt={"role": Role.ANYBODY})
    async def one(request: Asking) -> Response[bytes]:
        code = str(request.path_params["code"])
        if code not in CODES:
            message = say("there is no code {code}", code=repr(code[:60]))
            raise NotFound(Problem("no-such-address", message, hint=say("{path} lists them all", path=PROBLEMS)))
        return _page(settings, request, lambda visit: rendered(
            "problem.html", visit, problem=about(code, visit.language)
        ))  # fmt: skip

    return [every, one]


def _page(settings: Settings, request: Asking, made: Callable[[Visit], str]) -> Response[bytes]:
    scope = cast(Mapping[str, Any], request.scope)
    if scope[FORM] != "page":
        raise NotFound(Problem("no-such-address", say("this is a page for people"), hint=say("see /api")))
    visit = visit_of(scope, settings.base_path, settings.now()[:10])
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(made(visit).encode(), media_type="text/html", headers=headers)
