"""Where the links of a page lead: to the service, or from file to file of a site without one."""

from collections.abc import Mapping
from posixpath import dirname, relpath
from typing import Protocol
from urllib.parse import quote, urlencode

Value = str | int | None
HOME = "index"


class Links(Protocol):
    """Made for one page. `live`: somebody answers there, so forms and questions about other days work."""

    @property
    def live(self) -> bool: ...

    def to(self, *parts: str | int, **query: Value) -> str:
        """A page by the parts of its address; what is None in the query is left out."""

    def file(self, form: str, *parts: str | int, **query: Value) -> str:
        """The same answer for programs: json, csv and the like."""

    def asset(self, name: str) -> str:
        """A file of the pages' look by its hashed name."""

    def here(self, language: str) -> str:
        """This page in another language."""

    def address(self) -> str:
        """This page, as the switches of language and colours come back to it."""

    def choice(self) -> str:
        """Where a choice of language or colours is remembered."""


class LiveLinks:
    """Links to the service at `base`; `prefix` is the language in the address, if the reader's address has one."""

    live = True

    def __init__(self, base: str, prefix: str, address: str, query: str) -> None:
        self._base = base
        self._prefix = prefix
        self._address = address
        self._query = query

    def to(self, *parts: str | int, **query: Value) -> str:
        return self._base + self._prefix + (_path(parts) or "/") + _asked(query)

    def file(self, form: str, *parts: str | int, **query: Value) -> str:
        return f"{self._base}{_path(parts)}.{form}{_asked(query)}"

    def asset(self, name: str) -> str:
        return f"{self._base}/look/{name}"

    def here(self, language: str) -> str:
        return f"{self._base}/{language}{self._own()}"

    def address(self) -> str:
        return self._prefix + self._own()

    def choice(self) -> str:
        return f"{self._base}/choose"

    def _own(self) -> str:
        return quote(self._address) + (f"?{self._query}" if self._query else "")


class FileLinks:
    """Relative links between the files of a site; `here` is the file of the page without its ending."""

    live = False

    def __init__(self, address: str, language: str) -> None:
        self._address = address.strip("/") or HOME
        self._language = language

    def to(self, *parts: str | int, **query: Value) -> str:
        return self._relative(f"{self._language}/{file_name(parts)}.html")

    def file(self, form: str, *parts: str | int, **query: Value) -> str:
        return self._relative(f"{file_name(parts)}.{form}")

    def asset(self, name: str) -> str:
        return self._relative(f"look/{name}")

    def here(self, language: str) -> str:
        return self._relative(f"{language}/{self._address}.html")

    def address(self) -> str:
        return ""

    def choice(self) -> str:
        return ""

    def _relative(self, target: str) -> str:
        return quote(relpath(target, dirname(f"{self._language}/{self._address}")))


def file_name(parts: tuple[str | int, ...]) -> str:
    """The file of a page, without its ending."""
    return "/".join(str(part) for part in parts) or HOME


def _path(parts: tuple[str | int, ...]) -> str:
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def _asked(query: Mapping[str, Value]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""
