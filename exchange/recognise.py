"""Recognise the kind of a file by its content; the name decides only for JSON that is
no list of match cards.

Own files of programs are not read, but for those in exchange/programs/. Whose they are
is told by what their bytes begin with or hold:

SwissPerfect      two dBase tables (.trn players, .sco results), and a text of settings
                  (.ini); they are read together, packed in a zip archive
US Chess          dBase tables of a rating report (THEXPORT, TSEXPORT, TDEXPORT)
SwissSys          JSON that names its program
Sharly-Chess      a database of SQLite (.sce)
Papi, Orion       databases of Access
Swiss-Manager     binary; of older ones (.TUN and the like) the ending tells
Swiss-Chess       binary (.swt): the ending tells
Vega              a text of lines (.veg), and a report between bars (.tdf)
Tasaselo          the rating list that it reads (selolist.txt)
"""

import re
from collections.abc import Iterable
from typing import Literal

from exchange.lists.federations import has_no_ids
from exchange.lists.fide_early import is_early
from exchange.lists.norwegian import is_norwegian
from exchange.lists.openings import MEANING as OPENING_WORDS
from exchange.lists.people_columns import is_people_header
from exchange.programs.swar import is_swar
from exchange.programs.tunx import BEGINNING
from exchange.results.colour_letters import has_games, with_plain_colours
from exchange.results.ecf_lms import is_lms
from exchange.results.foreign import is_foreign
from exchange.results.games import MEANING as GAME_WORDS
from exchange.results.layout import has_agreeing_rows, is_crosstable
from exchange.results.matrix import matrix_rows
from exchange.results.pairings import cells_of, pairing_header
from exchange.results.team_pairings import is_team_table
from exchange.text.tables import MOST_TITLES, SEPARATORS, header_line, header_words
from ledger.encodings import UTF_16

Own = Literal[
    "swiss-manager",
    "access",
    "swissperfect",
    "us-chess",
    "dbase",
    "swisssys",
    "sqlite",
    "vega",
    "swiss-chess",
    "tasaselo-list",
    "binary",
]

_OWN_MARKS: dict[bytes, Own] = {
    b"\x00\x01\x00\x00Standard Jet DB": "access",
    b"\x00\x01\x00\x00Standard ACE DB": "access",
    b"SQLite format 3\x00": "sqlite",
}
# the day of the last change, the number of rows, sizes; then the fields, each a name
# with the kind in byte 11
_DBASE = re.compile(
    rb"[\x03\x30\x83\x8b\xf5].[\x01-\x0c][\x01-\x1f].{28}[A-Z][A-Z0-9_]{0,9}\x00.{0,9}[CNDLMF]",
    re.DOTALL,
)
_SWISSPERFECT = re.compile(
    rb"START_NO\x00.*SURNAME\x00|W_SCORE\x00.*B_SCORE\x00", re.DOTALL
)
_US_CHESS = re.compile(rb"[HSD]_(?:EVENT_ID|TOT_SECT|SEC_NUM|MEM_NUM)\x00")
_SWISSSYS = re.compile(rb'"Program"\s*:\s*"SwissSys')
_TOURNAMENT = re.compile(
    r"^[ \t]*\[[ \t]*Tournament Info[ \t]*\]", re.IGNORECASE | re.MULTILINE
)
_VEGA = re.compile(r"\AVega [0-9]|(?:\A|[\r\n])001[^|\r\n]{0,8}\|(?:[^|\r\n]*\|){5}")
_SELOLIST = re.compile(r"Selolista [0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}\s")
_ENDINGS: dict[str, Own] = {
    ".swt": "swiss-chess",
    ".tun": "swiss-manager",
    ".tur": "swiss-manager",
    ".tum": "swiss-manager",
    ".tut": "swiss-manager",
}
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def program_of_bytes(head: bytes) -> Own | None:
    """Return the program whose own file this is, recognised by its bytes; None for any
    other file.
    """
    for mark, kind in _OWN_MARKS.items():
        if head.startswith(mark):
            return kind

    if _DBASE.match(head):
        fields = head[:4096]
        if _SWISSPERFECT.search(fields):
            return "swissperfect"
        if _US_CHESS.search(fields):
            return "us-chess"
        return "dbase"

    is_json = head.lstrip()[:1] == b"{"
    return "swisssys" if is_json and _SWISSSYS.search(head[:2000]) else None


def program_of_text(text: str) -> Own | None:
    """Return whose own file a text is."""
    if text.lstrip().startswith("[") and _TOURNAMENT.search(text):
        return "swissperfect"

    if _VEGA.search(text):
        return "vega"
    return "tasaselo-list" if _SELOLIST.match(text[:500]) else None


