"""A published list held against the ledger, over HTTP and at the desk: for officers,
and nothing of it is kept.
"""

from collections.abc import Iterator

import pytest

from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo
from tests.world.documents import open_2024
from web.store.roles import Role
from web.store.tokens import new_token

ADDRESS = "/api/agreement?list=selo&as_of=2024-06-30"


@pytest.fixture
def played(club: Selo) -> Selo:
    club.submit(open_2024())
    return club


@pytest.fixture
def service(played: Selo) -> Iterator[Served]:
    played.clock(NOW)
    with served(played.ledger, now=lambda: NOW) as running:
        yield running


def published(selo: Selo) -> bytes:
    rating = selo.ask("show", "A")["lists"]["selo"]["rating"]
    return f"player,rating\nA,{rating}\nB,1\nNOBODY,1500\n".encode()


def fields(service: Served, role: Role) -> dict[str, str]:
    token = new_token(
        service.settings.ledger, f"a-{role.value}", role, None, "tester", NOW
    ).token
    return {"Authorization": f"Bearer {token}", "Content-Type": "text/csv"}


def test_over_http_it_is_what_the_command_says(played: Selo, service: Served) -> None:
    reply = service.ask(
        ADDRESS, "POST", published(played), fields(service, Role.OFFICER)
    )
    assert reply.status == 200 and reply.fields["cache-control"] == "no-store"
    assert reply.value == played.ask(
        "list",
        "agree",
        played.file("p.csv", published(played)),
        "--list",
        "selo",
        "--as-of",
        "2024-06-30",
    )
    assert (
        reply.value["same"],
        reply.value["reasons"]["unknown"],
        reply.value["reasons"]["rating"],
    ) == (1, 1, 1)


@pytest.mark.parametrize("role", [Role.READER, Role.SUBMITTER, Role.PUBLISHER])
def test_nobody_but_an_officer_may_ask(
    played: Selo, service: Served, role: Role
) -> None:
    assert (
        service.ask(ADDRESS, "POST", published(played), fields(service, role)).status
        == 403
    )
    assert (
        service.ask(
            ADDRESS, "POST", published(played), {"Content-Type": "text/csv"}
        ).status
        == 401
    )


def test_what_is_wrong_with_the_body_is_said_with_its_lines(service: Served) -> None:
    officer = fields(service, Role.OFFICER)
    reply = service.ask(ADDRESS, "POST", b"player,rating\nA,many\nA,1\nA,2\n", officer)
    assert reply.status == 422
    assert [one["where"]["line"] for one in reply.value["problems"]] == [2, 4]
    assert (
        service.ask(
            ADDRESS, "POST", b"x", {**officer, "Content-Type": "image/png"}
        ).status
        == 415
    )
    assert (
        service.ask(
            "/api/agreement?list=nothing", "POST", b"player,rating\nA,1\n", officer
        ).status
        == 400
    )


def test_the_desk_shows_what_agrees_and_why_not(played: Selo, service: Served) -> None:
    officer = Officer(played, service)
    assert 'type="file"' in officer.page("/desk/agree")
    assert "Check a list" in officer.page("/desk")
    reply = officer.post("/desk/agree", parts("list.csv", published(played)), PARTS)
    assert reply.status == 200, reply.text
    assert (
        "1 of the 3 numbers are the same here." in reply.text and "NOBODY" in reply.text
    )
    assert "nobody here has the id" in reply.text
    finnish = officer.post(
        "/fi/desk/agree", parts("list.csv", published(played)), PARTS
    )
    assert (
        "nobody here" not in finnish.text
        and "NOBODY" in finnish.text
        and "3 luvusta 1 on täällä" in finnish.text
    )
    assert officer.post("/desk/agree", b"--frontier--\r\n", PARTS).status == 422


def test_a_submitter_has_no_such_page(played: Selo, service: Served) -> None:
    submitter = Officer(played, service, "submitter", "kerho")
    assert submitter.see("/desk/agree").status == 403
    assert "Check a list" not in submitter.page("/desk")


def test_nothing_is_kept_of_it(played: Selo, service: Served) -> None:
    before = played.events()
    assert (
        service.ask(
            ADDRESS, "POST", published(played), fields(service, Role.OFFICER)
        ).status
        == 200
    )
    assert played.events() == before
    assert (
        service.ask("/api/drafts", fields=fields(service, Role.ADMIN)).value["rows"]
        == []
    )
