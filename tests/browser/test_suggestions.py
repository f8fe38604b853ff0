"""Suggestions while one types: with the keyboard alone, as a screen reader is told of
them, and no need of them without script.
"""

from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import PHONE, WIDE, window
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

OPTIONS = "[role=listbox]:visible [role=option]"


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_keyboard_alone_finds_a_player(
    browser: "Browser", site: Served, size: "ViewportSize"
) -> None:
    with window(browser, site.port, viewport=size) as visit:
        page = visit.open("/sv/tournaments")
        field = page.get_by_role("combobox")
        field.focus()
        page.keyboard.type("lumikos")
        page.wait_for_selector(OPTIONS)
        assert field.get_attribute("aria-expanded") == "true"
        assert page.locator(OPTIONS).first.inner_text() == "Lumikosken Sotilas"
        assert visit.findings() == [] and visit.wider() <= 0
        page.keyboard.press("Escape")
        assert page.locator(OPTIONS).count() == 0
        assert field.get_attribute("aria-expanded") == "false"
        field.fill("hallavuori")
        page.wait_for_selector(OPTIONS)
        page.keyboard.press("ArrowDown")
        chosen = field.get_attribute("aria-activedescendant")
        option = page.locator(f"#{chosen}")
        assert option.get_attribute("aria-selected") == "true"
        assert "Aino Hallavuori" in option.inner_text()
        assert field.evaluate("one => one === document.activeElement")
        told = page.get_by_role("status").first.text_content() or ""
        assert told.startswith("Förslag: ")
        page.keyboard.press("Enter")
        visit.arrives("/sv/players/F033")


def test_a_form_that_asks_for_a_player_takes_the_one_that_is_meant(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port) as visit:
        page = visit.open("/en/players/F033")
        field = page.get_by_role("combobox", name="Compare with another player")
        field.press_sequentially("haapak")
        page.wait_for_selector(OPTIONS)
        page.locator(OPTIONS).first.click()
        assert field.input_value() == "F003"
        assert visit.findings() == []
        page.keyboard.press("Enter")
        visit.arrives(lambda path: "/against" in path)
        assert "Ilmari Haapakorva" in page.locator("main").inner_text()


def test_without_script_the_form_asks_the_page(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port, java_script_enabled=False) as visit:
        page = visit.open("/en/tournaments")
        page.get_by_role("searchbox").fill("hallavuori")
        page.keyboard.press("Enter")
        visit.arrives("/en/search?words=hallavuori")
        assert page.get_by_role("link", name="Aino Hallavuori").count() == 1
