"""Every page, in light and dark and on a phone: no finding of axe, no error, no request
that leaves the machine.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import PHONE, WIDE, Window, window
from tests.web.pages.test_every_page import ADDRESSES
from tests.web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LANGUAGES = ("fi", "sv", "en")
EACH = [
    (question, f"/{LANGUAGES[index % 3]}{addresses[0]}")
    for index, (question, addresses) in enumerate(ADDRESSES.items())
]


@pytest.fixture(scope="module")
def visit(browser: "Browser", site: Served) -> Iterator[Window]:
    with window(browser, site.port) as opened:
        yield opened


@pytest.mark.parametrize(
    "address", [address for _, address in EACH], ids=[question for question, _ in EACH]
)
def test_a_page_is_fit_to_be_seen(visit: Window, address: str) -> None:
    visit.page.set_viewport_size(WIDE)
    visit.page.emulate_media(color_scheme="light")
    visit.open(address)
    assert visit.findings() == [], "in light"
    visit.page.emulate_media(color_scheme="dark")
    assert visit.findings(only="color-contrast") == [], "in dark"
    visit.page.set_viewport_size(PHONE)
    assert visit.wider() <= 0, "on a phone it scrolls sideways"
    assert visit.wrong == []
