"""What a file is, by what stands in it: the name decides only for JSON, and never against the content."""

import re
from typing import Literal

from exchange.lists.openings import MEANING as OPENING_WORDS
from exchange.tables.crosstable import COLOUR_FIRST, NUMBER_FIRST
from exchange.tables.games import MEANING as GAME_WORDS
from exchange.tables.games import SEPARATORS

Kind = Literal[
    "json", "trf", "games", "openings", "crosstable", "pgn", "fide-xml", "fide-text",
    "empty", "packed", "excel", "pdf", "web-page", "swiss-manager",
]  # fmt: skip
HEAD = 64 * 1024  # what is looked at; a report with more than that before its first player is none

_BLANK = b"\xef\xbb\xbf \t\r\n"
_TAGGED = re.compile(r"(?:\A|[\r\n])[ \t]*(?:001[ \t]|0[1-9]2 |012[\r\n])")
_PGN = re.compile(r'\s*(?:%[^\r\n]*[\r\n]\s*)*\[\s*\w+\s+"')
_MARKS: dict[bytes, Kind] = {
    b"PK\x03\x04": "packed",
    b"\xd0\xcf\x11\xe0": "excel",
    b"%PDF-": "pdf",
    b"\x93\xff\x89\x44": "swiss-manager",
}
_XML = re.compile(rb"<(?:\?xml|!--|playerslist|!DOCTYPE\s+playerslist)", re.IGNORECASE)
_BREAK = re.compile(r"[\r\n]+")


def kind_of(name: str, data: bytes) -> Kind | None:
    """JSON first; then whatever the first 64 KiB show; None: nothing that is known here."""
    head = data[:HEAD]
    start = head.lstrip(_BLANK)
    if name.endswith((".json", ".jsonl")) or start.startswith(b"{"):
        return "json"
    if not start:
        return "empty" if not data.strip(_BLANK) else None
    for mark, kind in _MARKS.items():
        if head.startswith(mark):
            return kind
    if start.startswith(b"<"):
        return "fide-xml" if _XML.match(start) else "web-page"
    text = start.decode("utf-8", "replace")
    if _PGN.match(text):
        return "pgn"
    if text[:9].casefold() == "id number":
        return "fide-text"
    if _TAGGED.search(text):
        return "trf"
    return _table(text)


def _table(text: str) -> Kind | None:
    """Tables by the words of their first line, crosstables by their cells."""
    first = next((line for line in _BREAK.split(text) if line.strip()), "")
    cells = [[cell.strip().strip('"').strip().casefold() for cell in first.split(mark)] for mark in SEPARATORS]
    if any({"rating"} <= {OPENING_WORDS.get(cell) for cell in found} for found in cells):
        return "openings"
    known = max(len({GAME_WORDS[cell] for cell in found if cell in GAME_WORDS}) for found in cells)
    if known >= 3:
        return "games"
    if any(COLOUR_FIRST.fullmatch(word) or NUMBER_FIRST.fullmatch(word) for word in re.split(r"[\s;|]+", text)):
        return "crosstable"
    # a header that lacks a column: the reader says which
    return "games" if known == 2 else None
