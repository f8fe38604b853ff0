"""Links resolve, every page is linked, and pages stand by themselves."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.doc_shell import PAGES, ROOT, title

LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of its headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ +(.*)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> Iterator[str]:
    """Links that lead nowhere."""
    for target in LINK.findall(prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        if not linked.exists() or (anchor and anchor not in anchors(linked)):
            yield f"{page.name}: {target}"


def test_links_lead_somewhere() -> None:
    assert [link for page in PAGES for link in broken(page)] == []


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# A b\n[here](#a-b) [away](#c) [file](a.md#a-b) [none](c.md) [web](https://a.b)\n", "utf-8")
    assert list(broken(page)) == ["a.md: #c", "a.md: c.md"]


def test_every_page_is_linked_from_the_readme_or_a_page_it_links() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            targets = [target.partition("#")[0] for target in LINK.findall(prose(page)) if "://" not in target]
            waiting += [(page.parent / target).resolve() for target in targets if target]
    assert [title(page) for page in PAGES if page.resolve() not in reached] == []


def faults(page: Path) -> list[str]:
    """A path of the machine it was written on, something left to do, a line that nobody can read."""
    left = re.findall(r"/work/|/tmp/|/home/|\.\./shared|TODO|FIXME|XXX", page.read_text("utf-8"))
    lines = [] if page.parent.name == "reference" else prose(page).splitlines()  # what is generated may be wide
    return left + [line for line in lines if len(line) > 130 and not line.startswith(("|", "{"))]


def test_pages_stand_by_themselves() -> None:
    assert {title(page): faults(page) for page in PAGES if faults(page)} == {}


def test_a_fault_of_a_page_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("a\n```\nTODO\n" + "x" * 131 + "\n```\n" + "b" * 131 + "\n| " + "c" * 131, "utf-8")
    assert faults(page) == ["TODO", "b" * 131]
