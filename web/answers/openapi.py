"""The description of the API as OpenAPI 3.1, made from the questions and the types of their answers."""

import re
from collections.abc import Iterator
from inspect import cleandoc

import msgspec

from projections.answers.asking import Asked
from projections.answers.parameters import Parameter, parameters_of
from rulebooks import kinds_of
from rulebooks.sheets import ExplainedEntry, SheetGame
from web.answers.other_routes import KINDS, ROUTES, Described, Json, described, document_schemas, text_schema
from web.questions.registry import QUESTIONS, Entry
from web.wire.problems import MEDIA_TYPE
from web.wire.versions import VERSION

_IN_PARTS: Json = {
    "next": {"type": ["string", "null"], "description": "Asked in parts: the address of the rows behind, or null."},
    "total": {"type": ["integer", "null"],
              "description": "Asked in parts: how many rows there are in all; null where nobody counted."},
}  # fmt: skip
TEMPLATE = "#/components/schemas/{name}"
REFUSAL: Json = {
    "description": "A refusal, with every problem at once.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": TEMPLATE.format(name="Refusal")}}},
}
ABOUT = (
    "The questions of the command `selo`, with the same parameters and the same JSON. What the command calls --as-of is"
    " as_of here. An address below /api answers JSON; without /api and with .csv behind it, the rows as CSV."
    f" Every answer names the version of this interface in the field Selokirja-Version, now {VERSION}. Fields, codes"
    " and addresses may be added without notice; nothing is taken away or changes its meaning within a version, and"
    " what is to end is told by the fields Deprecation and Sunset for at least twelve months"
    " (docs/reference/api-changes.md)."
)


def description(version: str) -> Json:
    """Return the whole document."""
    schemas = components()
    paths = {path: item for entry in QUESTIONS for path, item in _paths(entry)}
    for route in ROUTES:
        parameters = [*_in_path(route), *_parameters_in(route.asked, route.path)]
        paths.setdefault(route.path, {})[route.method] = described(route, TEMPLATE, parameters, REFUSAL)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Selokirja", "version": version, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def components() -> Json:
    kinds = {kind for entry in QUESTIONS for kind in entry.answers} | KINDS
    parted = {kind.__name__ for entry in QUESTIONS if entry.asked.table is not None for kind in entry.answers}
    several = {base: kinds_of(base) for base in (ExplainedEntry, SheetGame)}
    narrower = [kind for more in several.values() for kind in more]
    made, schemas = msgspec.json.schema_components([*narrower, *kinds], ref_template=TEMPLATE, schema_hook=text_schema)
    address = dict(zip(narrower, made, strict=False))  # two systems may have called their structs alike
    for base, more in several.items():
        # such a part is always the class itself or one of those that say more
        schemas[base.__name__] = {"anyOf": [*(address[kind] for kind in more), schemas[base.__name__]]}
    place = {name: {"type": [kind, "null"]} for name, kind in
             (("file", "string"), ("line", "integer"), ("column", "integer"), ("field", "string"))}  # fmt: skip
    text = {"type": "string"}
    problem = {"code": text, "message": text, "where": {"type": "object", "properties": place}, "hint": text}
    refusal = {
        "type": {**text, "format": "uri-reference"}, "title": text, "status": {"type": "integer"}, "detail": text,
        "problems": {"type": "array", "items": {"$ref": TEMPLATE.format(name="Problem")}},
    }  # fmt: skip
    own = {
        "Problem": {"type": "object", "properties": problem, "required": list(problem)},
        "Refusal": {"type": "object", "properties": refusal, "required": list(refusal)},
    }
    for name in parted:
        schemas[name]["properties"] |= _IN_PARTS
    known = {**schemas, **own, **document_schemas(TEMPLATE)}
    for schema in known.values():
        if "description" in schema:  # a docstring, whose later lines are indented until Python 3.13
            schema["description"] = cleandoc(schema["description"])
    return dict(sorted(known.items()))


def _paths(entry: Entry) -> Iterator[tuple[str, Json]]:
    """Yield the address of a question's JSON, and that of its rows."""
    kinds = [{"$ref": TEMPLATE.format(name=kind.__name__)} for kind in entry.answers]
    answer = {"application/json": {"schema": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}}
    yield f"/api{entry.address}", {"get": _operation(entry, "", answer)}
    if entry.has_rows:
        yield f"{entry.address}.csv", {"get": _operation(entry, "-csv", {"text/csv": {"schema": {"type": "string"}}})}


def _operation(entry: Entry, suffix: str, content: Json) -> Json:
    summary, _, more = " ".join((entry.asked.__doc__ or "").split()).partition(". ")
    operation: Json = {
        "operationId": re.sub(r"\W+", "-", entry.command) + suffix,
        "summary": summary.rstrip("."),
        "description": f"{more} The same as `selo {entry.command}`.".strip(),
        "x-role": entry.role.value,
        "parameters": list(_parameters(entry)),
        "responses": {
            "200": {"description": "The answer.", "content": content},
            "default": REFUSAL,
        },
    }
    if entry.asked.remembered:
        operation["responses"]["304"] = {"description": "The client has this answer already."}
    return operation


_MANY: Json = {"type": "integer", "minimum": 1}
_LIMIT = ("limit", "At most so many rows; `next` of the answer leads to those behind them.", _MANY)
_CURSOR = ("cursor", "Where to go on, from `next` of the part before.", {"type": "string"})
_ROWS = ("rows", "The name of `limit` until 2026-11-25.", _MANY)


def _parameters(entry: Entry) -> Iterator[Json]:
    asked = entry.asked
    for parameter in _parameters_in(asked, entry.address):
        old = {"deprecated": True} if parameter["name"] == asked.row_limit != "limit" else {}
        yield {**parameter, **old}
    own = "limit" in asked.__struct_fields__
    if asked.row_limit is not None and asked.table is None:
        yield _query("limit", "At most so many rows of each kind.", _MANY)
    if asked.table is not None:
        yield from (_query(*one) for one in (_LIMIT, _CURSOR) if one is _CURSOR or not own)
        yield {**_query(*_ROWS), "deprecated": True}


def _query(name: str, words: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "required": False, "description": words, "schema": schema}


def _in_path(route: Described) -> Iterator[Json]:
    for name in route.in_path:
        yield {"name": name, "in": "path", "required": True, "description": "See above.", "schema": {"type": "string"}}


def _parameters_in(asked: type[Asked], path: str) -> Iterator[Json]:
    for name, parameter in parameters_of(asked).items():
        in_path = f"{{{name}}}" in path
        yield {
            "name": name, "in": "path" if in_path else "query", "required": in_path or parameter.required,
            "description": parameter.words or f"{parameter.takes[0].upper()}{parameter.takes[1:]}.",
            "schema": _schema(parameter),
        }  # fmt: skip


def _schema(parameter: Parameter) -> Json:
    """Return what a parameter takes, as JSON Schema has it. It is left out, never null."""
    limits = {"minimum": parameter.least, "maximum": parameter.most}
    by_kind: dict[str, Json] = {
        "text": {"type": "string", "minLength": 1, "maxLength": parameter.longest},
        "day": {"type": "string", "format": "date"},
        "year": {"type": "string", "pattern": "^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$"},
        "choice": {"type": "string", "enum": list(parameter.one_of)},
        "whole": {"type": "integer", **{name: limit for name, limit in limits.items() if limit is not None}},
        "flag": {"type": "boolean"},
    }
    schema = by_kind[parameter.kind]
    if parameter.many:
        return {"type": "array", "items": schema}
    return schema if parameter.default is None else {**schema, "default": parameter.default}
