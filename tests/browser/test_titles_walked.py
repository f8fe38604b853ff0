"""Decisions about titles, as somebody takes them on a phone in the dark: wrong input in
every field, a button pressed twice, the way back, a second person where two are asked.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.visiting import Window, window
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE_IN_THE_DARK = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
BUTTON = "main form.fields button"
BOOK = "form[action$='/book'] button"
PAST_THE_BROWSER = """() => {
    for (const form of document.querySelectorAll("main form")) form.noValidate = true;
}"""


@pytest.fixture
def committee(tmp_path: Path, demo_ledger: Path) -> Iterator[tuple[Selo, Served]]:
    """A copy of the demo in which two people are asked where a title is refused."""
    selo = Selo(tmp_path, demo_ledger, "demo.db")
    selo.clock(NOW)
    with served(selo.path, four_eyes=frozenset(["refuse-title"])) as running:
        yield selo, running


def arrived(visit: Window, selo: Selo, port: int, name: str) -> "Page":
    """Somebody at their desk."""
    words = ("--role", "officer", "--name", name, "--url", f"http://127.0.0.1:{port}")
    link = str(selo.ask("access", "login", *words)["url"]).partition(str(port))[2]
    page = visit.open(link)
    page.click("main button")
    assert visit.arrives("/desk")
    return page


def fit(visit: Window) -> None:
    assert visit.findings() == [] and visit.wider() <= 0, visit.path()


def send(page: "Page", decision: str, on: str, reason: str) -> None:
    page.evaluate(PAST_THE_BROWSER)
    page.select_option("select[name=decision]", decision)
    page.fill("input[name=on]", on)
    page.fill("input[name=reason]", reason)
    page.fill("input[name=resolution]", "3/2026")
    with page.expect_navigation():
        page.dblclick(BUTTON)


def test_a_title_is_decided_by_one_and_another_by_two(
    browser: "Browser", committee: tuple[Selo, Served]
) -> None:
    selo, service = committee
    with window(browser, service.port, **PHONE_IN_THE_DARK) as visit:
        page = arrived(visit, selo, service.port, "aino")
        visit.open("/desk/titles")
        fit(visit)
        page.locator("main td a[href*='/desk/titles/']").first.click()
        assert visit.arrives("/desk/titles/F007/M")
        fit(visit)

        for on, wrong in (("", "on"), ("2099-01-01", "on")):
            send(page, "keep-title", on, "minutes 3")
            assert page.locator(f"input[name={wrong}][aria-invalid=true]").count() == 1
            assert page.input_value("input[name=reason]") == "minutes 3"
            assert page.input_value("select[name=decision]") == "keep-title"
            fit(visit)
        send(page, "keep-title", NOW[:10], "")
        assert page.locator("input[name=reason][aria-invalid=true]").count() == 1

        # its grounds are gone: confirming it would decide nothing
        send(page, "confirm-title", NOW[:10], "minutes 3")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        assert "this decides nothing" in page.inner_text("main")
        fit(visit)
        page.go_back()
        assert visit.arrives("/desk/titles/F007/M")

        send(page, "keep-title", NOW[:10], "minutes 3")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        assert "Please check this" not in page.inner_text("main")
        page.dblclick(BOOK)
        page.wait_for_selector("text=Booked by aino")
        fit(visit)
        assert next(row["status"] for row in selo.ask("titles", "F007")["rows"]) == (
            "kept"
        )

        visit.open("/desk/titles/F007/M")
        send(page, "refuse-title", NOW[:10], "minutes 4")
        assert visit.arrives(lambda path: "/desk/drafts/" in path)
        assert page.locator(BOOK).count() == 0
        assert "A second person has to agree" in page.inner_text("main")
        fit(visit)
        draft = visit.path()

        with window(browser, service.port, **PHONE_IN_THE_DARK) as second:
            other = arrived(second, selo, service.port, "pekka")
            second.open(draft)
            fit(second)
            other.click(BOOK)
            other.wait_for_selector("text=Booked by pekka")
            fit(second)

        visit.open(draft)
        assert "Booked by pekka" in page.inner_text("main")
        assert "Joonas Lammenpää M" in page.inner_text("h1")
    # each form was sent once, however often its button was pressed
    assert len(selo.ask("draft", "list", "--all")["rows"]) == 3
