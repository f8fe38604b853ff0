"""Publishing is one page: the list with its changes against the one before and why, what
is missing, what waits; then the draft, which shows the same, for a second person and an
hour.
"""

import re

import pytest

from tests.web.desk.officer import Officer
from tests.web.pages.reading_forms import forms_of
from tests.world.command import Selo
from tests.world.documents import tournament

PUBLISH = "/desk/publish"
FIRST = {"list": "selo", "label": "2024-05", "as_of": "2024-05-01"}


def publisher_of(officer: Officer, club: Selo, name: str = "kaisa") -> Officer:
    return Officer(club, officer.service, role="publisher", name=name)


def published_once(club: Selo) -> None:
    """A list in May, and a tournament after it."""
    club.submit({"kind": "publish", **FIRST})
    club.submit(tournament("may", "2024-05-11", "A B 1-0", name="May Cup"))


def changes(page: str) -> dict[str, str]:
    """The row of each player in the table of changes, by their id."""
    rows = re.findall(r'<tr><td class="n">.*?</tr>', page, re.S)
    found = [(re.search(r'href="/players/([^"/]+)"', row), row) for row in rows]
    return {link[1]: row for link, row in found if link is not None}


def test_the_page_says_what_changes_and_why(officer: Officer, club: Selo) -> None:
    published_once(club)
    page = publisher_of(officer, club).page(PUBLISH)
    assert "Compared with 2024-05 of 1 May 2024" in page
    rows = changes(page)
    assert rows.keys() == {"A", "B"}, "C and D did not play"
    row = rows["A"]
    before = club.ask("show", "A", "--as-of", "2024-05-01")["lists"]["selo"]["rating"]
    after = club.ask("show", "A")["lists"]["selo"]["rating"]
    assert str(before) in row and str(after) in row and after > before
    assert 'href="/tournaments/may"' in row and "May Cup" in row


def test_a_name_that_no_list_has_is_proposed(officer: Officer, club: Selo) -> None:
    def proposed(address: str) -> str | None:
        [form] = (
            form for form in forms_of(officer.page(address)) if "label" in form.entries
        )
        return form.entries["label"].value

    assert proposed(PUBLISH) == "2024-06"
    published_once(club)
    assert proposed(f"{PUBLISH}?as_of=2024-05-20") == "2024-05-20"


@pytest.mark.features("calendar")
def test_what_is_missing_and_what_waits(officer: Officer, club: Selo) -> None:
    club.submit(
        {
            "kind": "announce",
            "tournament": "late-cup",
            "name": "Late Cup",
            "start": "2024-05-04",
            "end": "2024-05-05",
        }
    )
    page = officer.page(PUBLISH)
    assert "Late Cup" in page and "Nothing is waiting." in page
    draft = officer.sent(
        "/desk/player", {"player": "N7", "name": "Niemi, Noora", "federation": "FIN"}
    )
    assert draft in officer.page(PUBLISH)
    assert "Late Cup" not in officer.page(f"{PUBLISH}?as_of=2024-04-30")


def test_the_draft_shows_the_list_too(officer: Officer, club: Selo) -> None:
    published_once(club)
    kaisa = publisher_of(officer, club)
    [form] = (form for form in forms_of(kaisa.page(PUBLISH)) if "label" in form.entries)
    draft = kaisa.sent(PUBLISH, form.sent())
    page = publisher_of(officer, club, "paula").page(draft)
    assert changes(page).keys() == {"A", "B"}
    assert "Set the time" in page and "No current rating would move" not in page
    kaisa.sent(f"{draft}/book")
    labels = [row["label"] for row in club.ask("list", "published")["rows"]]
    assert labels == ["2024-05", "2024-06"]


def test_a_day_that_is_none_is_said_at_its_field(officer: Officer) -> None:
    for address, field in (
        (f"{PUBLISH}?as_of=1.6.2024", "as_of"),
        # days are compared as texts, and these would be before every other
        (f"{PUBLISH}?as_of=20240601", "as_of"),
        (f"{PUBLISH}?as_of=2024-W22-6", "as_of"),
        (f"{PUBLISH}?as_of=2024-02-31", "as_of"),
        (f"{PUBLISH}?list=elo", "list"),
    ):
        reply = officer.see(address)
        assert reply.status == 422, reply.text
        [form] = (form for form in forms_of(reply.text) if "label" in form.entries)
        assert form.entries[field].invalid
        assert form.entries[field].value == address.partition("=")[2]
        # an input for a day would show none of these
        assert 'name="as_of" type="date"' not in reply.text or field != "as_of"
