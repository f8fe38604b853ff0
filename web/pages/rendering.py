"""Make HTML of templates and answers: everything is escaped, a name that is not there
is a defect. And the look: one stylesheet, one script, one mark, whose addresses change
with their bytes, so that a browser may keep them.

Days, moments and quantities as each language writes them, and the two times of a page.
Templates compute nothing: these only write.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from desk.submit import BEGINNING
from features import FEATURES
from features.feature import Link
from ledger.office import local_day, local_moment
from messages import LANGUAGES
from messages.translated import MONTHS, day, number, sum_text
from projections.answers.asking import Timed
from projections.charts.colours import SHEET
from web.pages.catalogue import catalogue, spoken
from web.pages.escaped import escaped
from web.pages.sentences import opening, sentence
from web.pages.terms import terms
from web.pages.visit import Visit


def moment(text: str, zone: str, *, language: str) -> str:
    """Write a moment to the minute, as the clocks of a time zone have it.

    For example, of 2026-06-01T09:00:00Z in Helsinki, in Finnish:

        1.6.2026 12.00
    """
    text = local_moment(text, zone)
    hour, minute = text[11:13], text[14:16]
    mark = ":" if language == "en" else "."
    return f"{day(text, language)} {hour}{mark}{minute}"


def month(text: str, language: str) -> str:
    """Write the month of a day: 9/2025 in Finnish and Swedish, September 2025 in
    English.
    """
    year, number_of = text[:4], int(text[5:7])
    return (
        f"{MONTHS[number_of - 1]} {year}" if language == "en" else f"{number_of}/{year}"
    )


@lru_cache(8192)
def decimals(value: float, places: int, language: str) -> str:
    """Write a quantity with so many decimals, the sign a real minus."""
    return number(f"{value:.{places}f}", language)


@lru_cache(4096)
def quantity(value: float, language: str) -> str:
    """Write a quantity in as few digits as it needs: a score, a sum.

    Six decimals at most: 2.5 stays 2.5, and 3.0 is 3.
    """
    return number(
        (
            f"{value:.6f}".rstrip("0").rstrip(".")
            if isinstance(value, float)
            else str(value)
        ),
        language,
    )


@lru_cache(1024)
def halves(value: float, language: str) -> str:
    """Write points of a chess table: 5½ in every language.

    Points, not half points: of 0.5 it is ½, of 3.0 it is 3.
    """
    return (
        f"{value // 1:.0f}½".removeprefix("0")
        if value % 1 == 0.5
        else quantity(value, language)
    )


@lru_cache(4096)
def change(value: float, language: str, places: int | None = None) -> str:
    """Write a change, always with its sign.

    `places`: how many decimals; None for as few as it needs. Of 12 it is +12, of 0 it
    is ±0.
    """
    written = (
        quantity(value, language)
        if places is None
        else decimals(value, places, language)
    )
    sign = ""  # the number below zero has its own
    if value > 0:
        sign = "+"
    elif value == 0:
        sign = "±"
    return sign + written


@lru_cache(4096)
def moved(value: float | None, language: str, places: int | None = None) -> Markup:
    """Write a change in the colour of a gain or a loss; nothing where there is none.

    `value`: None where somebody had no rating before. A change of 0 has a colour of its
    own. `places`: as `change` has them.
    """
    if value is None:
        return Markup("")

    kind = "same"
    if value > 0:
        kind = "gain"
    elif value < 0:
        kind = "loss"
    return Markup('<span class="{}">{}</span>').format(
        kind, change(value, language, places)
    )


class Times(NamedTuple):
    """The two times as an address states them; None: today, everything."""

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None

    @property
    def are_stated(self) -> bool:
        return self != NOW

    @property
    def query(self) -> dict[str, str | int]:
        """The query for links to pages that should show the same two times."""
        return {
            name: value for name, value in self._asdict().items() if value is not None
        }


NOW = Times()


def times_of(asked: Timed, today: str) -> Times:
    """Return the two times that a question asks for, for the links of its page.

    Today, which a form fills in by itself, counts as not given: on 2026-06-07 a
    question with `as_of=2026-06-07` gives links without a day, and they still show the
    present tomorrow.
    """
    as_of = None if asked.as_of == today else asked.as_of
    known_on = None if asked.known_on == today else asked.known_on
    return Times(as_of, known_on, asked.known_seq)


__all__ = [
    "change",
    "day",
    "decimals",
    "halves",
    "moment",
    "month",
    "moved",
    "quantity",
    "sum_text",
]


SPOKEN = frozenset({"_", "gettext", "pgettext"})
MARK = "\0"  # around the name of a place in a message


class _Spoken(NodeTransformer):
    """Says what is to be said while a template is compiled: for a message there is then
    text, and for a place in it the value that is written there.
    """

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        """Say each message that stands by itself in the text of a template."""
        node.nodes = [part for child in node.nodes for part in self._parts(child)]
        return self.generic_visit(node)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        """Say a message that something else is made of, such as the value of an
        attribute, where it has no places to fill in.
        """
        self.generic_visit(node)
        return (
            node
            if node.kwargs or not _is_message(node)
            else nodes.Const(_said(node), lineno=node.lineno)
        )

    def _parts(self, node: nodes.Expr) -> list[nodes.Expr]:
        """Return a message of the template as pieces of text with the values between
        them, so that nothing is looked up when the page is written.
        """
        if not isinstance(node, nodes.Call) or not _is_message(node):
            return [node]

        values = {place.key: place.value for place in node.kwargs}
        pieces = _said(
            node, {name: Markup(f"{MARK}{name}{MARK}") for name in values}
        ).split(MARK)

        # the marks part the message: every second piece is the name of a place
        texts = [
            nodes.TemplateData(str(text), lineno=node.lineno) for text in pieces[::2]
        ]
        return [
            texts[0],
            *(
                part
                for name, text in zip(pieces[1::2], texts[1:], strict=True)
                for part in (values[name], text)
            ),
        ]


def _is_message(node: nodes.Call) -> bool:
    """Tell whether a message of the template itself is said, in a sentence that hangs
    on no number.

    `_("Round")` is one; `_(words)` says what only the page knows, and `ngettext` waits
    for its number.
    """
    if not isinstance(node.node, nodes.Name) or node.node.name not in SPOKEN:
        return False
    return all(isinstance(given, nodes.Const) for given in node.args)


def _said(
    node: nodes.Call, places: Mapping[str, Markup] = MappingProxyType({})
) -> Markup:
    """Say the message of a template as the page's language has it, with texts in its
    places.
    """
    assert isinstance(node.node, nodes.Name) and node.environment is not None
    say = cast(Callable[..., Markup], node.environment.globals[node.node.name])

    message = [given.as_const() for given in node.args]
    return say(*message, **places)


class _Code(CodeGenerator):
    """The code of a template, in one language."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Say the messages of a template before its code is made."""
        self.writeline(f"from {escaped.__module__} import {escaped.__name__}")
        super().visit_Template(_Spoken().visit(node), frame)

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        """Begin the writing of a value: no object is made for one without markup."""
        self.write("escaped(")


