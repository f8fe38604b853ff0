"""Atom feeds: corrections, published lists, one for each player."""

import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from xml.etree import ElementTree

import pytest

from tests.web.serving import Served, served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import amend, player, tournament
from tests.world.pace import until
from web.store.roles import Role

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


def feed(service: Served, address: str) -> ElementTree.Element:
    """The feed, with what RFC 4287 asks of every one."""
    reply = service.ask(address)
    assert reply.status == 200 and reply.fields["content-type"].startswith(
        "application/atom+xml"
    ), reply.text
    root = ElementTree.fromstring(reply.text)
    assert root.tag == f"{ATOM}feed"
    ids = [element.text for element in root.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) and all(
        (text or "").startswith("urn:uuid:") for text in ids
    )
    for part in (root, *root.findall(f"{ATOM}entry")):
        assert part.findtext(f"{ATOM}title") and part.findtext(f"{ATOM}updated")
    for link in root.iter(f"{ATOM}link"):
        if link.get("rel") == "alternate" and "/published/" not in (
            link.get("href") or ""
        ):
            assert service.ask(f"/api{link.get('href')}").status == 200, link.get(
                "href"
            )
    assert (
        service.ask(address, fields={"If-None-Match": reply.fields["etag"]}).status
        == 304
    )
    return root


def titles(root: ElementTree.Element) -> list[str]:
    return [
        entry.findtext(f"{ATOM}title") or "" for entry in root.findall(f"{ATOM}entry")
    ]


def test_corrections(service: Served, club: Selo) -> None:
    assert titles(feed(service, "/log.atom")) == []
    club.submit(tournament("summer", "2024-06-20", "A B 1-0", "C D 1-0"))
    club.submit(
        amend("open-2024", games={"1.1": {"result": "0-1"}}, reason="<slip> & misread")
    )
    root = feed(service, "/log.atom")
    assert titles(root) == ["amend open-2024: <slip> & misread"]
    [entry] = root.findall(f"{ATOM}entry")
    moved = {
        (row["name"], row["unit"])
        for row in club.ask("log", "impact", str(club.events()))["rows"]
    }
    assert moved and all(
        f"{name}, selo, {unit}: " in (entry.findtext(f"{ATOM}content") or "")
        for name, unit in moved
    )


def named(root: ElementTree.Element) -> tuple[str | None, ...]:
    """By what a reader tells a feed from another: its id, its title, its address."""
    [own] = [link for link in root.findall(f"{ATOM}link") if link.get("rel") == "self"]
    return root.findtext(f"{ATOM}id"), root.findtext(f"{ATOM}title"), own.get("href")


@pytest.mark.parametrize(
    ("general", "of_one", "title"),
    [
        ("/log.atom", "/log.atom?tournament=open-2024", "Corrections: Kilpailu"),
        ("/log.atom", "/log.atom?player=A", "Corrections: "),
        ("/lists.atom", "/lists.atom?list=selo", "Published lists: selo"),
        ("/players/A.atom", "/players/A.atom?list=selo", ": selo"),
    ],
)
def test_a_feed_of_one_is_another_feed(
    service: Served, general: str, of_one: str, title: str
) -> None:
    every, own = named(feed(service, general)), named(feed(service, of_one))
    assert all(one != other for one, other in zip(every, own, strict=True))
    assert title in (own[1] or "")
    assert (every[2], own[2]) == (general, of_one)


def test_a_feed_has_only_what_is_asked_for(service: Served, club: Selo) -> None:
    club.submit(
        amend("open-2024", games={"1.1": {"result": "0-1"}}, reason="a slip"),
        amend("open-2024", games={"1.1": {"result": "1-0"}}, reason="no slip"),
    )
    assert len(titles(feed(service, "/log.atom?kind=amend"))) == 2
    assert len(titles(feed(service, "/log.atom?limit=1"))) == 1
    for nothing in ("kind=ruling", "by=nobody", "until=2000-01-01", "before=1"):
        assert titles(feed(service, f"/log.atom?{nothing}")) == []

    changes = titles(feed(service, "/players/A.atom"))
    of_selo = titles(feed(service, "/players/A.atom?list=selo"))
    assert of_selo == [title for title in changes if title.startswith("selo ")]
    assert of_selo != [] and titles(feed(service, "/players/A.atom?list=pelo")) == [
        title for title in changes if title.startswith("pelo ")
    ]
    assert titles(feed(service, "/players/A.atom?as_of=2000-01-01")) == []


