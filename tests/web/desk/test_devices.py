"""People are invited by a link, and see on which devices they are logged in."""

import re
from collections.abc import Iterator

import pytest

from tests.web.desk.officer import FIELDS, Officer
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from web.store.roles import Role

SAME = {"Sec-Fetch-Site": "same-origin"}
NOON = "2024-06-30T12:00:00.000000Z"
PAGE = "/desk/devices"


class Browser:
    """A browser that opens links, and keeps the cookie that it gets."""

    def __init__(self, service: Served) -> None:
        self.service = service
        self.cookie: dict[str, str] = {}
        self.max_age = 0

    def open(self, address: str, *, own: bool) -> Reply:
        fields = {**SAME, "Content-Type": FIELDS}
        body = b"keep=yes" if own else b""
        reply = self.service.ask(address, "POST", body, fields)
        if reply.status == 303:
            cookie, *more = reply.fields["set-cookie"].split("; ")
            self.cookie = {"Cookie": cookie, "Accept": "text/html"}
            [age] = (part for part in more if part.startswith("Max-Age="))
            self.max_age = int(age.removeprefix("Max-Age="))
        return reply

    def see(self, address: str = PAGE) -> Reply:
        reply = self.service.ask(address, fields=self.cookie)
        if reply.status == 200:
            assert Page(reply.text).flaws == []
        return reply

    def press(self, address: str, body: bytes = b"") -> Reply:
        fields = {**self.cookie, **SAME, "Content-Type": FIELDS}
        return self.service.ask(address, "POST", body, fields)

    @property
    def is_logged_in(self) -> bool:
        return self.see("/desk").status == 200


@pytest.fixture
def clock() -> list[str]:
    return [NOON]


@pytest.fixture
def service(club: Selo, clock: list[str]) -> Iterator[Served]:
    with served(club.ledger, now=lambda: clock[0]) as running:
        yield running


@pytest.fixture
def link(club: Selo, service: Served) -> str:
    """The address of a link for an admin, made on the command line."""
    club.clock(NOON)
    made = club.ask(
        "access", "login", "--role", "admin", "--name", "aino", "--url", "http://x"
    )
    return str(made["url"]).removeprefix("http://x")


@pytest.fixture
def own(service: Served, link: str) -> Browser:
    """An admin on a device of their own."""
    browser = Browser(service)
    assert browser.open(link, own=True).status == 303
    return browser


def link_on(reply: Reply) -> str:
    """The address of the link that a page shows."""
    assert reply.status == 200, reply.text
    [address] = re.findall(r"<code>http://[^/]+(/login/[^<]+)</code>", reply.text)
    return str(address)


def buttons(browser: Browser) -> list[str]:
    """The addresses of the buttons that log single devices out."""
    return re.findall(rf'action="({PAGE}/[0-9a-f]+/end)"', browser.see().text)


def test_a_device_of_ones_own_stays_logged_in(
    own: Browser, service: Served, clock: list[str]
) -> None:
    assert own.max_age == 90 * 86_400
    for day in ("07-25", "08-20", "09-15"):
        clock[0] = f"2024-{day}T12:00:00.000000Z"
        assert own.is_logged_in, day
    clock[0] = "2024-09-28T12:00:01.000000Z"
    assert not own.is_logged_in, "ninety days are over"


def test_a_device_that_nobody_uses_is_logged_out(
    own: Browser, clock: list[str]
) -> None:
    clock[0] = "2024-07-30T12:00:01.000000Z"
    assert not own.is_logged_in


def test_a_shared_device_is_logged_out_after_two_hours(
    service: Served, link: str, clock: list[str]
) -> None:
    shared = Browser(service)
    shared.open(link, own=False)
    clock[0] = "2024-06-30T13:59:00.000000Z"
    assert shared.is_logged_in
    clock[0] = "2024-06-30T15:59:01.000000Z"
    assert not shared.is_logged_in


def test_somebody_is_invited_by_a_link(own: Browser, clock: list[str]) -> None:
    invitation = link_on(own.press(f"{PAGE}/invite", b"name=eero&role=publisher"))
    clock[0] = "2024-07-03T11:59:00.000000Z"
    eero = Browser(own.service)
    assert eero.open(invitation, own=True).status == 303
    assert "Logged in as eero" in eero.see("/desk").text
    assert Browser(own.service).open(invitation, own=True).status == 403, "used"
    # whoever may not invite sees nobody else, and has no form
    page = eero.see().text
    assert "aino" not in page and 'name="role"' not in page
    assert eero.press(f"{PAGE}/invite", b"name=x&role=admin").status == 403


