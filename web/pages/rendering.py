"""Make HTML of templates and answers: everything is escaped, a name that is not there
is a defect. Templates compute nothing.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)

from desk.submit import BEGINNING
from features import FEATURES
from features.feature import Link
from ledger.office import local_day
from messages import LANGUAGES
from messages.translated import day, sum_text
from web.pages.assets import assets
from web.pages.catalogue import catalogue, functions_of_language
from web.pages.compiling import TemplateCode
from web.pages.quantities import (
    change,
    decimals,
    halves,
    moment,
    month,
    moved,
    quantity,
)
from web.pages.sentences import opening, sentence
from web.pages.terms import terms
from web.pages.visit import Visit


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
    made.code_generator_class = TemplateCode
    # the message is a format, and `trans` fills nothing in
    made.newstyle_gettext = True  # type: ignore[attr-defined]

    made.globals.update(functions_of_language(catalogue(language)))

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
