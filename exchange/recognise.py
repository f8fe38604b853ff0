"""What kind of file this is, by its content; the name decides only for JSON."""

import re
from typing import Literal

from exchange.lists.openings import MEANING as OPENING_WORDS
from exchange.lists.people import is_people_header
from exchange.own_files import Own, no_text, own_file, own_text
from exchange.tables.apart import rounds_apart
from exchange.tables.crosstable import COLOUR_FIRST, NUMBER_FIRST
from exchange.tables.foreign import is_foreign
from exchange.tables.games import MEANING as GAME_WORDS
from exchange.tables.matrix import matrix_rows
from exchange.tables.pairings import cells_of, pairing_header
from exchange.tables.printed import printed_style
from exchange.tables.team_pairings import is_team_table
from exchange.text.decoding import UTF_16
from exchange.text.separated import MOST_TITLES, SEPARATORS, header_line, header_words

Kind = Literal[
    "json", "trf", "games", "openings", "crosstable", "pgn", "fide-xml", "fide-text",
    "pairings", "team-pairings", "matrix", "people", "foreign", "empty", "packed", "gzip", "excel", "pdf",
    "rich-text", "web-page", "xml", Own,
]  # fmt: skip
HEAD = 64 * 1024  # bytes that are looked at; a real report has its first player within them

_BLANK = b"\xef\xbb\xbf \t\r\n"
_TAGGED = re.compile(r"(?:\A|[\r\n])[ \t]*(?:001[ \t]|0[1-9]2 |012[\r\n])")
_PGN = re.compile(r'\s*(?:%[^\r\n]*[\r\n]\s*)*\[\s*\w+\s+"')
_MARKS: dict[bytes, Kind] = {
    b"PK\x03\x04": "packed",
    b"\x1f\x8b": "gzip",
    b"{\\rtf": "rich-text",
    b"\xd0\xcf\x11\xe0": "excel",
    b"%PDF-": "pdf",
}
_FIDE_XML = re.compile(rb"<(?:playerslist|!DOCTYPE\s+playerslist)\b", re.IGNORECASE)
_XML = re.compile(rb"<\?xml(?![\s\S]{0,2000}<html)", re.IGNORECASE)
_BREAK = re.compile(r"[\r\n]+")


def kind_of(name: str, data: bytes) -> Kind | None:
    """Recognise the kind of a file: JSON first, then what the first 64 KiB show; None: no format that is known here."""
    head = data[:HEAD]
    if head.startswith(UTF_16):
        head = head[: len(head) // 2 * 2].decode("utf-16", "ignore").encode()
    start = head.lstrip(_BLANK)
    if (own := own_file(head)) is not None:
        return own
    if name.endswith((".json", ".jsonl")):
        return "json"
    for mark, kind in _MARKS.items():
        if head.startswith(mark):
            return kind
    if start.startswith(b"{"):
        return "json"
    if not start:
        return "empty" if not data.strip(_BLANK) else None
    if start.startswith(b"<"):
        return "fide-xml" if _FIDE_XML.search(start) else "xml" if _XML.match(start) else "web-page"
    text = start.decode("utf-8", "replace")
    if _PGN.match(text):
        return "pgn"
    if text[:9].casefold() == "id number":
        return "fide-text"
    if (own := own_text(text)) is not None:
        return own
    if _TAGGED.search(text):
        return "trf"
    if is_foreign(text):
        return "foreign"
    return _table(text) or no_text(name, head)


def _table(text: str) -> Kind | None:
    """Recognise tables by the words of their header, crosstables and matrices by their cells."""
    lines = _BREAK.split(text)
    first = lines[header_line(lines, GAME_WORDS, 3)]
    headers = [header_words(first, separator) for separator in SEPARATORS]
    if any(_opens(header) and not _plays(header) for header in headers):
        return "openings"
    words = max(({GAME_WORDS[word] for word in header if word in GAME_WORDS} for header in headers), key=len)
    if len(words) >= 3 and "round" in words:
        return "games"
    if any(pairing_header(cells_of(line)) for line in lines):
        return "pairings"
    if is_team_table(lines):
        return "team-pairings"
    if any(COLOUR_FIRST.fullmatch(word) or NUMBER_FIRST.fullmatch(word) for word in re.split(r"[\s;,|]+", text)):
        return "crosstable"
    if rounds_apart(lines) or printed_style(lines):
        return "crosstable"
    if any(is_people_header(line) for line in lines[:MOST_TITLES]):
        return "people"
    if matrix_rows(lines):
        return "matrix"
    # a header that lacks a column: the reader reports which
    return "games" if len(words) >= 2 else None


def _opens(header: list[str]) -> bool:
    """Return whether a header is of openings: a rating and whose it is, or the number of games behind it.

    People without either are only named.
    """
    words = {OPENING_WORDS.get(word) for word in header}
    return "rating" in words and bool(words & {"player", "games"} or "name" not in words)


def _plays(header: list[str]) -> bool:
    """Return whether a header has two players who met: a column of ratings is then only beside the games."""
    return {"white", "black"} <= {GAME_WORDS.get(word) for word in header}