def test_an_invitation_runs_out(own: Browser, clock: list[str]) -> None:
    invitation = link_on(own.press(f"{PAGE}/invite", b"name=eero&role=officer"))
    clock[0] = "2024-07-03T12:00:00.000000Z"
    assert Browser(own.service).open(invitation, own=True).status == 403


def test_a_link_to_another_device(own: Browser) -> None:
    other = Browser(own.service)
    assert other.open(link_on(own.press(f"{PAGE}/link")), own=False).status == 303
    assert "Logged in as aino" in other.see("/desk").text
    assert own.see().text.count("<bdi>aino</bdi>") == 2
    # a browser that somebody finds open makes no further link
    assert other.press(f"{PAGE}/link").status == 409
    assert f"{PAGE}/link" not in other.see().text


def test_a_token_makes_no_session(club: Selo, service: Served) -> None:
    """It would outlive the token, and its revocation."""
    shown = bearer(token(club.ledger, Role.ADMIN)) | {"Content-Type": FIELDS}
    assert service.ask(f"{PAGE}/link", "POST", b"", shown).status == 409
    reply = service.ask(f"{PAGE}/invite", "POST", b"name=eero&role=officer", shown)
    assert reply.status == 422 and "/login/" not in reply.text


def test_a_single_device_is_logged_out(own: Browser) -> None:
    other = Browser(own.service)
    other.open(link_on(own.press(f"{PAGE}/link")), own=True)
    [button] = buttons(own)  # none for this device itself
    assert own.press(button).status == 303
    assert own.is_logged_in and not other.is_logged_in


def test_out_everywhere(own: Browser) -> None:
    other = Browser(own.service)
    other.open(link_on(own.press(f"{PAGE}/link")), own=True)
    unused = link_on(own.press(f"{PAGE}/link"))
    eero = Browser(own.service)
    eero.open(link_on(own.press(f"{PAGE}/invite", b"name=eero&role=officer")), own=True)
    assert other.press(f"{PAGE}/end").status == 303
    assert not own.is_logged_in and not other.is_logged_in and eero.is_logged_in
    assert Browser(own.service).open(unused, own=True).status == 403


def test_nobody_logs_somebody_else_out(own: Browser, club: Selo) -> None:
    eero = Browser(own.service)
    eero.open(link_on(own.press(f"{PAGE}/invite", b"name=eero&role=officer")), own=True)
    [of_eero] = buttons(own)
    [of_aino] = buttons(eero) or [
        f"{PAGE}/{row['id']}/end"
        for row in club.ask("access", "sessions")["rows"]
        if row["name"] == "aino"
    ]
    assert eero.press(of_aino).status == 404 and own.is_logged_in
    assert own.press(of_eero).status == 303 and not eero.is_logged_in


def test_the_desk_leads_there(officer: Officer) -> None:
    assert f'href="{PAGE}"' in officer.page("/desk")
    assert "Log me out everywhere" in officer.page(PAGE)


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("submitter", {"": "submitter", "/fi": "ilmoittaja", "/sv": "inlämnare"}),
        ("admin", {"": "administrator", "/fi": "ylläpitäjä", "/sv": "administratör"}),
    ],
)
def test_the_desk_says_in_which_role_somebody_is_there(
    club: Selo, service: Served, role: str, words: dict[str, str]
) -> None:
    person = Officer(club, service, role, "aino")
    for language, word in words.items():
        page = person.page(f"{language}/desk")
        _, _, after = page.partition('href="' + f"{language}/desk/devices")
        assert f'</a>, <span class="quiet">{word}</span>' in after


def test_a_reader_and_an_auditor_see_their_devices_and_no_way_to_the_desk(
    club: Selo, service: Served, own: Browser
) -> None:
    words = {"reader": "sees what is public", "auditor": "sees everything"}
    for role, word in words.items():
        page = Officer(club, service, role, f"the {role}").page(PAGE)
        assert f"the {role}" in page and word in page
        assert 'href="/desk"' not in page.partition("<main")[2].partition("<footer")[0]
    # whoever invites people sees them too
    page = own.see().text
    assert all(word in page for word in words.values())
