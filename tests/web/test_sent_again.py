"""A request that is sent again with its Idempotency-Key gets the first answer, whatever
it says beside the key.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import ANSWERS, REPORT, Person
from tests.web.test_writing import AT, LINES, encoded, played
from tests.world.command import Selo
from tests.world.documents import amend, player, tournament
from web.store.roles import Role

KEY = {"Idempotency-Key": "once"}


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(
        club.ledger, now=lambda: AT, four_eyes=frozenset({"moves=3"})
    ) as running:
        yield running


@pytest.fixture
def officer(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger, Role.OFFICER, "aino")


def small(result: str = "1-0") -> Any:
    """A tournament that one person may book: it moves two ratings."""
    return tournament("summer", "2024-06-20", f"A B {result}")


def told(reply: Reply) -> list[tuple[int, str]]:
    return [(row["seq"], row["target"]) for row in reply.value["recorded"]]


def test_documents_beside_the_preview_they_rest_on(officer: Person, club: Selo) -> None:
    """The client gave up waiting, and sends the very same request again."""
    looked = officer.submit(small(), query="?dry_run=true")
    fields = {**KEY, "If-Match": looked.fields["etag"]}
    first, events = officer.submit(small(), **fields), club.events()
    again = officer.submit(small(), **fields)
    assert (first.status, again.status) == (201, 200) and club.events() == events
    assert told(again) == told(first) and again.value["recorded"][0]["repeated"] is True
    assert first.value["moved"] and again.value["moved"] == first.value["moved"]
    assert [again.value["receipt"][name] for name in ("first", "last")] == [
        first.value["receipt"][name] for name in ("first", "last")
    ]


def test_the_answer_is_the_first_one_after_the_ledger_went_on(
    officer: Person, club: Selo
) -> None:
    looked = officer.submit(small(), query="?dry_run=true")
    fields = {**KEY, "If-Match": looked.fields["etag"]}
    first = officer.submit(small(), **fields)
    club.submit(amend("summer", games={"1.1": {"result": "0-1"}}), player("N9"))
    again = officer.submit(small(), **fields)
    assert again.status == 200 and told(again) == told(first)
    assert again.value["moved"] == first.value["moved"]


def test_other_content_under_the_key_is_told_so_whatever_was_looked_at(
    officer: Person,
) -> None:
    looked = officer.submit(small(), query="?dry_run=true")
    fields = {**KEY, "If-Match": looked.fields["etag"]}
    officer.submit(small(), **fields)
    other = officer.submit(small("0-1"), **fields)
    assert (other.status, other.codes) == (409, ["key-reused"])


def test_a_new_key_is_no_way_around_the_preview(officer: Person, club: Selo) -> None:
    looked = officer.submit(small(), query="?dry_run=true")
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    before = club.events()
    refused = officer.submit(small(), **KEY, **{"If-Match": looked.fields["etag"]})
    assert (refused.status, refused.codes) == (
        409,
        ["preview-differs"],
    ) and club.events() == before


def test_what_waits_as_a_draft_for_a_second_person(
    officer: Person, service: Served, club: Selo
) -> None:
    """It moves four ratings, so it waits; whoever sends it again is told where, also
    when it was booked since.
    """
    looked = officer.submit(played(), query="?dry_run=true")
    fields = {**KEY, "If-Match": looked.fields["etag"]}
    first = officer.submit(played(), **fields)
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    again = officer.submit(played(), **fields)
    assert (first.status, again.status) == (202, 202)
    assert first.fields["location"] == again.fields["location"] == "/api/drafts/1"
    other = Person(service, club.ledger, Role.OFFICER, "onni")
    assert other.do(1, "book").status == 201
    events = club.events()
    settled = officer.submit(played(), **fields)
    assert (settled.status, settled.value["state"]) == (
        202,
        "booked",
    ) and club.events() == events
    assert officer.submit(small(), **fields).codes == ["key-reused"]


def book(person: Person, **fields: str) -> Reply:
    return person.service.ask(
        "/api/drafts/1/book", "POST", None, {**person.fields, **fields}
    )


@pytest.mark.parametrize("kind", ["documents", "report"])
def test_a_draft_beside_its_preview(officer: Person, club: Selo, kind: str) -> None:
    if kind == "documents":
        officer.keep(encoded(small()))
    else:
        officer.keep(REPORT, "?name=autumn.trf", "application/octet-stream")
        officer.do(1, "answers", json.dumps(ANSWERS).encode())
    fields = {**KEY, "If-Match": f'"{officer.see("/1/preview").value["preview"]}"'}
    first, events = book(officer, **fields), club.events()
    again = book(officer, **fields)
    assert (first.status, again.status) == (201, 200) and club.events() == events
    assert told(again) == told(first) and {
        row["repeated"] for row in again.value["recorded"]
    } == {True}
    assert first.value["moved"] and again.value["moved"] == first.value["moved"]


def test_a_draft_is_kept_once(officer: Person) -> None:
    first = officer.keep(encoded(small()), kind=LINES, **KEY)
    assert (
        officer.keep(encoded(small()), kind=LINES, **KEY).value["number"]
        == first.value["number"]
        == 1
    )
    assert officer.keep(encoded(small("0-1")), kind=LINES, **KEY).codes == [
        "key-reused"
    ]


def test_whatever_moved_is_told_again(club: Selo) -> None:
    """Titles, rulings, people who became one, what was taken back: each as the first
    answer had it.
    """
    steps: list[list[Any]] = [
        [small()],
        [
            {
                "kind": "ruling",
                "player": "A",
                "list": "selo",
                "on": "2024-06-21",
                "rating": 1800,
                "reason": "board",
            }
        ],
        [amend("summer", games={"1.1": {"result": "0-1"}})],
        [player("N1"), tournament("late", "2024-02-01", "A N1 1-0", "N1 C 1-0")],
        [{"kind": "withdraw", "tournament": "late", "reason": "twice"}],
        [{"kind": "merge-players", "from": "N1", "into": "D", "reason": "one person"}],
        [{"kind": "withdraw", "tournament": "summer", "reason": "not played"}],
    ]
    with served(club.ledger, now=lambda: AT) as service:
        officer, firsts = Person(service, club.ledger), []
        for number, documents in enumerate(steps):
            firsts.append(
                officer.submit(*documents, **{"Idempotency-Key": f"k{number}"})
            )
            assert firsts[-1].status == 201, firsts[-1].text
        for number, documents in enumerate(steps):
            again = officer.submit(*documents, **{"Idempotency-Key": f"k{number}"})
            assert (again.status, again.value["moved"]) == (
                200,
                firsts[number].value["moved"],
            ), number
    assert sum(bool(first.value["moved"]) for first in firsts) >= 5
