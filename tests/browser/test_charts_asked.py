"""Charts answer to a pointer, a finger and the keyboard, without script."""

from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import PHONE, Window, window
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

SHOWN = """svg => [...svg.querySelectorAll('.told')].filter(one => getComputedStyle(one).visibility === 'visible')
    .map(one => one.textContent.replaceAll('\\u00a0\\u00a0', ' '))"""
PLAYER = "/en/players/F033"


def chart(visit: Window, address: str) -> "Locator":
    return visit.open(address).locator("svg.chart:visible").first


def at(drawn: "Locator", across: float) -> tuple[float, float]:
    box = drawn.bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + 0.7 * box["height"]


def test_a_pointer_anywhere_is_told_the_day_and_the_values(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port) as visit:
        drawn = chart(visit, PLAYER)
        assert drawn.evaluate(SHOWN) == []
        visit.page.mouse.move(*at(drawn, 0.5))
        [told] = drawn.evaluate(SHOWN)
        *day, _, selo, _, pelo = told.split()
        on = datetime.strptime(" ".join(day), "%d %B %Y").date()
        lists = site.ask(f"/api/players/F033?as_of={on}").value["lists"]
        assert (int(selo), int(pelo)) == (
            lists["selo"]["rating"],
            lists["pelo"]["rating"],
        ), told
        drawn.locator("a circle").nth(4).hover()
        [told] = drawn.evaluate(SHOWN)
        title = drawn.locator("a title").nth(4).text_content() or ""
        day, _, rest = title.partition(": ")
        rating, _, name = rest.partition(" after ")
        assert told.startswith(f"{day} {rating} "), "the point's own value"
        assert told.endswith(name.partition(" (")[0]), "the tournament"
        visit.page.mouse.move(1, 1)
        assert drawn.evaluate(SHOWN) == []


def test_the_keyboard_stops_once_and_arrows_go_from_point_to_point(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port) as visit:
        drawn = chart(visit, PLAYER)
        stops = "svg => svg.querySelectorAll('a:not([tabindex=\"-1\"])').length"
        assert drawn.evaluate(stops) == 1
        drawn.locator("a:not([tabindex='-1'])").focus()
        shown = [drawn.evaluate(SHOWN)]
        for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "Home"):
            visit.page.keyboard.press(key)
            shown.append(drawn.evaluate(SHOWN))
        assert [len(told) for told in shown] == [1] * 5, "one value at a time"
        assert len({told for [told] in shown}) == 5
        assert drawn.evaluate(stops) == 1, "Tab comes back to where one was"
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url("**/why/**")
        drawn = chart(visit, PLAYER)
        drawn.locator("a:not([tabindex='-1'])").focus()
        visit.page.keyboard.press("Tab")
        inside = "document.activeElement.closest('svg')"
        assert visit.page.evaluate(inside) is None, (
            "and the next stop is past the chart"
        )


def test_a_pointer_drawn_across_it_chooses_days(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port) as visit:
        drawn = chart(visit, PLAYER)
        visit.page.mouse.move(*at(drawn, 0.6))
        visit.page.mouse.down()
        visit.page.mouse.move(*at(drawn, 0.3), steps=5)
        assert drawn.evaluate(SHOWN) == [], "nothing is in the way"
        visit.page.mouse.up()
        visit.page.wait_for_url("**/history?list=selo&from=*&to=*")
        first, last = (
            visit.page.locator(f".period input[name={name}]").input_value()
            for name in ("from", "to")
        )
        assert "2022" < first < last < "2026"
        assert visit.findings() == []


def test_a_chart_is_kept_as_svg_and_as_png(browser: "Browser", site: Served) -> None:
    with window(browser, site.port, accept_downloads=True) as visit:
        for address in (PLAYER, f"{PLAYER}/history?list=pelo&from=2023-01-01"):
            page = visit.open(address)
            with page.expect_download() as saved:
                page.locator("a[download='F033.svg']").click()
            content = saved.value.path().read_bytes()
            assert saved.value.suggested_filename == "F033.svg"
            assert content.startswith(b"<svg") and b"Hallavuori" in content
            with page.expect_download() as saved:
                page.get_by_role("button", name="PNG").first.click()
            content = saved.value.path().read_bytes()
            assert saved.value.suggested_filename == "F033.png"
            assert content.startswith(b"\x89PNG") and len(content) > 10_000


@pytest.mark.parametrize(
    "address",
    [PLAYER, f"{PLAYER}/against/F003", f"{PLAYER}/history?list=selo&from=2024-01-01"],
)
def test_a_finger_is_told_and_stays_on_the_page(
    browser: "Browser", site: Served, address: str
) -> None:
    with window(
        browser, site.port, viewport=PHONE, has_touch=True, is_mobile=True
    ) as visit:
        drawn = chart(visit, address)
        drawn.scroll_into_view_if_needed()
        visit.page.touchscreen.tap(*at(drawn, 0.5))
        first = drawn.evaluate(SHOWN)
        visit.page.touchscreen.tap(*at(drawn, 0.8))
        second = drawn.evaluate(SHOWN)
        assert len(first) == len(second) == 1 and first != second
        assert visit.path() == address
        right = (
            "([svg, told]) => told.getBoundingClientRect().right -"
            " svg.getBoundingClientRect().right"
        )
        told = drawn.locator(".told:visible").first.element_handle()
        assert visit.page.evaluate(right, [drawn.element_handle(), told]) <= 0, (
            "it fits"
        )


def test_a_year_is_one_link_away(browser: "Browser", site: Served) -> None:
    with window(browser, site.port) as visit:
        page = visit.open(f"{PLAYER}?known_on=2024-06-01")
        page.click("nav.ages >> text=2023")
        assert visit.arrives(
            f"{PLAYER}/history?known_on=2024-06-01&list=selo&from=2023-01-01&to=2023-12-31"
        )
        days = [
            row.inner_text() for row in page.locator("table td.day:not(.quiet)").all()
        ]
        assert days and all(day.endswith("2023") for day in days)
        page.click("nav.ages >> text=2022")
        assert (
            visit.arrives(lambda path: "from=2022-01-01" in path)
            and page.locator("nav.ages [aria-current]").inner_text() == "2022"
        )
