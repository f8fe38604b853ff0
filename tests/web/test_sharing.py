"""Pages of other sites read what anybody may read, and nothing else: no writing, no
session, no view of one's own.
"""

from collections.abc import Iterator

import pytest

from tests.web.serving import NOW, Reply, Served, served
from tests.web.test_same_answers import ASKED
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from web.questions.registry import QUESTIONS, ServedQuestion
from web.store.roles import Role

THERE = {"Host": "ratings.example.org", "Origin": "https://club.example.com"}
CORS = "access-control-"
OPEN = [entry for entry in QUESTIONS if entry.role is Role.ANYBODY]
CLOSED = [entry for entry in QUESTIONS if entry.role is not Role.ANYBODY]


@pytest.fixture(scope="module")
def public(published_ledger: str) -> Iterator[Served]:
    with served(published_ledger, searches_a_minute=10**9) as running:
        running.always = THERE
        yield running


def sharing(reply: Reply) -> dict[str, str]:
    return {
        name: value for name, value in reply.fields.items() if name.startswith(CORS)
    }


@pytest.mark.parametrize("entry", OPEN, ids=lambda entry: entry.command)
def test_what_anybody_may_read_other_sites_may_read(
    entry: ServedQuestion, public: Served
) -> None:
    address = f"/api{ASKED[entry.command][0][0]}"
    reply = public.ask(address)
    assert (reply.status, reply.fields["access-control-allow-origin"]) == (200, "*")
    assert "access-control-allow-credentials" not in reply.fields
    told = {
        name.strip()
        for name in reply.fields["access-control-expose-headers"].split(",")
    }
    assert {"ETag", "Link", "Retry-After", "Selokirja-Version"} <= told
    if "etag" in reply.fields:
        again = public.ask(address, fields={"If-None-Match": reply.fields["etag"]})
        assert (again.status, again.fields["access-control-allow-origin"]) == (304, "*")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/players/nobody", 404),
        ("/api/players/F033?as_of=x", 400),
        ("/api/nowhere", 404),
        ("/lists/selo.csv", 200),
        ("/log.atom", 200),
        ("/players/F033.json", 200),
        ("/api/openapi.json", 200),
        ("/api/checkpoint", 200),
    ],
)
def test_refusals_and_other_forms_too(
    address: str, status: int, public: Served
) -> None:
    for method in ("GET", "HEAD"):
        reply = public.ask(address, method)
        assert (reply.status, reply.fields.get("access-control-allow-origin")) == (
            status,
            "*",
        )


@pytest.mark.parametrize("entry", CLOSED, ids=lambda entry: entry.command)
def test_what_needs_a_token_is_nobody_elses(
    entry: ServedQuestion, public: Served
) -> None:
    address = f"/api{ASKED[entry.command][0][0]}"
    assert sharing(public.ask(address)) == {} and public.ask(address).status == 401
    admin = bearer(token(public.settings.ledger, Role.ADMIN, "aino", NOW))
    shown = public.ask(address, fields=admin)
    assert (shown.status, sharing(shown)) == (200, {})


@pytest.mark.parametrize(
    "shown",
    [{"Cookie": "selo_language=fi"}, {"Cookie": "selo_session=x"}, bearer("selo_x")],
)
def test_whoever_shows_something_of_theirs_is_answered_alone(
    shown: dict[str, str], public: Served
) -> None:
    for address in ("/api/players/F033", "/api/players/nobody", "/lists/selo.csv"):
        assert sharing(public.ask(address, fields=shown)) == {}
    office = bearer(token(public.settings.ledger, Role.OFFICER, "olli", NOW))
    assert sharing(public.ask("/api/players/F033/details", fields=office)) == {}


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/players/F033",
        "/desk",
        "/login/x",
        "/api",
        "/healthz",
        "/metrics",
        "/problems",
    ],
)
def test_pages_are_read_by_nobody_else(address: str, public: Served) -> None:
    assert sharing(public.ask(address)) == {}
    assert (
        sharing(
            public.ask(
                address, "OPTIONS", fields={"Access-Control-Request-Method": "GET"}
            )
        )
        == {}
    )


@pytest.mark.parametrize(
    "address",
    [
        "/api/documents",
        "/api/drafts",
        "/api/drafts/1/book",
        "/desk/files",
        "/login/x",
        "/logout",
    ],
)
def test_nothing_is_written_from_elsewhere(address: str, public: Served) -> None:
    """Neither before the request nor after it; a token is no field that a page
    elsewhere may send.
    """
    for asked in ("POST", "PUT", "DELETE", "get", "*", ""):
        assert (
            sharing(
                public.ask(
                    address, "OPTIONS", fields={"Access-Control-Request-Method": asked}
                )
            )
            == {}
        )
    for fields in (
        {},
        bearer(token(public.settings.ledger, Role.OFFICER, f"o{len(address)}", NOW)),
    ):
        assert sharing(public.ask(address, "POST", b"{}", fields)) == {}


def test_before_a_get_with_a_field(public: Served) -> None:
    fields = {
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
    }
    reply = public.ask("/api/players/F033", "OPTIONS", fields=fields)
    assert (reply.status, reply.fields["access-control-allow-origin"]) == (204, "*")
    assert reply.fields["access-control-allow-methods"] == "GET, HEAD"
    allowed = {
        name.strip().lower()
        for name in reply.fields["access-control-allow-headers"].split(",")
    }
    assert allowed == {"if-none-match", "last-event-id", "selokirja-version"}
    assert "access-control-allow-credentials" not in reply.fields


@pytest.mark.parametrize(
    ("host", "shared"),
    [
        ("ratings.example.org", True),
        ("ratings.example.org:8443", True),
        ("8.8.8.8", True),
        ("[2606:4700::1]:80", True),
        ("localhost", False),
        ("localhost:8000", False),
        ("selo.localhost", False),
        ("127.0.0.1:8000", False),
        ("192.168.1.7", False),
        ("10.0.0.1:80", False),
        ("[::1]:8000", False),
        ("[fe80::1]", False),
        ("office", False),
        ("selo.local", False),
        ("ratings.internal", False),
        ("localhost.", False),
        ("", False),
        ("0.0.0.0", False),
    ],
)
def test_a_machine_of_ones_own_shares_nothing(
    host: str, shared: bool, public: Served
) -> None:
    """A page on the Internet must not read the ledger of an office through the browser
    of an officer.
    """
    for method, fields in (
        ("GET", {}),
        ("OPTIONS", {"Access-Control-Request-Method": "GET"}),
    ):
        reply = public.ask("/api/lists/selo", method, fields={"Host": host, **fields})
        assert ("access-control-allow-origin" in reply.fields) is shared


def test_too_many_questions_can_be_read_by_who_asks_them(club: Selo) -> None:
    with served(club.ledger, searches_a_minute=1) as running:
        running.always = THERE
        replies = [running.ask("/api/search?words=a") for _ in range(3)]
        assert (
            replies[-1].status == 429
            and replies[-1].fields["access-control-allow-origin"] == "*"
        )
