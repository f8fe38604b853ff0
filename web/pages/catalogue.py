"""Read the words of pages in Finnish and Swedish, and say what `_` and `trans` of a
template call: a message in the page's language, with its places filled in. Jinja's own
calls make a context anew for each message inside a loop, and a page has a hundred of
them.

English is what the templates say; Finnish and Swedish are the .po files under
messages/, where what only the desk says is a file of its own.
"""

from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup, escape

from messages.translated import read_catalogue


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the words of a language; English needs none."""
    if language == "en":
        return NullTranslations()
    return read_catalogue(language, "pages", "desk")


Spoken = Callable[..., Markup]


def functions_of_language(words: NullTranslations) -> dict[str, Spoken]:
    """Return the functions of a language, by the names that templates know them by.

    Each fills the places of its message in, and escapes what is filled in:

        _("%(count)s games", count=3)
        pgettext("heading", "Games")
        ngettext("%(count)s game", "%(count)s games", 3, count=3)
    """

    def gettext(message: str, /, **places: Any) -> Markup:
        return _filled_message(words.gettext(message), places)

    def ngettext(one: str, many: str, count: int, /, **places: Any) -> Markup:
        return _filled_message(words.ngettext(one, many, count), places)

    def pgettext(context: str, message: str, /, **places: Any) -> Markup:
        return _filled_message(words.pgettext(context, message), places)

    return {
        "_": gettext,
        "gettext": gettext,
        "ngettext": ngettext,
        "pgettext": pgettext,
    }


def _filled_message(message: str, places: Mapping[str, object]) -> Markup:
    """Fill a message in; it may have markup of its own, and what is filled in is
    escaped.
    """
    return Markup(message % {name: escape(value) for name, value in places.items()})
