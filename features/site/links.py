"""Say where links lead from file to file, and name the file of a page."""

import hashlib
import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, relpath
from urllib.parse import quote

from web.pages.assets import Asset, hashed_asset
from web.pages.visit import Value, Visit

HOME = "index"
Parts = tuple[str, ...]  # of an address
GIVEN = ("opening", "ruling")  # changes without a tournament


class FileLinks:
    """Relative links between the files of a site, from the page with these parts. A
    site has no page for each event and each sum: their links lead to the log and to the
    tournament, which it has.
    """

    live = False

    def __init__(self, parts: Parts, language: str) -> None:
        """Set out from the page with these parts, in the folder of its language."""
        self._name = file_name(parts)
        self._language = language

    def to(self, *parts: str | int, **query: Value) -> str:
        """Link to a page, by the way from file to file; what is asked is left out, as a
        file answers no question. From the Finnish page of a player:

            to("lists", "selo")      ../lists/selo.html
            to("log", 12)            ../log.html#e12
        """
        there, anchor = _page_and_place(_texts(parts))
        link = self._relative(f"{self._language}/{file_name(there)}.html")
        return f"{link}#{anchor}" if anchor else link

    def file(self, form: str, *parts: str | int, **query: Value) -> str:
        """Link to a file that all languages share, from the root of the site. From the
        same page:

            file("py", "verify", "verify")    ../../verify/verify.py
        """
        name = file_name(_texts(parts))
        return self._relative(f"{name}.{form}")

    def asset(self, name: str) -> str:
        """Link to a file of the look, at the root of the site."""
        return self._relative(f"look/{name}")

    def here(self, language: str, *, query: bool = True) -> str:
        """Link to this page in another language; there is nothing asked to keep."""
        return self._relative(f"{language}/{self._name}.html")

    @property
    def script(self) -> str:
        """The name of the script that finds people."""
        return find_script().name

    def address(self) -> str:
        return ""

    def choice(self) -> str:
        return ""

    def _relative(self, target: str) -> str:
        """Link from this page's file to another, by its path from the root of the site."""
        folder = dirname(f"{self._language}/{self._name}")
        return quote(relpath(target, folder))


def _texts(parts: tuple[str | int, ...]) -> Parts:
    """Return the parts of an address as texts: ("log", 12) is ("log", "12")."""
    return tuple(str(part) for part in parts)


def file_visit(parts: Parts, language: str, day: str, zone: str) -> Visit:
    """Make the visit of whoever opens the file of a page, on a day: the address of the
    page has these parts.
    """
    links = FileLinks(parts, language)
    field = "site/find_field.html"
    return Visit(language, "", links, day, "", zone=zone, find_field=field)


@cache
def find_script() -> Asset:
    """Return the script that finds people in the index of everybody."""
    content = files("features.site").joinpath("find.js").read_bytes()
    return hashed_asset("find.js", content)


def _page_and_place(parts: Parts) -> tuple[Parts, str]:
    """Return the page of a site for an address of the service, and the place on it.

    events, 12             the log, at e12
    players, P1, why, T9   the tournament T9
    search                 the home page
    """
    match parts:
        case ("events" | "log", seq, *_):
            return ("log",), f"e{seq}"
        case ("players", player, "why", unit):
            if unit in GIVEN:
                return (("players", player), "")
            return (("tournaments", unit.partition("/")[0]), "")
        case ("players", player, "titles", _):
            return ("players", player), "titles"
        case ("lists", _, "compare", *_):
            return ("lists",), ""
        case ("tournaments", name, "trf", *_):
            return ("tournaments", name), ""
        case ("calculator" | "search" | "api", *_):
            return (), ""
    return parts, ""


def file_name(parts: Parts) -> str:
    """Name the file of a page, without its ending. What a file system may not like is
    written otherwise, with a hash.
    """
    return "/".join(map(_file_part, parts)) or HOME


def _file_part(part: str) -> str:
    """Name a part of a path so that every file system takes it.

    A part that had to be changed or cut has a hash of the whole behind it, so that two
    of them never meet in one file.
    """
    plain = re.sub(r"[^\w.-]+", "-", part)[:80]
    if plain == part:
        return plain
    return f"{plain}-{hashlib.sha256(part.encode()).hexdigest()[:8]}"
