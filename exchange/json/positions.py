"""Find where every value of a JSON text stands.

Used only when something is wrong, so it is simple rather than fast.
"""

from bisect import bisect_left
from json.decoder import JSONDecoder
from json.decoder import scanstring as scan_string  # type: ignore[attr-defined]

MAX_DEPTH = 60

_VALUE = JSONDecoder(strict=True)

Path = tuple[str | int, ...]


def skip_blank(text: str, offset: int) -> int:
    """Return where the next character stands that is no blank, or the end of the text."""
    while offset < len(text) and text[offset] in " \t\r\n":
        offset += 1
    return offset


def positions(text: str) -> list[tuple[Path, int]]:
    """List the offset of every value, with its path; a key that appears twice in one
    object is listed twice.

        {"a": [1, 2]}     () 0, ("a",) 6, ("a", 0) 7, ("a", 1) 10

    Raises RecursionError where values are nested deeper than 60, IndexError where the
    text ends first, and ValueError where it is no JSON.
    """
    offsets: list[tuple[Path, int]] = []
    _note_value(text, 0, (), offsets)
    return offsets


def _note_value(
    text: str, offset: int, path: Path, offsets: list[tuple[Path, int]]
) -> int:
    """Note a value and all inside it; return the offset where it ends, as `_note_members`
    and `_note_items` do.

    offset: where the value may begin, blanks first. path: what leads to it. offsets:
    the list it is added to.
    """
    if len(path) > MAX_DEPTH:
        raise RecursionError

    offset = skip_blank(text, offset)
    offsets.append((path, offset))
    first = text[offset]
    if first == "{":
        return _note_members(text, offset + 1, path, offsets)
    if first == "[":
        return _note_items(text, offset + 1, path, offsets)

    _, end = _VALUE.raw_decode(text, offset)

    return end


def _note_members(
    text: str, offset: int, path: Path, offsets: list[tuple[Path, int]]
) -> int:
    """Note the members of an object that begins before the offset, and return where it
    ends. Raises IndexError where the text ends first.
    """
    offset = skip_blank(text, offset)
    while text[offset] != "}":
        key, offset = scan_string(text, offset + 1, True)
        colon = skip_blank(text, offset)
        end = _note_value(text, colon + 1, (*path, key), offsets)
        offset = _skip_comma(text, end)

    return offset + 1


def _note_items(
    text: str, offset: int, path: Path, offsets: list[tuple[Path, int]]
) -> int:
    """Note the items of a list that begins before the offset, and return where it ends.
    Raises IndexError where the text ends first.
    """
    index = 0
    offset = skip_blank(text, offset)
    while text[offset] != "]":
        end = _note_value(text, offset, (*path, index), offsets)
        offset = _skip_comma(text, end)
        index += 1

    return offset + 1


def _skip_comma(text: str, offset: int) -> int:
    """Return where the next value, or the end of them, stands behind a value."""
    offset = skip_blank(text, offset)
    if text[offset] == ",":
        offset = skip_blank(text, offset + 1)

    return offset


class Chart:
    """A chart of one text for many look-ups: every value by its path, every line by its
    end.

    positions: of every value its path and offset, in the order of the text.
    """

    def __init__(self, text: str) -> None:
        """Chart a text that is JSON. RecursionError: it is nested too deep."""
        self.positions = positions(text)
        self._offsets = dict(self.positions)
        self._ends = [
            offset for offset, character in enumerate(text) if character == "\n"
        ]

    def position_of(self, path: Path) -> tuple[int, int]:
        """Return line and column of a value, both from 1, or of the nearest one around
        it that exists: a field that is missing is looked for where it should be.
        """
        while path and path not in self._offsets:
            path = path[:-1]
        return self.position_at(self._offsets.get(path, 0))

    def position_at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1. A line end is the
        last character of its line.
        """
        lines_before = bisect_left(self._ends, offset)
        end_before = self._ends[lines_before - 1] if lines_before else -1
        return lines_before + 1, offset - end_before


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of an offset, both counted from 1.

    For one question only: a chart answers many in less time.

        "ab\\ncd", 4     2, 2
    """
    line = text.count("\n", 0, offset) + 1
    end_before = text.rfind("\n", 0, offset)
    return line, offset - end_before
