"""Tell who looks at a page, and how: the language, the theme, and where links lead."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol
from urllib.parse import quote, unquote, urlencode

from ledger.office import UTC
from messages import LANGUAGES
from projections.answers.reading import Reading

Value = str | int | tuple[str, ...] | None
_LIKE_A_FORM = re.compile(r"\.(json|csv|atom|ndjson)$")


class Links(Protocol):
    """The links of one page. `live`: somebody answers there, so forms and questions
    about other days work.
    """

    @property
    def live(self) -> bool: ...

    def to(self, *parts: str | int, **query: Value) -> str:
        """Link to a page by the parts of its address; what is None in the query is left
        out.
        """

    def file(self, form: str, *parts: str | int, **query: Value) -> str:
        """Link to the same answer for programs: json, csv and the like."""

    def asset(self, name: str) -> str:
        """Link to a file of the pages' look by its hashed name."""

    def here(self, language: str, *, query: bool = True) -> str:
        """Link to this page in a language, with what was asked or without it."""

    def address(self) -> str:
        """Return this page's address, to which the switches of language and colours
        come back.
        """

    def choice(self) -> str:
        """Return the address where a choice of language or colours is remembered."""


class LiveLinks:
    """Links to the service at `base`; `prefix` is the language in the address, if the
    reader's address has one.
    """

    live = True

    def __init__(self, base: str, prefix: str, address: str, query: str) -> None:
        """Set out from one page. `address` and `query` are those of the page: its path
        after the language, and what was asked, as it was sent.

        `base`: the path at which a proxy has the service, empty where it has none.
        `prefix`: such as `/fi`.
        """
        self._base = base
        self._prefix = prefix
        self._address = address
        self._query = query

    def to(self, *parts: str | int, **query: Value) -> str:
        """Link to a page. From an address in Finnish, and with the service at the root:

        to("players", "P 1", as_of="2026-06-01")
        /fi/players/P%201?as_of=2026-06-01
        """
        return self._base + self._prefix + (_path(parts) or "/") + _query_text(query)

    def file(self, form: str, *parts: str | int, **query: Value) -> str:
        """Link to a form of an answer, which has no language:

        file("csv", "lists", "selo")    /lists/selo.csv
        """
        return f"{self._base}{_path(parts)}.{form}{_query_text(query)}"

    def asset(self, name: str) -> str:
        return f"{self._base}/look/{name}"

    def here(self, language: str, *, query: bool = True) -> str:
        """Link to this page in another language, such as `/sv/lists?by=name`; without
        what was asked where `query` is not wanted.
        """
        own = self._with_query if query else self._without_query
        return f"{self._base}/{language}{own}"

    def address(self) -> str:
        """Return the address of this page, with its language and what was asked."""
        return self._prefix + self._with_query

    def choice(self) -> str:
        return f"{self._base}/choose"

    @cached_property
    def _without_query(self) -> str:
        """The rest of this page's address after the language."""
        parts = self._address.split("/")
        return _undotted("/".join(quote(unquote(part), safe="") for part in parts))

    @cached_property
    def _with_query(self) -> str:
        """The same with what was asked; a page links to itself in each language."""
        if self._query:
            return f"{self._without_query}?{self._query}"
        return self._without_query


def _path(parts: tuple[str | int, ...]) -> str:
    """Write the parts of an address, each quoted: ("players", "P 1") is /players/P%201."""
    return "".join([_quoted(part) for part in parts])


@lru_cache(8192)
def _quoted(part: str | int) -> str:
    """Quote a part of an address, remembered: a page has hundreds of links, and few
    different parts.
    """
    return _undotted(f"/{quote(str(part), safe='')}")


def _undotted(address: str) -> str:
    """Escape the dot where an id ends like a form of an answer, such as `.csv`, so that
    it is not taken for one.
    """
    return _LIKE_A_FORM.sub(r"%2E\1", address)


def _query_text(query: Mapping[str, Value]) -> str:
    """Write a query with its question mark; empty where nothing is asked."""
    return _query(tuple(query.items())) if query else ""


@lru_cache(8192)
def _query(query: tuple[tuple[str, Value], ...]) -> str:
    """Write a query, remembered for the same reason. What is None is left out, and a
    tuple is a name with several values:

    (("list", "standard"), ("day", None))    ?list=standard
    (("player", ("P1", "P2")),)              ?player=P1&player=P2
    """
    given: list[tuple[str, Value]] = []
    for name, value in query:
        values = value if isinstance(value, tuple) else (value,)
        given += [(name, one) for one in values if one is not None]

    return f"?{urlencode(given)}" if given else ""


