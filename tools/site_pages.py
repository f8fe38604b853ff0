"""Make the pages of docs/ readable for MkDocs, which calls these functions while it
builds the site (mkdocs.yml, `make site`). The pages themselves stay as they are.

A page may link to a file of the sources. The site has no sources, so such a link
becomes its words, or a link below SELO_REPOSITORY where that is set. CONTRIBUTING,
which stands beside docs/, is a page of the site too.
"""

import os
import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
# pages that stand beside docs/, and where they are on the site
BESIDE = {"CONTRIBUTING.md": "contributing.md", "README.md": "README.md"}
FENCE = re.compile(r"^```(\w+) ([^\s=]+)$", re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add CONTRIBUTING to the pages."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    files.append(File.generated(config, BESIDE["CONTRIBUTING.md"], content=text))
    return files


def on_page_markdown(
    markdown: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Return a page as MkDocs reads it: named blocks, and links that lead to pages."""
    place = PurePosixPath(page.file.src_uri)
    source = place.name if place.name == "contributing.md" else f"docs/{place}"
    return for_the_site(markdown, PurePosixPath(source))


def for_the_site(markdown: str, source: PurePosixPath) -> str:
    """Return a page that stands at `source`, seen from the root of the sources."""
    parts = re.split(r"(^```.*?^```)", markdown, flags=re.DOTALL | re.MULTILINE)
    return "".join(
        FENCE.sub(r'```\1 title="\2"', part)
        if part.startswith("```")
        else LINK.sub(lambda found: _link(found, source), part)
        for part in parts
    )


def _link(found: re.Match[str], source: PurePosixPath) -> str:
    mark, words, target = found.groups()
    path, hash_mark, anchor = target.partition("#")
    if "://" in target or target.startswith("mailto:") or not path:
        return found.group()
    there = PurePosixPath(os.path.normpath(source.parent / path))
    if there.as_posix() in BESIDE:
        there = PurePosixPath("docs", BESIDE[there.as_posix()])
    if there.parts[:1] != ("docs",):
        return _outside(words, there)
    page = PurePosixPath(source.name if source.parts[0] != "docs" else source)
    folder = PurePosixPath(*page.parts[1:]).parent
    shown = os.path.relpath(PurePosixPath(*there.parts[1:]), folder)
    return f"{mark}[{words}]({PurePosixPath(shown)}{hash_mark}{anchor})"


def _outside(words: str, path: PurePosixPath) -> str:
    """A file of the sources: a link where they can be read, else its words."""
    repository = os.environ.get("SELO_REPOSITORY", "")
    if not repository:
        return words
    return f"[{words}]({repository.rstrip('/')}/{path})"
