"""Every example of the description is asked of a service over the demo's ledger, which
says what the example says.

SELO_REWRITE_DOCS=1 puts what was really said into web/openapi/examples.json; `make
docs` then describes it.
"""

import json
import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote

import msgspec
import pytest

from cli.options import key_files
from tests.doc_shell import ROOT
from tests.web.conftest import with_a_list
from tests.web.serving import NOW, Reply, Served, served
from tests.web.test_drafts import ANSWERS, REPORT
from tests.web.test_openapi import misfits
from tests.web.test_same_answers import ASKED
from tests.web.test_tokens import bearer
from web.openapi import JSON
from web.openapi.document import Example, description, examples, name_of
from web.questions.registry import QUESTIONS
from web.store.sessions import new_link, open_session
from web.store.tokens import Role, new_token

Json = dict[str, Any]
FILE = ROOT / "web" / "openapi" / "examples.json"
MOST_ROWS, MOST_TEXT = 2, 400
# an answer that goes on until somebody closes it has no example
ENDLESS = {"follow-stream"}
PLAYER = {
    "kind": "player",
    "player": "F900",
    "name": "Aalto, Aino",
    "born": "2009",
    "club": "Lumikosken Sotilas",
}
BYTES, CSV = "application/octet-stream", "text/csv"
MEMBERS = (
    "id;from;to;fee;paid;club\nF033;2025-01-01;2025-12-31;45,50;2025-02-01;Lumikosken"
    " Sotilas\n"
)
NEXT = REPORT.replace(b"Autumn", b"Winter").replace(b"2024/06/01", b"2024/12/01")
WINTER = {**ANSWERS, "tournament": "winter"}
# chance and the machine: salts and what hangs on them, ids, seconds, sizes, versions
CHANCE = re.compile(
    r"[0-9a-f]{8,}|[A-Za-z0-9+/_-]{20,}={0,2}|[0-9.]+ [kMG]?i?B\b|v?[0-9]+\.[0-9.e-]+"
)


class Asking(NamedTuple):
    """A request for an operation. `sent_as`: the media type of its body."""

    operation: str
    address: str
    role: Role = Role.ADMIN
    method: str = "GET"
    body: Any = None
    sent_as: str = JSON


def _post(
    operation: str,
    address: str,
    body: Any = None,
    sent_as: str = JSON,
    role: Role = Role.OFFICER,
) -> Asking:
    return Asking(operation, address, role, "POST", body, sent_as)


LIST = {"kind": "publish", "list": "selo", "label": "2024-07", "as_of": "2024-07-01"}
# what is no question, in an order in which each is possible
ROUTES = (
    _post("submit", "/api/documents", PLAYER),
    _post(
        "draft-keep",
        "/api/drafts?name=autumn.trf&note=from+the+arbiter",
        REPORT.decode(),
        BYTES,
        Role.SUBMITTER,
    ),
    Asking("draft-list", "/api/drafts"),
    _post(
        "draft-answer",
        "/api/drafts/1/answers",
        {**ANSWERS, "map": {"1": "F900", "2": "F001"}},
    ),
    _post(
        "draft-comment",
        "/api/drafts/1/comment?comment=is+it+90+minutes%3F&reviewer=officer",
    ),
    Asking("draft-show", "/api/drafts/1"),
    Asking("draft-preview", "/api/drafts/1/preview"),
    _post("draft-agree", "/api/drafts/1/agree"),
    _post("draft-book", "/api/drafts/1/book"),
    Asking("draft-receipt", "/api/drafts/1/receipt"),
    _post("draft-keep", "/api/drafts", PLAYER, role=Role.SUBMITTER),
    _post("draft-drop", "/api/drafts/2/drop"),
    _post("draft-keep", "/api/drafts?name=winter.trf", NEXT.decode(), BYTES),
    _post(
        "draft-answer",
        "/api/drafts/3/answers",
        {**WINTER, "map": {"1": "F900", "2": "F001"}},
    ),
    _post("live-draft", "/api/live/winter/draft?draft=3"),
    _post("live-put", "/api/live/winter?name=winter.trf", NEXT.decode(), BYTES),
    Asking("live-list", "/api/live"),
    Asking("live-show", "/api/live/winter"),
    _post("live-hide", "/api/live/winter/hide"),
    _post("draft-keep", "/api/drafts", LIST, role=Role.ADMIN),
    _post("draft-plan", "/api/drafts/5/plan?at=2099-01-01T09:00", role=Role.ADMIN),
    _post(
        "agree",
        "/api/agreement?list=selo&as_of=2024-04-01",
        "player,rating\nF001,2324\nF002,2200\n",
        CSV,
    ),
    _post("members", "/api/members?name=register.csv&dry_run=true", MEMBERS, CSV),
    _post("members-forget", "/api/members/forget"),
    Asking("sessions", "/api/sessions"),
    _post("session-end", "/api/sessions/{session}/end", role=Role.ADMIN),
    Asking("notifications", "/api/notifications/1,2"),
    *(Asking(f"tlog-{name}", f"/api/tlog/{name}") for name in ("checkpoint", "head")),
    Asking("checkpoint", "/api/checkpoint"),
    Asking("tlog-tile", "/api/tlog/tile/0/000.p/200"),
    Asking("api", "/api"),
    Asking("openapi", "/api/openapi.json"),
    *(Asking(name, f"/{name}") for name in ("healthz", "readyz", "metrics")),
)


