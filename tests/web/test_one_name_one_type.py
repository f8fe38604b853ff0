"""A field of one name has one type, in every answer and every document.

Whoever makes a client has a date here and a date there, a number and not a text that
holds one. Types are those of values: an object or a list may have the name of what it
holds, and the same name is an id or a count elsewhere (`player`, `games`).
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from tests.features import asked_of_features
from tests.web.serving import Served
from tests.web.test_same_answers import ASKED

Json = dict[str, Any]
KIND_OF_VALUE = "of several kinds: the value of whatever field, number or title changed"
BOUNDS = "a period has days, a band of ratings and a bin of predictions numbers"
OPEN_LIST = "documents take those there are now; more may come, so answers have a text"
# names with more than one type, and why
EXCEPTIONS = {
    "after": KIND_OF_VALUE,
    "away": "a team, and the points stated for it",
    "before": KIND_OF_VALUE,
    "category": "US Chess has numbers, Norway its five letters, FIDE words",
    "change": "a document's yes or no, and by how much a rating differs",
    "checkpoint": "a document names its number, a receipt holds its text",
    "from": BOUNDS,
    "home": "a team, the points stated for it, and whether a match was at home",
    "kind": "the word of a document that says which it is; of answers, a word",
    "list": OPEN_LIST,
    "number": "of a row or an entry; of a changed rule, its name",
    "points": "a report's points stay as they were written",
    "proposed": KIND_OF_VALUE,
    "rules": "a document's yes or no, and the editions in force",
    "source": "documents name a rating's source; answers, a text or a file",
    "start": "a day, and of a sheet the rating that it starts from",
    "status": "RFC 9457 has the number of an HTTP status; answers, a word",
    "target": "what an event is about, and the rating that somebody wants",
    "title": "documents give the titles M, ME and I; answers, those of FIDE too",
    "to": BOUNDS,
    "unlisted": "a person's yes or no, and the setting for all of them",
    "withdrawn": "the day a team left, and whether a tournament is withdrawn",
}
for feature in asked_of_features():
    EXCEPTIONS |= feature.several_types
# texts that may look like a number, and are none: names of games, articles, formulas
# and rules; a year where the day is not known; money, which is written with its cents
LABELS = {
    "article",
    "born",
    "fee",
    "fees",
    "formula",
    "game",
    "games",
    "number",
    "of",
    "owed",
    "paid",
    "section",
    "sections",
    "value",
    "year",
}
NUMBER = re.compile(r"-?[0-9]+([./][0-9]+)?")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(rf"{DAY.pattern}[T ][0-9:.]+Z?")


@pytest.fixture(scope="module")
def schemas(service: Served) -> Json:
    described: Json = service.ask("/api/openapi.json").value["components"]["schemas"]
    return described


def types_of(schema: Json) -> Iterator[str]:
    """The types of values that a schema allows; null, objects and lists are none.

    The words of a choice count in their order, as generators make a type of them.
    """
    for way in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from types_of(way)
    stated = schema.get("type", [])
    for kind in stated if isinstance(stated, list) else [stated]:
        if kind in ("integer", "number"):
            yield "number"  # JSON has one kind of number
        elif kind == "boolean":
            yield "yes or no"
        elif kind == "string" and "enum" in schema:
            yield "one of " + ", ".join(schema["enum"])
        elif kind == "string":
            yield schema.get("format", "text")


def types_by_name(schemas: Json) -> dict[str, dict[str, list[str]]]:
    """Name of a field -> its types, each with the schemas that have it."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, schema in schemas.items():
        for field, part in schema.get("properties", {}).items():
            for kind in types_of(part):
                found[field][kind].append(name)
    return found


def test_a_name_has_one_type(schemas: Json) -> None:
    several = {
        field: {kind: where[:4] for kind, where in types.items()}
        for field, types in types_by_name(schemas).items()
        if len(types) > 1
    }
    control = {
        "A": {"properties": {"on": {"type": "string", "format": "date"}}},
        "B": {"properties": {"on": {"type": ["string", "null"]}}},
    }
    assert types_by_name(control)["on"] == {"date": ["A"], "text": ["B"]}
    unexpected = {
        name: types for name, types in several.items() if name not in EXCEPTIONS
    }
    assert unexpected == {}
    assert sorted(several) == sorted(EXCEPTIONS), "an exception that is none any more"


def texts_in(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Each text of an answer, with the name of its field."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from texts_in(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part, name)
    elif isinstance(value, str):
        yield name, value


@pytest.mark.parametrize("command", ASKED)
def test_no_text_holds_a_number_or_an_undeclared_day_or_moment(
    command: str, service: Served, schemas: Json
) -> None:
    types = types_by_name(schemas)
    days = {name for name, kinds in types.items() if "date" in kinds} | {"born", "rows"}
    moments = {name for name, kinds in types.items() if "date-time" in kinds}
    for address, _ in ASKED[command]:
        for name, text in texts_in(service.ask(f"/api{address}").value):
            if name not in types:
                continue  # a key of a map, whose values are whatever they are
            where = f"{address}: {name} {text!r}"
            assert NUMBER.fullmatch(text) is None or name in LABELS, where
            assert DAY.fullmatch(text) is None or name in days | EXCEPTIONS.keys(), (
                where
            )
            assert MOMENT.fullmatch(text) is None or name in moments, where
