"""Links resolve, every page is linked, and pages stand by themselves."""

import re
from pathlib import Path

import pytest

from tests.doc_shell import PAGES, ROOT, title

LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of its headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ +(.*)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_every_page_is_linked_from_the_readme_or_a_page_it_links() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            targets = [target.partition("#")[0] for target in LINK.findall(prose(page)) if "://" not in target]
            waiting += [(page.parent / target).resolve() for target in targets if target]
    assert [title(page) for page in PAGES if page.resolve() not in reached] == []


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_pages_stand_by_themselves(page: Path) -> None:
    """No path of the machine it was written on, nothing left to do, no line nobody can read."""
    text = page.read_text("utf-8")
    assert not re.search(r"/work/|/tmp/|/home/|\.\./shared|TODO|FIXME|XXX", text)
    assert page.parent.name == "reference" or all(
        len(line) <= 130 or line.startswith(("|", "{")) for line in prose(page).splitlines()
    )
