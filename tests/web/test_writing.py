"""Documents over HTTP: the same way as the command's, under the name of the token."""

import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import Document, amend, opening, player, tournament
from tests.world.reached import copy_of
from web.store.roles import Role

AT = "2024-06-30T12:00:00.000000Z"
JSON, LINES = "application/json", "application/jsonl"


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


def encoded(*documents: Document) -> bytes:
    return "\n".join(json.dumps(document) for document in documents).encode()


class Writer:
    """Somebody with a token."""

    def __init__(
        self,
        service: Served,
        ledger: str,
        role: Role = Role.OFFICER,
        name: str = "aino",
    ) -> None:
        self.service, self.fields = service, bearer(token(ledger, role, name))

    def post(
        self, body: bytes, kind: str = LINES, query: str = "", **fields: str
    ) -> Reply:
        return self.service.ask(
            f"/api/documents{query}",
            "POST",
            body,
            {**self.fields, "Content-Type": kind, **fields},
        )

    def submit(self, *documents: Document, **named: Any) -> Reply:
        return self.post(encoded(*documents), **named)


@pytest.fixture
def officer(service: Served, club: Selo) -> Writer:
    return Writer(service, club.ledger)


def played(name: str = "summer", result: str = "1-0") -> Document:
    return tournament(name, "2024-06-20", f"A B {result}", "C D 1-0")


def test_the_answer_is_what_the_command_prints(officer: Writer, club: Selo) -> None:
    beside = copy_of(club, "beside.db")
    for preview in (True, False):
        reply = officer.submit(played(), query="?dry_run=true" if preview else "")
        line = [
            "submit",
            beside.file("p.jsonl", played()),
            *(["--dry-run"] if preview else []),
            "--json",
        ]
        printed = beside.run(*line).out.replace(
            str(beside.folder / "p.jsonl"), "body.jsonl"
        )
        told = reply.text
        if preview:  # a name to book it by, which the command has for drafts alone
            told = re.sub(r', "preview": "[-0-9a-f]+"', "", told)
        # the receipt is of these very events, whose actors differ
        assert told.partition('"receipt"')[:2] == printed.partition('"receipt"')[:2]
        assert ('"receipt"' in printed) != preview
        assert reply.status == (200 if preview else 201)
    assert club.events() == beside.events()


def test_every_event_carries_the_actor(officer: Writer, club: Selo) -> None:
    before = club.events()
    assert officer.submit(player("N1"), opening("N1"), played()).status == 201
    events = [event for event in club.ask("log")["events"] if event["seq"] > before]
    assert len(events) == 3 and {event["actor"] for event in events} == {"aino"}


def test_nobody_acts_as_somebody_else(officer: Writer, club: Selo) -> None:
    before = club.rows()
    reply = officer.submit({**played(), "actor": "jorma"})
    assert (reply.status, reply.codes) == (
        403,
        ["other-actor"],
    ) and club.rows() == before
    assert officer.submit({**played(), "actor": "aino"}).status == 201


@pytest.mark.parametrize(
    ("body", "kind", "status", "codes"),
    [
        (b"{", JSON, 400, ["not-json"]),
        (b"", JSON, 422, ["empty"]),
        (b"\xff\xfe", JSON, 400, ["not-utf8"]),
        (b"[" * 100_000, JSON, 400, ["not-json"]),
        (b'{"kind": "player", "player": "X", "player": "Y"}', JSON, 422, ["key-twice"]),
        (b'{"kind": "playr"}', JSON, 422, ["unknown-kind"]),
        (
            b'{"kind": "player", "player": "X", "name": "N", "boss": 1}\n{"kind": "x"}',
            LINES,
            422,
            ["unknown-field", "unknown-kind"],
        ),
        (encoded(amend("nowhere", games={})), JSON, 422, None),
        (b"kind=player", "application/x-www-form-urlencoded", 415, ["media-type"]),
        (b"{}", "text/plain", 415, ["media-type"]),
        (b"{}", "", 415, ["media-type"]),
    ],
)
def test_what_is_refused_records_nothing(
    officer: Writer,
    club: Selo,
    body: bytes,
    kind: str,
    status: int,
    codes: list[str] | None,
) -> None:
    before = club.rows()
    reply = officer.post(body, kind)
    assert reply.status == status, reply.text
    assert codes is None or reply.codes == codes
    assert club.rows() == before


