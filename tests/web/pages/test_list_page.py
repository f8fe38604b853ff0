"""The page of a list beside an earlier one: who is new, who moved, and who is not on it
any more.
"""

import re
from datetime import date
from pathlib import Path

import pytest

from projections.answers import PUBLIC, Question
from projections.answers.lists.listed import Filters
from projections.answers.lists.published import PublishedList
from projections.answers.lists.rating_list import List, rating_list, recent_courses
from projections.answers.open_reading import reading
from projections.answers.title_states import LOST
from projections.answers.titles import titles
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament
from tests.world.ledger import TODAY, new_ledger, submitted
from tests.world.server import Put
from web.pages.lists import list_page, published_page
from web.pages.visit import LiveLinks, Visit


def shown(path: str, **filters: object) -> str:
    visit = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), TODAY, "")
    with reading(path, Question(), TODAY) as known:
        return list_page(known, List(list_name="selo", **filters), visit)  # type: ignore[arg-type]


def test_whoever_left_the_list_is_named(tmp_path: Path, put: Put) -> None:
    new_ledger(tmp_path)
    path = put(Selo(tmp_path)).ledger
    people = (player("A", name="Aho, Aino"), player("B", name="Berg, Bea"))
    booked = submitted(path, *people, opening("A", 1900), opening("B", 1800))
    submitted(
        path, {"kind": "publish", "list": "selo", "label": "then", "as_of": TODAY}
    )
    assert "No longer on the list" not in shown(path, change_since="then")
    seq = next(
        one.seq for one in booked.recorded if (one.kind, one.target) == ("opening", "B")
    )
    submitted(path, {"kind": "withdraw", "seq": seq, "reason": "of somebody else"})
    page = shown(path, change_since="then")
    gone = page[page.index("No longer on the list") :]
    assert "Berg, Bea" in gone and "1800" in gone and "Aho, Aino" not in gone
    # beside other filters nobody knows who of them would pass
    assert "No longer on the list" not in shown(
        path, change_since="then", min_rating=1000
    )


def test_a_rating_has_its_last_twelve_months_beside_it(demo: Selo) -> None:
    with reading(demo.ledger, Question(as_of="2024-06-30"), TODAY) as known:
        courses = recent_courses(known, "selo")
        for player, course in courses.items():
            assert course[-1][1] == known.listed_rating("selo", player)
            assert date.fromisoformat("2023-07-01").toordinal() <= course[0][0]
            assert [day for day, _ in course] == sorted(day for day, _ in course)
        visit = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), TODAY, "")
        page = list_page(known, List(list_name="selo", as_of="2024-06-30"), visit)
    assert page.count("chart spark") == len(courses) > 20


def test_lines_end_with_the_newest_event_not_on_a_day_of_which_nothing_is_known(
    demo: Selo,
) -> None:
    """A ledger that is asked years later: its last twelve months are those that it
    knows.
    """
    later, visit = (
        "2031-06-30",
        Visit("en", "", LiveLinks("", "", "/lists/selo", ""), "2031-06-30", ""),
    )
    with reading(demo.ledger, Question(), later) as known:
        assert (known.basis().as_of, known.basis().until) == (later, "2025-09-22")
        page = list_page(known, List(list_name="selo"), visit)
        drawn = len(recent_courses(known, "selo"))
    with reading(demo.ledger, Question(), "2025-09-30") as known:
        soon = list_page(known, List(list_name="selo"), visit)
        assert len(recent_courses(known, "selo")) == drawn > 20
    assert (
        page.count("chart spark") == drawn
        and "Twelve months to 22 September 2025" in page
    )
    assert "Twelve months to" not in soon  # a week without an event is no news


def test_a_long_list_is_begun_and_leads_to_the_rest(
    demo: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.lists.MOST", 5)
    live = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), TODAY, "")
    with reading(demo.ledger, Question(), TODAY) as known:
        short, whole = (
            list_page(known, List(list_name="selo", limit=most), live)
            for most in (None, 60)
        )
    assert (
        "Show 55 more players" in short
        and "/lists/selo?limit=60" in short
        and "60 players" in short
    )
    assert short.count('class="person"') == 5 and whole.count('class="person"') == 60


def test_a_title_is_a_filter(demo: Selo) -> None:
    with reading(demo.ledger, Question(), TODAY) as known:
        by_title = {
            title: rating_list(known, "selo", Filters(title=title)).rows
            for title in ("M", "ME", "I")
        }
        holders = {row.player for row in titles(known).rows if row.status != LOST}
    everybody = [row.player for rows in by_title.values() for row in rows]
    assert (
        set(everybody) == holders
        and len(everybody) == len(holders) > len(by_title["M"]) > 0
    )
    assert by_title["M"][0].rank == 1


