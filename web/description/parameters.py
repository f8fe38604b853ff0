"""What an address takes: in its path, its query and its header fields."""

from collections.abc import Collection, Iterable, Iterator

from projections.answers.asking import Asked
from projections.answers.parameters import Parameter, parameters_of
from web.description.schemas import TEXT, Json, for_javascript
from web.wire.programs import VERSION

LARGEST = 10**15 - 1  # fifteen digits: no number of ours has more
_MANY: Json = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
_LIMIT = ("limit", "At most so many rows; `next` of the answer leads to those behind them.", _MANY)
_CURSOR = ("cursor", "Where to go on, from `next` of the part before.", {"type": "string", "minLength": 1})
_ROWS = ("rows", "The name of `limit` until 2026-11-25.", _MANY)
FIELDS: dict[str, tuple[Json, str]] = {
    "Idempotency-Key": (
        {"type": "string", "minLength": 1, "maxLength": 200, "pattern": '^[ -~]*[!#-~][ -~]*$'},
        "A name for this request: sent again with it, it is recorded once and answered as before.",
    ),
    "If-Match": (TEXT, "The ETag of the preview that is meant; 409 if something else would come of it now."),
    "If-None-Match": (TEXT, "The ETag of the answer that the client has; 304 if it still holds."),
    "Selokirja-Version": (
        {"type": "string", "enum": [VERSION]},
        "The version of the interface that is meant; any later day on which it was in force says the same.",
    ),
    "Last-Event-ID": (TEXT, "Of a stream: the last event that was seen, in place of `after`."),
}  # fmt: skip
IN_PATH = {
    "session": (TEXT, "The id of a session, from /api/sessions."),
    "section": ({"type": "string", "pattern": "^[0-9]{1,15},[0-9]{1,15}$"}, "First and last seq: 1,100."),
    "level": ({"type": "integer", "minimum": 0, "maximum": 99}, "The level of the tile: 0 has the events."),
    "rest": (
        {"type": "string", "pattern": r"^(x[0-9]{3}/){0,4}[0-9]{3}(\.p/[0-9]{1,3})?$"},
        "The number of the tile, three digits at a time, and how much of it there is: x001/234.p/17.",
    ),
}  # fmt: skip


def of_question(asked: type[Asked], address: str) -> Iterator[Json]:
    """Yield the parameters of a question, and those of its parts."""
    for name, parameter in parameters_of(asked).items():
        in_path = f"{{{name}}}" in address
        yield {
            "name": name, "in": "path" if in_path else "query",
            "required": in_path or parameter.required or parameter.needed,
            "description": parameter.words or f"{parameter.takes[0].upper()}{parameter.takes[1:]}.",
            "schema": schema_of(parameter), **({"deprecated": True} if name == asked.row_limit != "limit" else {}),
        }  # fmt: skip
    own = "limit" in asked.__struct_fields__
    if asked.row_limit is not None and asked.table is None:
        most = schema_of(parameters_of(asked)[asked.row_limit])
        yield _query("limit", "At most so many rows of each kind.", most)
    if asked.table is not None:
        yield from (_query(*one) for one in (_LIMIT, _CURSOR) if one is _CURSOR or not own)
        yield {**_query(*_ROWS), "deprecated": True}


def _query(name: str, words: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "required": False, "description": words, "schema": schema}


def in_path(names: Iterable[str]) -> Iterator[Json]:
    for name in names:
        schema, words = IN_PATH[name]
        yield {"name": name, "in": "path", "required": True, "description": words, "schema": schema}


def in_fields(names: Iterable[str], needed: Collection[str] = ()) -> Iterator[Json]:
    for name in names:
        schema, words = FIELDS[name]
        yield {"name": name, "in": "header", "required": name in needed, "description": words, "schema": schema}


def schema_of(parameter: Parameter) -> Json:
    """Return what a parameter takes, as JSON Schema has it. It is left out, never null."""
    least = -LARGEST if parameter.least is None else parameter.least
    most = LARGEST if parameter.most is None else parameter.most
    pattern = {} if parameter.pattern is None else {"pattern": for_javascript(parameter.pattern)}
    day: Json = {"type": "string", "format": "date"}
    by_kind: dict[str, Json] = {
        "text": {"type": "string", "minLength": 1, "maxLength": parameter.longest, **pattern},
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
    return {**schema, "default": int(parameter.default) if number else parameter.default}