def test_a_refusal_has_the_problems_of_the_command(officer: Writer, club: Selo) -> None:
    documents = [
        played(),
        {**amend("summer", games={"1.1": {"result": "2-0"}})},
        {"kind": "opening", "player": "Q"},
    ]
    printed = club.run("submit", club.file("body.jsonl", *documents), "--json").value
    reply = officer.submit(*documents)
    for problem in printed["problems"]:
        problem["where"]["file"] = "body.jsonl"
    assert reply.value["problems"] == printed["problems"]


def test_a_stale_version_is_a_conflict(officer: Writer) -> None:
    version = officer.submit(played()).value["recorded"][0]["seq"]
    change = amend(
        "summer", games={"1.1": {"result": "0-1"}}, expect_version=version - 1
    )
    assert officer.submit(change).status == 409
    assert officer.submit({**change, "expect_version": version}).status == 201


def test_an_idempotent_retry_books_once(officer: Writer, club: Selo) -> None:
    """A correction has no name of its own: only the key tells a retry from a second
    one.
    """
    officer.submit(played())
    change = amend("summer", games={"1.1": {"result": "0-1"}})
    fields = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}
    first = officer.submit(change, **fields)
    events = club.events()
    again = officer.submit(change, **fields)
    assert (first.status, again.status) == (201, 200) and club.events() == events
    assert again.value["recorded"][0]["repeated"] is True
    assert again.value["recorded"][0]["seq"] == first.value["recorded"][0]["seq"]
    other = officer.submit(amend("summer", games={"1.1": {"result": "1-0"}}), **fields)
    assert (other.status, other.codes) == (409, ["key-reused"])


def test_a_key_counts_for_every_document_of_a_body(officer: Writer, club: Selo) -> None:
    officer.submit(played())
    changes = [
        amend("summer", games={"1.1": {"result": text}}) for text in ("0-1", "1/2-1/2")
    ]
    fields = {"Idempotency-Key": "twice"}
    assert officer.submit(*changes, **fields).status == 201
    events = club.events()
    again = officer.submit(*changes, **fields)
    assert [row["repeated"] for row in again.value["recorded"]] == [
        True,
        True,
    ] and club.events() == events


@pytest.mark.parametrize("key", ["", " ", "x" * 201, "\xe4"])
def test_a_key_that_is_none(officer: Writer, key: str) -> None:
    reply = officer.submit(played(), **{"Idempotency-Key": key})
    assert reply.status == 400 and reply.codes == ["parameter"]


def test_a_key_given_twice(officer: Writer, club: Selo) -> None:
    events = club.events()
    reply = officer.submit(
        played(), **{"Idempotency-Key": "one", "idempotency-key": "two"}
    )
    assert (reply.status, reply.codes) == (
        400,
        ["parameter-twice"],
    ) and club.events() == events


def test_a_key_in_both_places(officer: Writer) -> None:
    assert (
        officer.submit({**played(), "key": "one"}, **{"Idempotency-Key": "two"}).status
        == 400
    )
    assert (
        officer.submit({**played(), "key": "one"}, **{"Idempotency-Key": "one"}).status
        == 201
    )


