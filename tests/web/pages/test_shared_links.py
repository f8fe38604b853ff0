"""What a link to a page says elsewhere: each page has a title, a description and one
address in each language; and what machines look for at the root.
"""

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from messages import LANGUAGES
from tests.features import asked_of_features
from tests.web.pages.reading_html import Page
from tests.web.pages.test_every_page import ADDRESSES
from tests.web.serving import Served

HOST = {"Host": "one.example", "Accept": "text/html"}
OPEN = "kuusilahti-open-2024"


def said(text: str) -> dict[str, str]:
    """What the head of a page says of it, by property."""
    pairs = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text)
    assert len(pairs) == len(dict(pairs)), "each once"
    return {name: unescape(value) for name, value in pairs}


@pytest.mark.parametrize(
    ("address", "title", "description"),
    [
        ("/players/F033", "Aino Hallavuori", r"selo \d+, pelo \d+"),
        (
            f"/tournaments/{OPEN}",
            "Kuusilahti Open 2024",
            r".*20 players, 70 games · 1\. ",
        ),
        ("/lists/selo", "Rating list selo", r".*\d+ players · 1\. \S+ \S+ \d+ · 2\. "),
        (
            f"/players/F033/why/{OPEN}",
            "Aino Hallavuori, Kuu",
            r"selo 1840 → 1866 · 4½ / 7",
        ),
        *(shared for feature in asked_of_features() for shared in feature.shared),
    ],
)
def test_a_shared_page_says_what_it_is(
    address: str, title: str, description: str, service: Served
) -> None:
    asked = f"/en{address}?as_of=2025-10-01"
    if "/why/" in address:
        asked = f"/en{address}"
    text = service.ask(asked, fields=HOST).text
    head = said(text)
    assert head["og:title"].startswith(title)
    assert re.match(description, head["og:description"]), head["og:description"]
    assert head["description"] == head["og:description"]
    here = f"http://one.example/en{address}"
    assert head["og:url"] == here
    assert f'<link rel="canonical" href="{here}">' in text


@pytest.mark.parametrize("address", [each[0] for each in ADDRESSES.values()])
def test_every_page_has_one_address_and_a_description(
    address: str, service: Served
) -> None:
    text = service.ask(f"/sv{address}", fields=HOST).text
    if "/desk" in text.partition("</title>")[0]:
        return
    canonical = re.findall(r'<link rel="canonical" href="([^"]*)">', text)
    if not canonical:
        assert "og:" not in text, "a page of the office speaks of itself nowhere"
        return
    assert canonical == [f"http://one.example/sv{address.partition('?')[0]}".rstrip()]
    assert said(text)["description"]


def test_what_the_office_sees_is_not_shared(service: Served) -> None:
    for address in ("/en/desk", "/en/players/nobody"):
        text = service.ask(address, fields=HOST).text
        assert "og:" not in text and "canonical" not in text, address


def test_machines_find_what_they_look_for_at_the_root(service: Served) -> None:
    mark = service.ask("/favicon.ico")
    assert mark.status == 200 and mark.fields["content-type"] == "image/svg+xml"
    robots = service.ask("/robots.txt", fields=HOST)
    assert robots.fields["content-type"].startswith("text/plain")
    assert "Disallow: /desk" in robots.text
    assert "Sitemap: http://one.example/sitemap.xml" in robots.text
    pages = ElementTree.fromstring(service.ask("/sitemap.xml", fields=HOST).text)
    named = [(place.text or "") for place in pages.iter() if place.tag.endswith("loc")]
    assert len(named) % len(LANGUAGES) == 0 and len(named) > 20
    for address in named:
        page = service.ask(address.removeprefix("http://one.example"), fields=HOST)
        assert page.status == 200 and Page(page.text).flaws == [], address
