"""Where in a JSON text a value stands: read only when something is wrong, so plain and not fast."""

from collections.abc import Iterator
from json.decoder import JSONDecodeError, JSONDecoder
from json.decoder import scanstring as scan_string  # type: ignore[attr-defined]

MAX_DEPTH = 60
_VALUE = JSONDecoder(strict=True)

Path = tuple[str | int, ...]


def skip_blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def places(text: str, at: int = 0, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """The offset of every value; a key that stands twice in one object comes twice, its second time last."""
    at = skip_blank(text, at)
    yield path, at
    if text[at] == "{":
        yield from _members(text, at + 1, path)
    elif text[at] == "[":
        yield from _items(text, at + 1, path)


def _members(text: str, at: int, path: Path) -> Iterator[tuple[Path, int]]:
    while text[at := skip_blank(text, at)] != "}":
        key, at = scan_string(text, at + 1, True)
        at = skip_blank(text, skip_blank(text, at) + 1)
        yield from places(text, at, (*path, key))
        at = skip_blank(text, _VALUE.raw_decode(text, at)[1])
        at += text[at] == ","


def _items(text: str, at: int, path: Path) -> Iterator[tuple[Path, int]]:
    index = 0
    while text[at := skip_blank(text, at)] != "]":
        yield from places(text, at, (*path, index))
        at = skip_blank(text, _VALUE.raw_decode(text, at)[1])
        at += text[at] == ","
        index += 1


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def field_name(path: Path) -> str | None:
    """games[3].white"""
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return name.removeprefix(".") or None


__all__ = ["MAX_DEPTH", "JSONDecodeError", "field_name", "line_and_column", "places", "skip_blank"]
