"""A month's work on one page: what came in, what is open and due, what moved, what the
next list will say.
"""

import re
from collections.abc import Iterator

import pytest

from features.calendar.month import Month, month_of
from tests.web.desk.officer import PARTS, Officer, parts
from tests.web.pages.reading_html import Page, english
from tests.web.serving import Served, served
from tests.web.test_drafts import REPORT
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import amend, opening, player, tournament

NOW = "2026-11-01T12:00:00.000000Z"
OCTOBER = "/desk/month?month=2026-10"


@pytest.fixture
def busy(club: Selo) -> Selo:
    """A club whose October had a report, a correction, a published list and something
    announced.
    """
    club.clock("2026-09-30T20:00:00.000000Z")
    club.submit(
        tournament("autumn", "2026-09-20", "A B 1-0", "C D 1/2-1/2", name="Syysturnaus")
    )
    club.submit(
        {"kind": "publish", "list": "selo", "label": "2026-09", "as_of": "2026-09-30"}
    )
    club.clock("2026-10-05T09:00:00.000000Z")
    club.submit(
        tournament("late", "2026-09-25", "A C 0-1", "B D 1-0", name="Myöhäinen Open")
    )
    club.submit(
        amend(
            "autumn",
            games={"1.1": {"result": "0-1"}},
            reason="typed the wrong way round",
        )
    )
    club.submit(
        {
            "kind": "announce",
            "tournament": "coming",
            "name": "Tuleva Cup",
            "start": "2026-10-10",
            "end": "2026-10-11",
            "report_by": "2026-10-20",
        }
    )
    club.clock(NOW)
    return club


@pytest.fixture
def service(busy: Selo) -> Iterator[Served]:
    with served(busy.ledger, now=lambda: NOW) as running:
        yield running


def section(page: str, heading: str) -> str:
    """What stands below a heading, up to the next of its kind."""
    return page.partition(heading)[2].partition("<h2>")[0]


def test_everything_of_the_month_is_there_and_nothing_of_another(
    busy: Selo, service: Served
) -> None:
    officer = Officer(busy, service)
    officer.sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    page = officer.page(OCTOBER)
    came = section(page, "What came in")
    assert (
        "3 events were recorded." in came
        and "Myöhäinen Open" in came
        and "Syysturnaus" not in came
    )
    assert "1 tournament<" in came and "Autumn Open" not in came
    waiting = section(page, "What is open today")
    assert "1 draft is waiting" in waiting and "Autumn Open" in waiting
    assert "Tuleva Cup" in section(page, "What is due by") and "11 days late" in page
    moved = section(page, "What moved")
    assert (
        "1 correction of" in moved
        and "1.1 Pelaaja A – Pelaaja B: 1–0 became 0–1" in moved
    )
    assert "Autumn Open" in section(officer.page("/desk/month"), "What came in")


def test_what_moved_is_the_difference_of_the_two_states(
    busy: Selo, service: Served
) -> None:
    officer = Officer(busy, service)
    moved = section(officer.page(OCTOBER), "What moved")
    shown = re.findall(
        r'/players/(\w)">.*?<td class="n">(\d+)</td><td class="n"><b>(\d+)</b>',
        moved.partition("</table>")[0],
    )
    lists = [
        {
            row["player"]: row["rating"]
            for row in busy.ask("list", "selo", "--as-of", "2026-10-31", *known)["rows"]
        }
        for known in (("--known-on", "2026-09-30"), ("--known-on", "2026-10-31"))
    ]
    expected = {
        who: (lists[0][who], rating)
        for who, rating in lists[1].items()
        if lists[0].get(who) != rating
    }
    assert {
        who: (int(before), int(after)) for who, before, after in shown
    } == expected and len(expected) == 4
    changes = [abs(int(after) - int(before)) for _, before, after in shown]
    assert changes == sorted(changes, reverse=True)
    assert (
        "selo: 4 ratings changed" in moved
        and "/diff?known_on=2026-09-30..2026-10-31&list=selo" in moved
    )
    coming = section(officer.page(OCTOBER), "What the next list will say")
    assert (
        "selo, compared with 2026-09 of 30 September 2026" in coming
        and "4 ratings differ, 0 of them new; 0 gone" in coming
    )


def test_an_older_list_that_is_published_again_is_not_the_newest(
    busy: Selo, service: Served
) -> None:
    """The next list is held against that of the last day, in its newest revision."""
    for label, day in (("2026-10", "2026-10-15"), ("2026-09", "2026-09-30")):
        busy.done("publish", "selo", label, "--as-of", day)
    page = Officer(busy, service).page("/desk/month")
    coming = section(page, "What the next list will say")
    assert "selo, compared with 2026-10 of 15 October 2026" in coming


def test_the_next_list_is_compared_with_the_row_of_the_id_that_counts(
    busy: Selo, service: Served
) -> None:
    """A stood on the last list with their opening, and lower down as Z, a beginner."""
    busy.submit(
        player("Y"),
        opening("Y", 1200),
        player("Z"),
        tournament("beginners", "2026-09-28", *["Z Y 0-1"] * 4),
    )
    busy.done("publish", "selo", "again", "--as-of", "2026-09-30")
    listed = busy.ask("list", "selo", "--label", "again")["rows"]
    ratings = {row["player"]: row["rating"] for row in listed}
    assert ratings["Z"] < ratings["A"]

    busy.done("player", "merge", "Z", "A", "--reason", "one person")
    page = Officer(busy, service).page("/desk/month")
    coming = section(page, "What the next list will say")
    [was] = re.findall(r'/players/A">.*?<td class="n">(\d+)</td>', coming)
    assert int(was) == ratings["A"]


