"""A table by any of its columns, with the mouse and with the keyboard alone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import Window, window
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def visit(browser: "Browser", site: Served) -> Iterator[Window]:
    with window(browser, site.port) as opened:
        yield opened


def column(visit: Window, number: int) -> list[str]:
    cells: list[str] = visit.page.eval_on_selector_all(
        f"table.sortable tbody tr > :nth-child({number})",
        "cells => cells.map((cell) => cell.textContent.trim())",
    )
    return cells


def test_a_tournament_by_any_column(visit: Window) -> None:
    page = visit.open("/en/tournaments/kuusilahti-open-2024")
    assert column(visit, 1) == [str(place) for place in range(1, 21)]
    page.get_by_role("button", name="Change").click()
    changes = [
        float(text.replace("−", "-").replace("±", ""))
        for text in column(visit, 8)
        if text
    ]
    assert changes == sorted(changes, reverse=True) and len(changes) == 19
    assert column(visit, 8)[-1] == "", "who has no change comes last"
    page.keyboard.press("Enter")
    assert column(visit, 8)[0] == "−93"
    page.get_by_role("button", name="Club").press("Space")
    clubs = [club for club in column(visit, 4) if club]
    assert clubs == sorted(clubs) and column(visit, 4)[-1] == ""
    head = page.get_by_role("columnheader", name="Club")
    assert head.get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="Points").click()
    assert column(visit, 5)[:3] == ["6 / 7", "4½ / 7", "4½ / 7"]
    assert visit.findings() == []


def test_a_list_by_days_and_by_changes(visit: Window) -> None:
    """Days go in the order of the calendar, and who is new has no change."""
    page = visit.open("/en/lists/selo?change_since=2024-03-01")
    page.get_by_role("button", name="Last played").click()
    days = page.eval_on_selector_all(
        "table.sortable td.day", "cells => cells.map((cell) => cell.dataset.sort)"
    )
    played = [day for day in days if day]
    assert len(set(played)) > 5 and played == sorted(played)
    page.get_by_role("button", name="Change").click()
    heads = page.eval_on_selector_all(
        "table.sortable th", "cells => cells.map((cell) => cell.textContent.trim())"
    )
    cells = column(visit, heads.index("Change") + 1)
    changes = [
        int(text.replace("−", "-").replace("±", "").replace("+", ""))
        for text in cells
        if text != "new"
    ]
    assert "new" in cells and changes == sorted(changes, reverse=True)
    assert cells[-1] == "new"


def test_players_of_a_tournament_by_their_names(visit: Window) -> None:
    """And not by the titles before these."""
    page = visit.open("/en/tournaments/kuusilahti-open-2024")
    page.get_by_role("button", name="Player").click()
    names = page.eval_on_selector_all(
        "table.sortable tbody th a bdi",
        "cells => cells.map((cell) => cell.textContent)",
    )
    assert len(names) == 20
    sorted_by = page.eval_on_selector_all(
        "table.sortable tbody th", "heads => heads.map((head) => head.dataset.sort)"
    )
    assert sorted_by == names
    in_order = page.evaluate(
        "names => [...names].sort((a, b) => a.localeCompare(b, 'en'))", names
    )
    assert names == in_order
