"""Describe the API as OpenAPI 3.1, from the questions, the routes and the types of
their answers. Here: the types of answers and documents as JSON Schema, what msgspec
makes of them in the words that generators know; and what comes back to any request:
answers, refusals by status, header fields.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any

import msgspec

from desk import Submitted
from desk.games.report import FileSubmitted
from desk.lists import ListSubmitted
from ledger.documents import AnyDocument
from messages import Message
from projections.answers.calculators.curves import PerformanceByMethod
from rulebooks import LISTS, kinds_of
from rulebooks.calculator_answers import FinnishResult
from rulebooks.sheets import ExplainedEntry, SheetGame
from web.http import MEDIA_TYPE, TITLES

Json = dict[str, Any]  # a piece of the description
PLACE = "#/components/schemas/{name}"
TEXT: Json = {"type": "string"}
A_DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
IN_PARTS: Json = {
    "next": {
        "type": ["string", "null"],
        "description": "Asked in parts: the address of the rows behind, or null.",
    },
    "total": {
        "type": ["integer", "null"],
        "description": (
            "Asked in parts: how many rows there are in all; null where nobody counted."
        ),
    },
}
# such a part is always the class itself or one of those that say more
SEVERAL = (ExplainedEntry, SheetGame)
# what one address answers with, by what was asked: described as one kind, under this
# name
AS_ONE: Mapping[frozenset[type[Any]], str] = {
    frozenset({Submitted, FileSubmitted, ListSubmitted}): "DraftSubmitted",
    frozenset({FinnishResult, PerformanceByMethod}): "PerformanceResult",
}


def reference(name: str) -> Json:
    return {"$ref": PLACE.format(name=name)}


def answer_of(kinds: Sequence[type[Any]]) -> Json:
    """Return the schema of an answer: of its one type, or the one that several types
    are described as.
    """
    return reference(kinds[0].__name__ if len(kinds) == 1 else AS_ONE[frozenset(kinds)])


def components(kinds: Iterable[type[Any]], parted: Collection[str]) -> Json:
    """Return the schemas of some answers, of what they are made of, of refusals and of
    documents. `parted`: the answers that can be asked in parts.

    Several types of one answer become one, since clients that are made from a
    description take "one of these objects" for all of them at once, and stumble over
    what is missing.
    """
    several = {base: kinds_of(base) for base in SEVERAL}
    parts = [kind for more in (*several.values(), *AS_ONE) for kind in more]
    made, schemas = msgspec.json.schema_components(
        [*parts, *kinds], ref_template=PLACE, schema_hook=_text
    )
    # two systems may have called their structs alike
    address = dict(zip(parts, made, strict=False))
    for base, more in several.items():
        of_all = [reference(base.__name__), *(address[kind] for kind in more)]
        schemas[base.__name__] = _as_one(base.__name__, of_all, schemas)
    for together, name in AS_ONE.items():
        schemas[name] = _as_one(
            name, [address[kind] for kind in sorted(together, key=_name_of)], schemas
        )
    schemas = _needed(schemas, [*map(_name_of, kinds), *AS_ONE.values()])
    for name in parted:
        schemas[name]["properties"] |= IN_PARTS
    known = {**schemas, **_refusals(), **_documents()}
    readable = {name: _readable(known[name]) for name in sorted(known)}
    for schema in readable.values():
        for field in schema.get("properties", {}).values():
            if field == {"type": "null"}:  # generators have no type of null alone
                field |= {"type": ["string", "null"], "description": "Always null."}
            if isinstance(values := field.get("additionalProperties"), dict):
                field["additionalProperties"] = _spelt_out(values, readable)
    rows = {
        reference(name)["$ref"]: schema
        for name, schema in readable.items()
        if schema.get("type") == "array"
    }
    return {
        name: _with_rows(schema, rows)
        for name, schema in readable.items()
        if schema.get("type") != "array"
    }


def _name_of(kind: type[Any]) -> str:
    return kind.__name__


def _as_one(name: str, kinds: Sequence[Json], schemas: Json) -> Json:
    """Describe several kinds of object as one: a field that not all of them have may be
    missing, and one that differs is as in any of them.
    """
    objects = [schemas[kind["$ref"].rpartition("/")[2]] for kind in kinds]
    ways: dict[str, list[Json]] = {}
    for each in objects:
        for field, schema in each["properties"].items():
            known = ways.setdefault(field, [])
            known += [way for way in schema.get("anyOf", [schema]) if way not in known]
    properties = {}
    for field, own in ways.items():
        if len(own) == 1:
            properties[field] = own[0]
        elif all("$ref" in way for way in own):
            inner = f"{name}{field.title()}"
            schemas[inner] = _as_one(inner, own, schemas)
            properties[field] = reference(inner)
        else:
            properties[field] = {"anyOf": own}
    in_all = [
        field
        for field in properties
        if all(field in each.get("required", ()) for each in objects)
    ]
    words = " ".join(
        dict.fromkeys(
            cleandoc(each["description"]) for each in objects if "description" in each
        )
    )
    return {
        "title": name,
        "description": words,
        "type": "object",
        "properties": properties,
        "required": in_all,
    }


def _needed(schemas: Json, names: Iterable[str]) -> Json:
    """Return the schemas of these names, and of everything that they are made of."""
    needed, coming = set[str](), list(names)
    while coming:
        name = coming.pop()
        if name not in needed:
            needed.add(name)
            coming += re.findall(
                r'"#/components/schemas/([^"]+)"', json.dumps(schemas[name])
            )
    return {name: schema for name, schema in schemas.items() if name in needed}


def _text(kind: type[Any]) -> Json:
    """Return the schema of a message, which is a text in JSON."""
    if issubclass(kind, Message):
        return TEXT
    raise NotImplementedError(f"no schema for {kind.__name__}")


def _refusals() -> Json:
    """Return what a refusal says (RFC 9457), and each problem in it."""
    whole: Json = {"type": ["integer", "null"]}
    words: Json = {"type": ["string", "null"]}
    place: Json = {
        "title": "ProblemPlace",
        "type": "object",
        "description": "Where it is, as far as that can be said.",
        "properties": {"file": words, "line": whole, "column": whole, "field": words},
    }
    problem: Json = {
        "code": TEXT,
        "message": TEXT,
        "where": reference("ProblemPlace"),
        "hint": TEXT,
    }
    refusal: Json = {
        "type": {"type": "string", "format": "uri-reference"},
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": TEXT,
        "problems": {"type": "array", "items": reference("Problem")},
    }
    return {
        "ProblemPlace": place,
        "Problem": {
            "title": "Problem",
            "type": "object",
            "properties": problem,
            "required": list(problem),
            "description": (
                "What is wrong: a code for programs, a sentence and a hint for people."
            ),
        },
        "Refusal": {
            "title": "Refusal",
            "type": "object",
            "properties": refusal,
            "required": list(refusal),
            "description": "A refusal, with every problem at once.",
        },
    }


def _documents() -> Json:
    """Return every kind of document and the parts they have, under names of their own."""
    (union,), parts = msgspec.json.schema_components(
        [AnyDocument],
        ref_template=PLACE.replace("{name}", "Document{name}"),
        schema_hook=_text,
    )
    for schema in parts.values():
        fields = schema.get("properties", {})
        fields |= {
            name: {"type": "string", "enum": sorted(LISTS)}
            for name, field in fields.items()
            if field.get("format") == "list"
        }
    titled = {
        f"Document{name}": {**part, "title": f"Document{name}"}
        for name, part in parts.items()
    }
    return {"Document": {"title": "Document", **union}, **titled}


def _readable(schema: Any) -> Any:
    """Return a schema in the words of JSON Schema that all readers of it know, saying
    the same.
    """
    if isinstance(schema, list):
        return [_readable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _readable(part) for key, part in schema.items()}
    if isinstance(made.get("description"), str):
        # a docstring, whose later lines are indented
        made["description"] = cleandoc(made["description"])
    if isinstance(made.get("pattern"), str):
        made["pattern"] = for_javascript(made["pattern"])
    # the same, for openapi-generator stumbles over false
    if made.get("additionalProperties") is False:
        del made["additionalProperties"]
        made["propertyNames"] = {"enum": list(made["properties"])}
    if "enum" in made and all(isinstance(value, str) for value in made["enum"]):
        made.setdefault("type", "string")
    if "prefixItems" in made:
        places = made.pop("prefixItems")
        made |= {"items": _one_of_each(places), "maxItems": len(places)}
    if made.get("pattern") == A_DAY:
        made["format"] = "date"
    if "discriminator" in made:  # a word in each of them says which it is
        made["oneOf"] = made.pop("anyOf")
    if "anyOf" in made:
        made = _narrowed(made)
    return made


def _spelt_out(values: Json, known: Json) -> Json:
    """Return the values of an object whole where they may be null: openapi-generator
    follows no reference there.
    """
    ways = [
        known[way["$ref"].rpartition("/")[2]] if "$ref" in way else way
        for way in values.get("anyOf", ())
    ]
    return {**values, "anyOf": ways} if {"type": "null"} in ways else values


def _with_rows(schema: Any, rows: Json) -> Any:
    """Return a schema with rows that are lists where they stand: openapi-generator
    makes no type of such a row.
    """
    if isinstance(schema, list):
        return [_with_rows(part, rows) for part in schema]
    if not isinstance(schema, dict):
        return schema
    row = rows.get(schema["$ref"]) if isinstance(schema.get("$ref"), str) else None
    return row or {key: _with_rows(part, rows) for key, part in schema.items()}


def for_javascript(pattern: str) -> str:
    """Return a pattern as JSON Schema writes it."""
    return pattern.replace(r"\A", "^").replace(r"\Z", "$")


def _one_of_each(places: list[Json]) -> Json:
    """Return what a list holds whose places have schemas of their own:
    openapi-generator knows no places.
    """
    kinds = [
        _without_default(kind)
        for place in places
        for kind in place.get("anyOf", [place])
    ]
    different = [
        kind for number, kind in enumerate(kinds) if kind not in kinds[:number]
    ]
    return different[0] if len(different) == 1 else {"anyOf": different}


def _without_default(schema: Json) -> Json:
    return {key: part for key, part in schema.items() if key != "default"}


def _narrowed(schema: Json) -> Json:
    """Describe "a whole number or a number" as a number, which says the same."""
    numbers = [
        way for way in schema["anyOf"] if way.get("type") in ("integer", "number")
    ]
    if len(numbers) < 2:
        return schema
    ways = [numbers[-1], *(way for way in schema["anyOf"] if way not in numbers)]
    rest = {key: part for key, part in schema.items() if key != "anyOf"}
    return {**ways[0], **rest} if len(ways) == 1 else {"anyOf": ways, **rest}


JSON = "application/json"
FIELDS = {
    "ETag": (
        TEXT,
        "Names this answer: sent as If-None-Match, or If-Match where it is a preview.",
    ),
    "Link": (
        TEXT,
        (
            'Where the rows that follow are: `<...>; rel="next"`. Missing in the last'
            " part."
        ),
    ),
    "Location": ({"type": "string", "format": "uri-reference"}, "Where the draft is."),
    "Selokirja-Version": (
        {"type": "string", "format": "date"},
        "The version of the interface: the day on which it last changed.",
    ),
    "Retry-After": (
        {"type": "integer", "minimum": 0},
        "Seconds after which it may go better.",
    ),
    "WWW-Authenticate": (TEXT, "How a token is sent."),
}
OF_REFUSAL = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
REFUSED = {
    400: "The request cannot be read, or makes no sense.",
    401: "No token, where one is needed, or one that does not work.",
    403: "The role of the token does not allow it.",
    404: "There is nothing of that name, as known.",
    408: "The body did not arrive in time.",
    409: (
        "The ledger or the draft has moved on, or the key was used for something else."
    ),
    413: "The body, or a line of it, is too large.",
    415: "A body of this media type is not taken.",
    422: "What was sent cannot be recorded; nothing was.",
    429: "Too much from one address.",
    503: "The ledger cannot be read or written now, or there is too much to do.",
}


def responses() -> Json:
    """Return the refusals by name, for all operations to refer to."""
    named = {
        _name(status): _refusal(words, OF_REFUSAL.get(status, ()))
        for status, words in REFUSED.items()
    }
    return {**named, "Refused": _refusal("Any other refusal.", ())}


def fields() -> Json:
    return {
        name: {"description": words, "schema": schema}
        for name, (schema, words) in FIELDS.items()
    }


def refusals(statuses: Collection[int]) -> Json:
    """Return the refusals of an operation by status, and what any other is."""
    named = {str(status): _to_response(_name(status)) for status in sorted(statuses)}
    return {**named, "default": _to_response("Refused")}


def answered(
    content: Json, fields: Iterable[str] = (), words: str = "The answer."
) -> Json:
    """Return an answer with what it may say in its header fields."""
    made: Json = {"description": words, "content": content}
    named = {name: {"$ref": f"#/components/headers/{name}"} for name in fields}
    return {**made, "headers": named} if named else made


def _refusal(words: str, fields: Iterable[str]) -> Json:
    return answered({MEDIA_TYPE: {"schema": reference("Refusal")}}, fields, words)


def _name(status: int) -> str:
    return TITLES[status].title().replace(" ", "")


def _to_response(name: str) -> Json:
    return {"$ref": f"#/components/responses/{name}"}
