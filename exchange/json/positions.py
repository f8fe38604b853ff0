"""Find where every value of a JSON text stands.

Used only when something is wrong, so it is simple rather than fast.
"""

from bisect import bisect_left
from json.decoder import JSONDecoder
from json.decoder import scanstring as scan_string  # type: ignore[attr-defined]

MAX_DEPTH = 60

_VALUE = JSONDecoder(strict=True)

Path = tuple[str | int, ...]


def skip_blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def places(text: str) -> list[tuple[Path, int]]:
    """List the offset of every value; a key that appears twice in one object is listed
    twice.
    """
    offsets: list[tuple[Path, int]] = []
    _value(text, 0, (), offsets)
    return offsets


def _value(text: str, at: int, path: Path, offsets: list[tuple[Path, int]]) -> int:
    """Note a value and all inside it; return the offset where it ends, as `_members`
    and `_items` do.
    """
    if len(path) > MAX_DEPTH:
        raise RecursionError
    at = skip_blank(text, at)
    offsets.append((path, at))
    if text[at] == "{":
        return _members(text, at + 1, path, offsets)
    if text[at] == "[":
        return _items(text, at + 1, path, offsets)
    return _VALUE.raw_decode(text, at)[1]


def _members(text: str, at: int, path: Path, offsets: list[tuple[Path, int]]) -> int:
    while text[at := skip_blank(text, at)] != "}":
        key, at = scan_string(text, at + 1, True)
        at = skip_blank(text, at) + 1
        at = skip_blank(text, _value(text, at, (*path, key), offsets))
        at += text[at] == ","
    return at + 1


def _items(text: str, at: int, path: Path, offsets: list[tuple[Path, int]]) -> int:
    index = 0
    while text[at := skip_blank(text, at)] != "]":
        at = skip_blank(text, _value(text, at, (*path, index), offsets))
        at += text[at] == ","
        index += 1
    return at + 1


class Chart:
    """A chart of one text for many look-ups: every value by its path, every line by its
    end.
    """

    def __init__(self, text: str) -> None:
        self.spots = places(text)
        self._known = dict(self.spots)
        self._ends = [at for at, character in enumerate(text) if character == "\n"]

    def of(self, path: Path) -> tuple[int, int]:
        """Return line and column of a value, or of the nearest one around it that
        exists.
        """
        while path and path not in self._known:
            path = path[:-1]
        return self.at(self._known.get(path, 0))

    def at(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self._ends, offset)
        return line + 1, offset - (self._ends[line - 1] if line else -1)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Return line and column of an offset, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
