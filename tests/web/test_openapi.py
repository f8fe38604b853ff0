"""The description of the API fits what the service does: addresses, parameters, and the
shape of every answer.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest

from features import NAMES
from projections.answers.parameters import parameters_of
from tests.web.serving import Served, served
from tests.web.test_same_answers import ASKED
from tests.web.test_tokens import ROUTES
from web.questions.registry import QUESTIONS, ServedQuestion

Json = dict[str, Any]
# for whoever runs the service
WATCHED = ("/healthz", "/readyz", "/metrics")
FITTING: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@pytest.fixture(scope="module")
def described(service: Served) -> Json:
    value: Json = service.ask("/api/openapi.json").value
    return value


DESCRIBING = """
import sys
from litestar.testing import TestClient
from web import Settings
from web.app import application
settings = Settings(ledger=sys.argv[1], now=lambda: "2026-11-01T12:00:00.000000Z")
with TestClient(application(settings)) as client:
    sys.stdout.buffer.write(client.get("/api/openapi.json").content)
"""


def test_each_worker_describes_the_same_bytes(published_ledger: str) -> None:
    """Workers are processes, each with its own order of sets. A client that has the
    description of one is told by another that it is the same.
    """

    def described_with(seed: str) -> bytes:
        return subprocess.run(
            [sys.executable, "-c", DESCRIBING, published_ledger],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout

    described = {described_with(seed) for seed in ("0", "1")}
    assert len(described) == 1
    assert b'"ETag"' in described.pop()


def misfits(value: Any, schema: Json, described: Json, place: str = "") -> list[str]:
    """Where a value is not what a schema says: the part of JSON Schema that the
    description uses.
    """
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if several := schema.get("anyOf", schema.get("oneOf")):
        ways = [misfits(value, way, described, place) for way in several]
        return [] if [] in ways else ways[0]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{place}: {value!r}"]
    match schema.get("type"):
        case "object":
            if not isinstance(value, dict):
                return [f"{place}: no object"]
            known = schema.get("properties", {})
            rest = schema.get("additionalProperties", {} if not known else None)
            wrong = [
                f"{place}: {name} is missing"
                for name in schema.get("required", ())
                if name not in value
            ]
            for name, part in value.items():
                inner = known.get(name, rest)
                wrong += (
                    [f"{place}.{name}: unknown"]
                    if inner is None or inner is False
                    else misfits(part, inner, described, f"{place}.{name}")
                )
            return wrong
        case "array":
            items = schema.get("items", {})
            if not isinstance(value, list):
                return [f"{place}: no array"]
            return [
                wrong
                for part in value
                for wrong in misfits(part, items, described, f"{place}[]")
            ]
        case list(kinds):
            ways = [
                misfits(value, {**schema, "type": kind}, described, place)
                for kind in kinds
            ]
            return [] if [] in ways else ways[0]
        case "string" if isinstance(value, str) and not _is_of(schema, value):
            return [
                f"{place}: {value!r} is no {schema.get('format') or schema['pattern']}"
            ]
        case "string" | "integer" | "number" | "boolean" | "null" as kind:
            fits = isinstance(value, FITTING[kind]) and (
                isinstance(value, bool) == (kind == "boolean")
            )
            return [] if fits else [f"{place}: {value!r} is no {kind}"]
    return []


def _is_of(schema: Json, text: str) -> bool:
    """Whether a text is of the format and the pattern."""
    try:
        match schema.get("format"):
            case "date":
                return date.fromisoformat(text).isoformat() == text
            case "date-time":
                return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
    return re.search(schema.get("pattern", ""), text) is not None


def test_a_misfit_would_be_seen(described: Json, service: Served) -> None:
    """The control."""
    schema = {"$ref": "#/components/schemas/ShowAnswer"}
    value = service.ask("/api/players/F033").value
    value["player"]["born"] = 2009
    value["basis"] |= {"as_of": "2024-02-30", "known_at": "2024-02-03"}
    value["lists"]["selo"]["wins"] = 3
    del value["titles"]
    assert len(misfits(value, schema, described)) == 5


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_every_answer_fits_its_description(
    entry: ServedQuestion, service: Served, described: Json
) -> None:
    operation = described["paths"][f"/api{entry.address}"]["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    for address, _ in ASKED[entry.command]:
        assert misfits(service.ask(f"/api{address}").value, schema, described) == []


def test_a_refusal_fits_its_description(service: Served, described: Json) -> None:
    for address in ("/api/players/NOBODY", "/api/lists/sello?x=1&y=2"):
        assert (
            misfits(
                service.ask(address).value,
                {"$ref": "#/components/schemas/Refusal"},
                described,
            )
            == []
        )


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_every_parameter_is_described(entry: ServedQuestion, described: Json) -> None:
    rows = described["paths"][f"/api{entry.address}"]["get"]["parameters"]
    own = parameters_of(entry.asked)
    in_parts = [name for name in ("limit", "cursor") if entry.in_parts]
    assert [row["name"] for row in rows if row["in"] != "header"] == [
        *own,
        *(name for name in in_parts if name not in own),
    ]
    assert not any(row.get("deprecated") for row in rows)
    assert all(row["description"].endswith(".") for row in rows)


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_the_address_of_the_rows_as_csv_is_told(
    entry: ServedQuestion, described: Json
) -> None:
    told = described["paths"][f"/api{entry.address}"]["get"]["description"]
    assert (f"`{entry.address}.csv`" in told) is entry.has_rows


def _fields(schema: Json, place: str) -> Iterator[tuple[str, Json]]:
    for name, part in schema.get("properties", {}).items():
        yield f"{place}.{name}", part


def test_every_field_says_what_it_means(described: Json) -> None:
    """A word in each that says which kind it is needs none."""
    schemas = described["components"]["schemas"]
    fields = [
        (place, part)
        for name, schema in schemas.items()
        for place, part in _fields(schema, name)
    ]
    silent = [
        place
        for place, part in fields
        if "description" not in part and len(part.get("enum", ())) != 1
    ]
    assert silent == []
    # fewer where features were taken away
    assert len(fields) > (1500 if "calculators" in NAMES else 1400)


def test_every_route_is_described_with_its_role(described: Json) -> None:
    """Those for programs; pages and what belongs to them are for browsers."""
    # Litestar's own: where the description is, and a page for what is not there
    of_description = {"/api/openapi.json", "/api/{path}"}
    there = {
        (method.lower(), path): opt["role"]
        for method, path, opt in ROUTES
        if (path.startswith("/api/") and path not in of_description) or path in WATCHED
    }
    told = {
        (method, path): role_of(operation)
        for path, item in described["paths"].items()
        for method, operation in item.items()
    }
    assert told == there


def role_of(operation: Json) -> str:
    """The role that an operation asks for, as its security says."""
    roles = {role for way in operation["security"] for role in way.get("token", ())}
    return next(iter(roles), "anybody")


def operations(described: Json) -> list[Json]:
    return [
        operation for item in described["paths"].values() for operation in item.values()
    ]


def test_every_operation_has_a_name_of_its_own(described: Json) -> None:
    """It makes a good name of a method: a verb first, and no mark but underscores."""
    names = [operation["operationId"] for operation in operations(described)]
    assert len(names) == len(set(names))
    assert [
        name for name in names if not re.fullmatch("[a-z]+(_[a-z0-9]+)+", name)
    ] == []


def test_whom_an_operation_lets_in_is_what_its_role_says(described: Json) -> None:
    schemes = set(described["components"]["securitySchemes"])
    for operation in operations(described):
        role, ways = role_of(operation), operation["security"]
        assert ({} in ways) is (role == "anybody"), operation["operationId"]
        assert {scheme for way in ways for scheme in way} == schemes
        assert all(
            roles == ([] if role == "anybody" else [role])
            for way in ways
            for roles in way.values()
        )
        assert ("403" in operation["responses"]) is (role != "anybody")


def test_every_operation_has_one_subject_and_every_subject_an_operation(
    described: Json,
) -> None:
    tagged = [operation["tags"] for operation in operations(described)]
    assert all(len(tags) == 1 for tags in tagged)
    assert {name for (name,) in tagged} == {tag["name"] for tag in described["tags"]}
    assert all(tag["description"].endswith(".") for tag in described["tags"])


def test_the_addresses_follow_the_base_path(published_ledger: str) -> None:
    with served(published_ledger, base_path="/ratings") as running:
        (server,) = running.ask("/ratings/api/openapi.json").value["servers"]
        assert server["url"] == "/ratings"
        assert running.ask(f"{server['url']}/api/players/F033").status == 200


def test_the_header_fields_of_an_answer_are_described(
    service: Served, described: Json
) -> None:
    """Those that say something of this answer; the others are of every answer."""
    for address, path in (
        ("/api/players/F033", "/api/players/{player}"),
        ("/api/lists/selo?limit=3", "/api/lists/{list}"),
        ("/api/verify", "/api/verify"),
    ):
        told = {
            name.lower()
            for name in described["paths"][path]["get"]["responses"]["200"].get(
                "headers", {}
            )
        }
        given = {"etag", "link", "selokirja-version"} & service.ask(
            address
        ).fields.keys()
        assert given <= told and (given == told or "link" in told), address


def test_a_refusal_that_is_temporary_says_when_to_come_back(described: Json) -> None:
    for operation in operations(described):
        for status in ("429", "503"):
            assert "Retry-After" in operation["responses"][status]["headers"]


def _several(schema: Any, described: Json, place: str) -> list[str]:
    """Where a schema is one of several objects, and no word in them says which."""
    if isinstance(schema, list):
        return [found for part in schema for found in _several(part, described, place)]
    if not isinstance(schema, dict):
        return []
    ways = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    objects = [way for way in ways if _is_object(way, described)]
    found = [place] if len(objects) > 1 and "discriminator" not in schema else []
    return found + [
        one
        for name, part in schema.items()
        for one in _several(part, described, f"{place}.{name}")
    ]


def _is_object(schema: Json, described: Json) -> bool:
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema.get("type") == "object" or any(
        _is_object(way, described) for way in schema.get("anyOf", ())
    )


def test_an_address_has_one_kind_of_answer(described: Json) -> None:
    """Generated clients take "one of these objects" for all of them at once, and throw
    at what is missing.
    """
    control = {
        "anyOf": [
            {"$ref": "#/components/schemas/Refusal"},
            {"$ref": "#/components/schemas/Problem"},
        ]
    }
    assert _several(control, described, "control") == ["control"]
    found = []
    for address, item in described["paths"].items():
        for method, operation in item.items():
            for status, answer in operation["responses"].items():
                kinds = answer.get("content") or {}
                place = f"{method} {address} {status}"
                found += [place] if len(kinds) > 1 else []
                found += _several(kinds, described, place)
    assert found == []
    assert _several(described["components"]["schemas"], described, "schemas") == []
