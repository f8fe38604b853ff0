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


# the cells of each row that are seen, with where their words stand
_ROWS_SEEN = """table => [...table.tBodies[0].rows].map(row => [...row.cells]
  .filter(cell => cell.offsetWidth > 0 && cell.textContent.trim())
  .map(cell => {
    const words = document.createRange();
    words.selectNodeContents(cell.querySelector('a.person') ?? cell);
    const { top } = [...words.getClientRects()].find(part => part.width > 0);
    return { top, right: words.getBoundingClientRect().right };
  }))"""
_RIGHT = "table => table.getBoundingClientRect().right"


@pytest.mark.parametrize(
    ("address", "table"),
    [
        ("/en/lists/selo", "table.list"),
        ("/en/tournaments/kuusilahti-open-2023", "table.list"),
        ("/en/players/F033", "table.few"),
    ],
)
def test_numbers_stand_at_the_end_of_their_row(
    browser: "Browser", site: Served, address: str, table: str
) -> None:
    """Also where the columns behind them have no room on a phone."""
    with window(browser, site.port, viewport=PHONE) as visit:
        page = visit.open(address)
        shown = page.locator(table).first
        # the line below each row reaches to there
        edge = shown.evaluate(_RIGHT)
        rows = shown.evaluate(_ROWS_SEEN)
        ends = [edge - row[-1]["right"] for row in rows if len(row) == len(rows[0])]
        assert len(ends) > 5 and max(ends) < 2, ends


def test_a_name_of_two_lines_begins_level_with_its_row(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port, viewport=PHONE) as visit:
        page = visit.open("/en/tournaments/kuusilahti-open-2023")
        for table in ("table.grid", "table.games"):
            for row in page.locator(table).first.evaluate(_ROWS_SEEN):
                tops = [cell["top"] for cell in row]
                assert max(tops) - min(tops) < 8, row


def test_the_list_at_a_desk_has_a_line_for_each_player(
    browser: "Browser", site: Served
) -> None:
    with window(browser, site.port, viewport={"width": 1200, "height": 900}) as visit:
        page = visit.open("/en/lists/selo")
        heights = page.locator("table.list tbody tr").evaluate_all(
            "rows => rows.map(row => row.getBoundingClientRect().height)"
        )
        assert len(heights) > 20 and max(heights) < 1.5 * min(heights)
