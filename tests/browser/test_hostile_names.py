"""Names as nobody should have them break no page: markup, a turned direction, two
hundred letters, signs.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import PHONE, WIDE, window
from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import open_2024, opening, player
from web.pages.registry import PAGES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

NAMES = {
    "A": '"><img src=x onerror=alert(1)>',
    "B": "שרה כהן",
    "C": "Ä" * 200,
    "D": "😀👩‍👩‍👧 Emma",
}
ADDRESSES = {
    "show": ["/players/A", "/players/B", "/players/C", "/players/D"],
    "tournament": ["/tournaments/open-2024"],
    "explain": ["/players/C/why/open-2024"],
    "list": ["/lists/selo"],
    "player find": ["/search?words=ääää"],
    "log": ["/log"],
    "opponents": ["/players/C/opponents"],
    "versus": ["/players/A/against/C", "/players/B/against/D", "/players/C/against/B"],
    "against": [
        "/players/A/against?opponent=ää",
        "/players/B/against?opponent=%3Cimg%3E",
    ],
    "calculator": [
        "/calculator?player=A&games=%2B%C3%84%C3%84+-B%2Cemma",
        "/calculator?games=%22%3E%3Cimg%3E",
    ],
    "history": ["/players/C/history?from=2024-01-01"],
}


@pytest.fixture(scope="module")
def odd(
    tmp_path_factory: pytest.TempPathFactory, new_ledger: "Path"
) -> Iterator[Served]:
    selo = Selo(tmp_path_factory.mktemp("odd"), new_ledger)
    selo.submit(*(player(one, name=name, club=name) for one, name in NAMES.items()))
    selo.submit(
        *(opening(one, 1600 + 100 * at) for at, one in enumerate(NAMES)), open_2024()
    )
    with served(selo.path) as running:
        yield running


def test_odd_names_break_no_page(browser: "Browser", odd: Served) -> None:
    with window(browser, odd.port) as visit:
        for address in (
            address for question in PAGES for address in ADDRESSES.get(question, ())
        ):
            visit.page.set_viewport_size(WIDE)
            page = visit.open(address)
            assert (
                page.locator("img").count() == 0 and page.locator("h1").count() == 1
            ), address
            visit.page.set_viewport_size(PHONE)
            assert visit.wider() <= 0, address
