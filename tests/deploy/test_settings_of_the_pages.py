"""The settings that pages show are those of the program: copied, they are taken."""

import re
from pathlib import Path

import pytest

from desk.defaults import defaults
from desk.mail_server import mail_server
from desk.service_defaults import service_defaults
from tests.doc_shell import DOCS

PAGES = ("a-month.md", "mail.md", "serve.md")


def shown(page: str) -> list[str]:
    """Return the files of settings that a page shows."""
    text = (DOCS / "how-to" / page).read_text("utf-8")
    return re.findall(r"```toml selo\.toml\n(.*?)```", text, flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_is_taken(page: str, tmp_path: Path) -> None:
    files = shown(page)
    assert files
    for text in files:
        (tmp_path / "selo.toml").write_text(text, "utf-8")
        ledger = str(tmp_path / "selo.db")
        stated = defaults(ledger)
        assert stated
        service_defaults(ledger)
        if "mail" in stated:
            (tmp_path / "mail-password.txt").write_text("secret\n", "utf-8")
            assert mail_server(ledger, {}) is not None


def test_no_page_with_settings_is_forgotten() -> None:
    pages = (DOCS / "how-to").glob("*.md")
    assert {page.name for page in pages if shown(page.name)} == {*PAGES}
