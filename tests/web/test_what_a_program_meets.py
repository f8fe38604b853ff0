"""What HTTP refuses is said for HTTP: no sentence of it names an option of the command
line, or a command.

Every question and document address is asked with bad input of each kind; the
description of the API says what there is.
"""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from tests.command.test_documents_accepted import FULL
from tests.command.test_fields_refused import BAD, FIELDS, put
from tests.web.serving import NOW, Reply, Served, served
from tests.web.test_same_answers import ASKED
from web.questions.registry import QUESTIONS, ServedQuestion
from web.store.roles import Role
from web.store.tokens import new_token

COMMAND_LINE = re.compile(r"(?<![\w-])--[a-z]|\bselo [a-z-]+ (?:-|[A-Z]{2})|`selo\b")
ODD = (
    "",
    "nobody",
    "2024-13-01",
    "2999-01-01",
    "2024-02-30T1",
    "0",
    "-1",
    "9" * 30,
    "99999",
    "1..0",
    "x" * 250,
    "a/b",
)
TABLE = (
    "White;Result;Black\nNobody Known;1-0;Another Unknown\nHallavuori, Aino;2-0;Else,"
    " Someone\n"
)


@pytest.fixture(scope="module")
def target(published_ledger: str) -> Iterator[Served]:
    """Asked by an admin; nothing is booked, for writing is only tried out."""
    with served(published_ledger, searches_a_minute=10**9) as running:
        text = new_token(
            published_ledger, "aino", Role.ADMIN, None, "tester", NOW
        ).token
        running.always["Authorization"] = f"Bearer {text}"
        yield running


@pytest.fixture(scope="module")
def described(target: Served) -> Any:
    """What the service says that it answers."""
    return target.ask("/api/openapi.json").value


