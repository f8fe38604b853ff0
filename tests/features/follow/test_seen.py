"""The pages of following in a browser, from a player's page to the last button: no
finding of axe, in light and dark and on a phone.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import browser
from tests.browser.visiting import PHONE, WIDE, Window, window
from tests.features.follow.conftest import SERVICE, Post
from tests.web.desk.officer import Officer
from tests.web.serving import Served
from tests.world.command import Selo
from tests.world.pace import until
from web.store.beside import rows_found

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]
AINO = "aino@home.example"


@pytest.fixture
def visit(browser: "Browser", service: Served) -> Iterator[Window]:
    with window(browser, service.port) as opened:
        yield opened


def looked_at(visit: Window) -> None:
    """See that a page is fit to be seen."""
    visit.page.set_viewport_size(WIDE)
    visit.page.emulate_media(color_scheme="light")
    assert visit.findings() == [], f"{visit.page.url} in light"
    visit.page.emulate_media(color_scheme="dark")
    assert visit.findings(only="color-contrast") == [], f"{visit.page.url} in dark"
    visit.page.set_viewport_size(PHONE)
    assert visit.wider() <= 0, f"{visit.page.url} on a phone"
    assert visit.wrong == []


def link_of(post: Post, number: int) -> str:
    until(lambda: len(post.taken) > number)
    text = str(post.taken[number][1].get_content())
    link = re.search(rf"{re.escape(SERVICE)}(\S+)", text)
    assert link is not None, text
    return link[1]


def test_a_visitor_follows_and_ends_it(
    visit: Window, post: Post, club: Selo, service: Served
) -> None:
    page = visit.page
    visit.open("/fi/players/A")
    page.get_by_role("link", name="Muutokset sähköpostilla").click()
    looked_at(visit)
    field = page.get_by_label("Sähköpostiosoitteesi")
    # a browser takes it for an address, and we do not
    field.fill("aino@home")
    page.keyboard.press("Enter")
    page.wait_for_selector("[aria-invalid]")
    looked_at(visit)
    assert field.input_value() == "aino@home", "nothing typed is lost"
    field.fill(AINO)
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=status]")
    assert AINO in page.inner_text("main")
    looked_at(visit)
    visit.open(link_of(post, 0))
    looked_at(visit)
    page.get_by_role("button", name="Kyllä").click()
    page.wait_for_selector("[role=status]")
    looked_at(visit)

    # the office sees how many there are
    for part in Officer(club, service).cookie["Cookie"].split("; "):
        name, _, value = part.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": visit.origin}])
    visit.open("/desk/follow")
    looked_at(visit)

    secret = club_secret(club)
    visit.open(f"/sv/follow/end/{secret}")
    looked_at(visit)
    page.get_by_role("button", name="Avsluta alla mejl").click()
    page.wait_for_selector("[role=status]")
    looked_at(visit)
    assert club.ask("follow", "count")["confirmed"] == 0


def club_secret(club: Selo) -> str:
    [(secret,)] = rows_found(club.ledger, "SELECT secret FROM follow_address")
    return str(secret)
