"""Tokens: each role against each route, expiry, revocation at once, and what is kept of
them.
"""

import asyncio
import hmac
import http.client
import re
import time
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from litestar import Litestar
from litestar.connection import ASGIConnection

from ledger.store import is_server
from tests.features import asked_of_features
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo
from tests.world.reached import kept_beside
from web import Settings
from web.answers.answering import Answering
from web.app import litestar
from web.auth import NOBODY, Denials, Roles
from web.desk.kept_form import form_to_keep
from web.http import HttpRefusal
from web.store.beside import looking, path_beside
from web.store.roles import Role, allows
from web.store.tokens import checksum, new_token, who_shows
from web.threads import Threads

# what a token may be made for; the others only say what an address needs
GIVEN = tuple(role for role in Role if role not in (Role.ANYBODY, Role.OFFICE))


def token(
    ledger: Path | str,
    role: Role = Role.OFFICER,
    name: str = "aino",
    expires: str | None = None,
) -> str:
    return str(new_token(str(ledger), name, role, expires, "tester", NOW).token)


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    club.clock(NOW)
    with served(club.ledger) as running:
        yield running


def inner() -> Litestar:
    """The application, without what stands around it."""
    return litestar(Answering(Settings(ledger="none.db", now=lambda: NOW)))


def routes() -> list[tuple[str, str, dict[str, Any]]]:
    """(method, address, what the route declares) of all routes of the application."""
    return [
        (method, route.path_format, dict(handler.opt))
        for route in inner().routes
        for method, (handler, _) in getattr(route, "route_handler_map", {}).items()
        if method != "OPTIONS"
    ]


ROUTES = routes()


def test_every_route_declares_its_role() -> None:
    assert len(ROUTES) > 60
    assert [
        (method, path)
        for method, path, opt in ROUTES
        if not isinstance(opt.get("role"), Role)
    ] == []
    # whatever changes something is for somebody
    open_to_all = [
        path
        for method, path, opt in ROUTES
        if method != "GET" and opt["role"] is Role.ANYBODY
    ]
    # one opens nothing without its secret; one keeps nothing; those of features say why
    of_features = [path for asked in asked_of_features() for path in asked.open_posts]
    assert {*open_to_all} == {"/login/{secret}", "/verify", *of_features}


def test_each_role_against_each_route(service: Served, club: Selo) -> None:
    """Denied is denied before anything else is looked at; allowed meets the question
    itself.
    """
    shown = {role: token(club.ledger, role, str(role)) for role in GIVEN}
    for (method, path, opt), role in product(ROUTES, (None, *GIVEN)):
        address = re.sub(r"{[^}]+}", "x", path)
        if opt["role"] is Role.ANYBODY and (role is not None or method != "GET"):
            continue
        reply = service.ask(
            address + "?nonsense=1",
            method,
            fields={} if role is None else bearer(shown[role]),
        )
        expected = allows(role or Role.ANYBODY, opt["role"])
        assert (reply.status not in (401, 403)) is expected, (
            method,
            path,
            role,
            reply.status,
        )
        if not expected:
            assert reply.status == (401 if role is None else 403)
            assert reply.codes == (["token"] if role is None else ["not-allowed"])
            assert ("www-authenticate" in reply.fields) is (role is None)


def test_a_route_without_a_role_answers_nobody(service: Served) -> None:
    """The control of the guard: a forgotten role closes a route, it does not open it."""
    settings = service.settings
    denials = Denials(settings, Threads(settings))
    guard = Roles(denials, partial(form_to_keep, settings=settings))
    scope: Any = {"type": "http", "method": "GET", "path": "/healthz"}
    scope |= {"headers": [], "user": NOBODY}
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    [forgotten] = [route for route in inner().routes if route.path_format == "/healthz"]
    handler = getattr(forgotten, "route_handler_map")["GET"][0]  # noqa: B009
    asyncio.run(guard(connection, handler))
    with (
        patch.dict(handler.opt, clear=True),
        pytest.raises(HttpRefusal, match="nobody may use"),
    ):
        asyncio.run(guard(connection, handler))


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda text: text[:-1],
        lambda text: text + "0",
        lambda text: text.upper(),
        lambda text: text.replace("selo_", "selo-"),
        lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"),
        lambda text: f"{text[:13]}_{'0' * 50}_" + checksum(f"{text[:13]}_{'0' * 50}"),
        lambda text: (
            f"selo_00000000{text[13:-8]}" + checksum(f"selo_00000000{text[13:-9]}")
        ),
        lambda text: "",
        lambda text: "x" * 5000,
    ],
)
def test_a_token_that_is_not_quite_it(
    service: Served, club: Selo, spoiled: Any
) -> None:
    text = token(club.ledger)
    assert service.ask("/api/players/A/file", fields=bearer(text)).status == 200
    assert service.ask("/api/players/A/file", fields=bearer(spoiled(text))).codes == [
        "token"
    ]
    # also where none is needed: who sends one means it
    assert service.ask("/api/players/A", fields=bearer(spoiled(text))).status == 401
    assert (
        service.ask("/api/players/A", fields={"Authorization": f"Basic {text}"}).status
        == 401
    )


