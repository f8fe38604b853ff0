"""Behind a proxy: whose word counts about where a request comes from, and where the
service stands.
"""

from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT, LINES, encoded, played
from tests.world.command import Selo
from web.store.tokens import Role


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