def test_months_lead_to_each_other_as_far_as_there_is_anything(
    busy: Selo, service: Served
) -> None:
    officer = Officer(busy, service)
    assert "/desk/month" in officer.page("/desk")
    november, october = officer.page("/desk/month"), officer.page(OCTOBER)
    assert "<h1>November 2026</h1>" in november and 'rel="next"' not in november
    assert 'rel="prev" href="/desk/month?month=2026-09"' in october
    assert 'rel="next" href="/desk/month?month=2026-11"' in october
    assert 'rel="prev"' not in officer.page("/desk/month?month=2020-01")
    for text in ("2026-12", "2026-13", "October", "2026-10-01", "0001-01"):
        assert officer.see(f"/desk/month?month={text}").status == 400, text


def test_a_submitter_sees_their_own_drafts(busy: Selo, service: Served) -> None:
    Officer(busy, service).sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    busy.submit(player("A", unlisted=True))
    submitter = Officer(busy, service, "submitter", "seura")
    page = submitter.page(OCTOBER)
    assert "autumn.trf" not in page and "Autumn Open" not in page
    assert "Myöhäinen Open" in page
    assert "Pelaaja A" not in page and "Pelaaja B" in page
    assert service.ask(OCTOBER, fields={"Accept": "text/html"}).status == 401
    assert Officer(busy, service, "reader", "visitor").see(OCTOBER).status == 403


@pytest.mark.parametrize("language", ["fi", "sv"])
def test_it_is_in_one_language(busy: Selo, service: Served, language: str) -> None:
    reply = Officer(busy, service).see(f"/{language}{OCTOBER}")
    page = Page(reply.text)
    assert page.flaws == [] and page.language == language and "10/2026" in reply.text
    assert sorted(set(page.texts) & english(language)) == []


def test_a_month_of_the_calendar() -> None:
    assert (
        Month(2024, 2).last,
        Month(2026, 12).next.first,
        Month(2026, 1).before.last,
    ) == ("2024-02-29", "2027-01-01", "2025-12-31")
    assert (
        str(month_of("", "2026-11-25")) == "2026-11"
        and month_of("2026-11", "2026-11-01").last == "2026-11-30"
    )


def test_the_next_list_is_the_offices_until_it_is_out(
    busy: Selo, service: Served
) -> None:
    page = Officer(busy, service).page("/lists/next?list=selo")
    assert (
        "Compared with 2026-09 of 30 September 2026." in page
        and "4 ratings moved." in page
    )
    assert "Tuleva Cup" in section(page, "What is missing")
    assert "Nothing is waiting." in section(page, "What is open today")
    assert "/lists/next" in Officer(busy, service).page(OCTOBER)
    for address in ("/lists/next", "/api/lists/next", "/lists/next.csv"):
        assert service.ask(address, fields={"Accept": "text/html"}).status == 401, (
            address
        )
        for role, status in (
            ("reader", 403),
            ("submitter", 403),
            ("publisher", 200),
            ("auditor", 200),
        ):
            assert Officer(busy, service, role, role).see(address).status == status, (
                role,
                address,
            )


def test_the_first_month_of_an_office_has_new_ratings_and_not_none(club: Selo) -> None:
    """An office that catches up books years in a day: nobody had a rating before, so
    all of them are new.
    """
    with served(club.ledger, now=lambda: AT) as running:
        moved = section(Officer(club, running).page("/desk/month"), "What moved")
    rated = club.ask("list", "selo")["rows"]
    assert (
        f"selo: {len(rated)} ratings are new; nobody had one before" in moved
        and "selo: 0 ratings" not in moved
    )
    assert (
        all(f"/players/{row['player']}" in moved for row in rated) and ">new<" in moved
    )


def test_somebody_new_is_counted_beside_what_moved(busy: Selo, service: Served) -> None:
    busy.clock("2026-10-06T09:00:00.000000Z")
    busy.submit(player("N1"), opening("N1", 1500))
    busy.clock(NOW)
    moved = section(Officer(busy, service).page(OCTOBER), "What moved")
    assert (
        "selo: 4 ratings changed" in moved and "1 player got a first rating." in moved
    )


def test_a_publisher_hears_of_what_waits_for_others(
    busy: Selo, service: Served
) -> None:
    Officer(busy, service).sent("/desk/files", parts("autumn.trf", REPORT), PARTS)
    publisher = Officer(busy, service, "publisher", "kaisa")
    for address in ("/desk/month", "/desk"):
        page = publisher.page(address)
        assert (
            "1 draft is waiting for an officer." in page
            and "Nothing is waiting" not in page
            and "autumn.trf" not in page
            and "Autumn Open" not in page
        )
    submitter = Officer(busy, service, "submitter", "seura")
    assert "waiting for an officer" not in submitter.page("/desk")