def test_roles_say_which_kinds_are_recorded(service: Served, club: Selo) -> None:
    frozen = {"kind": "publish", "list": "selo", "label": "june", "as_of": "2024-06-30"}
    adopted = {
        "kind": "adopt-rules",
        "list": "selo",
        "edition": "fi-2011",
        "from": "2024-06-30",
    }
    officer, publisher, admin = (
        Writer(service, club.ledger, role, str(role))
        for role in (Role.OFFICER, Role.PUBLISHER, Role.ADMIN)
    )
    assert officer.submit(frozen).codes == ["not-allowed"]
    assert officer.submit(adopted, frozen).codes == ["not-allowed", "not-allowed"]
    assert publisher.submit(player("N1")).codes == ["not-allowed"]
    assert publisher.submit(frozen).status == 201
    assert admin.submit(adopted).status in (201, 422)


def test_too_large_a_body_is_refused_before_it_is_read(club: Selo) -> None:
    with served(club.ledger, now=lambda: AT, body_bytes=1000) as service:
        officer = Writer(service, club.ledger)
        assert officer.post(b" " * 1001, JSON).codes == ["too-large"]
        reply = service.ask(
            "/api/documents",
            "POST",
            b"",
            {**officer.fields, "Content-Length": "99999999", "Content-Type": JSON},
        )
        assert reply.status == 413


def test_many_writers_at_once_lose_nothing(service: Served, club: Selo) -> None:
    before, replies = club.events(), list[Reply]()
    writers = [Writer(service, club.ledger, name=f"w{number}") for number in range(2)]

    def write(number: int) -> None:
        for turn in range(10):
            replies.append(writers[number].submit(player(f"W{number}-{turn}")))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for turn in range(5):
        club.submit(player(f"C{turn}"))
    for thread in threads:
        thread.join()
    assert {reply.status for reply in replies} == {201}
    assert club.events() == before + 25
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


def test_a_key_is_of_whoever_sends_it(
    service: Served, club: Selo, officer: Writer
) -> None:
    """Another officer's key, or the second document of a request, took the name away
    from whoever came next.
    """
    other, fields = (
        Writer(service, club.ledger, name="onni"),
        {"Idempotency-Key": "abc-1"},
    )
    first = officer.submit(player("N1"), player("N2"), **fields)
    assert first.status == 201
    second = other.submit(player("N3"), **fields)
    assert (second.status, second.value["recorded"][0]["target"]) == (201, "N3")
    for number, key in enumerate(("abc-1#2", "aino:abc-1", "aino/2:abc-1")):
        for writer, name in ((officer, f"K{number}"), (other, f"L{number}")):
            assert (
                writer.submit(player(name), **{"Idempotency-Key": key}).status == 201
            ), key
    again = officer.submit(player("N1"), player("N2"), **fields)
    assert again.status == 200 and [row["seq"] for row in again.value["recorded"]] == [
        row["seq"] for row in first.value["recorded"]
    ]
    assert officer.submit(player("N4"), **fields).codes == ["key-reused"]


def test_a_booking_sent_again_with_its_key_is_answered_as_at_first(
    service: Served, club: Selo, officer: Writer
) -> None:
    other, fields = (
        Writer(service, club.ledger, name="onni"),
        {"Idempotency-Key": "once"},
    )

    def book(writer: Writer, **given: str) -> Reply:
        return service.ask(
            f"/api/drafts/{number}/book", "POST", None, {**writer.fields, **given}
        )

    kept = {**officer.fields, "Content-Type": LINES}
    number = service.ask(
        "/api/drafts", "POST", encoded(player("N1"), player("N2")), kept
    ).value["number"]
    first, events = book(officer, **fields), club.events()
    again = book(officer, **fields)
    assert (first.status, again.status) == (201, 200)
    assert [(row["seq"], row["target"]) for row in again.value["recorded"]] == [
        (row["seq"], row["target"]) for row in first.value["recorded"]
    ]
    assert {row["repeated"] for row in again.value["recorded"]} == {
        True
    } and club.events() == events
    for refused in (
        book(officer),
        book(officer, **{"Idempotency-Key": "other"}),
        book(other, **fields),
    ):
        assert (refused.status, refused.codes) == (409, ["draft-settled"])
