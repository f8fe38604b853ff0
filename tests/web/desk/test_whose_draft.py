"""Every button of somebody else's draft leads to a page of those who may press it: what
was done is never told as not allowed.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.desk.officer import Officer
from tests.web.serving import Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from web.threads import Threads

LIST = {"list": "selo", "label": "2024-06", "as_of": "2024-06-30"}


@pytest.fixture
def careful(club: Selo) -> Iterator[Served]:
    """A service where two people stand behind a list."""
    with served(
        club.ledger, now=lambda: AT, four_eyes=frozenset(["publish"])
    ) as running:
        yield running


def looked_at(person: Officer, draft: str) -> dict[str, str]:
    """The preview that they looked at."""
    return {
        "preview": re.findall(r'name="preview" value="([^"]+)"', person.page(draft))[0]
    }


def test_a_publisher_who_books_the_draft_of_an_officer_sees_the_receipt(
    club: Selo, service: Served, officer: Officer
) -> None:
    draft = officer.sent("/desk/publish", LIST)
    kaisa = Officer(club, service, "publisher", "kaisa")
    assert kaisa.sent(f"{draft}/book", looked_at(kaisa, draft)) == draft
    page = kaisa.page(draft)
    assert "Booked by kaisa" in page and f"{draft}/receipt" in page
    receipt = kaisa.see(f"{draft}/receipt")
    assert receipt.status == 200
    assert draft in kaisa.page("/desk"), "among what was done lately"
    kept = service.ask(
        f"/api/drafts/{draft.rpartition('/')[2]}",
        fields={**kaisa.cookie, "Accept": "application/json"},
    )
    assert kept.status == 200 and kept.value["settled_by"] == "kaisa"
    # it is nobody's business who had nothing to do with it
    assert Officer(club, service, "publisher", "pirkko").see(draft).status == 403
    assert officer.see(draft).status == 200


def test_every_button_of_another_persons_draft_leads_to_a_page_of_theirs(
    club: Selo, service: Served, officer: Officer
) -> None:
    kaisa = Officer(club, service, "publisher", "kaisa")
    for button, fields in (
        ("answers", {}),
        ("comment", {"comment": "looks right", "reviewer": "pirkko"}),
        ("plan", {"at": "2024-07-01T12:00"}),
        ("plan", {"at": ""}),
        ("drop", {}),
    ):
        draft = officer.sent("/desk/publish", LIST)
        place = kaisa.sent(f"{draft}/{button}", fields)
        kaisa.page(place)
        kaisa.page(draft)


def test_whoever_agreed_sees_what_became_of_it(club: Selo, careful: Served) -> None:
    aino, kaisa, pirkko = (
        Officer(club, careful, role, name)
        for role, name in (
            ("officer", "aino"),
            ("publisher", "kaisa"),
            ("publisher", "pirkko"),
        )
    )
    draft = kaisa.sent("/desk/publish", LIST)
    assert pirkko.sent(f"{draft}/agree", looked_at(pirkko, draft)) == draft
    kaisa.sent(f"{draft}/book", looked_at(kaisa, draft))
    assert "Booked by kaisa" in pirkko.page(draft) and "Booked by kaisa" in aino.page(
        draft
    )


def test_the_office_never_waits_for_a_page_of_a_submitter(
    club: Selo, service: Served, officer: Officer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a submitter does at the desk is tried in a lane of its own."""
    lanes: list[bool] = []
    honest = Threads.preview

    async def noted(self: Threads, work: Any, *, of_submitter: bool = False) -> Any:
        lanes.append(of_submitter)
        return await honest(self, work, of_submitter=of_submitter)

    monkeypatch.setattr(Threads, "preview", noted)
    seura = Officer(club, service, "submitter", "seura")
    for person, lane in ((seura, True), (officer, False)):
        lanes.clear()
        draft = person.sent("/desk/publish", LIST)
        person.page(draft)
        person.post(f"{draft}/agree", {"preview": "x", "reason": ""})
        assert set(lanes) == {lane} and len(lanes) >= 3
