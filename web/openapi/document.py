"""Write the description of the API as OpenAPI 3.1, from the questions and the types of
their answers: the whole document, and each address and method in it, be it a question,
its rows as CSV, or a route that is no question, with what it takes in its path, its
query and its header fields, and the example that a service over the demo's ledger gave
(`make docs` asks and writes examples.json; a test asks again).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from messages.answer import Answer
from projections.answers.asking import Asked
from projections.answers.calculators import Unledgered
from projections.answers.parameters import Parameter, parameters_of
from web.auth import COOKIE
from web.http import VERSIONS
from web.openapi import (
    JSON,
    TEXT,
    Json,
    answer_of,
    answered,
    components,
    fields,
    for_javascript,
    reference,
    refusals,
    responses,
)
from web.openapi.routes import (
    ANY_OBJECT,
    BINARY,
    KINDS,
    ROUTES,
    Described,
    subject_of,
    tags,
)
from web.questions.registry import QUESTIONS, ServedQuestion, limits_of
from web.store.tokens import Role

LARGEST = 10**15 - 1  # fifteen digits: no number of ours has more
_MANY: Json = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
_LIMIT = (
    "limit",
    "At most so many rows; `next` of the answer leads to those behind them.",
    _MANY,
)
_AT_ONCE = " Over HTTP {} at once: `next` of the answer leads to those behind them."
_CURSOR = (
    "cursor",
    "Where to go on, from `next` of the part before.",
    {"type": "string", "minLength": 1},
)
FIELDS: dict[str, tuple[Json, str]] = {
    "Idempotency-Key": (
        {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "^[ -~]*[!#-~][ -~]*$",
        },
        (
            "A name for this request: sent again with it, it is recorded once, and"
            " answered with what was recorded and moved at first (200, `repeated`)."
        ),
    ),
    "If-Match": (
        TEXT,
        (
            "The ETag of the preview that is meant; 409 if something else would come of"
            " it now, or be asked about it. A request that is sent again is known by"
            " its Idempotency-Key first."
        ),
    ),
    "If-None-Match": (
        TEXT,
        "The ETag of the answer that the client has; 304 if it still holds.",
    ),
    "Selokirja-Version": (
        {"type": "string", "enum": [*VERSIONS]},
        (
            "The version of the interface that is meant; any later day on which it was"
            " in force says the same."
        ),
    ),
    "Last-Event-ID": (
        TEXT,
        "Of a stream: the last event that was seen, in place of `after`.",
    ),
}
IN_PATH = {
    "section": (
        {"type": "string", "pattern": "^[0-9]{1,15},[0-9]{1,15}$"},
        "First and last seq: 1,100.",
    ),
    "level": (
        {"type": "integer", "minimum": 0, "maximum": 99},
        "The level of the tile: 0 has the events.",
    ),
    "rest": (
        {"type": "string", "pattern": r"^(x[0-9]{3}/){0,4}[0-9]{3}(\.p/[0-9]{1,3})?$"},
        (
            "The number of the tile, three digits at a time, and how much of it there"
            " is: x001/234.p/17."
        ),
    ),
}


def of_parameters(asked: type[Asked], address: str) -> Iterator[Json]:
    """Yield the parameters of a question, and those of its parts."""
    limits = limits_of(asked)
    for name, parameter in parameters_of(asked).items():
        in_path, long = (
            f"{{{name}}}" in address,
            name == "limit" and limits.rows_at_once is not None,
        )
        yield {
            "name": name,
            "in": "path" if in_path else "query",
            "required": in_path or parameter.required or parameter.needed,
            "description": (
                _described(parameter)
                + (_AT_ONCE.format(limits.rows_at_once) if long else "")
            ),
            "schema": schema_of(parameter),
        }
    own = "limit" in asked.__struct_fields__
    if asked.table is not None and limits.in_parts:
        yield from (
            _query(*one) for one in (_LIMIT, _CURSOR) if one is _CURSOR or not own
        )


def _described(parameter: Parameter) -> str:
    return parameter.words or f"{parameter.takes[0].upper()}{parameter.takes[1:]}."


def _query(name: str, words: str, schema: Json) -> Json:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": words,
        "schema": schema,
    }


def in_path(names: Iterable[str]) -> Iterator[Json]:
    for name in names:
        schema, words = IN_PATH[name]
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": words,
            "schema": schema,
        }


def in_fields(names: Iterable[str], needed: Collection[str] = ()) -> Iterator[Json]:
    for name in names:
        schema, words = FIELDS[name]
        yield {
            "name": name,
            "in": "header",
            "required": name in needed,
            "description": words,
            "schema": schema,
        }


def schema_of(parameter: Parameter) -> Json:
    """Return what a parameter takes, as JSON Schema has it. It is left out, never null."""
    least = -LARGEST if parameter.least is None else parameter.least
    most = LARGEST if parameter.most is None else parameter.most
    pattern = (
        {}
        if parameter.pattern is None
        else {"pattern": for_javascript(parameter.pattern)}
    )
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


class Example(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`address`: as it is asked; `parameters`: what is in it by name; `sent_as` and
    `answered_as`: media types.
    """

    address: str
    parameters: Mapping[str, Any] = {}
    body: Any = None
    sent_as: str = "application/json"
    status: int = 200
    answered_as: str = "application/json"
    answer: Any = None