def test_a_token_expires_after_its_last_day(club: Selo) -> None:
    clock = [NOW]
    with served(club.ledger, now=lambda: clock[0]) as service:
        text = token(club.ledger, expires="2026-11-03")
        clock[0] = "2026-11-03T23:59:59.000000Z"
        assert service.ask("/api/players/A/file", fields=bearer(text)).status == 200
        clock[0] = "2026-11-04T00:00:00.000000Z"
        assert service.ask("/api/players/A/file", fields=bearer(text)).status == 401


def test_a_revoked_token_stops_at_once(service: Served, club: Selo) -> None:
    """On a connection that is open too."""
    text = token(club.ledger)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    connection.request("GET", "/api/players/A/file", headers=bearer(text))
    assert service.reply(connection).status == 200
    club.done("access", "revoke", text.split("_")[1])
    connection.request("GET", "/api/players/A/file", headers=bearer(text))
    assert service.reply(connection).status == 401
    connection.close()


def test_secrets_are_compared_in_constant_time(club: Selo) -> None:
    text = token(club.ledger)
    with patch.object(
        hmac, "compare_digest", side_effect=hmac.compare_digest
    ) as compared:
        assert who_shows(club.ledger, text, NOW) is not None
        unknown = f"selo_00000000_{'0' * 50}"
        assert who_shows(club.ledger, f"{unknown}_{checksum(unknown)}", NOW) is None
    assert compared.call_count == 2  # a token that there is not costs the same


def test_only_a_hash_is_kept(club: Selo) -> None:
    text = token(club.ledger)
    with looking(club.ledger) as connection:
        assert connection is not None
        kept = repr(connection.execute("SELECT * FROM token").fetchall()).encode()
    assert text.split("_")[1].encode() in kept
    assert text.split("_")[2].encode() not in kept + kept_beside(club.ledger)
    if not is_server(club.ledger):
        assert Path(path_beside(club.ledger)).stat().st_mode & 0o077 == 0


def test_the_command_makes_lists_and_revokes(club: Selo) -> None:
    made = club.ask("access", "new", "--role", "officer", "--name", "aino")
    assert made["token"].startswith(f"selo_{made['id']}_")
    [row] = club.ask("access", "list")["rows"]
    assert row["name"] == "aino" and "token" not in row and row["revoked_at"] is None
    club.done("access", "revoke", made["id"])
    assert [row["kind"] for row in club.ask("access", "log")["rows"]] == [
        "token-revoked",
        "token-made",
    ]
    assert club.answer("access", "revoke", made["id"])[0] == 1
    assert club.answer("access", "revoke", "00000000")[0] == 3
    assert club.answer("access", "new", "--role", "officer", "--name", "a/b")[0] == 2
    assert (
        club.answer(
            "access",
            "new",
            "--role",
            "officer",
            "--name",
            "a",
            "--expires",
            "2020-01-01",
        )[0]
        == 2
    )


def test_an_id_of_digits_alone_stands_like_any_other(club: Selo) -> None:
    """One id in forty has no letter."""
    made = new_token(
        str(club.ledger),
        "aino",
        Role.OFFICER,
        None,
        "tester",
        NOW,
        lambda size: "47015510"[: 2 * size],
    )
    heading, row = club.done("access", "list").splitlines()
    assert heading.startswith("id  ") and row.startswith(f"{made.id}  aino")


def denials(club: Selo, number: int) -> list[dict[str, Any]]:
    """Those in the log, when so many are: no answer waits for them to be noted."""
    deadline = time.monotonic() + 30
    while True:
        rows = [
            row for row in club.ask("access", "log")["rows"] if row["kind"] == "denied"
        ]
        if len(rows) >= number or time.monotonic() > deadline:
            return rows


def test_denied_attempts_are_in_a_log_of_their_own(service: Served, club: Selo) -> None:
    before = club.events()
    service.ask("/api/documents", "POST", b"{}", {"Content-Type": "application/json"})
    text = token(club.ledger, Role.READER, "visitor")
    service.ask("/api/players/A/file", fields=bearer(text))
    rows = denials(club, 2)
    assert [(row["kind"], row["who"], row["about"]) for row in rows] == [
        ("denied", text.split("_")[1], "GET /api/players/{player}/file: needs officer"),
        ("denied", "-", "POST /api/documents: needs submitter"),
    ]
    assert club.events() == before


def test_a_flood_of_attempts_does_not_fill_the_log(service: Served, club: Selo) -> None:
    for _ in range(20):
        service.ask("/api/players/A/file")
    assert (
        len(denials(club, service.settings.denials_noted_a_second))
        == service.settings.denials_noted_a_second
    )


def test_the_last_use_is_seen(service: Served, club: Selo) -> None:
    text = token(club.ledger)
    service.ask("/api/players/A/file", fields=bearer(text))
    assert club.ask("access", "list")["rows"][0]["last_used"] == NOW