def texts(value: Any) -> Iterator[str]:
    """Every message and hint, however deep."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name in (
                "message",
                "hint",
                "detail",
                "otherwise",
                "flag",
            ) and isinstance(part, str):
                yield part
            else:
                yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def said_for_a_command(reply: Reply) -> list[str]:
    kind = reply.fields.get("content-type", "")
    if kind.endswith("json"):
        return [text for text in texts(reply.value) if COMMAND_LINE.search(text)]
    if kind.startswith("text/html"):
        page = unescape(
            re.sub(
                r"<[^>]+>", " ", re.sub(r"(?s)<(style|script).*?</\1>", "", reply.text)
            )
        )
        return [
            page[max(0, found.start() - 60) : found.end() + 60]
            for found in COMMAND_LINE.finditer(page)
        ]
    return []


def bad_addresses(entry: ServedQuestion, described: Any, every: int) -> Iterator[str]:
    """Each parameter as something odd, with a good question around it; one unknown, one
    twice, all odd at once. `every` third odd thing of a parameter, and the next
    parameter begins with the next, as does the next question.
    """
    good, _, query = ASKED[entry.command][0][0].partition("?")
    parameters = described["paths"][f"/api{entry.address}"]["get"]["parameters"]
    names = [
        one["name"]
        for one in parameters
        if one["in"] == "query" and one["name"] != "wait"
    ]
    yield f"{good}?nonsense=1"
    for first, name in enumerate(names):
        rest = "&".join(
            part
            for part in query.split("&")
            if part and not part.startswith(f"{name}=")
        )
        for value in ODD[first % every :: every]:
            yield f"{good}?{name}={quote(value)}&{rest}".rstrip("&?")
        yield f"{good}?{name}=1&{name}=2&{rest}"
    for value in ODD[QUESTIONS.index(entry) % every :: every]:
        yield re.sub(r"\{\w+\}", quote(value or "x", safe=""), entry.address)
        yield f"{good}?" + "&".join(f"{name}={quote(value)}" for name in names)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.torture)])
@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.command)
def test_no_question_speaks_of_the_command(
    entry: ServedQuestion, every: int, target: Served, described: Any
) -> None:
    refused: set[str] = set()
    for address in dict.fromkeys(bad_addresses(entry, described, every)):
        reply = target.ask(f"/api{address}")
        if reply.status >= 400:
            assert said_for_a_command(reply) == [], (address, reply.text)
            if {*reply.codes} - refused:  # a page of each refusal is enough
                page = target.ask(
                    address, fields={"Accept": "text/html", "Accept-Language": "fi"}
                )
                assert said_for_a_command(page) == [], address
            refused |= {*reply.codes}
        assert reply.status < 500, reply.text
    assert refused


def bad_documents() -> Iterator[tuple[str, Any]]:
    """Every field of every kind in two of the ways that are wrong, and ids of what
    there is not.
    """
    for kind, fields in FIELDS.items():
        yield f"{kind} as it is", FULL[kind]
        for field, sort in fields.items():
            for value in BAD[sort][:: max(1, len(BAD[sort]) - 1)]:
                yield f"{kind}.{field}", put(FULL[kind], field, value)[0]


def test_no_document_is_refused_in_words_of_the_command(target: Served) -> None:
    refused, fields = 0, {"Content-Type": "application/json"}
    for name, document in bad_documents():
        reply = target.ask(
            "/api/documents?dry_run=true", "POST", json.dumps(document).encode(), fields
        )
        refused += reply.status >= 400
        assert reply.status < 500 and said_for_a_command(reply) == [], (
            name,
            reply.text,
        )
    assert refused > 300


BODIES = (
    b"",
    b"{",
    b"[]",
    b"nonsense",
    b"\xff\xfe",
    b"{}",
    b'{"kind": "nothing"}',
    b"[" * 10_000,
    b"PK\x03\x04",
    b"%PDF-",
    TABLE.encode(),
    b"012 A\n",
    b"013 1\n001",
    b'{"kind":"player"}\n{"kind"',
)


KINDS = (
    "application/json",
    "application/jsonl",
    "text/plain",
    "text/csv",
    "application/octet-stream",
    "image/png",
)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:12]))
def test_no_body_is_refused_in_words_of_the_command(
    body: bytes, target: Served
) -> None:
    for kind in KINDS:
        for address in (
            "/api/documents?dry_run=true",
            "/api/documents?odd=1",
            "/api/drafts",
            "/api/drafts?name=a.trf",
        ):
            reply = target.ask(address, "POST", body, {"Content-Type": kind})
            assert reply.status < 500 and said_for_a_command(reply) == [], (
                address,
                kind,
                reply.text,
            )
            if reply.status == 202:
                number = reply.value["number"]
                for more in ("preview", "receipt"):
                    assert (
                        said_for_a_command(target.ask(f"/api/drafts/{number}/{more}"))
                        == []
                    )
                for answers in (
                    b"{}",
                    b'{"minutes": "x"}',
                    b'{"odd": 1}',
                    b"[",
                    b'{"tournament": "a b"}',
                ):
                    reply = target.ask(
                        f"/api/drafts/{number}/answers",
                        "POST",
                        answers,
                        {"Content-Type": KINDS[0]},
                    )
                    assert said_for_a_command(reply) == [], reply.text
                for act in ("book", "agree", "comment", "drop"):
                    reply = target.ask(f"/api/drafts/{number}/{act}", "POST", b"")
                    assert reply.status < 500 and said_for_a_command(reply) == [], (
                        reply.text
                    )


def test_no_draft_or_session_that_is_not_there_is_refused_in_words_of_the_command(
    target: Served, described: Any
) -> None:
    for path, item in described["paths"].items():
        for method, operation in item.items():
            if method == "post":
                address = re.sub(r"\{\w+\}", "99999", path)
                # what forgets a register asks for nothing more
                wrongs = ("?nonsense=1", "?key=" + "x" * 3000)
                for wrong in wrongs if path.endswith("/forget") else ("", *wrongs):
                    reply = target.ask(
                        address + wrong,
                        "POST",
                        b"",
                        {"If-Match": '"x"', "Idempotency-Key": ""},
                    )
                    assert (
                        400 <= reply.status < 500 and said_for_a_command(reply) == []
                    ), (operation, reply.text)


def test_strangers_and_wrong_tokens_are_refused_in_words_of_http(
    target: Served,
) -> None:
    for shown in ("Bearer x", "Basic x", "Bearer selo_x"):
        for address in ("/api/ledger", "/desk", "/api/drafts", "/login/x"):
            for accept in ("text/html", "*/*"):
                reply = target.ask(
                    address, fields={"Authorization": shown, "Accept": accept}
                )
                assert said_for_a_command(reply) == [], (address, shown)
