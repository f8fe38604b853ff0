"""A form that is sent when the session has ended: its page keeps what was typed, the
login brings the form back, and nothing is done before it is sent from there.
"""

from collections.abc import Iterator

import pytest

from tests.web.desk.officer import FIELDS, PARTS, Officer, parts, with_file
from tests.web.desk.test_every_form import FORMS, Desk, send, the_form
from tests.web.pages.reading_forms import SeenForm, forms_of
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, served
from tests.world.command import Selo
from tests.world.documents import player

AT = "2024-07-02T12:00:00.000000Z"
GAME = "/desk/tournaments/open-2024/games/1.1"
CORRECTION = {"result": "0-1", "reason": 'the "card" <b>'}
# where the page shows its form for a reason that holds alone
HOLDS = {"/desk/drafts/{number}/book": {"reason": "the cards"}}


@pytest.fixture
def desk(club: Selo) -> Iterator[Desk]:
    club.clock(AT[:10])
    with served(
        club.ledger, now=lambda: AT, four_eyes=frozenset(["merge-players"])
    ) as service:
        yield Desk(Officer(club, service, "admin"), club)


def logged_out(officer: Officer) -> None:
    """Somebody logged them out elsewhere, and their browser does not know it."""
    cookie = officer.cookie["Cookie"]
    assert officer.post("/desk/devices/end").status == 303
    officer.cookie["Cookie"] = cookie


def logged_in_again(desk: Desk) -> None:
    """In another tab of the same browser."""
    desk.officer.cookie = Officer(desk.club, desk.officer.service, "admin").cookie


def kept_form(reply: Reply) -> SeenForm:
    assert reply.status == 401 and Page(reply.text).flaws == []
    [form] = [form for form in forms_of(reply.text) if form.action == "#kept"]
    return form


def brought_back(officer: Officer, address: str, form: SeenForm) -> Reply:
    """Press the button of the page that kept the form."""
    reply = officer.post(address, {**form.sent(), "as-typed": "yes"}, FIELDS)
    assert Page(reply.text).flaws == []
    return reply


def events_and_drafts(desk: Desk) -> tuple[object, object]:
    return (
        desk.club.ask("log")["events"],
        desk.officer.service.ask("/api/drafts", fields=desk.officer.cookie).text,
    )


HAVE_FIELDS = [
    route
    for route, slips in FORMS.items()
    if route.startswith("/desk/") and (slips.wrong or slips.free or slips.right)
]


@pytest.mark.parametrize("route", HAVE_FIELDS)
def test_every_form_comes_back_after_the_login_as_it_was_typed(
    desk: Desk, route: str
) -> None:
    slips, officer = FORMS[route], desk.officer
    page = slips.page(desk)
    target = slips.target or page.partition("?")[0]
    if not target.startswith("/"):
        target = f"{page.partition('?')[0]}/{target}"
    form = the_form(officer.page(page), target)
    notes = {name: "typed" for name in slips.free if form.entries[name].type == "text"}
    typed = {**form.sent(), **notes, **slips.wrong, **slips.refused, **slips.right}
    typed |= HOLDS.get(route, {})
    before = events_and_drafts(desk)
    logged_out(officer)
    kept = kept_form(send(officer, target, form, typed))
    logged_in_again(desk)
    reply = brought_back(officer, target, kept)
    assert reply.status == 200 and 'id="kept"' in reply.text, reply.text[:3000]
    seen = {name for name, entry in form.shown().items() if not entry.readonly}
    again = the_form(reply.text, "", seen)
    expected = {
        name: value for name, value in typed.items() if name in seen and name != "file"
    }
    assert {name: again.entries[name].value or "" for name in expected} == expected
    assert not any(entry.invalid for entry in again.entries.values())
    assert events_and_drafts(desk) == before, "nothing is done by bringing it back"


def test_the_form_that_came_back_is_sent_and_taken(desk: Desk) -> None:
    officer = desk.officer
    shown = the_form(officer.page(GAME), GAME)
    logged_out(officer)
    kept = kept_form(officer.post(GAME, {**shown.sent(), **CORRECTION}))
    # pressed too early: still logged out, and still nothing is lost
    kept = kept_form(brought_back(officer, GAME, kept))
    logged_in_again(desk)
    again = the_form(brought_back(officer, GAME, kept).text, "", {"shown_result"})
    assert "as-typed" not in again.entries
    draft = officer.sent(GAME, again.sent())
    page = officer.page(draft)
    assert "0–1" in page and 'the "card" <b>' in page


def test_a_file_has_to_be_chosen_again(desk: Desk) -> None:
    officer = desk.officer
    logged_out(officer)
    file = parts("autumn.trf", b"012 Autumn Open\n", "from Torni")
    reply = officer.post("/desk/files", file, PARTS)
    kept = kept_form(reply)
    assert "The file autumn.trf is not kept" in reply.text
    assert "Autumn Open" not in reply.text
    logged_in_again(desk)
    page = brought_back(officer, "/desk/files", kept).text
    form = the_form(page, "", {"note", "file"})
    assert form.entries["note"].value == "from Torni"
    assert "Choose autumn.trf again" in page


