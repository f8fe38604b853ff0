"""Behind a proxy: whose word counts about where a request comes from, and where the
service stands.
"""

from unittest.mock import patch

import pytest

from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT, LINES, encoded, played
from tests.world.command import Selo
from web.store.roles import Role


def test_only_a_trusted_proxy_says_who_asks(published_ledger: str) -> None:
    """Else anybody could get round the limit for one address by naming another one each
    time.
    """
    for trusted, last in ((("127.0.0.1",), 200), ((), 429), (("10.0.0.1",), 429)):
        limits = {
            "searches_a_minute": 2,
            "trusted_proxies": trusted,
        }
        with served(published_ledger, **limits) as service:
            statuses = [
                service.ask(
                    f"/api/search?words=a{n}",
                    fields={"X-Forwarded-For": f"192.0.2.{n}"},
                ).status
                for n in range(3)
            ]
        assert statuses == [200, 200, last]


def test_a_base_path_counts_with_and_without_the_proxys_part(club: Selo) -> None:
    with served(club.ledger, base_path="/ratings", now=lambda: AT) as service:
        for address in (
            "/ratings/api/players/A",
            "/api/players/A",
            "/ratings/players/A.json",
        ):
            assert service.ask(address).status == 200
        assert service.ask("/ratingsapi/players/A").status == 404
        fields = {**bearer(token(club.ledger, Role.SUBMITTER)), "Content-Type": LINES}
        reply = service.ask("/ratings/api/documents", "POST", encoded(played()), fields)
        assert reply.fields["location"] == "/ratings/api/drafts/1"


@pytest.mark.parametrize(
    ("options", "warned"),
    [
        ("", False),
        ("--host localhost", False),
        ("--host 127.0.0.2", False),
        ("--host 0.0.0.0", True),
        ("--host 0.0.0.0 --behind-proxy 10.0.0.1", False),
    ],
)
def test_a_service_that_others_reach_without_a_proxy_says_so(
    club: Selo, options: str, warned: bool
) -> None:
    with patch("web.running.serve") as started:
        ran = club.run("serve", "--port", "0", *options.split())
    assert started.called and ran.code == 0
    assert ran.err.count("no proxy is in front of it") == warned


def test_an_option_bounds_the_answers_that_are_kept(club: Selo) -> None:
    for options, most in (("", 16), ("--cache-mb 64", 64), ("--cache-mb 0", 0)):
        with patch("web.running.serve") as started:
            club.run("serve", "--port", "0", *options.split())
        assert started.call_args.args[0].cache_bytes == most * 2**20


def test_a_proxy_may_keep_what_anybody_may_see(club: Selo) -> None:
    """Nothing else, and nothing is said of it where there is no proxy."""
    for trusted in ((), ("127.0.0.1",)):
        with served(club.ledger, now=lambda: AT, trusted_proxies=trusted) as service:
            seen = service.ask("/api/players/A").fields
            assert ("x-accel-expires" in seen) is bool(trusted)
            assert "x-accel-expires" not in service.ask("/healthz").fields
            searched = service.ask("/api/search?words=a").fields
            assert "etag" in searched and "x-accel-expires" not in searched
            reader = bearer(token(club.ledger, Role.OFFICER))
            shown = service.ask("/api/players/A", fields=reader).fields
            assert "x-accel-expires" not in shown
