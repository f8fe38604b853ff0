"""The look of the pages: one stylesheet, one script, one mark. Their addresses change with their bytes, so that a
browser may keep them for ever."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from projections.charts.style import SHEET

# a chart brings its colours along: one stylesheet has everything
BEHIND = {"look.css": SHEET.encode()}
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class Asset(NamedTuple):
    """One file, the name it is asked by, and what it is."""

    name: str
    content: bytes
    media_type: str


@cache
def assets() -> dict[str, Asset]:
    """By the name they have in our folder."""
    by_name = {}
    for file in sorted(files("web.pages").joinpath("look").iterdir(), key=lambda file: file.name):
        stem, _, ending = file.name.rpartition(".")
        content = file.read_bytes() + BEHIND.get(file.name, b"")
        hashed = f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
        by_name[file.name] = Asset(hashed, content, TYPES[ending])
    return by_name


@cache
def by_hashed_name() -> dict[str, Asset]:
    return {asset.name: asset for asset in assets().values()}
