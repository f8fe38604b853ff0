"""Say what pages say, in Finnish, Swedish and English: messages of the program in the
reader's language, as a hint, or as a sentence that stands by itself; words of the
ledger, such as kinds of event, of change, states of titles; and what `_` and `trans` of
a template call: a message in the page's language, with its places filled in. Jinja's
own calls make a context anew for each message inside a loop, and a page has a hundred
of them.

English is what the templates say; Finnish and Swedish are the .po files under
messages/, where what only the desk says is a file of its own.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup, escape

from ledger.events import SHAPES, OfFeature
from messages import Message
from messages.results import SHOWN
from messages.translated import day, read_catalogue, said, said_elsewhere

_TEXT = re.compile(r">[^<>]+<")  # between two tags
_DAY = re.compile(r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-])")


def sentence(message: str, language: str) -> str:
    """Say a message to somebody with a browser; a hint that only a command could follow
    is empty.
    """
    return said_elsewhere(message, language)


def opening(message: str, language: str) -> str:
    """Say a sentence that stands by itself: with a capital letter, unless a name or a
    letter of a formula opens it.
    """
    text = sentence(message, language)
    opens_with_letter = not (text[:2].isalpha() or text.startswith("a "))
    return (
        text
        if opens_with_letter or _opens_with_name(message)
        else text[:1].upper() + text[1:]
    )


def _opens_with_name(message: str) -> bool:
    """Tell whether the first word is a value, which nobody's capitals may change."""
    while isinstance(message, Message):
        message = message.elsewhere or message
        if message.parts:
            message = message.parts[0]
            continue
        if not message.template.startswith("{"):
            return False
        first = message.values.get(message.template[1:].partition("}")[0])
        if not isinstance(first, Message):
            return True
        message = first

    return True


def with_days(picture: str, language: str) -> Markup:
    """Return a picture whose texts have days as the reader writes them; addresses in it
    stay.
    """
    return Markup(
        _TEXT.sub(
            lambda text: _DAY.sub(lambda match: day(match[0], language), text[0]),
            picture,
        )
    )