def kind_of_binary(name: str, head: bytes) -> Own | None:
    """Return what a file is that is no text: by the ending of its name, or no more than
    that.
    """
    if len(_NO_TEXT.findall(head)) * 100 <= len(head):
        return None

    return next(
        (kind for ending, kind in _ENDINGS.items() if name.casefold().endswith(ending)),
        "binary",
    )


Kind = Literal[
    "json",
    "trf",
    "games",
    "openings",
    "crosstable",
    "colours-unknown",
    "pgn",
    "fide-xml",
    "fide-text",
    "pairings",
    "team-pairings",
    "matrix",
    "people",
    "foreign",
    "ecf-lms",
    "swar",
    "swiss-manager-file",
    "swissperfect-zip",
    "empty",
    "packed",
    "gzip",
    "excel",
    "pdf",
    "rich-text",
    "web-page",
    "mhtml",
    "xml",
    "picture",
    "archive",
    "document",
    "other-spreadsheet",
    "locked",
    "unmarked-utf-16",
    "wall-chart",
    Own,
]
# bytes that are looked at; a real report has its first player within them
HEAD = 64 * 1024
MOST_OF_HEADERS = 2000
MOST_OF_TABLE = 1024 * 1024  # bytes, where rows may agree with rows far below

# a PGN begins with a bracket too, and no blank, quote or brace follows it there
_JSON = re.compile(rb"\{|\[\s*[\[{]")
_BLANK = b"\xef\xbb\xbf \t\r\n"
_TAGGED = re.compile(r"(?:\A|[\r\n])[ \t]*(?:001[ \t]|0[1-9]2 |012[\r\n])")
_PGN = re.compile(r'\s*(?:%[^\r\n]*[\r\n]\s*)*\[\s*\w+\s+"')
_MARKS: dict[bytes, Kind] = {
    b"PK\x03\x04": "packed",
    b"\x1f\x8b": "gzip",
    b"{\\rtf": "rich-text",
    b"%PDF-": "pdf",
}
# what pictures begin with; some have sizes in front of their mark
_PICTURE = re.compile(
    rb"\x89PNG\r\n|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|avif)"
    rb"|(?:<\?xml[^>]*>\s*)?<svg\b",
    re.DOTALL,
)
# 7z, rar, bzip2, xz
_ARCHIVE = re.compile(rb"7z\xbc\xaf|Rar!\x1a|BZh[1-9]1AY|\xfd7zXZ")
_OFFICE = b"\xd0\xcf\x11\xe0"
# names of streams in an office file of before 2007, and in one with a password
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_WORD = "WordDocument".encode("utf-16-le")
_FIDE_XML = re.compile(rb"<(?:playerslist|!DOCTYPE\s+playerslist)\b", re.IGNORECASE)
_XML = re.compile(rb"<\?xml(?![\s\S]{0,2000}<html)", re.IGNORECASE)
# a letter with a page in it, as a browser saves one with its pictures
_MHTML = re.compile(
    r"[a-z-]+: [\s\S]*?\ncontent-type: *multipart/related", re.IGNORECASE
)
# a win, a loss or a draw and the opponent: a cell of the tables of US Chess
_WALL_CHART = re.compile(r"(?<![\w.])[WLD][ ]{0,4}[0-9]{1,4}(?![\w.])")
_LEAST_WALLS = 3  # rows with such cells
_BREAK = re.compile(r"[\r\n]+")


def kind_of(name: str, data: bytes) -> Kind | None:
    """Recognise the kind of a file, such as "trf", "pgn" or "json", so that its reader
    can be chosen: JSON by its name, a crosstable by its rows, the rest by the first 64
    KiB. Return None for a format that is not known here.
    """
    head = _first_bytes(data, HEAD)
    kind = _kind_of_beginning(name, data, head)
    if kind is not None:
        return kind

    start = head.lstrip(_BLANK)
    if not start:
        return "empty" if not data.strip(_BLANK) else None

    if start.startswith(b"<"):
        if _FIDE_XML.search(start):
            return "fide-xml"
        return "xml" if _XML.match(start) else "web-page"

    text = start.decode("utf-8", "replace")
    if _MHTML.match(text[:MOST_OF_HEADERS]):
        return "mhtml"
    if _PGN.match(text):
        return "pgn"
    if text[:9].casefold() == "id number" or is_early(start):
        return "fide-text"
    if (own := program_of_text(text)) is not None:
        return own
    if _TAGGED.search(text):
        return "trf"
    if is_foreign(text):
        return "foreign"

    if not data.startswith(UTF_16) and _is_unmarked_utf_16(head):
        return "unmarked-utf-16"

    return _table(text, data) or kind_of_binary(name, head)


