"""`selo serve` where there is no ledger yet: one link, a page that makes the ledger and
logs its first person in, and then the service itself on the same port.
"""

import http.client
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served
from tests.web.test_processes import Starting, starting
from tests.world.command import Selo
from tests.world.pace import until

SAME = {
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/x-www-form-urlencoded",
}
RIGHT = {"name": "aino", "rules": "fi", "time_zone": "Europe/Helsinki"}


def link(service: Starting, of: str) -> tuple[int, str]:
    """The port and the address of a link that the service printed."""
    found = re.search(rf"http://127\.0\.0\.1:(\d+)(/{of}/\S+)", service.said)
    assert found is not None, service.said
    return int(found[1]), found[2]


def ask(
    port: int, address: str, body: dict[str, str] | None = None, **fields: str
) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        if body is None:
            connection.request("GET", address, headers=fields)
        else:
            content = urlencode(body)
            connection.request("POST", address, content, {**SAME, **fields})
        return Served.reply(connection)
    finally:
        connection.close()


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Starting]:
    with starting(str(tmp_path / "new.db")) as service:
        until(lambda: "/first/" in service.said)
        yield service


def followed(port: int, address: str, body: dict[str, str]) -> Reply:
    """Send a form as a browser does: again to where it is told to."""
    for _ in range(20):
        reply = ask(port, address, body)
        if reply.status != 307:
            return reply
        address = reply.fields["location"]
    raise AssertionError("led on for ever")


def path_of(reply: Reply) -> str:
    return reply.fields["location"].split("/", 3)[3]


def test_from_nothing_to_the_desk(first: Starting, tmp_path: Path) -> None:
    port, address = link(first, "first")
    page = ask(port, address)
    assert page.status == 200 and Page(page.text).flaws == []
    made = ask(port, address, RIGHT)
    assert made.status == 303
    # the link is opened at once: it waits until the whole service is there
    login = f"/{path_of(made)}"
    opened = followed(port, login, {"keep": "yes"})
    assert opened.status == 303 and opened.fields["location"] == "/desk"
    cookie = opened.fields["set-cookie"].partition(";")[0]
    desk = ask(port, "/en/desk", Cookie=cookie)
    assert desk.status == 200 and "Logged in as aino" in desk.text
    selo = Selo(tmp_path, name="new.db")
    assert "Europe/Helsinki" in selo.done("ledger", "settings")
    assert {row["actor"] for row in selo.ask("log")["events"]} == {"aino"}
    assert ask(port, address).status == 404, "the page is gone"
    first.process.terminate()
    assert first.process.wait(timeout=60) == 0


def test_everything_that_is_wrong_is_said_and_nothing_is_made(
    first: Starting, tmp_path: Path
) -> None:
    port, address = link(first, "first")
    wrong = {"name": "a/b", "rules": "chess", "time_zone": "Nowhere"}
    reply = ask(port, address, wrong)
    assert reply.status == 422 and Page(reply.text).flaws == []
    assert reply.text.count('class="problem"') == 3
    assert all(text in reply.text for text in wrong.values()), "nothing typed is lost"
    assert not (tmp_path / "new.db").exists()


def test_a_stranger_makes_no_ledger(first: Starting, tmp_path: Path) -> None:
    port, address = link(first, "first")
    assert ask(port, f"{address}x", RIGHT).status == 503
    assert ask(port, address, RIGHT, **{"Sec-Fetch-Site": "cross-site"}).status == 403
    for other in ("/", "/desk", "/api/lists/selo", "/readyz"):
        reply = ask(port, other)
        assert reply.status == 503 and address not in reply.text
    assert not (tmp_path / "new.db").exists()


def test_who_stops_it_before_leaves_nothing(first: Starting, tmp_path: Path) -> None:
    port, address = link(first, "first")
    assert ask(port, address).status == 200  # it hears signals by then
    first.process.terminate()
    assert first.process.wait(timeout=60) == 0
    assert [*tmp_path.iterdir()] == []


def test_a_ledger_where_nobody_was_let_in_prints_a_link(club: Selo) -> None:
    with starting(club.ledger) as service:
        until(lambda: "/login/" in service.said)
        port, address = link(service, "login")
        assert ask(port, address, {}).status == 303
        assert ask(port, address, {}).status == 403, "it works once"
    with starting(club.ledger) as service:
        until(lambda: "serving" in service.said)
        port = int(re.findall(r"127\.0\.0\.1:(\d+)/", service.said)[0])
        until(lambda: ask(port, "/readyz").status == 200)
        assert "/login/" not in service.said, "somebody was let in before"
