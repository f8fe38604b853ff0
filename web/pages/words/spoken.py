"""What `_` and `trans` of a template call: a message in the page's language, with its places filled in.

Jinja's own calls make a context anew for each message inside a loop; a page has a hundred of them.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup, escape

Spoken = Callable[..., Markup]
KEPT = lru_cache(4096)


def spoken(words: NullTranslations) -> dict[str, Spoken]:
    """By the names that templates know them by."""
    plain, plural, of_context = (KEPT(ask) for ask in (words.gettext, words.ngettext, words.pgettext))

    def gettext(message: str, /, **places: Any) -> Markup:
        return _filled(plain(message), places)

    def ngettext(one: str, many: str, count: int, /, **places: Any) -> Markup:
        return _filled(plural(one, many, count), places)

    def pgettext(context: str, message: str, /, **places: Any) -> Markup:
        return _filled(of_context(context, message), places)

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


def _filled(message: str, places: Mapping[str, object]) -> Markup:
    """A message may have markup of its own; what is filled in is escaped."""
    return Markup(message % {name: escape(value) for name, value in places.items()})