def test_published_lists(service: Served, club: Selo) -> None:
    club.submit(
        {"kind": "publish", "list": "selo", "label": "june", "as_of": "2024-06-30"}
    )
    assert titles(feed(service, "/lists.atom")) == ["selo june"]


def test_a_players_changes(service: Served, club: Selo) -> None:
    before = titles(feed(service, "/players/A.atom"))
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    after = titles(feed(service, "/players/A.atom"))
    assert len(after) == len(before) + 1 and after[1:] == before
    assert service.ask("/players/NOBODY.atom").codes == ["unknown-player"]


@pytest.mark.parametrize(
    "page", ["/en/players/A", "/fi/tournaments/open-2024"], ids=["player", "tournament"]
)
def test_a_page_leads_to_the_feed_of_what_it_is_about(
    service: Served, club: Selo, page: str
) -> None:
    club.submit(
        tournament("summer", "2024-06-20", "C D 1-0"),
        amend("open-2024", games={"1.1": {"result": "0-1"}}, reason="a slip"),
        amend("summer", games={"1.1": {"result": "0-1"}}, reason="another"),
    )
    html = service.ask(page, fields={"Accept": "text/html"}).text
    [in_head] = re.findall(r'atom\+xml" title="[^"]*" href="([^"]+)"', html)
    [seen] = re.findall(r'<a href="([^"]+\.atom[^"]*)"', html)
    assert seen == in_head
    entries = titles(feed(service, seen))
    assert entries and not any("summer" in entry for entry in entries)


def test_where_there_is_no_feed(service: Served) -> None:
    assert service.ask("/titles.atom").codes == ["no-feed"]


class Follower:
    """A client of the stream of events, reading in a thread of its own."""

    def __init__(self, service: Served, query: str, **fields: str) -> None:
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", service.port, timeout=60
        )
        self.connection.request("GET", f"/api/events/stream{query}", headers=fields)
        self._socket = self.connection.sock
        self.response = self.connection.getresponse()
        self.events: list[tuple[int, dict[str, object]]] = []
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        fields: dict[str, str] = {}
        for line in self.response:
            name, _, value = line.decode().rstrip("\r\n").partition(": ")
            if name:
                fields[name] = value
            elif "id" in fields:
                # or a browser's EventSource would not give it to onmessage
                assert "event" not in fields
                self.events.append((int(fields["id"]), json.loads(fields["data"])))
                fields = {}

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(10)
        self.response.close()
        self.connection.close()

    def wait(self, count: int) -> list[tuple[int, dict[str, object]]]:
        until(lambda: len(self.events) >= count)
        return self.events


def test_events_are_streamed_as_they_are_recorded(service: Served, club: Selo) -> None:
    first = Follower(service, "?after=3&limit=4")
    assert first.response.headers["content-type"].startswith("text/event-stream")
    known = club.events()
    assert [seq for seq, _ in first.wait(known - 3)] == list(range(4, known + 1))
    club.submit(player("N1"))
    seq, event = first.wait(known - 2)[-1]
    assert (seq, event["kind"]) == (known + 1, "player")
    assert event == service.ask(f"/api/events?after={known}").value["events"][0]
    again = Follower(service, "", **{"Last-Event-ID": str(known)})
    assert [seq for seq, _ in again.wait(1)] == [known + 1]
    for follower in (first, again):
        follower.close()


def test_a_service_that_stops_ends_its_streams_and_long_polls(club: Selo) -> None:
    with served(club.ledger, now=lambda: AT) as service:
        follower = Follower(service, f"?after={club.events()}")
        polling = threading.Thread(
            target=lambda: service.ask(f"/api/events?after={club.events()}&wait=25")
        )
        polling.start()
        reader = bearer(token(club.ledger, Role.READER))
        until(
            lambda: "\nselo_waits 1.0\n" in service.ask("/metrics", fields=reader).text
        )
        started = time.monotonic()
    polling.join()
    follower.thread.join(20)
    assert not follower.thread.is_alive() and time.monotonic() - started < 20, (
        "both would have waited for longer"
    )
    follower.close()


def test_only_so_many_streams_at_once(club: Selo) -> None:
    with served(club.ledger, now=lambda: AT, streams_at_once=1) as service:
        first = Follower(service, "")
        first.wait(1)
        refused = service.ask("/api/events/stream")
        assert refused.codes == ["overloaded"] and "retry-after" in refused.fields
        assert service.ask("/api/events?limit=1").status == 200
        first.close()
