"""The description of the API as OpenAPI 3.1, made from the questions and the types of their answers: the whole
document, and each address and method in it, be it a question, its rows as CSV, or a route that is no question, with the
example that a service over the demo's ledger gave (`make docs` asks and writes examples.json; a test asks again).
"""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import msgspec

from messages.answer import Answer
from projections.answers.calculators.words import Unledgered
from projections.answers.events.log import Events
from web.auth import COOKIE
from web.description import parameters
from web.description.routes import ANY_OBJECT, BINARY, KINDS, ROUTES, Described, subject_of, tags
from web.description.schemas import JSON, Json, answered, any_of, components, fields, reference, refusals, responses
from web.kept.tokens import Role
from web.questions.registry import QUESTIONS, Entry
from web.wire.programs import VERSION


class Example(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`address`: as it is asked; `parameters`: what is in it by name; `sent_as` and `answered_as`: media types."""

    address: str
    parameters: Mapping[str, Any] = {}
    body: Any = None
    sent_as: str = "application/json"
    status: int = 200
    answered_as: str = "application/json"
    answer: Any = None


def examples() -> Mapping[str, Example]:
    """Return the examples by operation."""
    text = files("web.description").joinpath("examples.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Example])


STREAM, CSV = "text/event-stream", "text/csv"
OF_ALL = (400, 401, 429, 503)
LINES = "A document a line."
SENT_EVENTS = "Server-sent events: `id` is the seq, `event` the kind, `data` a FollowedEvent."
SCHEMES: Json = {
    "token": {"type": "http", "scheme": "bearer", "bearerFormat": "selo_...",
              "description": "A token, which whoever runs the service makes with `selo token new NAME --role ROLE`."},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE,
                "description": "A browser that is logged in at the desk. Over TLS the name has __Host- before it, or"
                " __Secure- below a base path. A request that changes something must come from a page of the service."},
}  # fmt: skip


def of_question(entry: Entry, examples: Mapping[str, Example]) -> Iterator[tuple[str, Json]]:
    """Yield the address of a question's JSON, and that of its rows."""
    content: Json = {JSON: {"schema": any_of(entry.answers)}}
    if entry.asked is Events:
        content[STREAM] = {"schema": {"type": "string", "description": SENT_EVENTS}}
    yield f"/api{entry.address}", {"get": _asked(entry, "", content, examples)}
    if entry.has_rows:
        yield f"{entry.address}.csv", {"get": _asked(entry, "-csv", {CSV: {"schema": {"type": "string"}}}, examples)}


def of_route(route: Described, examples: Mapping[str, Example]) -> Json:
    """Return the operation of a route that is no question."""
    refused = {*OF_ALL, *([404] if "{" in route.path else []), *([403] if route.role is not Role.ANYBODY else [])}
    if route.method == "post":
        refused |= {409, 422, *((408, 413, 415) if route.takes else ())}
    answers = {str(status): answered(_content(types), route.given) for status, types in route.answers.items()}
    made = _operation(route.name, route.words, route.path, route.role)
    made["parameters"] = [*parameters.in_path(route.in_path), *parameters.of_question(route.asked, route.path),
                          *parameters.in_fields(route.sent, route.needed)]  # fmt: skip
    made["responses"] = {**answers, **refusals(refused)}
    if route.takes:
        made["requestBody"] = {"required": True, "content": {kind: _body(kind, route) for kind in route.takes}}
    return _with_example(made, examples)


def name_of(entry: Entry, suffix: str = "") -> str:
    """Return the name of a question's operation."""
    return re.sub(r"\W+", "-", entry.command) + suffix


def _asked(entry: Entry, suffix: str, content: Json, examples: Mapping[str, Example]) -> Json:
    words = f"{' '.join((entry.asked.__doc__ or '').split())} The same as `selo {entry.command}`."
    made = _operation(name_of(entry, suffix), words, entry.address, entry.role)
    sent = ["Selokirja-Version", *(["If-None-Match"] if entry.asked.remembered else []),
            *(["Last-Event-ID"] if entry.asked is Events and not suffix else [])]  # fmt: skip
    made["parameters"] = [*parameters.of_question(entry.asked, entry.address), *parameters.in_fields(sent)]
    kept = ("ETag", "Last-Modified") if entry.asked.remembered else ()
    parted = ("Link", "Deprecation") if entry.asked.table is not None else ()
    made["responses"] = {"200": answered(content, ("Selokirja-Version", *kept, *parted))}
    if kept:
        made["responses"]["304"] = answered({}, kept, "The client has this answer already.")
        del made["responses"]["304"]["content"]
    refused = {*OF_ALL, *([] if issubclass(entry.asked, Unledgered) else [404]),
               *([] if entry.role is Role.ANYBODY else [403])}  # fmt: skip
    made["responses"] |= refusals(refused)
    return _with_example(made, examples)


def _operation(name: str, words: str, address: str, role: Role) -> Json:
    summary, _, more = words.partition(". ")
    return {
        "operationId": name, "tags": [subject_of(address).name], "summary": summary.rstrip("."),
        "description": more, "x-role": role.value, "security": _security(role),
    }  # fmt: skip


def _security(role: Role) -> list[Json]:
    """Return who may ask: anybody, or whoever shows a token or a session of a role that includes this one."""
    roles = [] if role is Role.ANYBODY else [role.value]
    return [*([{}] if role is Role.ANYBODY else []), *({scheme: roles} for scheme in SCHEMES)]


def _content(types: tuple[type[Answer], ...] | tuple[str, Json]) -> Json:
    head, *rest = types
    if isinstance(head, str):
        return {head: {"schema": rest[0]}}
    return {JSON: {"schema": any_of(kind for kind in types if isinstance(kind, type))}}


def _body(kind: str, route: Described) -> Json:
    if kind == JSON:
        # a draft is kept as it came, and refused when it is booked
        return {"schema": {"submit": reference("Document"), "draft-keep": {}}.get(route.name, ANY_OBJECT)}
    return {"schema": {**BINARY, "description": LINES} if kind.endswith(("jsonl", "ndjson")) else BINARY}


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
    operation["responses"][str(example.status)]["content"][example.answered_as]["example"] = example.answer
    return operation


ABOUT = (
    "The questions of the command `selo`, with the same parameters and the same JSON. What the command calls --as-of is"
    " as_of here. An address below /api answers JSON; without /api and with .csv behind it, the rows as CSV.\n\n"
    "What JSON Schema has no words for is refused with 400 too: known_on and known_seq exclude each other, as do two"
    " ways of saying one thing to a calculator, and no day may be after today.\n\n"
    f"Every answer names the version of this interface in the field Selokirja-Version, now {VERSION}. Fields, codes"
    " and addresses may be added without notice; nothing is taken away or changes its meaning within a version, and"
    " what is to end is told by the fields Deprecation and Sunset for at least twelve months"
    " (docs/reference/api-changes.md)."
)


def description(version: str, base_path: str = "") -> Json:
    """Return the whole document. `base_path`: where a proxy has the service."""
    shown = examples()
    paths: Json = {path: item for entry in QUESTIONS for path, item in of_question(entry, shown)}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = of_route(route, shown)
    kinds = {kind for entry in QUESTIONS for kind in entry.answers} | KINDS
    parted = {kind.__name__ for entry in QUESTIONS if entry.asked.table is not None for kind in entry.answers}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Selokirja", "version": version, "description": ABOUT,
                 "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": base_path or "/", "description": "This service."}],
        "tags": tags(),
        "paths": paths,
        "components": {"schemas": components(sorted(kinds, key=lambda kind: kind.__name__), parted),
                       "responses": responses(), "headers": fields(), "securitySchemes": SCHEMES},
    }  # fmt: skip
