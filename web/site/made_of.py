"""What the pages of a site are made of, as one digest: a page is kept only if it would come out the same today."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

# whatever can change the bytes of a page: templates, catalogues, styles, charts, answers, rules
ROOMS = ("web.pages", "web.site", "web.answers", "projections", "rulebooks", "names")
ENDINGS = (".py", ".html", ".po", ".css", ".js", ".svg")


def made_of() -> str:
    """The version and the digest of all of it, which a version that is still being worked on changes with."""
    seen = hashlib.sha256()
    for room in ROOMS:
        for name, file in _within(files(room), room):
            seen.update(f"{name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return f"{version('selokirja')} {seen.hexdigest()[:16]}"


def _within(folder: Traversable, place: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        name = f"{place}/{each.name}"
        if each.is_dir():
            yield from _within(each, name)
        elif each.name.endswith(ENDINGS):
            yield name, each