def templates() -> BaseLoader:
    """Return where templates are: `list.html` is the core's, `norms/norms.html` that of
    the feature norms.
    """
    of_features = {
        feature.name: FileSystemLoader(feature.folder / "templates")
        for feature in FEATURES
    }
    return ChoiceLoader(
        [PackageLoader("web.pages", "templates"), PrefixLoader(of_features)]
    )


def feature_links(page: str, about: object = None) -> list[Link]:
    """Return the links to features that a page of the core shows, which is about
    something.
    """
    return [link for link in _links_of(page) if link.is_shown(about)]


@cache
def _links_of(page: str) -> list[Link]:
    """Return the links of features on a page, whatever it is about; worked out once, as
    no feature comes while the program runs.
    """
    links = [link for feature in FEATURES for link in feature.links]
    return [link for link in links if link.page == page]


@cache
def environment(language: str) -> Environment:
    """Return what all pages of a language share."""
    made = Environment(
        loader=templates(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.code_generator_class = _Code
    # the message is a format, and `trans` fills nothing in
    made.newstyle_gettext = True  # type: ignore[attr-defined]

    made.globals.update(spoken(catalogue(language)))

    # every way of writing is a filter by its own name, in the language of the page
    written: tuple[Callable[..., str], ...] = (
        day,
        moment,
        month,
        decimals,
        quantity,
        change,
        sum_text,
        halves,
        moved,
    )
    for format_of in written:
        made.filters[format_of.__name__] = partial(format_of, language=language)

    made.filters["local_day"] = local_day
    made.filters["sentence"] = partial(sentence, language=language)
    made.filters["opening"] = partial(opening, language=language)
    made.globals["terms"] = terms(language)
    # reasons in events that nobody wrote by hand
    made.globals["of_program"] = {str(BEGINNING): BEGINNING}

    made.globals["languages"] = LANGUAGES
    made.globals["feature_links"] = feature_links
    return made


def rendered(template: str, visit: Visit, **values: Any) -> str:
    """Render a page from its template, such as "list.html". The template sees `visit`,
    `links` and `look`, and under their names the values that the page hands over.
    """
    page = environment(visit.language).get_template(template)

    # the page links to each file of the look by the name that its content has
    look = {name: asset.name for name, asset in assets().items()}
    return page.render(visit=visit, links=visit.links, look=look, **values)


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
            content = _smaller(content.decode()).encode()

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


def _smaller(sheet: str) -> str:
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
