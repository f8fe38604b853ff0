"""Requests made from the description of the API, fitting and not; whatever comes back
is what the description says.

The description is all that they know: no question of ours is named here.
"""

import json
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.serving import NOW, Reply, Served, served
from tests.web.test_openapi import misfits
from tests.web.test_tokens import bearer
from web.store.roles import Role
from web.store.tokens import new_token

Json = dict[str, Any]
A_FEW, MANY = 2, 60
KNOWN = (
    "F033",
    "selo",
    "kuusilahti-open-2023",
    "fi-2023",
    "2024-07",
    "200",
    "2024-06-30",
    "1",
    "1700",
    "fide",
    "no",
)
ODD = (
    "",
    " ",
    "x" * 150,
    "0",
    "-1",
    "9" * 30,
    "½",
    "\u202e",
    "a/b",
    "%",
    "+1622 -1880",
    "{}",
    '{"list": "selo"}',
    "2024-02-30",
    "1..2",
    "true",
    "null",
    "\x7f",
    "é",
)


@pytest.fixture(scope="module")
def target(published_ledger: str) -> Iterator[Served]:
    """Nothing is booked: writing is only tried out as a submitter, whose documents wait
    as drafts.
    """
    with served(published_ledger, searches_a_minute=10**9) as running:
        yield running


def value_of(schema: Json, chance: random.Random, parts: Json, deep: int = 0) -> Any:
    """Something that fits a schema, mostly."""
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    if ways := schema.get("anyOf"):
        return value_of(chance.choice(ways), chance, parts, deep)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema.get("type"):
        case "integer" | "number":
            return chance.choice((0, 1, 5, 200, 2**40, -1))
        case "boolean":
            return chance.random() < 0.5
        case "array":
            return [
                value_of(schema.get("items", {}), chance, parts, deep + 1)
                for _ in range(chance.randrange(3))
            ]
        case "object" if deep < 6:
            needed = schema.get("required", ())
            return {
                name: value_of(part, chance, parts, deep + 1)
                for name, part in schema.get("properties", {}).items()
                if name in needed or chance.random() < 0.3
            }
        case "null":
            return None
    return chance.choice(KNOWN if chance.random() < 0.85 else ODD)


def request_of(
    path: str, operation: Json, chance: random.Random, parts: Json
) -> tuple[str, bytes | None, str]:
    """(address, body, media type)."""
    query = []
    for parameter in operation.get("parameters", ()):
        if parameter["name"] == "wait":
            continue
        value = value_of(parameter["schema"], chance, parts)
        texts = [
            json.dumps(v) if isinstance(v, bool) else str(v)
            for v in (value if isinstance(value, list) else [value])
        ]
        if parameter["in"] == "path":
            path = path.replace(
                f"{{{parameter['name']}}}",
                quote(texts[0] if texts else "x", safe="") or "x",
            )
        elif parameter["required"] or chance.random() < 0.2:
            query += [f"{parameter['name']}={quote(text, safe='')}" for text in texts]
    address = path + ("?" + "&".join(query) if query else "")
    if "requestBody" not in operation:
        return address, None, ""
    kind, content = chance.choice(list(operation["requestBody"]["content"].items()))
    if kind != "application/json" or chance.random() < 0.2:
        return address, chance.choice(ODD).encode("utf-8", "replace"), kind
    return (
        address,
        json.dumps(value_of(content["schema"], chance, parts)).encode(),
        kind,
    )


def wrong_in(reply: Reply, operation: Json, described: Json) -> list[str]:
    """What the description does not say of an answer."""
    answers = operation["responses"]
    if str(reply.status) not in answers:
        return [f"status {reply.status}"]
    content = answers[str(reply.status)].get("content", {})
    kind = reply.fields.get("content-type", "").partition(";")[0]
    if kind not in content:
        return [f"{reply.status} as {kind!r}"] if content else []
    if not kind.endswith("json"):
        return []
    return misfits(reply.value, content[kind]["schema"], described)


def tried(target: Served, seed: int, times: int) -> dict[int, int]:
    described: Json = target.ask("/api/openapi.json").value
    parts = described["components"]["schemas"]
    fields = {
        role: bearer(
            str(
                new_token(
                    target.settings.ledger, role.value, role, None, "tester", NOW
                ).token
            )
        )
        for role in (Role.SUBMITTER, Role.ADMIN)
    }
    chance, statuses = random.Random(seed), dict[int, int]()
    for path, item in described["paths"].items():
        for method, operation in item.items():
            if "text/event-stream" in operation["responses"].get("200", {}).get(
                "content", {}
            ):
                continue  # it does not end
            costly = re.search(
                "verify|replay|rebuild|compare|predict|what-if|pool|signs",
                path,
            )
            for _ in range(1 if costly else times):
                address, body, kind = request_of(path, operation, chance, parts)
                who = fields[Role.ADMIN if method == "get" else Role.SUBMITTER]
                given = who | ({"Content-Type": kind} if kind else {})
                reply = target.ask(address, method.upper(), body, given)
                statuses[reply.status] = statuses.get(reply.status, 0) + 1
                assert wrong_in(reply, operation, described) == [], (
                    method,
                    address,
                    body,
                    reply.text[:500],
                )
    return statuses


def test_the_service_does_what_its_description_says(
    target: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    statuses = tried(target, 1, A_FEW)
    assert statuses[200] > 25 and statuses[400] > 20 and statuses[404] > 10, statuses
    assert "defect" not in capfd.readouterr().err


@pytest.mark.torture
def test_the_service_does_what_its_description_says_many_times(
    target: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    print(dict(sorted(tried(target, 2, MANY).items())))
    assert "defect" not in capfd.readouterr().err
