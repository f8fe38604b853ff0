"""The site is built from the pages, without a word of complaint and without anything
from elsewhere; every link of it leads somewhere, and the search knows every page.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import pytest

from tests.doc_shell import DOCS, ROOT
from tools.site_pages import for_the_site

# attributes by which a page brings what it needs to be shown
NEEDED = {
    ("script", "src"),
    ("link", "href"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
}


class Read(HTMLParser):
    """What a page of the site leads to, what it brings along, and its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.needed: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(
        self, tag: str, attributes: list[tuple[str, str | None]]
    ) -> None:
        for name, value in attributes:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            if tag == "a" and name == "href":
                self.links.append(value)
            is_address_only = tag == "link" and ("rel", "canonical") in attributes
            if (tag, name) in NEEDED and not is_address_only:
                self.needed.append(value)


@cache
def read(page: Path) -> Read:
    return Read(page.read_text("utf-8"))


def at(site: Path, page: Path, target: str) -> Path:
    """The file of the site that a relative address of a page means."""
    path = unquote(urlsplit(target).path)
    there = site / path.lstrip("/") if path.startswith("/") else page.parent / path
    there = Path(os.path.normpath(there)) if path else page
    return there / "index.html" if there.is_dir() else there


def broken(site: Path) -> Iterator[str]:
    """Links to a page or a place that is not there."""
    for page in sorted(site.rglob("*.html")):
        for target in [*read(page).links, *read(page).needed]:
            if urlsplit(target).scheme or target.startswith("//"):
                continue
            there = at(site, page, target)
            place = unquote(urlsplit(target).fragment)
            is_page = there.suffix == ".html"
            if not there.is_file() or (
                place and is_page and place not in read(there).places
            ):
                yield f"{page.relative_to(site)}: {target}"


def from_elsewhere(site: Path) -> list[str]:
    """What a browser would fetch from another machine to show a page."""
    return [
        f"{page.relative_to(site)}: {address}"
        for page in sorted(site.rglob("*.html"))
        for address in read(page).needed
        if urlsplit(address).netloc
    ]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        # no proxy is there: whatever asked for the network would fail
        env=os.environ
        | {"NO_MKDOCS_2_WARNING": "1", "https_proxy": "http://127.0.0.1:9"},
    )
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr
    return folder


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    assert list(broken(site)) == []
    assert sum(len(read(page).links) for page in site.rglob("*.html")) > 5000


def test_the_site_brings_all_it_needs(site: Path) -> None:
    assert from_elsewhere(site) == []


def test_a_broken_link_of_a_site_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<p id="b"><a href="a/">a</a><a href="c/">c</a><a href="#b">b</a>'
        '<a href="a/#d">d</a><script src="https://example.org/x.js"></script>',
        "utf-8",
    )
    (tmp_path / "a" / "index.html").write_text('<a href="../#b">b</a>', "utf-8")
    assert list(broken(tmp_path)) == ["index.html: c/", "index.html: a/#d"]
    assert from_elsewhere(tmp_path) == ["index.html: https://example.org/x.js"]


def test_the_search_knows_every_page(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    known = {entry["location"].partition("#")[0] for entry in index["docs"]}
    pages = {
        "" if page.parent == site else f"{page.parent.relative_to(site).as_posix()}/"
        for page in site.rglob("index.html")
    }
    assert pages == known
    assert any("Kuusilahti" in entry["text"] for entry in index["docs"])


def test_every_heading_and_block_of_a_page_is_on_the_site(site: Path) -> None:
    """A block that a reader of Markdown does not understand swallows what follows."""
    for source in DOCS.rglob("*.md"):
        text = source.read_text("utf-8")
        place = source.relative_to(DOCS).with_suffix("")
        folder = place.parent if place.name == "README" else place
        shown = (site / folder / "index.html").read_text("utf-8")
        inside = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
        headings = len(re.findall(r"^#{2,4} ", inside, re.MULTILINE))
        assert len(re.findall(r'<h[2-4] id="', shown)) == headings, source
        # also those inside a list
        fences = len(re.findall(r"^ *```", text, re.MULTILINE)) // 2
        assert len(re.findall(r'<div class="[^"]*highlight', shown)) == fences, source


def listed(nav: str) -> list[str]:
    return re.findall(r"([\w/.-]+\.md)$", nav, re.MULTILINE)


def test_the_navigation_has_every_page_once() -> None:
    _, _, nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert Counter(listed(nav)) == Counter([*pages, "contributing.md"])


def test_links_to_the_sources_are_words_on_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = PurePosixPath("docs/how-to/a.md")
    text = (
        "[x](../../desk/a.py) [b](b.md#c) [c](../../CONTRIBUTING.md#tests)\n"
        "```text a.trf\n[x](../../desk/a.py)\n```\n"
    )
    inside = '```text title="a.trf"\n[x](../../desk/a.py)\n```\n'
    pages = "[b](b.md#c) [c](../contributing.md#tests)\n"
    monkeypatch.delenv("SELO_REPOSITORY", raising=False)
    assert for_the_site(text, page) == f"x {pages}{inside}"
    monkeypatch.setenv("SELO_REPOSITORY", "https://example.org/selo/")
    assert (
        for_the_site(text, page)
        == f"[x](https://example.org/selo/desk/a.py) {pages}{inside}"
    )
