"""Who looks at a page, and how: the language, the theme, where links lead, and the addresses that only people have."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from ledger.office import UTC
from projections.answers.asking import Asked, Count, Day, Id, ListName, PlayerId, Positive, Text, Timed
from projections.answers.reading import Reading
from projections.answers.replayed import Whole
from web.pages.links import Links, LiveLinks
from web.questions.registry import Entry

LANGUAGES = ("fi", "sv", "en")
THEMES = ("light", "dark")
LANGUAGE, THEME = "selo_language", "selo_theme"  # the cookies that remember a choice
# where the door leaves the language of the address, and the rest of it as it was sent
PREFIX, ADDRESS = "selo_prefix", "selo_address"
_HOST = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:[0-9]{1,5})?")


@dataclass(frozen=True)
class Visit:
    """A look at a page. `theme` is empty where the reader's machine decides. `key`: what of it changes the page;
    `at_desk`: whether the reader may leave something at the desk; `origin`: where the service stands as the reader's
    browser has it, for links that leave the page, on paper or elsewhere; empty where that is not known; `zone`: whose
    clocks tell the moments.
    """

    language: str
    theme: str
    links: Links
    today: str
    key: str
    at_desk: bool = False
    origin: str = ""
    zone: str = UTC


Page = Callable[[Reading, Any, Visit], str]  # the second is the question, of the type its address asks


def visit_of(scope: Mapping[str, Any], base: str, today: str, at_desk: bool = False, zone: str = UTC) -> Visit:
    """Make a visit, in the language of the address, else as chosen before, else as the browser asks for it."""
    fields = dict(scope["headers"])
    chosen = cookies(fields.get(b"cookie", b"").decode("latin-1"))
    prefix = scope.get(PREFIX, "")
    remembered = chosen.get(LANGUAGE)
    if prefix:
        language = prefix
    elif remembered in LANGUAGES:
        language = remembered
    else:
        language = wanted(fields.get(b"accept-language", b"").decode("latin-1"))
    theme = chosen.get(THEME, "")
    theme = theme if theme in THEMES else ""
    address, query = scope.get(ADDRESS, scope["path"]), scope["query_string"].decode("ascii", "replace")
    links = LiveLinks(base, f"/{prefix}" if prefix else "", address, query)
    origin = _origin(scope["scheme"], fields.get(b"host", b"").decode("latin-1"))
    key = f"{language} {theme} {prefix} {today} {at_desk} {origin} {zone}"
    return Visit(language, theme, links, today, key, at_desk, origin, zone)


def _origin(scheme: str, host: str) -> str:
    """Return the origin that a browser asked; empty for what is no name of a machine, which a page must not repeat."""
    return f"{scheme}://{host}" if _HOST.fullmatch(host) else ""


def cookies(field: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in field.split(";"))
    return {name: value for name, _, value in pairs}


def wanted(field: str) -> str:
    """Return the first of our languages by the weights of Accept-Language (RFC 9110, 12.5.4); English where none is."""
    weighed: list[tuple[float, int, str]] = []
    for place, part in enumerate(field.split(",")[:20]):
        tag, _, weight = part.strip().partition(";")
        language = tag.strip().partition("-")[0].lower()
        try:
            share = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if language in LANGUAGES and share > 0:
            weighed.append((-share, place, language))
    return min(weighed)[2] if weighed else "en"


class ForPeople(Asked, frozen=True, kw_only=True):
    """A page without a question of its own."""

    for_people: ClassVar[bool] = True


class Home(ForPeople, frozen=True, kw_only=True):
    """The front page."""


class Calculator(ForPeople, frozen=True, kw_only=True):
    """What a rating becomes after some games: all of the input is in the address."""

    kind: Literal["selo", "pelo", "new-selo", "new-pelo"] | None = None
    player: Id | None = None
    rating: Count | None = None
    minutes: Positive | None = None
    games: Annotated[str, Meta(max_length=1000)] | None = None


class Against(Timed, frozen=True, kw_only=True):
    """Two players side by side, the other by id or by a name, as a form has it; programs ask versus."""

    for_people: ClassVar[bool] = True
    limited: ClassVar[bool] = True
    player: PlayerId
    opponent: Text | None = None


class Committee(ForPeople, frozen=True, kw_only=True):
    """What may be tried."""

    list_name: ListName | None = msgspec.field(default=None, name="list")


class RuleTried(Whole, frozen=True, kw_only=True):
    """One number of the rules with another value, as a form has it; programs ask what-if."""

    for_people: ClassVar[bool] = True
    list_name: ListName = msgspec.field(name="list")
    number: Text
    value: Text
    name: Text | None = None
    since: Day | None = msgspec.field(default=None, name="from")


PLACES = (
    Entry("committee", "/committee", Committee),
    Entry("rule", "/committee/rule", RuleTried),
    Entry("home", "/", Home),
    Entry("calculator", "/calculator", Calculator),
    Entry("against", "/players/{player}/against", Against),
)
