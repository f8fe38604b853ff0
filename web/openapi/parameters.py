"""Say to Litestar what an address takes: a provider whose signature is made of a
question's fields, with their words, limits and defaults, so that its description lists
them, and of the header fields that a handler reads.

The values are read by `asked_in` alone, which refuses all that is wrong with an address
at once and in words; Litestar is told that they may be anything.
"""

import keyword
from collections.abc import Callable, Iterable
from functools import cache
from inspect import Parameter as Argument
from inspect import Signature
from typing import Annotated, Any, TypeVar

import msgspec
from litestar.constants import RESERVED_KWARGS
from litestar.di import Provide
from litestar.params import HeaderParameter, QueryParameter

from projections.answers.asking import Asked
from projections.answers.parameters import Parameter, parameters_of
from web.http import HttpRequest
from web.openapi.schemas import A_DAY, Json, for_javascript
from web.questions.from_address import asked_in

Q = TypeVar("Q", bound=Asked)
LARGEST = 10**15 - 1  # fifteen digits: no number of ours has more
TEXT: Json = {"type": "string"}


def _header(
    name: str, words: str, schema: Json = TEXT, *, needed: bool = False
) -> Argument:
    """Describe a header field that a handler reads."""
    stated = HeaderParameter(
        name=name, description=words, required=needed, schema_extra=schema
    )

    return Argument(
        name.lower().replace("-", "_"),
        Argument.KEYWORD_ONLY,
        annotation=Annotated[Any, stated],
        default=Argument.empty if needed else None,
    )


IDEMPOTENCY_KEY = _header(
    "Idempotency-Key",
    "A name for this request: sent again with it, it is recorded once, and answered"
    " with what was recorded and moved at first (200, `repeated`).",
    {**TEXT, "minLength": 1, "maxLength": 200, "pattern": "^[ -~]*[!#-~][ -~]*$"},
)
_PREVIEW = (
    "The ETag of the preview that is meant; 409 if something else would come of it now,"
    " or be asked about it. A request that is sent again is known by its"
    " Idempotency-Key first."
)
IF_MATCH = _header("If-Match", _PREVIEW)
IF_MATCH_NEEDED = _header("If-Match", _PREVIEW, needed=True)
IF_NONE_MATCH = _header(
    "If-None-Match",
    "The ETag of the answer that the client has; 304 if it still holds.",
)
LAST_EVENT_ID = _header(
    "Last-Event-ID", "The last event that was seen, in place of `after`."
)
VERSION_MEANT = _header(
    "Selokirja-Version",
    "The day for which the program was written: it means the version of the interface"
    " that was in force then. Without it the newest is meant.",
    # openapi-python-client leaves out every address with a date in a header field
    {**TEXT, "pattern": A_DAY},
)
LIMIT = (
    "At most so many rows; `next` of the answer leads to those behind them.",
    {"type": "integer", "minimum": 1, "maximum": 999_999_999},
)
CURSOR = (
    "Where to go on, from `next` of the part before.",
    {"type": "string", "minLength": 1},
)


def asked_as(asked: type[Q], *fields: Argument) -> dict[str, Provide]:
    """Return the dependency of a handler that takes a question's parameters, to be
    named `asked` by it, and reads some header fields of the request.
    """

    def read(request: HttpRequest, **stated: Any) -> Q:
        return asked_in(asked, request.scope)

    return {"asked": provider_of(read, [*arguments_of(asked), *fields])}


def provider_of(read: Callable[..., Any], arguments: Iterable[Argument]) -> Provide:
    """Give a function that reads a request the signature that Litestar looks at.

    Litestar describes an address by the parameters of its functions, and ours are known
    only when the questions are.
    """
    request = Argument("request", Argument.KEYWORD_ONLY, annotation=HttpRequest)
    signature = Signature([request, *arguments])
    read.__signature__ = signature  # type: ignore[attr-defined]
    annotations = {}
    for name, argument in signature.parameters.items():
        annotations[name] = argument.annotation
    read.__annotations__ = annotations
    return Provide(read, sync_to_thread=False)


def arguments_of(asked: type[Asked], *, in_parts: bool = False) -> list[Argument]:
    """Return the parameters of a question.

    `in_parts`: and those by which its rows are asked for in parts.
    """
    made = {}
    for name, parameter in parameters_of(asked).items():
        made[name] = _of_parameter(parameter)

    if in_parts:
        words, schema = LIMIT
        made["limit"] = _argument("limit", words, schema)
        words, schema = CURSOR
        made["cursor"] = _argument("cursor", words, schema)

    return list(made.values())


def _of_parameter(parameter: Parameter) -> Argument:
    words = parameter.words or f"{parameter.takes[0].upper()}{parameter.takes[1:]}."
    needed = parameter.required or parameter.needed
    return _argument(parameter.name, words, schema_of(parameter), needed)


def _argument(name: str, words: str, schema: Json, needed: bool = False) -> Argument:
    return _cached_argument(name, words, msgspec.json.encode(schema), needed)


@cache
def _cached_argument(name: str, words: str, schema: bytes, needed: bool) -> Argument:
    """Make a parameter of an address; one in its path is known by its name alone. Many
    questions have the same, and to compare them takes Python longer than to make them.
    """
    unfit = keyword.iskeyword(name) or name in RESERVED_KWARGS
    stated = QueryParameter(
        # Litestar takes a name that is said for one of the query
        name=name if unfit else None,
        description=words,
        required=needed,
        schema_extra=msgspec.json.decode(schema),
    )

    return Argument(
        f"{name}_" if unfit else name,
        Argument.KEYWORD_ONLY,
        annotation=Annotated[Any, stated],
        default=Argument.empty if needed else None,
    )


def schema_of(parameter: Parameter) -> Json:
    """Return what a parameter takes, as JSON Schema has it. It is left out, never null."""
    least = -LARGEST if parameter.least is None else parameter.least
    most = LARGEST if parameter.most is None else parameter.most
    pattern = {}
    if parameter.pattern is not None:
        pattern = {"pattern": for_javascript(parameter.pattern)}

    day: Json = {"type": "string", "format": "date"}
    by_kind: dict[str, Json] = {
        "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": parameter.longest,
            **pattern,
        },
        "actor": {"type": "string", "minLength": 1, "maxLength": parameter.longest},
        "day": day,
        "year": {"anyOf": [{"type": "string", "pattern": "^[0-9]{4}$"}, day]},
        "choice": {"type": "string", "enum": list(parameter.one_of)},
        "whole": {"type": "integer", "minimum": least, "maximum": most},
        "flag": {"type": "boolean"},
    }

    stated = dict(parameter.schema or {})
    if "pattern" in stated:
        stated["maxLength"] = parameter.longest
    if parameter.many:
        return {"type": "array", "items": by_kind[parameter.kind], **stated}

    schema = stated or by_kind[parameter.kind]
    if parameter.default is None:
        return schema

    number = schema.get("type") == "integer" and isinstance(parameter.default, str)

    return {
        **schema,
        "default": int(parameter.default) if number else parameter.default,
    }
