"""The pages of the register in a browser, with long names of clubs and large sums."""

from typing import TYPE_CHECKING

from tests.browser.test_desk_used import link
from tests.browser.visiting import PHONE, WIDE, window
from tests.web.serving import Served
from tests.world.command import Selo

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_pages_of_members_are_fit_to_be_seen(
    browser: "Browser", browsed_office: tuple[Selo, Served]
) -> None:
    selo, service = browsed_office
    lines = (
        f"{one};2025-01-01;2025-12-31;9999,99;;{'Ä' * 100}"
        for one in ("F033", "F013", "F044")
    )
    register = selo.file("register.csv", "id;from;to;fee;paid;club", *lines)
    selo.ask("members", "read", register)
    with window(browser, service.port) as visit:
        page = visit.open(link(browsed_office))
        page.click("main button")
        for address in (
            "/desk/members",
            "/dues/2025Q1?people=true",
            "/tournaments/paasiais-open-2025/licences",
        ):
            page.set_viewport_size(WIDE)
            page.emulate_media(color_scheme="light")
            visit.open(address)
            assert visit.findings() == [], address
            page.emulate_media(color_scheme="dark")
            assert visit.findings(only="color-contrast") == [], address
            page.set_viewport_size(PHONE)
            visit.open(f"/sv{address}")
            assert visit.wider() <= 0, address
            assert visit.findings(only="link-in-text-block") == [], address
