"""Every page in every language: read strictly, in one language only, and every link of ours leads somewhere."""

import importlib
from typing import Any

import pytest

from tests.web.pages.reading_html import Page
from tests.web.serving import Served
from web.pages import PAGES
from web.pages.visit import LANGUAGES

words = importlib.import_module("tools.words")
ADDRESSES: dict[str, list[str]] = {
    "show": ["/players/F033", "/players/F033?as_of=2024-06-30&known_on=2024-06-01", "/players/F060"],
}
EACH = [(address, language) for addresses in ADDRESSES.values() for address in addresses for language in LANGUAGES]


def test_every_page_is_asked() -> None:
    assert set(ADDRESSES) == set(PAGES)


@pytest.mark.parametrize(("address", "language"), EACH)
def test_it_is_whole_and_in_one_language(service: Served, address: str, language: str) -> None:
    reply = service.ask(f"/{language}{address}")
    assert reply.status == 200, reply.text
    page = Page(reply.text)
    assert page.flaws == [] and page.language == language
    assert 'lang="en"' not in reply.text.replace('<html lang="en"', "").replace('hreflang="en"', "").replace(
        '<button name="language" value="en" lang="en"', ""
    )
    if language != "en":
        said = dict(words.translated(words.kept(language)))
        english = {key[1] for key, message in said.items() if message.string != key[1] and key[0] != words.PROGRAM}
        assert sorted(set(page.texts) & english) == []


@pytest.mark.parametrize("address", [addresses[0] for addresses in ADDRESSES.values()])
def test_nothing_leaves_the_machine(service: Served, address: str) -> None:
    reply: Any = service.ask(address)
    assert [link for link in Page(reply.text).links if "//" in link] == []
    assert reply.fields["content-security-policy"].startswith("default-src 'self'")