def is_json(name: str, data: bytes) -> bool:
    """Tell whether a file is of the kind "json", without looking at the rest of a table
    of megabytes.
    """
    return _kind_of_beginning(name, data, _first_bytes(data, HEAD)) == "json"


def _kind_of_beginning(name: str, data: bytes, head: bytes) -> Kind | None:
    """Recognise what its name or the bytes in front tell; None of anything else.

    `head`: the first bytes of the data.
    """
    if head.startswith(BEGINNING):
        return "swiss-manager-file"
    if is_swar(head):
        return "swar"
    if (own := program_of_bytes(head)) is not None:
        return own
    if is_lms(head):
        return "ecf-lms"
    if name.endswith((".json", ".jsonl")):
        return "json"
    for mark, kind in _MARKS.items():
        if head.startswith(mark):
            return kind

    start = head.lstrip(_BLANK)
    if _PICTURE.match(head) or _PICTURE.match(start):
        return "picture"
    if _ARCHIVE.match(head):
        return "archive"
    if head.startswith(_OFFICE):
        return _kind_of_office_file(data)

    return "json" if _JSON.match(start) else None


def _kind_of_office_file(data: bytes) -> Kind:
    """Return what an office file of before 2007 is, or one with a password: a
    spreadsheet, unless it says something else.
    """
    if _LOCKED in data:
        return "locked"

    return "document" if _WORD in data else "excel"


def _is_unmarked_utf_16(head: bytes) -> bool:
    """Return whether every other byte of the beginning is zero and the others are not,
    as letters of Europe are in UTF-16. No mark in front says so.
    """
    even, odd = head[:400:2], head[1:400:2]
    return len(head) > 8 and (
        (not any(odd) and all(even)) or (not any(even) and all(odd))
    )


def _first_bytes(data: bytes, most: int) -> bytes:
    """Return the first bytes; of UTF-16 as UTF-8."""
    head = data[:most]
    if head.startswith(UTF_16):
        return head[: len(head) // 2 * 2].decode("utf-16", "ignore").encode()

    return head


def _words_of_games(header: Iterable[str]) -> set[str]:
    """Return what columns of a table of games a header names."""
    return {GAME_WORDS[word] for word in header if word in GAME_WORDS}


def _table(text: str, data: bytes) -> Kind | None:
    """Recognise tables by the words of their header, crosstables and matrices by their
    cells.
    """
    lines = _BREAK.split(text)
    if is_norwegian(lines[0]):
        return "openings"

    first = lines[header_line(lines, GAME_WORDS, 3)]
    headers = [header_words(first, separator) for separator in SEPARATORS]
    if any(_is_of_openings(header) and not _is_of_games(header) for header in headers):
        # a crosstable has a column of ratings too, under whatever word for the names
        return "crosstable" if has_agreeing_rows(_rows(data)) else "openings"

    words = max((_words_of_games(header) for header in headers), key=len)
    if len(words) >= 3 and "round" in words:
        return "games"
    if any(pairing_header(cells_of(line)) for line in lines):
        return "pairings"
    if is_team_table(lines):
        return "team-pairings"

    rows = _rows(data)
    if is_crosstable(rows):
        return "crosstable"
    # cells like games in most rows, whose letters belong to no language known here
    written = [row for row in rows if row.strip()]
    if 2 * sum(map(has_games, written)) > len(written):
        return "colours-unknown"
    if any(is_people_header(line) for line in lines[:MOST_TITLES]):
        return "people"
    if matrix_rows(lines):
        return "matrix"
    if sum(len(_WALL_CHART.findall(row)) > 1 for row in written) >= _LEAST_WALLS:
        return "wall-chart"

    # a header that lacks a column: the reader reports which
    return "games" if len(words) >= 2 else None


def _rows(data: bytes) -> list[str]:
    """Return the lines of a table that may agree with each other, which may stand far
    apart; colours are written with w and b.
    """
    text = _first_bytes(data, MOST_OF_TABLE).decode("utf-8", "replace")
    return with_plain_colours(_BREAK.split(text))


def _is_of_openings(header: list[str]) -> bool:
    """Return whether a header is of openings: a rating and whose it is, or the number
    of games behind it.

    People without either are only named.
    """
    words = {OPENING_WORDS.get(word) for word in header}
    whose = words & {"player", "games"} or has_no_ids(header) or "name" not in words
    return "rating" in words and bool(whose)


def _is_of_games(header: list[str]) -> bool:
    """Return whether a header has two players who met: a column of ratings is then only
    beside the games.
    """
    return {"white", "black"} <= {GAME_WORDS.get(word) for word in header}
