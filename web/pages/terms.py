"""Hold the words of pages for what the ledger has a code for: kinds of event and of
change, states of titles, editions of rules, roles.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeVar

from ledger.events import SHAPES, OfFeature
from messages.results import SHOWN
from web.pages.catalogue import catalogue

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
    "without ground": "confirmed without grounds",
}
STANDING = {
    "reopened": "Reopened by a correction",
    "pending": "Awaiting confirmation",
    "without ground": "Confirmed without grounds",
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
