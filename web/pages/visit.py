"""Who looks at a page, and how: the language, the theme, and where links lead."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from projections.answers.reading import Reading
from web.pages.links import Links, LiveLinks

LANGUAGES = ("fi", "sv", "en")
THEMES = ("light", "dark")
LANGUAGE, THEME = "selo_language", "selo_theme"  # the cookies that remember a choice
PREFIX = "selo_prefix"  # where the door leaves the language of the address


@dataclass(frozen=True)
class Visit:
    """One look at a page. `theme` is empty where the reader's machine decides. `key`: what of it changes the page."""

    language: str
    theme: str
    links: Links
    today: str
    key: str


Page = Callable[[Reading, Any, Visit], str]  # the second is the question, of the type its address asks


def visit_of(scope: Mapping[str, Any], base: str, today: str) -> Visit:
    """The language by the address, else as chosen before, else as the browser asks for it."""
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
    address, query = scope["path"], scope["query_string"].decode("ascii", "replace")
    links = LiveLinks(base, f"/{prefix}" if prefix else "", address, query)
    return Visit(language, theme, links, today, f"{language} {theme} {prefix} {today}")


def cookies(field: str) -> dict[str, str]:
    pairs = (part.strip().partition("=") for part in field.split(";"))
    return {name: value for name, _, value in pairs}


def wanted(field: str) -> str:
    """The first of our languages by the weights of Accept-Language (RFC 9110, 12.5.4); English where none is."""
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
