"""The encodings that files from elsewhere are in, and how a text is mended that was
read in a wrong one: whoever reads a file and whoever searches it for a name mean the
same ones.
"""

import re
from typing import Literal, get_args

OneByteALetter = Literal[
    "cp1250",
    "cp1251",
    "cp1252",
    "cp1257",
    "latin-1",
    "iso8859-2",
    "iso8859-4",
    "iso8859-5",
    "iso8859-10",
    "iso8859-13",
    "iso8859-15",
    "cp437",
    "cp775",
    "cp850",
    "cp852",
    "cp865",
    "cp866",
    "koi8-r",
    "mac-roman",
]
ONE_BYTE_A_LETTER: tuple[str, ...] = get_args(OneByteALetter)
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # byte order marks
_READ_AS = ("cp1252", "cp1257", "cp1251", "cp1250")
_AFTER_A_LETTER = re.compile("(?<=[^\x00-\x7f]) ")
_LET_THROUGH = re.compile("([\x80-\x9f]+)")
# the first letter that is not ASCII has another one or a blank behind it: UTF-8 writes
# each of them in two bytes or more
_LIKE_UTF_8 = re.compile("[\x00-\x7f]*[^\x00-\x7f][^\x00-\x1f!-\x7f]")


def mended_twice(text: str) -> str:
    """Mend a text that was written as UTF-8 twice, line by line; lines that were not
    stay as they are.
    """
    lines = [mended_text(line) or line for line in text.split("\n")]
    return "\n".join(lines)


def mended_text(text: str) -> str | None:
    """Undo one reading of UTF-8 as an encoding with a byte a letter; None where the
    text was not read so.

        MÃ¤ki    Mäki
    """
    if not _LIKE_UTF_8.match(text):
        return None

    # the second byte of some letters is a blank that does not break; as any other blank
    # it would be lost
    with_blanks = _AFTER_A_LETTER.sub("\xa0", text)
    for spelling in dict.fromkeys((text, with_blanks)):
        for encoding in _READ_AS:
            meant = recoded(spelling, encoding, "utf-8")
            if meant not in (None, spelling):
                return meant

    return None


def recoded(text: str, read_as: str, written_as: str) -> str | None:
    """Read a text as if its bytes were of another encoding; None where they cannot be.

    `read_as`: the encoding that was taken for it; `written_as`: the one it was in.
    """
    try:
        return _bytes_of(text, read_as).decode(written_as)
    except (UnicodeDecodeError, UnicodeEncodeError):
        return None


def _bytes_of(text: str, encoding: str) -> bytes:
    """Return the bytes of a text. cp1252 has no character for five bytes; readers often
    let them through as they are.
    """
    return b"".join(
        piece.encode("latin-1" if _LET_THROUGH.match(piece) else encoding)
        for piece in _LET_THROUGH.split(text)
    )
