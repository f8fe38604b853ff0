"""Every operation of the description is asked of a service over the demo's ledger: its
parameters, its body and its answer are as the description says.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote

import pytest

from cli.options import key_files
from tests.features import asked_of_features
from tests.web.conftest import with_a_list
from tests.web.serving import NOW, Reply, Served, served
from tests.web.test_drafts import ANSWERS, REPORT
from tests.web.test_openapi import misfits
from tests.web.test_same_answers import ASKED
from tests.web.test_tokens import bearer
from web.openapi.operations import JSON
from web.questions.registry import QUESTIONS
from web.store.roles import Role
from web.store.sessions import new_link, open_session
from web.store.tokens import new_token

Json = dict[str, Any]
# an answer that goes on until somebody closes it has no example
ENDLESS = {"stream_events"}
PLAYER = {
    "kind": "player",
    "player": "F900",
    "name": "Aalto, Aino",
    "born": "2009",
    "club": "Lumikosken Sotilas",
}
BYTES, CSV = "application/octet-stream", "text/csv"
NEXT = REPORT.replace(b"Autumn", b"Winter").replace(b"2024/06/01", b"2024/12/01")
WINTER = {**ANSWERS, "tournament": "winter"}


class Asking(NamedTuple):
    """A request for an operation. `sent_as`: the media type of its body."""

    operation: str
    address: str
    role: Role = Role.ADMIN
    method: str = "GET"
    body: Any = None
    sent_as: str = JSON


def posted(
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
    posted("submit_documents", "/api/documents", PLAYER),
    posted(
        "keep_draft",
        "/api/drafts?name=autumn.trf&note=from+the+arbiter",
        REPORT.decode(),
        BYTES,
        Role.SUBMITTER,
    ),
    Asking("list_drafts", "/api/drafts"),
    posted(
        "answer_draft",
        "/api/drafts/1/answers",
        {**ANSWERS, "map": {"1": "F900", "2": "F001"}},
    ),
    posted(
        "comment_on_draft",
        "/api/drafts/1/comment?comment=is+it+90+minutes%3F&reviewer=officer",
    ),
    Asking("get_draft", "/api/drafts/1"),
    Asking("preview_draft", "/api/drafts/1/preview"),
    posted("agree_to_draft", "/api/drafts/1/agree"),
    posted("book_draft", "/api/drafts/1/book"),
    Asking("get_draft_receipt", "/api/drafts/1/receipt"),
    posted("keep_draft", "/api/drafts", PLAYER, role=Role.SUBMITTER),
    posted("drop_draft", "/api/drafts/2/drop"),
    posted("keep_draft", "/api/drafts?name=winter.trf", NEXT.decode(), BYTES),
    posted(
        "answer_draft",
        "/api/drafts/3/answers",
        {**WINTER, "map": {"1": "F900", "2": "F001"}},
    ),
    posted("keep_draft", "/api/drafts", LIST, role=Role.ADMIN),
    posted("plan_draft", "/api/drafts/4/plan?at=2099-01-01T09:00", role=Role.ADMIN),
    Asking("list_sessions", "/api/sessions"),
    posted("end_session", "/api/sessions/{session}/end", role=Role.ADMIN),
    Asking("get_health", "/healthz"),
    Asking("get_readiness", "/readyz"),
    Asking("get_metrics", "/metrics"),
    Asking("get_notifications", "/api/notifications/1,2"),
    Asking("get_newest_checkpoint", "/api/checkpoint"),
)


def requests() -> Iterator[Asking]:
    """Yield a request for every operation; a question is asked as the test of both
    faces asks it first.
    """
    for entry in QUESTIONS:
        address = ASKED[entry.command][0][0]
        yield Asking(entry.name, f"/api{address}")
    yield from ROUTES
    for asked in asked_of_features():
        yield from asked.operations()


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
        more |= {"If-Match": seen} if asking.operation == "agree_to_draft" else {}
        address = asking.address.replace("{session}", session)
        sent = None if body is None else body.encode()
        reply = service.ask(
            address, asking.method, sent, {**fields[asking.role], **more}
        )
        seen = reply.fields.get("etag", seen)
        yield asking._replace(address=address), reply


def parameters_in(address: str, path: str, operation: Json) -> Json:
    """Return what an address says by name, of the kind that the description says."""
    page, _, query = address.partition("?")
    names = re.findall(r"{(\w+)}", path)
    match = re.fullmatch(re.sub(r"\\{\w+\\}", "(.*?)", re.escape(path)), page)
    assert match is not None, (path, page)
    given = {
        name: [unquote(text)] for name, text in zip(names, match.groups(), strict=True)
    } | parse_qs(query)
    schemas = {
        parameter["name"]: parameter["schema"]
        for parameter in operation.get("parameters", ())
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


def test_every_operation_does_what_is_said_of_it(service: Served) -> None:
    described: Json = service.ask("/api/openapi.json").value
    places = {
        operation["operationId"]: (path, operation)
        for path, item in described["paths"].items()
        for operation in item.values()
    }
    said, wrong = set[str](), list[str]()
    for asking, reply in asked(service):
        path, operation = places[asking.operation]
        assert 200 <= reply.status < 300, (asking, reply.text[:500])
        said.add(asking.operation)
        given = parameters_in(asking.address, path, operation)
        for parameter in operation.get("parameters", ()):
            if parameter["name"] in given:
                value = given[parameter["name"]]
                wrong += misfits(value, parameter["schema"], described, asking.address)
        kind = reply.fields["content-type"].partition(";")[0]
        answer = operation["responses"][str(reply.status)]["content"][kind]["schema"]
        if kind == JSON:
            wrong += misfits(reply.value, answer, described, asking.address)
        if asking.body is not None:
            body = operation["requestBody"]["content"][asking.sent_as]["schema"]
            wrong += misfits(asking.body, body, described, asking.address)
    assert wrong == []
    assert said == places.keys() - ENDLESS
