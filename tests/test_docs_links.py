"""Links resolve, every page is linked, and pages stand by themselves."""

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.doc_shell import PAGES, ROOT, title

LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(
        r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE
    )


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of its headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ +(.*)$", prose(page), flags=re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def broken(page: Path) -> Iterator[str]:
    """Links that lead nowhere."""
    for target in LINK.findall(prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        if not linked.exists() or (anchor and anchor not in anchors(linked)):
            yield f"{page.name}: {target}"


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_links_lead_somewhere() -> None:
    assert [link for page in PAGES for link in broken(page)] == []


MOST_LINES = 60


def test_the_pages_of_the_administrator_are_short() -> None:
    """Each is one task, and somebody who is at it has something else to look at."""
    index = (ROOT / "docs/README.md").read_text("utf-8")
    own = index.partition("\n## For the administrator\n")[2].partition("\n## ")[0]
    pages = [name for name in LINK.findall(own) if name.startswith("how-to/")]
    assert len(pages) > 10
    lengths = {
        name: len((ROOT / "docs" / name).read_text("utf-8").splitlines())
        for name in pages
    }
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == set()


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(
        "# A b\n[here](#a-b) [away](#c) [file](a.md#a-b) [none](c.md)"
        " [web](https://a.b)\n",
        "utf-8",
    )
    assert list(broken(page)) == ["a.md: #c", "a.md: c.md"]


def test_every_page_is_linked_from_the_readme_or_a_page_it_links() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            targets = [
                target.partition("#")[0]
                for target in LINK.findall(prose(page))
                if "://" not in target
            ]
            waiting += [
                (page.parent / target).resolve() for target in targets if target
            ]
    assert [title(page) for page in PAGES if page.resolve() not in reached] == []


NOTES = sorted((ROOT / "docs/design").glob("0*.md"))


def what_it_rules(note: Path) -> list[Path]:
    """The code and the pages that a design note names above its question."""
    head, _, _ = note.read_text("utf-8").partition("## Question")
    return [
        (note.parent / target.partition("#")[0]).resolve()
        for target in LINK.findall(head)
    ]


def names_no_note(note: Path) -> list[str]:
    """What a note rules and does not lead to the note."""
    return [
        f"{note.name}: {path.name}"
        for path in what_it_rules(note)
        if f"design/{note.name}" not in path.read_text("utf-8")
    ]


def test_a_design_note_and_what_it_rules_name_each_other() -> None:
    assert [line for note in NOTES for line in names_no_note(note)] == []
    for note in NOTES:
        assert {path.suffix for path in what_it_rules(note)} == {".py", ".md"}, note


def test_a_design_note_is_short_and_says_what_it_costs() -> None:
    for note in NOTES:
        text = note.read_text("utf-8")
        assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [
            "Question",
            "Choice",
            "Cost",
        ], note
        assert 150 <= len(text.split()) <= 350, note


def test_a_note_that_nothing_leads_to_is_seen(tmp_path: Path) -> None:
    (tmp_path / "design").mkdir()
    note = tmp_path / "design" / "001-a.md"
    note.write_text("# 1\n\n[b](../b.py) [c](../c.md)\n\n## Question\n", "utf-8")
    (tmp_path / "b.py").write_text('"""Why: docs/design/001-a.md"""', "utf-8")
    (tmp_path / "c.md").write_text("[a](design/002-a.md)", "utf-8")
    assert names_no_note(note) == ["001-a.md: c.md"]


PLACE = r"(?:[\w-]+/)+(?:[\w-]+\.(?:py|md|txt|po))?|[\w-]+\.(?:py|po)"
OURS = (
    "messages",
    "rulebooks",
    "ledger",
    "exchange",
    "projections",
    "desk",
    "audit",
    "web",
    "cli",
    "features",
    "tools",
    "tests",
)
EXPLAINED = [
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs/explanation").glob("*.md")),
]


def gone(page: Path) -> Iterator[str]:
    """Files, folders and modules that a page names and that are not there, beside those
    that it links.
    """
    text = page.read_text("utf-8")
    for label, target in re.findall(rf"\[({PLACE})\]\(([^)\s]+)\)", text):
        if f"/{label}" not in f"/{target}":
            yield label
    # the map
    for room, beside in re.findall(rf"^({'|'.join(OURS)})/ (.*)$", text, re.MULTILINE):
        yield from (
            place
            for place in re.findall(PLACE, beside)
            if not (ROOT / room / place).exists()
        )
    for place in re.findall(rf"`((?:{'|'.join(OURS)})/[\w/.-]*)`", text):
        if not (ROOT / place).exists():
            yield place
    code = " ".join(re.findall(r"`[^`\n]+`", text))
    yield from (
        name
        for name in re.findall(rf"\b(?:{'|'.join(OURS)})(?:\.[a-z_]+)+\b", code)
        if not is_there(name)
    )


def is_there(name: str) -> bool:
    """A module, or a name that a module has."""
    try:
        if importlib.util.find_spec(name) is not None:
            return True
    except ModuleNotFoundError:
        pass
    module, _, last = name.rpartition(".")
    return hasattr(importlib.import_module(module), last)


@pytest.mark.lists("elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko")
def test_what_pages_name_is_there() -> None:
    assert {
        title(page): found for page in EXPLAINED if (found := list(gone(page)))
    } == {}


def test_a_name_of_something_that_is_gone_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(
        "[desk/old.py](desk/submit.py) [desk/submit.py](desk/submit.py) `web/old/`"
        " `web/store/` `python -m tools.old`\n`python -m tools.words`\ncli/   the"
        " command   asking.py makes it; main.py runs it; questions/ booking/\n",
        "utf-8",
    )
    assert list(gone(page)) == [
        "desk/old.py",
        "asking.py",
        "questions/",
        "web/old/",
        "tools.old",
    ]


def faults(page: Path) -> list[str]:
    """A path of the machine it was written on, something left to do, a line that nobody
    can read.
    """
    left = re.findall(
        r"/work/|/tmp/|/home/|\.\./shared|TODO|FIXME|XXX", page.read_text("utf-8")
    )
    # what is generated may be wide
    lines = [] if page.parent.name == "reference" else prose(page).splitlines()
    return left + [
        line for line in lines if len(line) > 130 and not line.startswith(("|", "{"))
    ]


def test_pages_stand_by_themselves() -> None:
    assert {title(page): faults(page) for page in PAGES if faults(page)} == {}


def test_a_fault_of_a_page_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(
        "a\n```\nTODO\n" + "x" * 131 + "\n```\n" + "b" * 131 + "\n| " + "c" * 131,
        "utf-8",
    )
    assert faults(page) == ["TODO", "b" * 131]
