"""Keep the look of pages: one stylesheet, one script, one mark, whose addresses change
with their bytes, so that a browser may keep them.
"""

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from projections.charts.colours import SHEET

# a chart brings its colours along: one stylesheet has everything
BEHIND = {"look.css": SHEET.encode()}
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class Asset(NamedTuple):
    """A file of the look, the name it is asked by, and what it is."""

    name: str
    content: bytes
    media_type: str


@cache
def assets() -> dict[str, Asset]:
    """Return the files of the look, by the name they have in our folder.

    Each is served under a name with a digest of its content, so that a browser may keep
    it for ever: `page.css` as `page.0a1b2c3d4e5f.css`.
    """
    folder = files("web.pages").joinpath("look")
    by_name = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        content = file.read_bytes() + BEHIND.get(file.name, b"")
        if file.name.endswith(".css"):
            content = _smaller_sheet(content.decode()).encode()

        by_name[file.name] = hashed_asset(file.name, content)

    return by_name


def hashed_asset(name: str, content: bytes) -> Asset:
    """Return a file of the look under a name that changes with its content.

        mark.svg  becomes  mark.0a1b2c3d4e5f.svg

    Its ending says what it is; one that `TYPES` does not have is a defect.
    """
    stem, _, ending = name.rpartition(".")
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Asset(f"{stem}.{digest}.{ending}", content, TYPES[ending])


def _smaller_sheet(sheet: str) -> str:
    """Return a stylesheet without its comments and without the blanks that are for
    whoever reads the file.

        a { color: red; }  becomes  a{color:red;}
    """
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"\s+", " ", sheet)
    sheet = re.sub(r" ?([{};]) ?", r"\1", sheet)
    return re.sub(r"([:,]) ", r"\1", sheet).strip()


@cache
def by_hashed_name() -> dict[str, Asset]:
    """Return the same files by the names they are served under."""
    return {asset.name: asset for asset in assets().values()}
