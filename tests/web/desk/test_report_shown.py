"""The draft of a report shows the report: its crosstable, the points against those of the
file, and who each row will be.
"""

import re
from datetime import date
from html import unescape

from tests.importing.importing_world import HEADER, row, trf
from tests.web.desk.officer import PARTS, Officer, filled, parts
from tests.web.pages.reading_forms import forms_of
from tests.world.command import Selo
from tests.world.documents import player

KNOWN = row(
    1, "Tuttu, Tiina", (2, "w", "1"), (3, "b", "="), points="2.0", born="1980/02/29"
)
NEW = row(
    2, "Uusi, Urho", (1, "b", "0"), (0, "-", "U"), points="1.0", born="2001/05/06"
)
THIRD = row(3, "Kolmas, Kaija", (0, "-", "H"), (1, "w", "="), points="1.0")
REPORT = trf(KNOWN, NEW, THIRD)
RIGHT = REPORT.replace(b" 2.0 ", b" 1.5 ")


def dropped(officer: Officer, club: Selo, report: bytes) -> str:
    """The draft of a report in which one player is known."""
    club.submit(player("T1", name="Tuttu, Tiina", born="1980-02-29", club="Torni"))
    return officer.sent("/desk/files", parts("kesa.trf", report), PARTS)


def answered(officer: Officer, draft: str) -> str:
    """The page of a draft with all that was asked answered as proposed."""
    answers = {
        name: value or ("new" if name.startswith("map.") else "90+30")
        for name, value in filled(officer.page(draft)).items()
    }
    officer.sent(f"{draft}/answers", answers)
    return officer.page(draft)


def table(page: str) -> list[str]:
    """The text of each row of the crosstable."""
    [inside] = re.findall(r'<table class="grid">.*?<tbody>(.*?)</tbody>', page, re.S)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", inside, re.S)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split()) for text in rows]


def test_the_crosstable_shows_what_was_read(officer: Officer, club: Selo) -> None:
    rows = table(officer.page(dropped(officer, club, RIGHT)))
    assert [text.split()[:3] for text in rows] == [
        ["1", "Tuttu,", "Tiina"],
        ["2", "Uusi,", "Urho"],
        ["3", "Kolmas,", "Kaija"],
    ]
    # against whom, and the points: a game, a draw, byes of one point and of half one
    assert rows[0].endswith("1 2 ½ 3 1½")
    assert rows[1].endswith("0 1 1 1")
    assert rows[2].endswith("½ ½ 1 1")


def test_points_are_held_against_those_of_the_file(
    officer: Officer, club: Selo
) -> None:
    right = officer.page(dropped(officer, club, RIGHT))
    assert "points add up to those in the file" in right
    assert "≠" not in right
    wrong = officer.page(officer.sent("/desk/files", parts("k.trf", REPORT), PARTS))
    assert "One player's points differ from those in the file" in wrong
    first, *others = table(wrong)
    assert first.endswith("1½ ≠ 2")
    assert not any("≠" in text for text in others)


def test_each_row_says_who_they_will_be(officer: Officer, club: Selo) -> None:
    known, new, _ = table(answered(officer, dropped(officer, club, RIGHT)))
    assert "= Tuttu, Tiina · 1980 · Torni · T1" in known or (
        "= Tiina Tuttu · 1980 · Torni · T1" in known
    )
    assert "new · 2001" in new


def test_a_report_is_late_by_the_days_that_have_passed(
    officer: Officer, club: Selo
) -> None:
    recent = answered(officer, dropped(officer, club, RIGHT))
    assert "30 June 2024 12:00" in recent
    assert "days ago; ratings of later days" not in recent

    years_ago = [line.replace("2024/06/0", "2021/06/2") for line in HEADER]
    report = trf(KNOWN, NEW, THIRD, header=years_ago)
    late = answered(officer, officer.sent("/desk/files", parts("k.trf", report), PARTS))
    passed = date(2024, 6, 30) - date(2021, 6, 22)
    assert f"It ended {passed.days} days ago; ratings of later days" in late


def test_who_is_new_is_no_link_to_a_page_that_is_not_there(
    officer: Officer, club: Selo
) -> None:
    page = answered(officer, dropped(officer, club, RIGHT))
    assert "Ratings that would move" in page and "Uusi" in page
    links = {*re.findall(r'href="(/players/[^"]*)"', page)}
    assert links, "nobody is linked to"
    assert {officer.see(link).status for link in links} == {200}


def test_a_submitter_reads_no_more_of_people_than_anybody(
    officer: Officer, club: Selo
) -> None:
    club.submit(
        player(
            "T1", name="Tuttu, Tiina", born="1980-02-29", club="Torni", unlisted=True
        )
    )
    other = Officer(club, officer.service, role="submitter", name="sam")
    draft = other.sent("/desk/files", parts("kesa.trf", RIGHT), PARTS)
    known, *_ = table(other.page(draft))
    assert "Torni" not in known


def test_any_row_can_be_somebody_else_by_id_or_by_name(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("U7", name="Uusi, Urho Uolevi", born="2001-05-06"))
    draft = dropped(officer, club, RIGHT)
    answered(officer, draft)
    # a row that was known becomes another's, one that was new becomes known by a name
    officer.sent(f"{draft}/person", {"row": "1", "who": "U7"})
    assert "U7" in table(officer.page(draft))[0]
    officer.sent(f"{draft}/person", {"row": "1", "who": "", "one": "new"})
    assert " new " in table(officer.page(draft))[0]
    officer.sent(f"{draft}/person", {"row": "1", "who": "Tuttu, Tiina"})
    officer.sent(f"{draft}/person", {"row": "2", "who": "Uusi, Urho Uolevi"})
    rows = table(officer.page(draft))
    assert "T1" in rows[0]
    assert "U7" in rows[1]


def test_each_row_leads_to_the_form_that_changes_it_and_back(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("U7", name="Uusi, Urhi", born="2001"))
    draft = dropped(officer, club, RIGHT)
    page = officer.page(draft)
    links = re.findall(r'href="([^"]*row=[^"]*)#who"', page)
    assert links == [f"{draft}?row={number}" for number in (1, 2, 3)]
    page = officer.page(links[1])
    [form] = [form for form in forms_of(page) if form.action.endswith("/person")]
    assert form.entries["row"].value == "2", "the row is chosen already"
    assert "<details open><summary>Somebody in the report is a different person" in page
    # one of those whom it may be has a button, and so has somebody new
    person = page.partition("different person</summary>")[2].partition("</form>")[0]
    assert re.findall(r'name="one" value="([^"]*)"', person) == ["U7", "new"]
    back = officer.sent(form.action, {"row": "2", "who": "", "one": "U7"})
    assert back == f"{draft}#row-2" and 'id="row-2"' in officer.page(draft)
    assert "U7" in table(officer.page(draft))[1]


def test_who_it_is_has_to_be_said(officer: Officer, club: Selo) -> None:
    """An empty field is no way to say that somebody is new."""
    draft = dropped(officer, club, RIGHT)
    reply = officer.post(f"{draft}/person", {"row": "2", "who": ""})
    assert reply.status == 422
    assert "Write who it is, or press the button for a new player" in reply.text


def test_nobody_of_that_name_is_said_at_the_field(officer: Officer, club: Selo) -> None:
    draft = dropped(officer, club, RIGHT)
    reply = officer.post(f"{draft}/person", {"row": "2", "who": "Tutu, Tina"})
    assert reply.status == 422
    page = unescape(reply.text)
    assert 'value="Tutu, Tina"' in page
    assert "T1" in page, "who is near is named"