def test_booking_is_not_done_by_the_button_that_brings_the_form_back(
    desk: Desk,
) -> None:
    officer = desk.officer
    shown = the_form(officer.page(GAME), GAME)
    draft = officer.sent(GAME, {**shown.sent(), **CORRECTION, "reason": "the card"})
    form = next(
        form for form in forms_of(officer.page(draft)) if form.action.endswith("/book")
    )
    before = events_and_drafts(desk)
    logged_out(officer)
    kept = kept_form(officer.post(f"{draft}/book", form.sent()))
    logged_in_again(desk)
    page = brought_back(officer, f"{draft}/book", kept).text
    assert "Nothing has been done with it" in page and events_and_drafts(desk) == before
    again = next(form for form in forms_of(page) if form.action.endswith("/book"))
    officer.sent(f"{draft}/book", again.sent())
    assert events_and_drafts(desk) != before


def test_a_form_whose_page_has_it_no_more_says_so(desk: Desk) -> None:
    """Somebody else settled the draft while its author was logged out."""
    officer = desk.officer
    shown = the_form(officer.page(GAME), GAME)
    draft = officer.sent(GAME, {**shown.sent(), **CORRECTION, "reason": "the card"})
    logged_out(officer)
    kept = kept_form(officer.post(f"{draft}/comment", {"comment": "look at it"}))
    logged_in_again(desk)
    officer.sent(f"{draft}/drop")
    reply = brought_back(officer, f"{draft}/comment", kept)
    assert reply.status == 404 and "no longer has this form" in reply.text


@pytest.mark.parametrize(
    "fields",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {},
    ],
    ids=["another site", "another name", "another origin", "says nothing"],
)
def test_words_of_another_site_are_never_kept(
    desk: Desk, fields: dict[str, str]
) -> None:
    """A browser sends no cookie with them, so that whoever it is looks logged out: a
    button that sends them would be pressed by somebody who is logged in.
    """
    service = desk.officer.service
    head = {"Accept": "text/html", "Content-Type": FIELDS, **fields}
    reply = service.ask(GAME, "POST", b"result=0-1&reason=forged", head)
    assert reply.status == 401
    assert "forged" not in reply.text and "Bring my form back" not in reply.text


def test_what_is_too_large_or_not_for_the_desk_is_not_read(desk: Desk) -> None:
    officer = desk.officer
    logged_out(officer)
    large = with_file("large.trf", b"x" * 2**20, {"note": "typed"})
    reply = officer.post("/desk/files", large, PARTS)
    assert reply.status == 401 and "Bring my form back" not in reply.text
    reply = officer.post("/api/drafts", {"name": "typed"})
    assert reply.status == 401 and "typed" not in reply.text


def test_a_button_without_fields_leads_to_the_login_alone(desk: Desk) -> None:
    desk.club.submit(player("N7"))
    merge = {"from": "N7", "into": "D", "reason": "one person"}
    draft = desk.officer.sent("/desk/merge", merge)
    logged_out(desk.officer)
    reply = desk.officer.post(f"{draft}/drop")
    assert reply.status == 401 and "Bring my form back" not in reply.text


INVITE = "/desk/devices/invite"  # of administrators


def test_a_form_is_kept_for_somebody_whose_role_is_too_small(desk: Desk) -> None:
    """They have a page before them that a larger role opened in this browser."""
    form = the_form(desk.officer.page("/desk/devices"), INVITE)
    typed = {**form.sent(), "name": "<eero>", "role": "reader"}
    submitter = Officer(desk.club, desk.officer.service, "submitter", "sanna")
    reply = submitter.post(INVITE, typed)
    assert reply.status == 403 and Page(reply.text).flaws == []
    assert "It needs the role admin" in reply.text
    assert "What you typed is kept in this page" in reply.text
    [kept] = [form for form in forms_of(reply.text) if form.action == "#kept"]
    assert kept.sent().items() >= typed.items()
    # pressed too early nothing is lost; with the role, the form comes back
    assert brought_back(submitter, INVITE, kept).status == 403
    submitter.cookie = desk.officer.cookie
    page = brought_back(submitter, INVITE, kept)
    assert page.status == 200
    again = the_form(page.text, "", {"name", "role"})
    assert again.entries["name"].value == "<eero>"


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("/desk/cases", marks=pytest.mark.features("cases")),
        "/desk/drafts/1",
    ],
)
def test_whose_role_is_too_small_reads_who_may_do_it_and_goes_on(
    desk: Desk, address: str
) -> None:
    shown = the_form(desk.officer.page(GAME), GAME)
    desk.officer.sent(GAME, {**shown.sent(), **CORRECTION, "reason": "the card"})
    submitter = Officer(desk.club, desk.officer.service, "submitter", "sanna")
    reply = submitter.see(address)
    assert reply.status == 403 and Page(reply.text).flaws == []
    assert "It needs the role officer" in reply.text
    assert "You are logged in as sanna, submitter." in reply.text
    assert "ask the administrator of the service for a login link" in reply.text
    assert "token" not in reply.text, "they have a browser, and no token"
    assert '<a href="/desk">To the desk</a>' in reply.text
    # whoever has no desk is not led to it
    auditor = Officer(desk.club, desk.officer.service, "auditor", "tilda")
    page = auditor.see(address).text
    assert "You are logged in as tilda, auditor." in page and "To the desk" not in page


def test_a_program_with_a_small_role_is_told_so_as_before(desk: Desk) -> None:
    submitter = Officer(desk.club, desk.officer.service, "submitter", "sanna")
    submitter.cookie["Accept"] = "application/json"
    reply = submitter.post(INVITE, {"name": "eero"})
    assert reply.status == 403 and "eero" not in reply.text