def requests() -> Iterator[Asking]:
    """Yield a request for every operation; a question is asked as the test of both
    faces asks it first.
    """
    for entry in QUESTIONS:
        address = ASKED[entry.command][0][0]
        yield Asking(name_of(entry), f"/api{address}")
        if entry.has_rows:
            page, mark, query = address.partition("?")
            yield Asking(name_of(entry, "-csv"), f"{page}.csv{mark}{query}")
    yield from ROUTES


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A ledger of its own, for drafts are booked into it; in a file everywhere, as the
    examples say of it.
    """
    ledger = with_a_list(tmp_path_factory.mktemp("examples"), lambda selo: selo).ledger
    with served(ledger, keys=key_files()) as running:
        yield running


def asked(service: Served) -> Iterator[tuple[Asking, Reply]]:
    ledger, seen = service.settings.ledger, ""
    roles = (Role.SUBMITTER, Role.OFFICER, Role.ADMIN)
    fields = {
        role: bearer(
            str(new_token(ledger, role.value, role, None, "tester", NOW).token)
        )
        for role in roles
    }
    link = new_link(ledger, "http://localhost", "officer", Role.OFFICER, "tester", NOW)
    open_session(ledger, link.url.rpartition("/")[2], NOW)
    session = service.ask("/api/sessions", fields=fields[Role.ADMIN]).value["rows"][0][
        "id"
    ]
    for asking in requests():
        body = (
            asking.body
            if asking.body is None or asking.sent_as != JSON
            else json.dumps(asking.body)
        )
        more = {"Content-Type": asking.sent_as} if body is not None else {}
        more |= {"If-Match": seen} if asking.operation == "draft-agree" else {}
        address = asking.address.replace("{session}", session)
        sent = None if body is None else body.encode()
        reply = service.ask(
            address, asking.method, sent, {**fields[asking.role], **more}
        )
        seen = reply.fields.get("etag", seen)
        yield asking._replace(address=address), reply


def cut(value: Any) -> Any:
    """Cut an answer short: a few rows, and the beginning of a long text."""
    if isinstance(value, dict):
        return {name: cut(part) for name, part in value.items()}
    if isinstance(value, list):
        plain = len(value) <= 12 and not any(
            isinstance(part, dict | list) for part in value
        )
        return value if plain else [cut(part) for part in value[:MOST_ROWS]]
    if isinstance(value, str) and len(value) > MOST_TEXT:
        return f"{value[:MOST_TEXT]}…"
    return value


def example_of(asking: Asking, reply: Reply, operation: Json, path: str) -> Example:
    kind = reply.fields["content-type"].partition(";")[0]
    answer: Any = None
    if kind == JSON and asking.operation != "openapi":
        answer = cut(reply.value)
    elif kind == "text/csv":
        answer = "".join(reply.text.splitlines(keepends=True)[: 1 + MOST_ROWS])
    elif kind == "text/plain":
        answer = cut(reply.text)
    return Example(
        address=asking.address,
        parameters=_parameters(asking.address, path, operation),
        body=asking.body,
        sent_as=asking.sent_as,
        status=reply.status,
        answered_as=kind,
        answer=answer,
    )


def _parameters(address: str, path: str, operation: Json) -> Json:
    """Return what an address says by name, of the kind that the description says."""
    page, _, query = address.partition("?")
    names = re.findall(r"{(\w+)}", path)
    match = re.fullmatch(re.sub(r"\\{\w+\\}", "(.*?)", re.escape(path)), page)
    assert match is not None, (path, page)
    given = {
        name: [unquote(text)] for name, text in zip(names, match.groups(), strict=True)
    } | parse_qs(query)
    schemas = {
        parameter["name"]: parameter["schema"] for parameter in operation["parameters"]
    }
    return {name: _value(texts, schemas[name]) for name, texts in given.items()}


def _value(texts: list[str], schema: Json) -> Any:
    if schema.get("type") == "array":
        return texts
    return (
        json.loads(texts[0])
        if schema.get("type") in ("integer", "boolean", "number")
        else texts[0]
    )


def test_the_service_says_what_the_examples_say(service: Served) -> None:
    described = description("")
    places = {
        operation["operationId"]: (path, operation)
        for path, item in described["paths"].items()
        for operation in item.values()
    }
    said: dict[str, Example] = {}
    wrong: list[str] = []
    for asking, reply in asked(service):
        path, operation = places[asking.operation]
        assert 200 <= reply.status < 300, (asking, reply.text[:500])
        made = example_of(asking, reply, operation, path)
        said.setdefault(asking.operation, made)
        for parameter in operation["parameters"]:
            if parameter["name"] in made.parameters:
                value = made.parameters[parameter["name"]]
                wrong += misfits(value, parameter["schema"], described, asking.address)
        answer = operation["responses"][str(reply.status)]["content"][made.answered_as][
            "schema"
        ]
        if made.answer is not None:
            wrong += misfits(made.answer, answer, described, asking.address)
        if made.body is not None:
            body = operation["requestBody"]["content"][made.sent_as]["schema"]
            wrong += misfits(made.body, body, described, asking.address)
    assert wrong == []
    assert said.keys() == places.keys() - ENDLESS
    text = json.dumps(msgspec.to_builtins(said), ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("SELO_REWRITE_DOCS"):
        FILE.write_text(text, "utf-8")
    kept = (
        json.dumps(msgspec.to_builtins(dict(examples())), ensure_ascii=False, indent=1)
        + "\n"
    )
    assert CHANCE.sub("", kept) == CHANCE.sub("", text), (
        "SELO_REWRITE_DOCS=1 writes them anew"
    )


def test_an_example_in_the_description_is_what_was_asked() -> None:
    """The address of an example follows from its parameters: nothing stands in the one
    and not in the other.
    """
    for path, item in description("")["paths"].items():
        for operation in item.values():
            if operation["operationId"] in ENDLESS:
                continue
            address, query = path, []
            for parameter in operation["parameters"]:
                values = parameter.get("example")
                for value in (
                    values
                    if isinstance(values, list)
                    else []
                    if values is None
                    else [values]
                ):
                    text = value if isinstance(value, str) else json.dumps(value)
                    if parameter["in"] == "path":
                        address = address.replace(
                            f"{{{parameter['name']}}}", quote(text, safe=",")
                        )
                    elif parameter["in"] == "query":
                        query.append((parameter["name"], text))
            page, _, given = examples()[operation["operationId"]].address.partition("?")
            assert unquote(address) == unquote(page)
            assert sorted(query) == sorted(
                (name, text)
                for name, texts in parse_qs(given).items()
                for text in texts
            )
