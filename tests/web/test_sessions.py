"""Browser sessions: a link that works once, a cookie, and nothing that another site's
page could make a browser do.
"""

import http.client
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.web.serving import Reply, Served, served
from tests.web.test_writing import JSON, encoded
from tests.world.command import Selo
from tests.world.documents import player
from web.store.beside import looking

SAME = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def clock() -> list[str]:
    return ["2024-06-30T12:00:00.000000Z"]


@pytest.fixture
def service(club: Selo, clock: list[str]) -> Iterator[Served]:
    with served(club.ledger, now=lambda: clock[0]) as running:
        yield running


def link(club: Selo, service: Served, role: str = "officer") -> str:
    made = club.ask(
        "access",
        "login",
        "--role",
        role,
        "--name",
        "aino",
        "--url",
        f"http://127.0.0.1:{service.port}",
    )
    return str(made["url"]).partition(str(service.port))[2]


def logged_in(club: Selo, service: Served, role: str = "officer") -> dict[str, str]:
    reply = service.ask(link(club, service, role), "POST", b"", SAME)
    assert reply.status == 303, reply.text
    return {"Cookie": reply.fields["set-cookie"].partition(";")[0]}


def write(service: Served, fields: dict[str, str], name: str = "N1") -> Reply:
    return service.ask(
        "/api/documents",
        "POST",
        encoded(player(name)),
        {**fields, "Content-Type": JSON},
    )


def test_a_link_opens_one_session(club: Selo, service: Served) -> None:
    address = link(club, service)
    for _ in range(2):  # looking at the link does not use it up
        assert service.ask(address).status == 200
    first = service.ask(address, "POST", b"", SAME)
    assert first.status == 303
    cookie = first.fields["set-cookie"]
    assert (
        "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Max-Age=43200" in cookie
    )
    assert service.ask(address, "POST", b"", SAME).codes == ["login-link"]
    assert service.ask("/login/" + "x" * 43, "POST", b"", SAME).codes == ["login-link"]


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("body", "fields", "refused"),
    [
        (b"keep=" + b"a" * 5000, FORM, (413, "too-large")),
        (b"a=1&" * 2000, FORM, (413, "too-large")),
        (b"keep=\xff", FORM, (400, "bad-request")),
        (
            b'--b\r\nContent-Disposition: form-data; name="keep"\r\n\r\n\xff\r\n--b--\r\n',
            {"Content-Type": "multipart/form-data; boundary=b"},
            (400, "bad-request"),
        ),
        (b"{}", {"Content-Type": "application/json"}, (415, "media-type")),
    ],
    ids=["long", "many fields", "no text", "a part that is no text", "no form"],
)
def test_a_stranger_sends_a_short_form_or_none(
    club: Selo,
    service: Served,
    body: bytes,
    fields: dict[str, str],
    refused: tuple[int, str],
) -> None:
    address = link(club, service)
    reply = service.ask(address, "POST", body, {**SAME, **fields})
    assert (reply.status, *reply.codes) == refused
    # the link was not used up by it
    kept = service.ask(address, "POST", b"keep=yes", {**SAME, **FORM})
    assert kept.status == 303 and "Max-Age=7776000" in kept.fields["set-cookie"]


@pytest.mark.parametrize(
    ("role", "first"),
    [("reader", "/"), ("submitter", "/desk"), ("publisher", "/desk")],
)
def test_a_link_leads_to_what_the_role_may_see(
    club: Selo, service: Served, role: str, first: str
) -> None:
    opened = service.ask(link(club, service, role), "POST", b"", SAME)
    assert opened.fields["location"] == first

    cookie = {"Cookie": opened.fields["set-cookie"].partition(";")[0]}
    assert service.ask(first, fields=cookie).status == 200


def test_what_is_recorded_in_a_session_is_theirs(club: Selo, service: Served) -> None:
    fields = logged_in(club, service)
    assert write(service, {**fields, **SAME}).status == 201
    assert club.ask("log")["events"][0]["actor"] == "aino"
    assert service.ask("/api/players/A/file", fields=fields).status == 200
    assert write(
        service, {**logged_in(club, service, "reader"), **SAME}, "N2"
    ).codes == ["not-allowed"]


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
def test_another_sites_page_writes_nothing(
    club: Selo, service: Served, fields: dict[str, str], allowed: bool
) -> None:
    before = club.events()
    sent = {
        name: value.replace("{port}", str(service.port))
        for name, value in fields.items()
    }
    reply = write(service, {**logged_in(club, service), **sent})
    assert (reply.status == 201) is allowed and (club.events() > before) is allowed
    assert allowed or reply.codes == ["cross-site"]


def test_a_login_from_another_site_is_refused(club: Selo, service: Served) -> None:
    assert service.ask(
        link(club, service), "POST", b"", {"Sec-Fetch-Site": "cross-site"}
    ).codes == ["cross-site"]


def test_links_and_sessions_run_out(
    club: Selo, service: Served, clock: list[str]
) -> None:
    address = link(club, service)
    clock[0] = "2024-06-30T12:15:00.000000Z"
    assert service.ask(address, "POST", b"", SAME).codes == ["login-link"]
    club.clock(clock[0])
    fields = logged_in(club, service)
    clock[0] = "2024-07-01T00:15:01.000000Z"
    assert service.ask("/api/players/A/file", fields=fields).status == 401
    # what is public stays so
    assert service.ask("/api/players/A", fields=fields).status == 200


