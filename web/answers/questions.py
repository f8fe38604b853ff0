"""Make the handlers of a question: its page, which is its rows as CSV and its feed too,
and below /api its answer for programs, with what it takes and says in Litestar's words.
"""

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import unquote

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import SkipValidation
from litestar.types import Middleware

from projections.answers.asking import Unledgered
from web.allowances import searches
from web.answers.answering import Answering, ReadAddress
from web.answers.rendering import LINES, MEDIA_TYPES
from web.http import HttpRequest
from web.openapi.operations import (
    JSON,
    KNOWN_ALREADY,
    described,
    described_headers,
    refusals,
    subject_of,
)
from web.openapi.parameters import (
    IF_NONE_MATCH,
    VERSION_MEANT,
    arguments_of,
    provider_of,
)
from web.openapi.schemas import as_one
from web.pages.visit import ADDRESS, FORM
from web.questions.registry import PLACES, QUESTIONS, ServedQuestion
from web.store.roles import Role

# parameters of an address that may hold a slash: a unit of a tournament, a label, a
# club
_WITH_SLASH = (
    "/why/{tournament}",
    "/published/{label}",
    "/compare/{older}/{newer}",
    "/clubs/{club}",
)
_AS_LINES = (
    " All rows one a line, as they are worked out: `{}.ndjson`, or with"
    " `Accept: application/x-ndjson` here."
)
_AT_ONCE = " At most {} at once: `next` of the answer leads to those behind them."


def question_handlers(answering: Answering) -> list[HTTPRouteHandler]:
    """Make the handlers of all questions: a page of each, and an answer below /api."""
    return [
        *(_page(question, answering) for question in (*QUESTIONS, *PLACES)),
        *(_answer(question, answering) for question in QUESTIONS),
    ]


def kind_of(question: ServedQuestion) -> type[msgspec.Struct]:
    """Return the struct that describes an answer: its own, or one made of several.

    Of several, the description has one name and all of their fields. They are taken in
    the order of their names, so that the description does not change from run to run.
    """
    answers = question.answers
    if question.described_as is None:
        return answers[0]

    ordered = tuple(sorted(answers, key=lambda kind: kind.__name__))
    return as_one(question.described_as, ordered)


def _page(question: ServedQuestion, answering: Answering) -> HTTPRouteHandler:
    """Make the handler of a page, and of what stands at the same address as CSV or
    feed.
    """

    def read(request: HttpRequest) -> ReadAddress:
        return _read(question, answering, request)

    @get(
        _route_of(question.address),
        opt={"role": question.role},
        name=question.command,
        middleware=_limiting_middleware(question, answering),
        dependencies={"asked": Provide(read, sync_to_thread=False)},
    )
    async def page(
        request: HttpRequest, asked: NamedDependency[SkipValidation[ReadAddress]]
    ) -> Response[bytes]:
        return await answering.answer(question, asked, request.scope)

    return page


def _answer(question: ServedQuestion, answering: Answering) -> HTTPRouteHandler:
    """Make the handler of an answer below /api, and its part of the description.

    The docstring of the question gives the words: its first sentence is the summary,
    the rest the description.
    """

    def read(request: HttpRequest, **stated: Any) -> ReadAddress:
        if question.asked.table is not None and _takes_lines(request):
            cast(dict[str, Any], request.scope)[FORM] = LINES
        return _read(question, answering, request)

    async def answer(
        request: HttpRequest, asked: NamedDependency[SkipValidation[ReadAddress]]
    ) -> Response[bytes]:
        return await answering.answer(question, asked, request.scope)

    # the bytes are this, written
    answer.__annotations__["return"] = Response[kind_of(question)]  # type: ignore[misc]
    fields = [VERSION_MEANT, *([IF_NONE_MATCH] if question.kept else [])]
    arguments = arguments_of(question.asked, in_parts=question.in_parts)
    summary, _, more = " ".join((question.asked.__doc__ or "").split()).partition(". ")

    return get(
        f"/api{_route_of(question.address)}",
        **described(question.role, subject_of(question.address)),
        operation_id=question.name,
        summary=summary.rstrip("."),
        description=f"{more} {_other_forms(question)}".strip(),
        media_type=JSON,
        middleware=_limiting_middleware(question, answering),
        dependencies={"asked": provider_of(read, [*arguments, *fields])},
        response_description="The answer.",
        response_headers=described_headers(
            "Selokirja-Version",
            *(["ETag"] if question.kept else []),
            *(["Link"] if question.in_parts else []),
        ),
        responses={
            **(KNOWN_ALREADY if question.kept else {}),
            **refusals(
                *([] if issubclass(question.asked, Unledgered) else [404]),
                *([] if question.role is Role.ANYBODY else [403]),
                *([422] if question.with_file else []),
            ),
        },
    )(answer)


