"""The pieces of a crosstable: white is white and black is black, whatever the colours
of the page.
"""

from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import window
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SWISS = "/en/tournaments/kuusilahti-open-2023"
COLOURS = (
    "one => [getComputedStyle(one).backgroundColor,"
    " getComputedStyle(one).borderTopColor]"
)
PAPER = "getComputedStyle(document.body).backgroundColor"
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"


def _luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [
        int(part) / 255
        for part in colour.removeprefix("rgb(").removesuffix(")").split(",")
    ]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    "look", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"media": "print"}]
)
def test_a_white_piece_is_white_and_a_black_one_black(
    browser: "Browser", site: Served, look: dict[str, str]
) -> None:
    with window(browser, site.port) as visit:
        page = visit.open(SWISS)
        page.emulate_media(**look)
        paper = page.evaluate(PAPER)
        for kind, inside in (("white", WHITE), ("black", BLACK)):
            background, border = page.locator(f"i.{kind}").first.evaluate(COLOURS)
            assert background == inside
            assert _contrast(border, paper) >= 3, "the piece is lost on its paper"
