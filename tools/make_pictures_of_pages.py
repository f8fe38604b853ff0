"""Screenshots of the main pages on the demo, into docs/images: `make pictures`. Look at
each before it is committed.
"""

import importlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.demo.story import build
from tools import machine

IMAGES = Path(__file__).parents[1] / "docs" / "images"
NOW = "2025-10-01T12:00:00.000000Z"  # soon after the demo's last event
WIDE = {"width": 1100, "height": 760}
PHONE = {"width": 360, "height": 740}
# file: the page, the window, the colours
SHOTS: dict[str, tuple[str, dict[str, int], str]] = {
    "player.png": ("/en/players/F033", WIDE, "light"),
    "player-dark.png": ("/en/players/F033", WIDE, "dark"),
    "player-phone.png": ("/fi/players/F033", PHONE, "light"),
    "why.png": ("/en/players/F033/why/kuusilahti-open-2023", WIDE, "light"),
    "tournament.png": ("/en/tournaments/kuusilahti-open-2023", WIDE, "light"),
    "impact.png": ("/en/log/200", WIDE, "light"),
}
DRAFT = "desk.png"
GAME = "/en/desk/tournaments/kuusilahti-open-2023/games/3.8"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ledger = f"{folder}/demo.db"
        build(ledger)
        IMAGES.mkdir(exist_ok=True)
        with _browser() as browser, _served(ledger) as origin:
            for file, (address, size, colours) in SHOTS.items():
                with _page(browser, size, colours) as page:
                    page.goto(origin + address)
                    page.screenshot(path=IMAGES / file)
            with _page(browser, WIDE, "light") as page:
                page.goto(origin + _link(ledger))
                page.click("main button")
                page.goto(origin + GAME)
                page.select_option("select[name=result]", "1/2-1/2")
                page.fill("input[name=reason]", "the score sheet says a draw")
                page.click("main form.fields button")
                page.screenshot(path=IMAGES / DRAFT)


def _link(ledger: str) -> str:
    from web.store.roles import Role
    from web.store.sessions import new_link

    return new_link(ledger, "", "aino", Role.OFFICER, "tools", NOW).url


@contextmanager
def _browser() -> Iterator[Any]:
    playwright = importlib.import_module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(
            executable_path=machine.browser(), args=["--no-sandbox"]
        )
        yield opened
        opened.close()


@contextmanager
def _page(browser: Any, size: dict[str, int], colours: str) -> Iterator[Any]:
    context = browser.new_context(viewport=size, color_scheme=colours, locale="en-GB")
    yield context.new_page()
    context.close()


@contextmanager
def _served(ledger: str) -> Iterator[str]:
    from tests.web.serving import served

    with served(ledger, now=lambda: NOW) as running:
        yield f"http://127.0.0.1:{running.port}"


if __name__ == "__main__":
    main()
