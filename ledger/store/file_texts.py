"""Turn the bytes of a file that somebody sent into the texts in it, so that a name can
be looked for: a workbook is unpacked, and letters that were written in another way are
put back.

Nothing is understood of a file here, and nobody has to say what it is. A text may come
more than once, read in several ways: whoever searches loses nothing by it.
"""

import re
import zipfile
from collections.abc import Iterable, Iterator
from html import unescape
from io import BytesIO
from itertools import chain
from typing import NamedTuple

from ledger.archives import BROKEN, METHODS
from ledger.encodings import ONE_BYTE_A_LETTER, UTF_16, mended_twice

# bytes of an archive when it is unpacked; far more than any sheet of games
MOST_UNPACKED = 16 * 1024 * 1024

_ZIP = b"PK\x03\x04"
# gzip, 7z, rar, bzip2, xz, PDF
_PACKED_OTHERWISE = (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ", b"%PDF-")
_LOCKED = "EncryptedPackage".encode("utf-16-le")  # in a workbook with a password
# binary, with a byte a letter: tables of dBase, and workbooks from before 2007
_OLD_TABLES = (b"\x03", b"\x30", b"\x83", b"\x8b", b"\xf5", b"\xd0\xcf\x11\xe0")
_BYTES_OF_A_WORD = re.compile(rb"[\w\x80-\xff]+")
_TAG = re.compile(r"<[^<>]*>")
_ESCAPED_LETTERS = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+")
_ESCAPED_BLANK = re.compile(r"\\[bfnrt]")


class Unsearchable(Exception):
    """The texts of a file cannot be read, so nobody can tell whom it names."""


class FileTexts(NamedTuple):
    """The texts of a file. `has_lines`: who stands in one line belongs together; in a
    workbook, a page or a binary file the words of a name may be anywhere.
    """

    texts: Iterator[str]
    has_lines: bool


def texts_of_file(data: bytes) -> FileTexts:
    """Return the texts of a file. Raises Unsearchable, while they are read too."""
    if data.startswith(_ZIP):
        texts = chain.from_iterable(map(_texts_of_part, _unpacked(data)))
        return FileTexts(texts, has_lines=False)

    if data.startswith(_PACKED_OTHERWISE) or _LOCKED in data:
        raise Unsearchable

    has_lines = not (_is_binary(data) or _is_markup(next(_decoded(data))))
    return FileTexts(_texts_of_part(data), has_lines)


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Yield the parts of an archive, as long as they are no more than a workbook has."""
    left = MOST_UNPACKED
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for info in archive.infolist():
                if info.compress_type not in METHODS:
                    raise Unsearchable

                with archive.open(info) as stream:
                    part = stream.read(left + 1)
                left -= len(part)
                if left < 0:
                    raise Unsearchable
                yield part
    except BROKEN:
        raise Unsearchable from None


def _texts_of_part(data: bytes) -> Iterator[str]:
    """Yield what the bytes say, letter by letter, and with the letters that JSON and
    XML write in another way put back.
    """
    for text in _decoded(data):
        yield text
        if "\\" in text:
            yield _without_escapes(text)
        if _is_markup(text):
            # a name may be cut by a tag: <b>Aa</b>lto
            yield _unescaped(_TAG.sub("", text))
        elif "&" in text:
            yield _unescaped(text)


def _unescaped(text: str) -> str:
    """Put back the letters that pages and XML may write as names or numbers."""
    try:
        return unescape(text)
    except ValueError:  # a number of more than four thousand digits
        raise Unsearchable from None


def _decoded(data: bytes) -> Iterator[str]:
    """Yield the text in each encoding that it may be in, the likeliest first."""
    if data.startswith(UTF_16):
        yield data.decode("utf-16", "replace")
        return

    is_binary = _is_binary(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield data.decode("cp1252", "replace")
        if not is_binary:
            yield from _in_other_encodings(data.splitlines())
        elif data.startswith(_OLD_TABLES):
            words = (match[0] for match in _BYTES_OF_A_WORD.finditer(data))
            yield from _in_other_encodings(words)
    else:
        yield text
        if not is_binary:
            yield from _mended(text)

    if is_binary:
        # texts of UTF-16 may begin at any byte
        yield data.decode("utf-16-le", "replace")
        yield (data[1:] + b"\0").decode("utf-16-le", "replace")


def _mended(text: str) -> Iterator[str]:
    """Yield a text as it is read by whoever was told that it was written as UTF-8 twice,
    if that makes another one of it.
    """
    if text.isascii():
        return
    text = text.removeprefix("\ufeff")
    meant = mended_twice(text)
    if meant != text:
        yield meant


def _in_other_encodings(pieces: Iterable[bytes]) -> Iterator[str]:
    """Yield the lines, or words, with a letter that is not the same in every encoding.

    Whoever read a file that is no UTF-8 guessed which of these it is in, or was told.
    """
    unclear = b"\n".join([piece for piece in pieces if not piece.isascii()])
    for encoding in ONE_BYTE_A_LETTER:
        yield unclear.decode(encoding, "replace")


def _is_binary(data: bytes) -> bool:
    """Tell whether bytes are those of a program and not of a text."""
    return b"\0" in data and not data.startswith(UTF_16)


def _is_markup(text: str) -> bool:
    """Tell whether a text is a page or XML, whose lines mean nothing."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _without_escapes(text: str) -> str:
    r"""Put back the letters that JSON may write as numbers, like \u00e4, and blanks for
    its signs of a new line or a tab. Lines stay lines.
    """

    def letters(escaped: re.Match[str]) -> str:
        numbers = bytes.fromhex(escaped[0].replace("\\u", ""))
        return numbers.decode("utf-16-be", "replace")

    return _ESCAPED_LETTERS.sub(letters, _ESCAPED_BLANK.sub(" ", text))