def test_a_row_says_who_it_is_and_what_changed_since_the_last_list(
    tmp_path: Path, put: Put
) -> None:
    new_ledger(tmp_path)
    path = put(Selo(tmp_path)).ledger
    submitted(
        path,
        player("A", name="Aho, Aino", club="Shakki", born="1990-03-02"),
        player("B", name="Berg, Bea", club="Schack", born="2015-01-31"),
        opening("A", 1900),
        {"kind": "publish", "list": "selo", "label": "then", "as_of": "2023-06-02"},
        opening("B", 1800) | {"on": "2023-06-03"},
    )
    page = shown(path)
    rows = [row.partition("</tr>")[0] for row in page.split("<tr>")[2:4]]
    assert [cells_of(row) for row in rows] == [
        [
            "1",
            "Aho, Aino I · FIN · 1990 Shakki",
            "I",
            "1900",
            "±0",
            "Shakki",
            "FIN",
            "1990",
        ],
        [
            "2",
            "Berg, Bea FIN · 2015 Schack",
            "",
            "1800",
            "new",
            "Schack",
            "FIN",
            "2015",
        ],
    ]
    assert "Change: since then." in page
    # a day before anything was published has nothing to be compared with
    visit = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), TODAY, "")
    with reading(path, Question(as_of="2023-06-02"), TODAY) as known:
        assert ">Change<" not in list_page(known, List(list_name="selo"), visit)


def cells_of(row: str) -> list[str]:
    """The first cells of a row, as read."""
    cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells][:8]


def test_a_year_of_birth_that_the_office_keeps_back_is_on_no_list(
    tmp_path: Path, put: Put
) -> None:
    new_ledger(tmp_path)
    path = put(Selo(tmp_path)).ledger
    submitted(
        path,
        player("A", name="Aho, Aino", born="1990-03-02"),
        player("B", name="Berg, Bea", born="2015-01-31"),
        opening("A", 1900),
        opening("B", 1800),
        {"kind": "settings", "years_of_birth": "adults"},
        {"kind": "publish", "list": "selo", "label": "then", "as_of": TODAY},
    )
    visit = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), TODAY, "")
    with reading(path, Question(), TODAY) as known:
        known.viewer = PUBLIC
        pages = [
            list_page(known, List(list_name="selo"), visit),
            published_page(known, PublishedList(list_name="selo", label="then"), visit),
        ]
    for page in pages:
        assert "1990" in page and "2015" not in page and "Berg, Bea" in page


def test_a_published_list_says_what_it_changed(tmp_path: Path, put: Put) -> None:
    new_ledger(tmp_path)
    path = put(Selo(tmp_path)).ledger
    lists = (("one", "2023-06-02"), ("two", "2023-06-30"))
    publish = [
        {"kind": "publish", "list": "selo", "label": label, "as_of": day}
        for label, day in lists
    ]
    submitted(path, player("A"), player("B"), player("C"))
    submitted(path, *(opening(who, 1800) for who in "AB"), publish[0])
    submitted(path, tournament("june", "2023-06-20", "A B 1-0"))
    submitted(path, opening("C", 1700) | {"on": "2023-06-21"}, publish[1])
    visit = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), TODAY, "")
    with reading(path, Question(), TODAY) as known:
        first, second = (
            published_page(known, PublishedList(list_name="selo", label=label), visit)
            for label, _ in lists
        )
    assert ">Change<" not in first and "Change: since one." in second
    rows = [cells_of(row) for row in second.split("<tr>")[2:5]]
    assert [row[4] for row in rows] == ["+18", "−17", "new"]


def test_the_best_hundred_of_each_month_are_one_link(demo: Selo) -> None:
    live = Visit("en", "", LiveLinks("", "", "/lists/selo", ""), "2025-02-10", "")
    with reading(demo.ledger, Question(as_of="2025-02-10"), "2025-02-10") as known:
        page = list_page(known, List(list_name="selo", as_of="2025-02-10"), live)
    months = re.findall(r'as_of=([0-9-]+)&amp;limit=100">([^<]+)', page)
    assert months[0] == ("2025-02-01", "February 2025")
    assert months[-1] == ("2024-03-01", "March 2024") and len(months) == 12
