"""Make the pages of docs/ readable for MkDocs, which calls these functions while it
builds the site (mkdocs.yml, `make site`). The pages themselves stay as they are.

A page may link to a file of the sources. The site has no sources, so such a link
becomes its words, or a link below SELO_REPOSITORY where that is set. CONTRIBUTING,
which stands beside docs/, is a page of the site too, and so are the pages of features.
"""

import os
import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from features import FEATURES

ROOT = Path(__file__).parents[1]
# pages that stand beside docs/, and where they are on the site
BESIDE = {"CONTRIBUTING.md": "contributing.md", "README.md": "README.md"}
FENCE = re.compile(r"^```(\w+) ([^\s=]+)$", re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def pages_of_features() -> list[str]:
    """The pages that stand in the folders of features, by their place from the root;
    they have the same place on the site.
    """
    return [
        path.relative_to(ROOT).as_posix()
        for feature in FEATURES
        for path in sorted(feature.folder.glob("*.md"))
    ]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the pages of features to the navigation."""
    assert config.nav is not None
    if pages := pages_of_features():
        config.nav.append({"Features": pages})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add CONTRIBUTING and the pages of features to the pages."""
    for place in pages_of_features():
        text = (ROOT / place).read_text("utf-8")
        files.append(File.generated(config, place, content=text))
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    files.append(File.generated(config, BESIDE["CONTRIBUTING.md"], content=text))
    return files


def on_page_markdown(
    markdown: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Return a page as MkDocs reads it: named blocks, and links that lead to pages."""
    place = PurePosixPath(page.file.src_uri)
    if place.name == "contributing.md":
        return for_the_site(markdown, PurePosixPath(place.name))
    if place.parts[0] == "features":
        return for_the_site(markdown, place)
    return for_the_site(markdown, PurePosixPath("docs", place))


def for_the_site(markdown: str, source: PurePosixPath) -> str:
    """Return a page that stands at `source`, seen from the root of the sources."""
    parts = re.split(r"(^```.*?^```)", markdown, flags=re.DOTALL | re.MULTILINE)
    changed = []
    for part in parts:
        if part.startswith("```"):
            changed.append(FENCE.sub(r'```\1 title="\2"', part))
        else:
            changed.append(LINK.sub(lambda found: _link(found, source), part))
    return "".join(changed)


def _link(found: re.Match[str], source: PurePosixPath) -> str:
    """Return a link of a page as the site has it: to another page of the site, or to
    where the sources can be read. What leads elsewhere stays.
    """
    mark, words, target = found.groups()
    path, hash_mark, anchor = target.partition("#")
    leads_elsewhere = "://" in target or target.startswith("mailto:")
    if leads_elsewhere or not path:
        return found.group()

    there = PurePosixPath(os.path.normpath(source.parent / path))
    if there.as_posix() in BESIDE:
        there = PurePosixPath("docs", BESIDE[there.as_posix()])
    place = _place_on_site(there)
    if place is None:
        return _outside(words, there)

    page = _place_on_site(source) or PurePosixPath(source.name)
    address = PurePosixPath(os.path.relpath(place, page.parent))
    return f"{mark}[{words}]({address}{hash_mark}{anchor})"


def _place_on_site(path: PurePosixPath) -> PurePosixPath | None:
    """Where a file of the sources is on the site; None: it is not there."""
    if path.parts[:1] == ("docs",):
        return PurePosixPath(*path.parts[1:])
    if path.parts[:1] == ("features",) and path.suffix == ".md":
        return path
    return None


def _outside(words: str, path: PurePosixPath) -> str:
    """A file of the sources: a link where they can be read, else its words."""
    repository = os.environ.get("SELO_REPOSITORY", "")
    if not repository:
        return words
    return f"[{words}]({repository.rstrip('/')}/{path})"
