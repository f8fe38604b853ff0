"""A browser for all tests of a worker, and the services it looks at."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import published, published_ledger  # noqa: F401
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo
from tools import machine

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Closed after each module: as long as it is driven, no other test of the worker
    may run an event loop.
    """
    binary = machine.browser()
    if binary is None:
        pytest.skip(machine.NO_BROWSER)
    try:
        import axe_playwright_python  # noqa: F401 - the pages are looked at with it
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip(machine.NO_DRIVER)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=binary, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(published_ledger: str) -> Iterator[Served]:  # noqa: F811
    """The demo for everybody, read only."""
    with served(published_ledger) as running:
        yield running


@pytest.fixture
def office(tmp_path: Path, demo_ledger: Path) -> Iterator[tuple[Selo, Served]]:
    """A copy of the demo, with the command beside the service."""
    selo = Selo(tmp_path, demo_ledger, "demo.db")
    selo.clock(NOW)
    with served(selo.path) as running:
        yield selo, running
