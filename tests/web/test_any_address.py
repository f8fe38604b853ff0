"""Whatever is asked at whatever address: a status that fits, said as whoever asked can
read it, and never a failure of the service.
"""

from collections.abc import Iterator

import pytest

from tests.web.serving import Reply, Served, served
from tests.world.command import Selo

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "QUERY")
KNOWN = (
    "/",
    "/desk",
    "/players/A",
    "/sv/players/A",
    "/players/A.csv",
    "/api",
    "/api/players/A",
    "/api/players/A/",
    "/api//players//A",
    "//api/players/A",
    "/fi/api/players/A",
    "/api/documents",
    "/api/drafts/1",
    "/api/sessions",
    "/api/openapi.json",
    "/healthz",
    "/metrics",
)
UNKNOWN = (
    "//",
    "/nothing",
    "/nothing.json",
    "/sv/nothing",
    "/api/nothing",
    "//api/nothing",
    "/API/players/A",
    "/api/../players/A",
    "/api/players/%00",
    "/api/players/%2F",
    "/api/players/%FF",
    "/api/players/" + "x" * 5000,
    "/api/players/A?as_of",
    "/api/players/A?" + "a=1&" * 200,
    "/api/lists/selo?limit=99999999999999999999999",
    "/api/lists/selo?cursor=x",
    "/api/events/99999999999999999999999",
    "/x" * 3000,
)
# what a browser says that it takes, and what programs say that have other wishes
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
PROGRAMS = ("*/*", "application/xml", "application/json", "nonsense")


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger) as service:
        yield service


def refused_to(reply: Reply) -> str:
    """Return the kind in which a refusal is told."""
    return reply.fields["content-type"].partition(";")[0]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_at_every_address(service: Served, method: str) -> None:
    for address in (*KNOWN, *UNKNOWN):
        body = b"" if method in ("POST", "PUT", "PATCH", "DELETE") else None
        for accept in (BROWSER, *PROGRAMS):
            reply = service.ask(
                address, method=method, body=body, fields={"Accept": accept}
            )
            told = f"{method} {address[:60]} {accept}: {reply.status}"
            assert reply.status < 500, told
            assert reply.fields["x-request-id"], told
            if reply.status == 405:
                assert reply.fields["allow"], told
            if method == "HEAD":
                assert reply.text == "", told
            elif reply.status >= 400 and accept != BROWSER:
                assert refused_to(reply) == "application/problem+json", told
                assert reply.value["status"] == reply.status, told
            elif reply.status >= 400:
                kinds = ("text/html", "application/problem+json")
                assert refused_to(reply) in kinds, told


def test_two_slashes_lead_a_program_where_one_does(service: Served) -> None:
    answer = service.ask("/api/players/A")
    for address in ("//api/players/A", "/api//players/A", "/api/players/A/"):
        assert service.ask(address).text == answer.text


def test_a_program_that_names_a_language_gets_the_same_bytes(service: Served) -> None:
    answer = service.ask("/api/players/A")
    for language in ("fi", "sv", "en"):
        assert service.ask(f"/{language}/api/players/A").text == answer.text


def test_a_visitor_is_refused_with_a_page(service: Served) -> None:
    for address in ("/nothing", "/sv/nothing", "/players/nobody"):
        reply = service.ask(address, fields={"Accept": BROWSER})
        assert reply.status == 404 and refused_to(reply) == "text/html"
