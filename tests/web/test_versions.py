"""Every answer for programs names the version of the interface; a request may name the
day that it was written for.
"""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.web.serving import Served, served
from web.http import VERSION, VERSIONS

TODAY = "2027-03-01"


@pytest.fixture(scope="module")
def later(published_ledger: str) -> Iterator[Served]:
    with served(published_ledger, now=lambda: f"{TODAY}T06:00:00.000000Z") as running:
        yield running


@pytest.mark.parametrize(
    "address",
    [
        "/api/players/F033",
        "/api/players/nobody",
        "/api/nowhere",
        "/lists/selo.csv",
        "/players/F033.json",
        "/log.atom",
        "/api/openapi.json",
        "/api/ledger",
        "/api/checkpoint",
    ],
)
def test_every_answer_for_programs_names_it(address: str, later: Served) -> None:
    for method in ("GET", "HEAD", "OPTIONS", "POST"):
        assert later.ask(address, method).fields["selokirja-version"] == VERSION
    tag = later.ask(address).fields.get("etag", "")
    assert (
        later.ask(address, fields={"If-None-Match": tag}).fields["selokirja-version"]
        == VERSION
    )
    assert "selokirja-version" not in later.ask("/lists/selo").fields


@pytest.mark.parametrize("day", [VERSION, "2026-12-31", TODAY])
def test_a_day_since_the_first_means_what_was_in_force_then(
    day: str, later: Served
) -> None:
    plain = later.ask("/api/players/F033")
    reply = later.ask("/api/players/F033", fields={"Selokirja-Version": day})
    assert (reply.status, reply.body, reply.fields["selokirja-version"]) == (
        200,
        plain.body,
        VERSION,
    )


@pytest.mark.parametrize(
    "odd",
    [
        "2026-11-27",
        "1999-01-01",
        "2027-03-02",
        "9999-12-31",
        "2026-13-01",
        "2027-02-29",
        "2026-11-8",
        "20261128",
        "1",
        "",
        "latest",
        "2026-11-28T00:00:00Z",
        "2026-11-28, 2026-11-28",
        "x" * 500,
        "--as-of",
    ],
)
def test_another_day_is_refused_in_words(odd: str, later: Served) -> None:
    for method, address in (
        ("GET", "/api/players/F033"),
        ("GET", "/lists/selo.csv"),
    ):
        reply = later.ask(address, method, fields={"Selokirja-Version": odd})
        assert (reply.status, reply.codes) == (400, ["no-such-version"])
        [problem] = reply.value["problems"]
        assert (
            problem["where"]["field"] == "Selokirja-Version"
            and VERSION in problem["hint"]
        )
        assert reply.fields["selokirja-version"] == VERSION
    assert later.ask("/lists/selo", fields={"Selokirja-Version": odd}).status == 200, (
        "a page has no version"
    )


def test_a_day_that_has_begun_somewhere_is_not_in_the_future(
    published_ledger: str,
) -> None:
    with served(published_ledger, now=lambda: "2027-03-01T10:30:00.000000Z") as running:
        assert (
            running.ask("/api/lists", fields={"Selokirja-Version": "2027-03-02"}).status
            == 200
        )
        assert (
            running.ask("/api/lists", fields={"Selokirja-Version": "2027-03-03"}).status
            == 400
        )


def test_the_newest_version_is_taken_by_a_clock_that_is_behind_it(
    published_ledger: str,
) -> None:
    with served(published_ledger, now=lambda: "2026-11-01T12:00:00.000000Z") as running:
        assert (
            running.ask("/api/lists", fields={"Selokirja-Version": VERSION}).status
            == 200
        )


def test_versions_are_days_in_order() -> None:
    assert list(VERSIONS) == sorted(
        {date.fromisoformat(version).isoformat() for version in VERSIONS}
    )
    assert VERSIONS[-1] == VERSION