def examples() -> Mapping[str, Example]:
    """Return the examples by operation."""
    text = files("web.openapi").joinpath("examples.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Example])


CSV = "text/csv"
OF_ALL = (400, 401, 429, 503)
LINES = "A document a line."
SCHEMES: Json = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "selo_...",
        "description": (
            "A token, which whoever runs the service makes with `selo token new NAME"
            " --role ROLE`."
        ),
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": (
            "A browser that is logged in at the desk. Over TLS the name has __Host-"
            " before it, or __Secure- below a base path. A request that changes"
            " something must come from a page of the service."
        ),
    },
}


def of_question(
    question: ServedQuestion, examples: Mapping[str, Example]
) -> Iterator[tuple[str, Json]]:
    """Yield the address of a question's JSON, and that of its rows."""
    content: Json = {JSON: {"schema": answer_of(question.answers)}}
    yield f"/api{question.address}", {"get": _asked(question, "", content, examples)}
    if question.has_rows:
        as_csv: Json = {CSV: {"schema": {"type": "string"}}}
        yield (
            f"{question.address}.csv",
            {"get": _asked(question, "-csv", as_csv, examples)},
        )


def of_route(route: Described, examples: Mapping[str, Example]) -> Json:
    """Return the operation of a route that is no question."""
    refused = {
        *OF_ALL,
        *([404] if "{" in route.path else []),
        *([403] if route.role is not Role.ANYBODY else []),
    }
    if route.method == "post":
        refused |= {409, 422, *((408, 413, 415) if route.takes else ())}
    answers = {
        str(status): answered(_content(types), route.given)
        for status, types in route.answers.items()
    }
    made = _operation(route.name, route.words, route.path, route.role)
    made["parameters"] = [
        *in_path(route.in_path),
        *of_parameters(route.asked, route.path),
        *in_fields(route.sent, route.needed),
    ]
    made["responses"] = {**answers, **refusals(refused)}
    if route.takes:
        made["requestBody"] = {
            "required": True,
            "content": {kind: _body(kind, route) for kind in route.takes},
        }
    return _with_example(made, examples)


def name_of(question: ServedQuestion, suffix: str = "") -> str:
    """Return the name of a question's operation."""
    return re.sub(r"\W+", "-", question.command) + suffix


def _asked(
    question: ServedQuestion,
    suffix: str,
    content: Json,
    examples: Mapping[str, Example],
) -> Json:
    words = (
        f"{' '.join((question.asked.__doc__ or '').split())} The same as `selo"
        f" {question.command}`."
    )
    made = _operation(name_of(question, suffix), words, question.address, question.role)
    sent = ["Selokirja-Version", *(["If-None-Match"] if question.kept else [])]
    made["parameters"] = [
        *of_parameters(question.asked, question.address),
        *in_fields(sent),
    ]
    kept = ("ETag",) if question.kept else ()
    parted = ("Link",) if question.in_parts else ()
    made["responses"] = {
        "200": answered(content, ("Selokirja-Version", *kept, *parted))
    }
    if kept:
        made["responses"]["304"] = answered(
            {}, kept, "The client has this answer already."
        )
        del made["responses"]["304"]["content"]
    refused = {
        *OF_ALL,
        *([] if issubclass(question.asked, Unledgered) else [404]),
        *([] if question.role is Role.ANYBODY else [403]),
    }
    made["responses"] |= refusals(refused)
    return _with_example(made, examples)


