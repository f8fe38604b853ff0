"""A paper report typed in a browser: what is wrong comes beside its field while somebody
types on, and neither the focus nor the page moves.
"""

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_desk_used import link
from tests.browser.visiting import PHONE, WIDE, Window, window
from tests.web.serving import Served
from tests.world.command import Selo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

FOCUSED = "document.activeElement.name"
PLACE = "document.activeElement.getBoundingClientRect().top"
SAYS = "form.paper > [role=status]"


def form_opened(visit: Window, office: tuple[Selo, Served]) -> "Page":
    page = visit.open(link(office))
    page.click("main button")
    visit.arrives("/desk")
    return visit.open("/desk/paper")


def typed(page: "Page", name: str, text: str) -> None:
    """Type into a field with the keyboard, as somebody who comes to it by Tab."""
    page.focus(f"[name='{name}']")
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def board(page: "Page", at: int, number: int, line: tuple[str, str, str]) -> None:
    white, result, black = line
    typed(page, f"white.{at}.{number}", white)
    page.select_option(f"[name='result.{at}.{number}']", result)
    typed(page, f"black.{at}.{number}", black)


def says(page: "Page", name: str) -> str:
    """What is said at a field, as its input refers to it."""
    message = page.get_attribute(f"[name='{name}']", "aria-describedby")
    text: str = page.locator(f"[id='{message}']").inner_text()
    return text


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_is_wrong_comes_beside_its_field_while_one_types(
    browser: "Browser", office: tuple[Selo, Served], size: "ViewportSize"
) -> None:
    with window(browser, office[1].port, viewport=size) as visit:
        page = form_opened(visit, office)
        for number, name in enumerate(("Aho, Aki", "Berg, Ada", "Cygnel, Bo"), 1):
            typed(page, f"player.{number}", name)
        typed(page, "points.1", "many")
        typed(page, "points.2", "1")
        page.wait_for_selector("[name='points.1'][aria-invalid=true]")
        assert says(page, "points.1") == "Points are written like 2 or 2.5"
        assert page.evaluate(FOCUSED) == "points.2"
        assert page.locator(SAYS).text_content() == "Fields to look at again: 1"
        # the line that somebody is in has no message yet
        typed(page, "white.1.1", "1")
        page.select_option("[name='result.1.1']", "1-0")
        typed(page, "black.1.1", "9")
        place = page.evaluate(PLACE)
        with page.expect_response("**/desk/paper/check"):
            page.focus("[name='white.1.2']")
        page.wait_for_selector("[name='black.1.1'][aria-invalid=true]")
        assert says(page, "black.1.1") == "Write the number of a player, 1 to 3"
        assert page.evaluate(FOCUSED) == "white.1.2" and place > 0
        assert visit.findings() == [] and visit.wider() <= 0
        # what is mended is said no more
        typed(page, "black.1.1", "2")
        typed(page, "points.1", "1")
        page.focus("[name='name']")
        page.wait_for_selector("[name='black.1.1']:not([aria-describedby])")
        page.wait_for_selector("[name='points.1']:not([aria-describedby])")
        assert page.locator(SAYS).text_content() == "Fields to look at again: 0"
        assert page.locator("td[data-sum='1']").text_content() == "1"
        assert page.locator("[aria-invalid]").count() == 0
        # nothing was kept by any of it
        assert visit.path() == "/desk/paper"
        visit.open("/desk")
        assert "Nothing is waiting" in page.inner_text("main")


def test_back_to_a_sheet_that_was_kept_keeps_it_once(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    """The same sheet is the same draft, and another one makes another."""
    with window(browser, office[1].port) as visit:
        page = form_opened(visit, office)
        for name, text in (("name", "Once"), ("start", "2024-05-01")):
            page.fill(f"[name='{name}']", text)
        for number, name in enumerate(("Aho, Aki", "Berg, Ada"), 1):
            typed(page, f"player.{number}", name)
        drafts = []
        for name in ("Once", "Once", "Twice"):
            page.fill("[name='name']", name)
            page.locator("button[value=stay]").first.click()
            assert visit.arrives(lambda path: "/desk/drafts/" in path)
            drafts.append(visit.path())
            page.go_back()
            assert visit.arrives("/desk/paper")
            assert page.input_value("[name='name']") == name
        first, again, other = drafts
        assert first == again != other


def test_the_field_with_the_focus_stays_where_it_is(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    with window(browser, office[1].port) as visit:
        page = form_opened(visit, office)
        for number in (1, 2, 3, 5, 6):
            typed(page, f"player.{number}", f"Player {number}")
        typed(page, "points.5", "many")
        page.focus("[name='white.1.1']")
        place = page.evaluate(PLACE)
        page.wait_for_selector("[name='points.5'][aria-invalid=true]")
        assert "Row 4 has no name" in says(page, "player.4")
        page.wait_for_timeout(200)
        assert abs(page.evaluate(PLACE) - place) < 1
        assert page.evaluate(FOCUSED) == "white.1.1"


def test_what_a_saved_page_said_goes_when_it_is_mended(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    with window(browser, office[1].port) as visit:
        page = form_opened(visit, office)
        typed(page, "player.1", "Aho, Aki")
        typed(page, "player.2", "Berg, Ada")
        board(page, 1, 1, ("1", "1-0", "9"))
        page.click("button[value=stay] >> nth=0")
        page.wait_for_selector("p[role=alert]")
        assert says(page, "black.1.1") == "Write the number of a player, 1 to 2"
        typed(page, "black.1.1", "2")
        page.focus("[name='name']")
        page.wait_for_selector("[name='black.1.1']:not([aria-describedby])")
        assert page.locator("p[role=alert]").count() == 0
        assert page.locator(".problem").count() == 0


def test_a_player_chosen_from_the_suggestions_is_checked(
    browser: "Browser", office: tuple[Selo, Served]
) -> None:
    with window(browser, office[1].port) as visit:
        page = form_opened(visit, office)
        typed(page, "player.1", "F033")
        typed(page, "player.2", "hallavuori")
        page.wait_for_selector("[role=listbox]:visible [role=option]")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        assert page.input_value("[name='player.2']") == "F033"
        page.focus("[name='points.3']")
        page.wait_for_selector("[name='player.2'][aria-invalid=true]")
        assert says(page, "player.2") == "F033 is in row 1 already"
