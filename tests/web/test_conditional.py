"""What a client has already is not sent again, and nothing stale ever counts as what it
has.
"""

import gzip
import http.client
import time
from unittest.mock import patch

import pytest

from projections.answers.kept_open import KeptLedger
from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.reached import copy_of, replaced

SHOW = "/api/players/F033"


def test_the_tag_answers_304_without_asking_the_tables(service: Served) -> None:
    first = service.ask(SHOW)
    # as admin
    assert first.status == 200 and first.fields["cache-control"] == "private, no-cache"
    with patch.object(
        KeptLedger, "reading", side_effect=AssertionError("the tables were asked")
    ):
        for given in (
            first.fields["etag"],
            f'"other", {first.fields["etag"]}',
            first.fields["etag"][2:],
        ):
            again = service.ask(SHOW, fields={"If-None-Match": given})
            assert (again.status, again.body) == (304, b"")
            assert again.fields["etag"] == first.fields["etag"]
        # a control: whoever has no answer yet asks them
        assert service.ask("/api/players/F034").status == 500
    assert service.ask(SHOW, fields={"If-None-Match": '"other"'}).status == 200


def test_a_tag_is_of_one_language(service: Served) -> None:
    page = "/players/F033?as_of=2024-06-30"
    tag = service.ask(page, fields={"Accept-Language": "fi"}).fields["etag"]
    other = service.ask(page, fields={"Accept-Language": "sv", "If-None-Match": tag})
    assert other.status == 200 and 'lang="sv"' in other.text
    tag = other.fields["etag"]
    assert (
        service.ask(page, fields={"Accept-Language": "sv", "If-None-Match": tag}).status
        == 304
    )


def test_only_the_tag_tells_what_a_client_has(service: Served) -> None:
    """No moment does: within one second two events could look the same, and a day may
    change an answer by itself.
    """
    reply = service.ask(SHOW)
    assert "last-modified" not in reply.fields
    assert (
        service.ask(
            SHOW, fields={"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
        ).status
        == 200
    )


def test_todays_answer_is_another_tomorrow(published_ledger: str) -> None:
    clock = ["2026-11-01T23:59:59.000000Z"]
    with served(published_ledger, now=lambda: clock[0]) as service:
        tag = service.ask(SHOW).fields["etag"]
        clock[0] = "2026-11-02T00:00:05.000000Z"
        assert (
            service.ask(SHOW, fields={"If-None-Match": tag}).value["basis"]["as_of"]
            == "2026-11-02"
        )


def test_an_event_makes_every_tag_old(club: Selo) -> None:
    """Also of what was known before it: names are always today's."""
    with served(club.ledger, now=lambda: "2024-06-30T13:00:00.000000Z") as service:
        asked = f"/api/players/A?known_seq={club.events()}"
        tag = service.ask(asked).fields["etag"]
        club.submit(player("A", name="Another Name", change=True))
        again = service.ask(asked, fields={"If-None-Match": tag})
        assert again.status == 200 and again.value["player"]["name"] == "Another Name"


def test_another_ledger_in_the_same_place_is_noticed(club: Selo) -> None:
    other = copy_of(club, "other.db")
    other.submit(player("A", name="From Elsewhere", change=True))
    with served(club.ledger, now=lambda: "2024-06-30T13:00:00.000000Z") as service:
        assert service.ask("/api/players/A").value["player"]["name"] == "Pelaaja A"
        replaced(club, other)
        assert service.ask("/api/players/A").value["player"]["name"] == "From Elsewhere"


@pytest.mark.parametrize(
    ("given", "packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False), ("", False)],
)
def test_gzip_where_the_client_takes_it(
    service: Served, given: str, packed: bool
) -> None:
    reply = service.ask("/api/lists/selo", fields={"Accept-Encoding": given})
    plain = service.ask("/api/lists/selo")
    assert (reply.fields.get("content-encoding") == "gzip") is packed
    assert (gzip.decompress(reply.body) if packed else reply.body) == plain.body
    assert (
        reply.fields["vary"] == "accept, accept-encoding"
        and reply.fields["etag"] == plain.fields["etag"]
    )


def test_answers_on_one_connection_come_at_once(service: Served) -> None:
    """Neither side waits for the other's acknowledgement, which would cost 40 ms an
    answer.
    """
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    times = []
    for _ in range(30):
        started = time.perf_counter()
        connection.request("GET", SHOW)
        assert service.reply(connection).status == 200
        times.append(time.perf_counter() - started)
    connection.close()
    # the first come at once in any case; a machine that is busy slows all others, and
    # never each of them by 40 ms
    assert min(times[20:]) < 0.035, times


def test_an_audit_is_never_answered_from_memory(service: Served) -> None:
    for asked in ("/api/verify", "/api/replay", "/api/log/200/proof"):
        reply = service.ask(asked)
        assert (
            reply.status == 200
            and reply.fields["cache-control"] == "no-store"
            and "etag" not in reply.fields
        )
