"""Templates and answers made into HTML: everything is escaped, a name that is not there is a defect. And the look: one
stylesheet, one script, one mark, whose addresses change with their bytes, so that a browser may keep them."""

import hashlib
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from types import CodeType
from typing import Any, NamedTuple

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket

from desk.submit import BEGINNING
from projections.answers.reading import Basis
from projections.charts.svg import SHEET
from web.pages import formats
from web.pages.visit import LANGUAGES, Visit
from web.pages.words.sentences import catalogue, opening, sentence
from web.pages.words.terms import spoken, terms


class _Kept(BytecodeCache):
    """A store of compiled templates: each is compiled once for all languages."""

    def __init__(self) -> None:
        self._codes: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._codes[bucket.key] = bucket.code


_kept = _Kept()


@cache
def environment(language: str) -> Environment:
    """Return what all pages of a language share."""
    made = Environment(
        loader=PackageLoader("web.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_kept,
        extensions=["jinja2.ext.i18n"],
    )
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # the message is a format, and `trans` fills nothing in
    made.globals.update(spoken(catalogue(language)))
    written: tuple[Callable[..., str], ...] = (
        formats.day, formats.moment, formats.month, formats.decimals, formats.quantity, formats.change,
        formats.sum_text, formats.halves, formats.moved,
    )  # fmt: skip
    for format_of in written:
        made.filters[format_of.__name__] = partial(format_of, language=language)
    made.filters["sentence"] = partial(sentence, language=language)
    made.filters["opening"] = partial(opening, language=language)
    made.globals["terms"] = terms(language)
    made.globals["of_program"] = {str(BEGINNING): BEGINNING}  # reasons in events that nobody wrote by hand
    made.globals["languages"] = LANGUAGES
    made.globals["cached"] = cache  # a part of a page that comes again and again is written once
    return made


def rendered(template: str, visit: Visit, **values: Any) -> str:
    """Render a page from its template, such as "list.html". The template sees `visit`, `links` and `look`, and under
    their names the values that the page hands over.
    """
    page = environment(visit.language).get_template(template)
    look = {name: asset.name for name, asset in assets().items()}
    return page.render(visit=visit, links=visit.links, look=look, **values)


def known(basis: Basis, visit: Visit) -> str:
    """Write the sentence that a page ends with: the newest event it knows, and the rules."""
    return rendered("known.html", visit, basis=basis)


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
    """Return the files of the look, by the name they have in our folder."""
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
