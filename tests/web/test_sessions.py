"""Browser sessions: a link that works once, a cookie, and nothing that another site's page could make a browser do."""

from collections.abc import Iterator

import pytest

from service.beside import looking
from tests.web.serving import Reply, Served, served
from tests.web.test_writing import JSON, encoded
from tests.world.command import Selo
from tests.world.documents import player

SAME = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def clock() -> list[str]:
    return ["2024-06-30T12:00:00.000000Z"]


@pytest.fixture
def service(club: Selo, clock: list[str]) -> Iterator[Served]:
    with served(club.ledger, now=lambda: clock[0]) as running:
        yield running


def link(club: Selo, service: Served, role: str = "officer") -> str:
    made = club.ask("login", "--role", role, "--name", "aino", "--url", f"http://127.0.0.1:{service.port}")
    return str(made["url"]).partition(str(service.port))[2]


def logged_in(club: Selo, service: Served, role: str = "officer") -> dict[str, str]:
    reply = service.ask(link(club, service, role), "POST", b"", SAME)
    assert reply.status == 303, reply.text
    return {"Cookie": reply.fields["set-cookie"].partition(";")[0]}


def write(service: Served, fields: dict[str, str], name: str = "N1") -> Reply:
    return service.ask("/api/documents", "POST", encoded(player(name)), {**fields, "Content-Type": JSON})


def test_a_link_opens_one_session(club: Selo, service: Served) -> None:
    address = link(club, service)
    for _ in range(2):  # looking at the link does not use it up
        assert service.ask(address).status == 200
    first = service.ask(address, "POST", b"", SAME)
    assert first.status == 303
    cookie = first.fields["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Max-Age=43200" in cookie
    assert service.ask(address, "POST", b"", SAME).codes == ["login-link"]
    assert service.ask("/login/" + "x" * 43, "POST", b"", SAME).codes == ["login-link"]


def test_what_is_recorded_in_a_session_is_theirs(club: Selo, service: Served) -> None:
    fields = logged_in(club, service)
    assert write(service, {**fields, **SAME}).status == 201
    assert club.ask("log")["events"][0]["actor"] == "aino"
    assert service.ask("/api/players/A/file", fields=fields).status == 200
    assert write(service, {**logged_in(club, service, "reader"), **SAME}, "N2").codes == ["not-allowed"]


@pytest.mark.parametrize(
    ("fields", "allowed"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://127.0.0.1:{port}"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1:{port}"}, False),
        (SAME, True),
    ],
)
def test_another_sites_page_writes_nothing(club: Selo, service: Served, fields: dict[str, str], allowed: bool) -> None:
    before = club.events()
    sent = {name: value.replace("{port}", str(service.port)) for name, value in fields.items()}
    reply = write(service, {**logged_in(club, service), **sent})
    assert (reply.status == 201) is allowed and (club.events() > before) is allowed
    assert allowed or reply.codes == ["cross-site"]


def test_a_login_from_another_site_is_refused(club: Selo, service: Served) -> None:
    assert service.ask(link(club, service), "POST", b"", {"Sec-Fetch-Site": "cross-site"}).codes == ["cross-site"]


def test_links_and_sessions_run_out(club: Selo, service: Served, clock: list[str]) -> None:
    address = link(club, service)
    clock[0] = "2024-06-30T12:15:00.000000Z"
    assert service.ask(address, "POST", b"", SAME).codes == ["login-link"]
    club.clock(clock[0])
    fields = logged_in(club, service)
    clock[0] = "2024-07-01T00:15:01.000000Z"
    assert service.ask("/api/players/A/file", fields=fields).status == 401
    assert service.ask("/api/players/A", fields=fields).status == 200  # what is public stays so


def test_logging_out_ends_it(club: Selo, service: Served) -> None:
    fields = logged_in(club, service)
    assert service.ask("/logout", "POST", b"", {**fields, **SAME}).status == 303
    assert service.ask("/api/players/A/file", fields=fields).status == 401


def test_an_admin_ends_somebody_elses_session(club: Selo, service: Served) -> None:
    club.clock("2024-06-30T12:00:00.000000Z")
    fields, other = logged_in(club, service), logged_in(club, service, "submitter")
    admin = {**logged_in(club, service, "admin"), **SAME}
    rows = service.ask("/api/sessions", fields=admin).value["rows"]
    assert rows == club.ask("token", "sessions")["rows"]
    assert len({row["id"] for row in rows}) == 3
    by_role = {row["role"]: row["id"] for row in rows}
    assert service.ask(f"/api/sessions/{by_role['officer']}/end", "POST", b"", other | SAME).status == 403
    ended = service.ask(f"/api/sessions/{by_role['officer']}/end", "POST", b"", admin)
    assert ended.status == 200 and ended.value["role"] == "officer"
    assert service.ask("/api/players/A/file", fields=fields).status == 401
    assert service.ask(f"/api/sessions/{by_role['officer']}/end", "POST", b"", admin).codes == ["unknown-session"]
    club.done("token", "end", by_role["submitter"])
    assert service.ask("/api/drafts", fields=other).status == 401
    assert [row["kind"] for row in club.ask("token", "log")["rows"]].count("session-ended") == 2
    assert club.answer("token", "end", by_role["submitter"])[0] == 3


def test_only_hashes_are_kept(club: Selo, service: Served) -> None:
    address, fields = link(club, service), logged_in(club, service)
    with looking(club.ledger) as connection:
        assert connection is not None
        everything = repr([connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("login", "session")])
    assert address.rpartition("/")[2] not in everything and fields["Cookie"].partition("=")[2] not in everything
