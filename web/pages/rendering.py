"""Templates and answers made into HTML: everything is escaped, a name that is not there is a defect. And the look: one
stylesheet, one script, one mark, whose addresses change with their bytes, so that a browser may keep them."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from desk.submit import BEGINNING
from ledger.office import local_day
from projections.answers.reading import Basis
from projections.charts.svg import SHEET
from web.pages import formats
from web.pages.visit import LANGUAGES, Visit
from web.pages.words.terms import catalogue, opening, sentence, spoken, terms

SPOKEN = frozenset({"_", "gettext", "pgettext"})
MARK = "\0"  # around the name of a place in a message


class _Spoken(NodeTransformer):
    """Says what is to be said while a template is compiled: for a message there is then text, and for a place in it the
    value that is written there."""

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        node.nodes = [part for child in node.nodes for part in self._parts(child)]
        return self.generic_visit(node)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return node if node.kwargs or not _is_message(node) else nodes.Const(_said(node), lineno=node.lineno)

    def _parts(self, node: nodes.Expr) -> list[nodes.Expr]:
        if not isinstance(node, nodes.Call) or not _is_message(node):
            return [node]
        values = {place.key: place.value for place in node.kwargs}
        pieces = _said(node, {name: Markup(f"{MARK}{name}{MARK}") for name in values}).split(MARK)
        texts = [nodes.TemplateData(str(text), lineno=node.lineno) for text in pieces[::2]]
        return [
            texts[0],
            *(part for name, text in zip(pieces[1::2], texts[1:], strict=True) for part in (values[name], text)),
        ]


def _is_message(node: nodes.Call) -> bool:
    """Tell whether a message of the template itself is said, in a sentence that hangs on no number."""
    named = isinstance(node.node, nodes.Name) and node.node.name in SPOKEN
    return named and all(isinstance(given, nodes.Const) for given in node.args)


def _said(node: nodes.Call, places: Mapping[str, Markup] = MappingProxyType({})) -> Markup:
    assert isinstance(node.node, nodes.Name) and node.environment is not None
    say = cast(Callable[..., Markup], node.environment.globals[node.node.name])
    return say(*(given.as_const() for given in node.args), **places)


class _Code(CodeGenerator):
    """The code of a template, in one language."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        super().visit_Template(_Spoken().visit(node), frame)


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
        extensions=["jinja2.ext.i18n"],
    )
    made.code_generator_class = _Code
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # the message is a format, and `trans` fills nothing in
    made.globals.update(spoken(catalogue(language)))
    written: tuple[Callable[..., str], ...] = (
        formats.day, formats.moment, formats.month, formats.decimals, formats.quantity, formats.change,
        formats.sum_text, formats.halves, formats.moved,
    )  # fmt: skip
    for format_of in written:
        made.filters[format_of.__name__] = partial(format_of, language=language)
    made.filters["local_day"] = local_day
    made.filters["sentence"] = partial(sentence, language=language)
    made.filters["opening"] = partial(opening, language=language)
    made.globals["terms"] = terms(language)
    made.globals["of_program"] = {str(BEGINNING): BEGINNING}  # reasons in events that nobody wrote by hand
    made.globals["languages"] = LANGUAGES
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