def _takes_lines(request: HttpRequest) -> bool:
    """Tell whether the rows are asked for one a line, in the field Accept.

    application/x-ndjson;q=0.9, application/json    yes
    */*                                             no
    """
    accepted = request.headers.get("accept", "")
    kinds = [part.partition(";")[0].strip() for part in accepted.lower().split(",")]
    return MEDIA_TYPES[LINES] in kinds


def _limiting_middleware(
    question: ServedQuestion, answering: Answering
) -> list[Middleware]:
    """Return what lets one address ask a question only so often, where it is one of
    those.
    """
    return [searches(answering.settings)] if question.limits.searches else []


def _other_forms(question: ServedQuestion) -> str:
    """Tell where else the same answer is: which command prints it, where its rows are
    CSV or one a line, how many come at once.
    """
    words = f"The same as `selo {question.command}`."

    if question.has_rows:
        words += (
            f" The rows as CSV: `{question.address}.csv`, with the same parameters."
        )

    if question.asked.table is not None:
        words += _AS_LINES.format(question.address)

    most = question.limits.rows_at_once
    return words if most is None else words + _AT_ONCE.format(most)


def _read(
    question: ServedQuestion, answering: Answering, request: HttpRequest
) -> ReadAddress:
    """Read the question that an address asks.

    Where a parameter may hold a slash, they are taken from the address as it was sent.
    """
    scope = cast(Mapping[str, Any], request.scope)
    in_path = {name: str(value) for name, value in request.path_params.items()}

    last = _last_with_slash(question.address)
    if last is not None:
        # the router leaves the slash before it
        in_path[last] = in_path[last].removeprefix("/")
        sent = cast(str, scope[ADDRESS]).removeprefix("/api")
        in_path |= _parts_as_sent(question.address, sent)

    return answering.read(question, request.scope, cast(str, scope[FORM]), in_path)


def _parts_as_sent(address: str, sent: str) -> dict[str, str]:
    """Return the parameters of an address of which some may hold a slash, decoded.

    A slash within a part is percent-encoded in our links. In the last part it may stand
    as it is: what follows all the others belongs to it.

    /lists/selo/compare/2024%2F1/2025%2F1    older 2024/1, newer 2025/1
    /lists/selo/compare/2024/2025/1          older 2024, newer 2025/1

    Empty where the parts are not those of the address: the router takes two slashes for
    one, and an encoded one for a plain one.
    """
    names = address.split("/")
    parts = sent.split("/", len(names) - 1)
    if len(parts) != len(names):
        return {}

    parameters = {}
    for name, part in zip(names, parts, strict=True):
        if name.startswith("{"):
            parameters[name.strip("{}")] = unquote(part)
        elif name != part:
            return {}
    return parameters


def _last_with_slash(address: str) -> str | None:
    """Return the name of the last parameter of an address, if it may hold a slash:

    /lists/{list}/published/{label}    label
    /players/{player}                  None
    """
    if address.endswith(_WITH_SLASH):
        return address.rpartition("{")[2].removesuffix("}")
    return None


def _route_of(address: str) -> str:
    """Write an address as Litestar has it, with the kind of each parameter:

    /players/{player}                  /players/{player:str}
    /lists/{list}/published/{label}    /lists/{list:str}/published/{label:path}
    """
    if _last_with_slash(address) is not None:
        address = address.removesuffix("}") + ":path}"
    parts = []
    for part in address.split("/"):
        is_parameter = part.startswith("{")
        if is_parameter and ":" not in part:
            part = part.replace("}", ":str}")
        parts.append(part)
    return "/".join(parts)