def test_logging_out_ends_it(club: Selo, service: Served) -> None:
    fields = logged_in(club, service)
    assert service.ask("/logout", "POST", b"", {**fields, **SAME}).status == 303
    assert service.ask("/api/players/A/file", fields=fields).status == 401


def test_an_admin_ends_somebody_elses_session(club: Selo, service: Served) -> None:
    club.clock("2024-06-30T12:00:00.000000Z")
    fields, other = logged_in(club, service), logged_in(club, service, "submitter")
    admin = {**logged_in(club, service, "admin"), **SAME}
    rows = service.ask("/api/sessions", fields=admin).value["rows"]
    assert rows == club.ask("access", "sessions")["rows"]
    assert len({row["id"] for row in rows}) == 3
    by_role = {row["role"]: row["id"] for row in rows}
    assert (
        service.ask(
            f"/api/sessions/{by_role['officer']}/end", "POST", b"", other | SAME
        ).status
        == 403
    )
    ended = service.ask(f"/api/sessions/{by_role['officer']}/end", "POST", b"", admin)
    assert ended.status == 200 and ended.value["role"] == "officer"
    assert service.ask("/api/players/A/file", fields=fields).status == 401
    assert service.ask(
        f"/api/sessions/{by_role['officer']}/end", "POST", b"", admin
    ).codes == ["unknown-session"]
    club.done("access", "end", by_role["submitter"])
    assert service.ask("/api/drafts", fields=other).status == 401
    assert [row["kind"] for row in club.ask("access", "log")["rows"]].count(
        "session-ended"
    ) == 2
    assert club.answer("access", "end", by_role["submitter"])[0] == 3


def test_only_hashes_are_kept(club: Selo, service: Served) -> None:
    address, fields = link(club, service), logged_in(club, service)
    with looking(club.ledger) as connection:
        assert connection is not None
        everything = repr(
            [
                connection.execute(f"SELECT * FROM {name}").fetchall()
                for name in ("login", "session")
            ]
        )
    assert (
        address.rpartition("/")[2] not in everything
        and fields["Cookie"].partition("=")[2] not in everything
    )


def test_the_page_of_a_link_hands_it_on_to_nobody(club: Selo, service: Served) -> None:
    address = link(club, service)
    page = service.ask(address, fields={"Accept": "text/html"})
    with closing(
        http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    ) as connection:
        connection.request("GET", address)
        with connection.getresponse() as response:
            assert response.headers.get_all("referrer-policy") == ["no-referrer"]
    assert "/choose" not in page.text and f'href="/sv{address}"' in page.text


def test_a_browser_that_nobody_uses_is_logged_out(
    club: Selo, service: Served, clock: list[str]
) -> None:
    club.clock(clock[0])
    fields = logged_in(club, service)
    for minute in ("13:59:00", "15:58:00"):
        clock[0] = f"2024-06-30T{minute}.000000Z"
        assert service.ask("/api/players/A/file", fields=fields).status == 200
    clock[0] = "2024-06-30T17:58:01.000000Z"
    club.clock(clock[0])
    assert service.ask("/api/players/A/file", fields=fields).status == 401
    assert club.ask("access", "sessions")["rows"] == []


def test_whoever_loses_their_token_is_logged_out_too(
    club: Selo, service: Served
) -> None:
    club.clock("2024-06-30T12:00:00.000000Z")
    made = club.ask("access", "new", "--role", "officer", "--name", "aino")["id"]
    fields, unused = logged_in(club, service), link(club, service)
    club.done("access", "revoke", made)
    assert service.ask("/api/players/A/file", fields=fields).status == 401
    assert service.ask(unused, "POST", b"", SAME).codes == ["login-link"]


@pytest.mark.parametrize(
    ("base", "name"),
    [("", "__Host-selo_session"), ("/ratings", "__Secure-selo_session")],
)
def test_over_tls_no_other_site_of_the_same_name_sets_the_cookie(
    club: Selo, base: str, name: str
) -> None:
    tls = {"X-Forwarded-Proto": "https"}
    limits = {
        "base_path": base,
        "trusted_proxies": ("127.0.0.1",),
        "now": lambda: "2024-06-30T12:00:00.000000Z",
    }
    with served(club.ledger, **limits) as service:
        reply = service.ask(link(club, service), "POST", b"", {**SAME, **tls})
        cookie = reply.fields["set-cookie"]
        assert (
            cookie.startswith(f"{name}=")
            and f"; Path={base or '/'};" in cookie
            and cookie.endswith("; Secure")
        )
        # below a path the host is not the service's alone
        stays = reply.fields.get("strict-transport-security")
        assert stays == (None if base else "max-age=31536000")
        fields = {"Cookie": cookie.partition(";")[0], **tls}
        assert service.ask("/api/players/A/file", fields=fields).status == 200
        plain = {
            "Cookie": (
                fields["Cookie"].removeprefix("__Host-").removeprefix("__Secure-")
            ),
            **tls,
        }
        assert service.ask("/api/players/A/file", fields=plain).status == 401