def translator(language: str) -> Callable[[str], str]:
    """Return the function that says a picture's messages in a language."""
    return partial(said, language=language)


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the words of a language; English needs none."""
    if language == "en":
        return NullTranslations()
    return read_catalogue(language, "pages", "desk")


Code = TypeVar("Code", str, int)
CHANGE_KIND = {
    "unit": "Tournament",
    "opening": "Starting rating",
    "ruling": "Ruling of the office",
    "elo-step": "FIDE Elo taken over",
}
TITLE_STATUS = {
    "held": "held",
    "earned": "earned, awaits confirmation",
    "no longer supported": "no longer supported after a correction",
    "kept": "kept by decision",
    "refused": "refused",
    "without ground": "confirmed without ground",
}
STANDING = {
    "reopened": "Reopened by a correction",
    "pending": "Awaiting confirmation",
    "without ground": "Confirmed without ground",
    "kept": "Kept by decision",
    "refused": "Refused",
    "revoked": "Confirmation revoked",
    "held": "Held",
}
TITLE = {"M": "Chess master", "ME": "Candidate master", "I": "First class player"}
# of those who log in: the roles as their tokens have them
ROLE = {
    "reader": "reader",
    "submitter": "submitter",
    "officer": "officer",
    "publisher": "publisher",
    "auditor": "auditor",
    "admin": "administrator",
}
EVENT_KIND = {
    **{shape.kind: shape.heading for shape in SHAPES},
    OfFeature.kind: OfFeature.heading,
}
CALCULATOR = {
    "selo": "selo",
    "pelo": "pelo",
    "new-selo": "selo of a new player",
    "new-pelo": "pelo of a new player",
}
# why an opponent's rating counted, in a few words beside it; the sentence of the rules
# stands below the table
NO_RATING = "no rating yet"
BASIS = {
    "old": "their rating before",
    "elo-3.7": "FIDE Elo",
    "new-3.4": "their new rating",
    "new": "their new rating",
    "junior": "their new rating",
    "default-3.6": NO_RATING,
    "default-4.4": NO_RATING,
    "start-1500": NO_RATING,
    "provisional-4.3": "their provisional rating",
    "fide-standard-3.9": "FIDE standard rating",
    "fide-rapid-3.9": "FIDE rapid rating",
    "national-standard-3.9": "national rating",
    "national-rapid-3.9": "national rapid rating",
    "performance-3.9": "their performance here",
    "floor-3.9": "no rating that applies",
}
EDITION = {
    "fi-1990": "Finnish rules before 2011",
    "fi-2011": "Finnish rules of 2011",
    "fi-2023": "Finnish rules of 2023",
    "no": "Norwegian rules",
    "psm": "Rules of PSM",
    "elo-32": "Elo, K 32",
    "elo-16-32": "Elo, K 16 to 32",
    "elo-uscf": "Elo as US Chess had it",
    "uscf": "Rules of US Chess",
    "fide-2009": "FIDE rules of 2009",
    "fide-2024": "FIDE rules of 2024",
    "glicko-2": "Glicko-2",
}
ORDER = {
    "rating": "by rating",
    "name": "by name",
    "live": "by live rating",
    "peak": "by highest rating",
}
METHOD = {
    "exact": "exact, by the normal curve",
    "logistic": "by the logistic curve",
    "fide": "FIDE: from the table",
    "400": "400 points for each win",
    "norway": "Norwegian",
}
ERROR_TITLE = {
    400: "This address cannot be read",
    401: "You have to log in",
    403: "This is not allowed",
    404: "Not found",
    405: "This is not possible here",
    409: "Somebody else was faster",
    413: "Too large",
    422: "Refused",
    429: "Too many questions at once",
    500: "Something went wrong on our side",
    503: "Not available just now",
}
TABLES: tuple[Mapping[str, str] | Mapping[int, str], ...] = (
    CHANGE_KIND,
    TITLE_STATUS,
    EVENT_KIND,
    ERROR_TITLE,
    CALCULATOR,
    BASIS,
    STANDING,
    ROLE,
    TITLE,
    EDITION,
    METHOD,
    ORDER,
)


class Terms(NamedTuple):
    """The words of a language, by the code the ledger has for each."""

    change_kind: Mapping[str, str]
    title_status: Mapping[str, str]
    event_kind: Mapping[str, str]
    error_title: Mapping[int, str]
    calculator: Mapping[str, str]
    basis: Mapping[str, str]
    standing: Mapping[str, str]
    role: Mapping[str, str]
    title: Mapping[str, str]
    edition: Mapping[str, str]
    method: Mapping[str, str]
    order: Mapping[str, str]
    result: Mapping[str, str] = SHOWN


@cache
def terms(language: str) -> Terms:
    """Return the words of a language for what pages name by a code, such as a kind of
    event.
    """
    say = catalogue(language).gettext

    def said(table: Mapping[Code, str]) -> dict[Code, str]:
        """Return a table with its words in this language, under the same codes."""
        return {code: say(words) for code, words in table.items()}

    return Terms(
        change_kind=said(CHANGE_KIND),
        title_status=said(TITLE_STATUS),
        event_kind=said(EVENT_KIND),
        error_title=said(ERROR_TITLE),
        calculator=said(CALCULATOR),
        basis=said(BASIS),
        standing=said(STANDING),
        role=said(ROLE),
        title=said(TITLE),
        edition=said(EDITION),
        method=said(METHOD),
        order=said(ORDER),
    )


Spoken = Callable[..., Markup]
KEPT = lru_cache(4096)


def spoken(words: NullTranslations) -> dict[str, Spoken]:
    """Return the functions of a language, by the names that templates know them by.

    Each fills the places of its message in, and escapes what is filled in:

        _("%(count)s games", count=3)
        pgettext("heading", "Games")
        ngettext("%(count)s game", "%(count)s games", 3, count=3)
    """
    plain, plural, of_context = (
        KEPT(ask) for ask in (words.gettext, words.ngettext, words.pgettext)
    )

    def gettext(message: str, /, **places: Any) -> Markup:
        return _filled(plain(message), places)

    def ngettext(one: str, many: str, count: int, /, **places: Any) -> Markup:
        return _filled(plural(one, many, count), places)

    def pgettext(context: str, message: str, /, **places: Any) -> Markup:
        return _filled(of_context(context, message), places)

    return {
        "_": gettext,
        "gettext": gettext,
        "ngettext": ngettext,
        "pgettext": pgettext,
    }


def _filled(message: str, places: Mapping[str, object]) -> Markup:
    """Fill a message in; it may have markup of its own, and what is filled in is
    escaped.
    """
    return Markup(message % {name: escape(value) for name, value in places.items()})
