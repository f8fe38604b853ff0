"""Show pages about the codes of refusals: the `type` of a refusal is the address of the
page about its code.
"""

from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from typing import Any, NamedTuple, cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.codes import CODES, WARNING
from ledger.errors import NotFound, Problem
from messages import say
from messages.translated import read_catalogue
from web import Settings
from web.http import PROBLEMS, HttpRequest, statuses_of
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.pages.visit import FORM, Visit, visit_of
from web.store.roles import Role


class ProblemCode(NamedTuple):
    """A code: what it means in the reader's language, the statuses over HTTP, the exit
    codes of the command.
    """

    code: str
    meaning: str
    statuses: tuple[int, ...]
    exits: tuple[int, ...]
    warns: bool


@cache
def meanings(language: str) -> NullTranslations:
    """Return the catalogue of what the codes mean; English stands in the registry.

    It is a file of its own beside those of the pages, and read once for a language.
    """
    return NullTranslations() if language == "en" else read_catalogue(language, "codes")


def code_in_language(code: str, language: str) -> ProblemCode:
    """Return what there is to say about a code of the registry.

    `code`: one that is there; whoever asks has looked. That it warns is told apart from
    the exit codes, for it is no refusal then.
    """
    row = CODES[code]
    exits = tuple(number for number in row.exits if number != WARNING)

    return ProblemCode(
        code=code,
        meaning=meanings(language).gettext(row.meaning),
        statuses=statuses_of(code, exits),
        exits=exits,
        warns=WARNING in row.exits,
    )


def problem_routes(settings: Settings) -> list[HTTPRouteHandler]:
    """Make the page of all codes, and the page of each, to which `type` of a problem
    leads.
    """

    @get(PROBLEMS, opt={"role": Role.ANYBODY})
    async def show_all(request: HttpRequest) -> Response[bytes]:
        visit = _visit(settings, request)
        codes = [code_in_language(code, visit.language) for code in CODES]
        return _page(rendered("problems.html", visit, codes=codes))

    @get(f"{PROBLEMS}/{{code:str}}", opt={"role": Role.ANYBODY})
    async def show_one(request: HttpRequest) -> Response[bytes]:
        code = _code_in_address(request)
        visit = _visit(settings, request)
        return _page_of_code(code, visit)

    return [show_all, show_one]


def _code_in_address(request: HttpRequest) -> str:
    """Return the code that an address names; `NotFound`: there is no such code."""
    code = part_of_address(request, "code")
    if code in CODES:
        return code

    beginning = code[:60]
    message = say("there is no code {code}", code=repr(beginning))
    hint = say("{path} lists them all", path=PROBLEMS)
    raise NotFound(Problem("no-such-address", message, hint=hint))


def _page_of_code(code: str, visit: Visit) -> Response[bytes]:
    """Make the page of a code; `code`: one that there is."""
    problem = code_in_language(code, visit.language)
    page = rendered("problem.html", visit, problem=problem)
    return _page(page)


def _visit(settings: Settings, request: HttpRequest) -> Visit:
    """Return the visit of whoever asks for a page; refuse another form of it.

    An address that ends in `.json` or the like asks for an answer, and these pages are
    none: `NotFound`.
    """
    scope = cast(Mapping[str, Any], request.scope)
    if scope[FORM] != "page":
        message = say("this is a page for people")
        hint = say("see /api")
        raise NotFound(Problem("no-such-address", message, hint=hint))

    today = settings.now()[:10]
    return visit_of(scope, settings.base_path, today)


def _page(text: str) -> Response[bytes]:
    """Answer with a page that a browser asks for anew each time: it hangs on the
    language, which its cookie or its settings say.
    """
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(text.encode(), media_type="text/html", headers=headers)