def _operation(name: str, words: str, address: str, role: Role) -> Json:
    summary, _, more = words.partition(". ")
    return {
        "operationId": name,
        "tags": [subject_of(address).name],
        "summary": summary.rstrip("."),
        "description": more,
        "x-role": role.value,
        "security": _security(role),
    }


def _security(role: Role) -> list[Json]:
    """Return who may ask: anybody, or a client with a token or a session of a role that
    includes this one.
    """
    roles = [] if role is Role.ANYBODY else [role.value]
    return [
        *([{}] if role is Role.ANYBODY else []),
        *({scheme: roles} for scheme in SCHEMES),
    ]


def _content(types: tuple[type[Answer], ...] | tuple[str, Json]) -> Json:
    head, *rest = types
    if isinstance(head, str):
        return {head: {"schema": rest[0]}}
    return {
        JSON: {"schema": answer_of([kind for kind in types if isinstance(kind, type)])}
    }


def _body(kind: str, route: Described) -> Json:
    if kind == JSON:
        # a draft is kept as it came, and refused when it is booked
        return {
            "schema": (
                {"submit": reference("Document"), "draft-keep": {}}.get(
                    route.name, ANY_OBJECT
                )
            )
        }
    return {
        "schema": (
            {**BINARY, "description": LINES}
            if kind.endswith(("jsonl", "ndjson"))
            else BINARY
        )
    }


def _with_example(operation: Json, examples: Mapping[str, Example]) -> Json:
    """Say what was asked of the demo's service, and what it said."""
    example = examples.get(operation["operationId"])
    if example is None:
        return operation
    for parameter in operation["parameters"]:
        if parameter["name"] in example.parameters:
            parameter["example"] = example.parameters[parameter["name"]]
    if example.body is not None:
        operation["requestBody"]["content"][example.sent_as]["example"] = example.body
    operation["responses"][str(example.status)]["content"][example.answered_as][
        "example"
    ] = example.answer
    return operation


ABOUT = (
    "The questions of the command `selo`, with the same parameters and the same JSON."
    " What the command calls --as-of is as_of here. An address below /api answers"
    " JSON; without /api and with .csv behind it, the rows as CSV.\n\nWhat JSON Schema"
    " has no words for is refused with 400 too: known_on and known_seq exclude each"
    " other, as do two ways of saying one thing to a calculator, and no day may be"
    " after today.\n\nEvery answer names the version of this interface in the field"
    f" Selokirja-Version, now {VERSIONS[-1]}. Fields, codes and addresses may be added"
    " without notice; nothing is taken away or changes its meaning within a version,"
    " and what is to end is told by the fields Deprecation and Sunset for at least"
    " twelve months (docs/reference/api-changes.md)."
)


def description(version: str, base_path: str = "") -> Json:
    """Return the whole document. `base_path`: where a proxy has the service."""
    shown = examples()
    paths: Json = {
        path: item
        for question in QUESTIONS
        for path, item in of_question(question, shown)
    }
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = of_route(route, shown)
    of_questions = {
        question.answers[0] for question in QUESTIONS if len(question.answers) == 1
    }
    kinds = of_questions | KINDS
    parted = {
        kind.__name__
        for question in QUESTIONS
        if question.in_parts
        for kind in question.answers
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Selokirja",
            "version": version,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": base_path or "/", "description": "This service."}],
        "tags": tags(),
        "paths": paths,
        "components": {
            "schemas": components(
                sorted(kinds, key=lambda kind: kind.__name__), parted
            ),
            "responses": responses(),
            "headers": fields(),
            "securitySchemes": SCHEMES,
        },
    }
