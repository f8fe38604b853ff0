"""What a phone must not leave out, for want of room."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import PHONE, WIDE, window
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

# as WCAG 2.2 wants it, 1.4.10
NARROWEST: "ViewportSize" = {"width": 320, "height": 740}


@pytest.mark.parametrize("size", [NARROWEST, PHONE, WIDE], ids=["320", "360", "1280"])
@pytest.mark.parametrize("unit", ["kuusilahti-open-2023", "vappublitz-2025"])
def test_a_sum_shows_the_same_terms_on_every_screen(
    browser: "Browser", site: Served, unit: str, size: "ViewportSize"
) -> None:
    games = site.ask(f"/api/players/F033/why/{unit}").value["entries"][0]["games"]
    with window(browser, site.port, viewport=size) as visit:
        shown = (
            visit.open(f"/en/players/F033/why/{unit}")
            .locator("table.sheet")
            .inner_text()
        )
        for game, following in zip(games, [*games[1:], None], strict=True):
            own = shown.partition(game["name"])[2]
            own = own.partition(following["name"] if following else "Total")[0]
            terms = [
                f"{game['difference']:+}".replace("-", "−"),
                f"{game['percent']} %",
                str(game["number"]),
            ]
            if game["running"] is not None:
                terms.append(str(game["running"]))
            assert [term for term in terms if term not in own] == [], (game, own)
        assert visit.wider() <= 0


def test_the_names_beside_a_chart_are_not_cut_at_the_edge(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port, viewport=PHONE) as visit:
        page = visit.open("/en/log/200")
        chart = page.locator("svg:visible", has_text="selo").first
        left = chart.evaluate(
            "chart => Math.min(...[...chart.querySelectorAll('text')]"
            ".map(text => text.getBBox().x))"
        )
        names = chart.locator("text").all_text_contents()
        assert any(name.endswith(", selo") for name in names), names
        assert left >= 0
