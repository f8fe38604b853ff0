"""The page of a list beside an earlier one: who is new, who moved, and who is not on it
any more.
"""

from datetime import date
from pathlib import Path

import pytest

from projections.answers.lists.listed import Filters
from projections.answers.lists.rating_list import List, lately, rating_list
from projections.answers.reading import Question, reading
from projections.answers.titles import LOST, titles
from tests.world.command import Selo
from tests.world.documents import opening, player
from tests.world.ledger import TODAY, new_ledger, submitted
from tests.world.server import Put
from web.pages.lists import list_page
from web.pages.visit import FileLinks, LiveLinks, Visit


def shown(path: str, **filters: object) -> str:
    visit = Visit("en", "", FileLinks(("lists", "selo"), "en"), TODAY, "")
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
    assert "Not on the list any more" not in shown(path, change_since="then")
    seq = next(
        one.seq for one in booked.recorded if (one.kind, one.target) == ("opening", "B")
    )
    submitted(path, {"kind": "withdraw", "seq": seq, "reason": "of somebody else"})
    page = shown(path, change_since="then")
    gone = page[page.index("Not on the list any more") :]
    assert "Berg, Bea" in gone and "1800" in gone and "Aho, Aino" not in gone
    # beside other filters nobody knows who of them would pass
    assert "Not on the list any more" not in shown(
        path, change_since="then", min_rating=1000
    )


def test_a_rating_has_its_last_twelve_months_beside_it(demo: Selo) -> None:
    with reading(demo.ledger, Question(as_of="2024-06-30"), TODAY) as known:
        courses = lately(known, "selo")
        for player, course in courses.items():
            assert course[-1][1] == known.rating("selo", player)
            assert date.fromisoformat("2023-07-01").toordinal() <= course[0][0]
            assert [day for day, _ in course] == sorted(day for day, _ in course)
        visit = Visit("en", "", FileLinks(("lists", "selo"), "en"), TODAY, "")
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
        Visit("en", "", FileLinks(("lists", "selo"), "en"), "2031-06-30", ""),
    )
    with reading(demo.ledger, Question(), later) as known:
        assert (known.basis().as_of, known.basis().until) == (later, "2025-09-22")
        page = list_page(known, List(list_name="selo"), visit)
        drawn = len(lately(known, "selo"))
    with reading(demo.ledger, Question(), "2025-09-30") as known:
        soon = list_page(known, List(list_name="selo"), visit)
        assert len(lately(known, "selo")) == drawn > 20
    assert (
        page.count("chart spark") == drawn
        and "Twelve months to 22 September 2025" in page
    )
    assert ">Twelve months<" in soon  # a week without an event is no news


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
