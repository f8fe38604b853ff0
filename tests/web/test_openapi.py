"""The description of the API fits what the service does: addresses, parameters, and the shape of every answer."""

from html.parser import HTMLParser
from typing import Any

import pytest

from projections.answers.parameters import parameters_of
from tests.web.serving import Served
from tests.web.test_same_answers import ASKED
from tests.web.test_tokens import ROUTES
from web.questions.registry import QUESTIONS, Entry

Json = dict[str, Any]
FITTING: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),)
}  # fmt: skip


@pytest.fixture(scope="module")
def described(service: Served) -> Json:
    value: Json = service.ask("/api/openapi.json").value
    return value


def misfits(value: Any, schema: Json, described: Json, place: str = "") -> list[str]:
    """Where a value is not what a schema says: the part of JSON Schema that the description uses."""
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        ways = [misfits(value, way, described, place) for way in schema["anyOf"]]
        return [] if [] in ways else ways[0]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{place}: {value!r}"]
    match schema.get("type"):
        case "object":
            if not isinstance(value, dict):
                return [f"{place}: no object"]
            known = schema.get("properties", {})
            rest = schema.get("additionalProperties", {} if not known else None)
            wrong = [f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value]
            for name, part in value.items():
                inner = known.get(name, rest)
                wrong += (
                    [f"{place}.{name}: unknown"]
                    if inner is None
                    else misfits(part, inner, described, f"{place}.{name}")
                )
            return wrong
        case "array":
            items = schema.get("items", {})
            if not isinstance(value, list):
                return [f"{place}: no array"]
            return [wrong for part in value for wrong in misfits(part, items, described, f"{place}[]")]
        case "string" | "integer" | "number" | "boolean" | "null" as kind:
            fits = isinstance(value, FITTING[kind]) and (isinstance(value, bool) == (kind == "boolean"))
            return [] if fits else [f"{place}: {value!r} is no {kind}"]
    return []


def test_a_misfit_would_be_seen(described: Json, service: Served) -> None:
    """The control."""
    schema = {"$ref": "#/components/schemas/ShowAnswer"}
    value = service.ask("/api/players/F033").value
    value["player"]["born"] = 2009
    value["lists"]["selo"]["wins"] = 3
    del value["titles"]
    assert len(misfits(value, schema, described)) == 3


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_every_answer_fits_its_description(entry: Entry, service: Served, described: Json) -> None:
    operation = described["paths"][f"/api{entry.address}"]["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    for address, _ in ASKED[entry.command]:
        assert misfits(service.ask(f"/api{address}").value, schema, described) == []


def test_a_refusal_fits_its_description(service: Served, described: Json) -> None:
    for address in ("/api/players/NOBODY", "/api/lists/sello?x=1&y=2"):
        assert misfits(service.ask(address).value, {"$ref": "#/components/schemas/Refusal"}, described) == []


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_every_parameter_is_described(entry: Entry, described: Json) -> None:
    rows = described["paths"][f"/api{entry.address}"]["get"]["parameters"]
    asked, own = entry.asked, parameters_of(entry.asked)
    limit = [] if "limit" in own or (asked.table is None and asked.row_limit is None) else ["limit"]
    in_parts = ["cursor", "rows"] if asked.table is not None else []
    assert [row["name"] for row in rows] == [*own, *limit, *in_parts]
    assert {row["name"] for row in rows if row.get("deprecated")} == {*in_parts[1:], asked.row_limit} - {None, "limit"}
    assert all(row["description"].endswith(".") for row in rows)
    assert (f"{entry.address}.csv" in described["paths"]) is entry.has_rows


def test_every_route_is_described_with_its_role(described: Json) -> None:
    """Those for programs; pages and what belongs to them are for browsers."""
    watched = {"/healthz", "/readyz", "/metrics"}
    there = {(method.lower(), path): opt["role"] for method, path, opt in ROUTES
             if path in watched or path == "/api" or path.startswith("/api/")}  # fmt: skip
    told = {
        (method, path): operation["x-role"]
        for path, item in described["paths"].items()
        for method, operation in item.items()
        if not path.endswith(".csv")
    }
    assert told == there


def test_every_operation_has_a_name_of_its_own(described: Json) -> None:
    names = [operation["operationId"] for item in described["paths"].values() for operation in item.values()]
    assert len(names) == len(set(names))


def test_the_page_of_the_api_needs_nothing_from_elsewhere(service: Served) -> None:
    class Links(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.links: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "style")
            self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    reply, links = service.ask("/api"), Links()
    links.feed(reply.text)
    assert reply.fields["content-type"].startswith("text/html")
    assert links.links and all(link.startswith("/") for link in links.links)
    assert all(entry.address in reply.text for entry in QUESTIONS)
