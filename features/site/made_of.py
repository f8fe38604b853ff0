"""Take the digest of all that a page is made of: a page is kept only if it would come
out the same today.
"""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from features import BROUGHT

# whatever can change the bytes of a page: templates, catalogues, styles, charts,
# answers, rules
ROOMS = (
    "audit.standalone",
    "web.pages",
    "web.answers",
    "projections",
    "rulebooks",
    "exchange.names",
    "exchange.trf",
    "desk.exports",
    "messages",
    "features",
)
ENDINGS = (".py", ".html", ".po", ".css", ".js", ".svg")


def made_of() -> str:
    """Return the version and a digest of all code, which changes even where a version
    is still being worked on.
    """
    from_outside = [one.feature.package for one in BROUGHT if one.feature is not None]

    seen = hashlib.sha256()
    for room in (*ROOMS, *from_outside):
        for name, file in _files_within(files(room), room):
            digest = hashlib.sha256(file.read_bytes()).digest()
            seen.update(f"{name}\0".encode() + digest)

    return f"{version('selokirja')} {seen.hexdigest()[:16]}"


def _files_within(
    folder: Traversable, folder_name: str
) -> Iterator[tuple[str, Traversable]]:
    """Yield the files below a folder that can change a page, each with its path, always
    in the same order.

        web.pages/templates/list.html
    """
    by_name = sorted(folder.iterdir(), key=lambda each: each.name)

    for each in by_name:
        name = f"{folder_name}/{each.name}"
        if each.is_dir():
            yield from _files_within(each, name)
        elif each.name.endswith(ENDINGS):
            yield name, each