THEMES = ("light", "dark")
LANGUAGE, THEME = "selo_language", "selo_theme"  # the cookies that remember a choice
# in the scope: the language of the address, and the rest of it as it was sent: a slash
# within a part is percent-encoded
PREFIX, ADDRESS = "selo_prefix", "selo_address"
# the form that is asked for, where the rest of the program finds it in the scope
FORM = "selo_form"
_HOST = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(:[0-9]{1,5})?")


@dataclass(frozen=True)
class Visit:
    """A look at a page. `theme` is empty where the reader's machine decides. `key`:
    what of it changes the page; `at_desk`: whether the reader may leave something at
    the desk; `origin`: where the service stands as the reader's browser has it, for
    links that leave the page, on paper or elsewhere; empty where that is not known;
    `root`: the same with the path at which a proxy has the service; `zone`: whose
    clocks tell the moments; `by_mail`: whether the service sends mail; `find_field`: the
    template of the field that finds somebody.
    """

    language: str
    theme: str
    links: Links
    today: str
    key: str
    at_desk: bool = False
    origin: str = ""
    root: str = ""
    zone: str = UTC
    by_mail: bool = False
    find_field: str = "find_field.html"


# the second is the question, of the type its address asks
Page = Callable[[Reading, Any, Visit], str]


def visit_of(
    scope: Mapping[str, Any],
    base: str,
    today: str,
    at_desk: bool = False,
    zone: str = UTC,
    by_mail: bool = False,
) -> Visit:
    """Make a visit, in the language of the address, else as chosen before, else as the
    browser asks for it.

    `scope`: the request. `base`: the path at which a proxy has the service, empty where
    it has none. `today`: YYYY-MM-DD. `at_desk`, `zone`, `by_mail`: as `Visit` has them.
    """
    fields = dict(scope["headers"])
    chosen = cookies(fields.get(b"cookie", b"").decode("latin-1"))
    prefix = scope.get(PREFIX, "")
    remembered = chosen.get(LANGUAGE)
    if prefix:
        language = prefix
    elif remembered in LANGUAGES:
        language = remembered
    else:
        language = preferred_language(
            fields.get(b"accept-language", b"").decode("latin-1")
        )

    theme = chosen.get(THEME, "")
    if theme not in THEMES:
        theme = ""

    address = scope.get(ADDRESS, quote(scope["path"]))
    query = scope["query_string"].decode("ascii", "replace")
    links = LiveLinks(base, f"/{prefix}" if prefix else "", address, query)
    origin = _origin(scope["scheme"], fields.get(b"host", b"").decode("latin-1"))

    key = f"{language} {theme} {prefix} {today} {at_desk} {origin} {zone} {by_mail}"
    root = origin and origin + base

    return Visit(
        language=language,
        theme=theme,
        links=links,
        today=today,
        key=key,
        at_desk=at_desk,
        origin=origin,
        root=root,
        zone=zone,
        by_mail=by_mail,
    )


def _origin(scheme: str, host: str) -> str:
    """Return the origin that a browser asked; empty for what is no name of a machine,
    which a page must not repeat.

        https, chess.example:8443    https://chess.example:8443
    """
    return f"{scheme}://{host}" if _HOST.fullmatch(host) else ""


def cookies(field: str) -> dict[str, str]:
    """Return the cookies of a header by their names:

        selo_theme=dark; selo_language=en
        {"selo_theme": "dark", "selo_language": "en"}

    Of two with one name the later counts.
    """
    pairs = (part.strip().partition("=") for part in field.split(";"))
    return {name: value for name, _, value in pairs}


def preferred_language(field: str) -> str:
    """Return the first of our languages by the weights of Accept-Language (RFC 9110,
    12.5.4); English where none is.

        xx, en;q=0.8    en

    Of two with one weight the earlier counts. More than 20 are not read, and one
    whose weight is no number is passed over.
    """
    weighed: list[tuple[float, int, str]] = []
    for position, part in enumerate(field.split(",")[:20]):
        tag, _, weight = part.strip().partition(";")
        language = tag.strip().partition("-")[0].lower()
        try:
            share = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if language in LANGUAGES and share > 0:
            weighed.append((-share, position, language))

    return min(weighed)[2] if weighed else "en"
