"""One window of a browser, and what nobody wants to see happen in it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

# where nothing drives a browser the tests are read all the same, and skipped
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

WIDE: "ViewportSize" = {"width": 1280, "height": 900}
PHONE: "ViewportSize" = {"width": 360, "height": 740}

_WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Window:
    """A page, and everything that went wrong in it: errors on the console, requests to
    elsewhere, defects.
    """

    def __init__(self, page: "Page", origin: str) -> None:
        self.page = page
        self.origin = origin
        self.wrong: list[str] = []
        page.on(
            "console",
            lambda message: self._note(
                "console", message.text, message.type in ("error", "warning")
            ),
        )
        page.on("pageerror", lambda error: self._note("script", str(error), True))
        page.on(
            "request",
            lambda request: self._note(
                "elsewhere", request.url, not request.url.startswith(origin)
            ),
        )
        page.on(
            "response",
            lambda answer: self._note("defect", answer.url, answer.status >= 500),
        )

    def _note(self, what: str, text: str, wrong: bool) -> None:
        if wrong and not text.startswith(
            "Failed to load resource: the server responded with a status of 4"
        ):
            self.wrong.append(f"{what}: {text}")

    def open(self, address: str) -> "Page":
        self.page.goto(self.origin + address)
        return self.page

    def findings(self, only: str | None = None) -> list[str]:
        """What axe has against the page as it stands, or one of its rules."""
        from axe_playwright_python.sync_playwright import Axe

        options = {"resultTypes": ["violations"]}
        if only is not None:
            options["runOnly"] = [only]
        violations = Axe().run(self.page, options=options).response["violations"]
        return [
            f"{violation['id']} {violation['nodes'][0]['html']}"
            for violation in violations
        ]

    def wider(self) -> int:
        """How many pixels the page is wider than the window: nobody should have to
        scroll sideways.
        """
        return int(self.page.evaluate(_WIDER))

    def path(self) -> str:
        address: str = self.page.url
        return address.removeprefix(self.origin)

    def arrives(self, at: Callable[[str], bool] | str) -> bool:
        """Wait for an address: a key that follows a link has done its part before the
        browser has gone anywhere.
        """
        arrived = at if callable(at) else lambda path: path == at
        self.page.wait_for_url(
            lambda address: arrived(address.removeprefix(self.origin))
        )
        return True


@contextmanager
def window(browser: "Browser", port: int, **options: Any) -> Iterator[Window]:
    """A window of a browser that never was here; nothing may have gone wrong when it
    closes.
    """
    context = browser.new_context(**{"viewport": WIDE, "locale": "en-GB", **options})
    context.set_default_timeout(30_000)  # a machine that is busy is no defect
    try:
        opened = Window(context.new_page(), f"http://127.0.0.1:{port}")
        yield opened
        assert opened.wrong == []
    finally:
        context.close()
