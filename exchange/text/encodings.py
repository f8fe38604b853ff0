"""Tell in which encoding a text is written: guess it, read another that is named, find
letters that it broke.

The order that read every real file we have seen: byte order mark, ASCII, strict UTF-8,
cp1252 when bytes 80 to 9F occur (latin-1 has only control characters there), else
latin-1. Bytes that fit none of these refuse the file. An officer may name another
encoding for a file whose own is guessed wrongly. A name is only looked at, never
mended: the officer is told the likely encoding and reads the file again with it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, get_args
from unicodedata import category

from ledger.encodings import (
    UTF_16,
    OneByteALetter,
    mended_text,
    mended_twice,
    recoded,
)
from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say, template

Encoding = Literal["utf-8", "utf-16", "twice-utf-8", OneByteALetter]
ENCODINGS: tuple[str, ...] = get_args(Encoding)
# guessed: nothing in the file shows that it is not another one
EIGHT_BIT = ("cp1252", "latin-1")
_LOST = re.compile(
    "(?<=[^\\W\\d_])[?]+(?=[^\\W\\d_])|\\ufffd|(?:\\A|(?<=[ ,-]))[?](?=[^\\W\\d_]{2})"
)
# bytes 80 to 9F are letters in old encodings of PCs and Macs, and signs that no name
# has in the one of Windows
_PC = re.compile("[„”†™Ž¤‚](?=[^\\W\\d_])|(?<=[^\\W\\d_])[„”†™¤‚]")
_MAC = re.compile("(?<=[a-z])[Šš](?=[a-z])|[€…](?=[^\\W\\d_])|(?<=[^\\W\\d_])[…]")
_ACCENTED = re.compile("[À-ÖØ-öø-ÿ]")
_SIGN = re.compile("[£¥¯¹³¼¾¿](?=[^\\W\\d_])|(?<=[^\\W\\d_])[£¥¯¹³¼¾¿]")
_WORD = re.compile(r"[^\W\d_]+")
_BALTIC = re.compile("[ÐðÞþ]|[àáèëïñ](?=[a-z]*[ðþ])")
# Latin beside Greek, as the other old page of PCs has it
_TWO_SCRIPTS = re.compile("[A-Za-z][Ͱ-Ͽ]|[Ͱ-Ͽ][A-Za-z]")
_SYMBOLS = frozenset(["Sm", "Sc", "Sk", "So", "Cc"])
_OTHER_SIGNS = "‚‰ⁿ§¶¡¿"
_APOSTROPHE = "´"
_EMOJI = "\u2600"  # from here on: somebody meant them


TWICE = "twice-utf-8"


def text_and_encoding(data: bytes, file: str | None) -> tuple[str, str]:
    """Return the text of a file, and the encoding that it seems to be in.

    Raised is Refused, at the first byte that fits none of them. `file` is its name
    there.
    """
    if data.startswith(UTF_16):
        # only control characters have these bytes in latin-1
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError as err:
            raise _refusal_of_byte(_NOT_UTF_16, err.start, data, file) from None

    if data.startswith(_UTF_8_MARK):
        try:
            return data.removeprefix(_UTF_8_MARK).decode("utf-8"), "utf-8-sig"
        except UnicodeDecodeError as err:
            offset = len(_UTF_8_MARK) + err.start
            raise _refusal_of_byte(_NOT_UTF_8, offset, data, file) from None

    for encoding in ("ascii", "utf-8"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue

    if not any(0x80 <= byte <= 0x9F for byte in data):
        return data.decode("latin-1"), "latin-1"
    try:
        return data.decode("cp1252"), "cp1252"
    except UnicodeDecodeError as err:
        raise _refusal_of_byte(_NEITHER, err.start, data, file) from None


_UTF_8_MARK = b"\xef\xbb\xbf"


_NOT_UTF_8 = template(
    "the file begins with a UTF-8 mark but is not UTF-8 (byte {code})"
)
_NOT_UTF_16 = template(
    "the file begins with a UTF-16 mark but is not UTF-16 (byte {code})"
)
_NEITHER = template("the file is neither UTF-8 nor cp1252 (byte {code})")


def _refusal_of_byte(words: str, offset: int, data: bytes, file: str | None) -> Refused:
    """Make the refusal of a file by the byte that does not fit, at its line and its
    column, which counts bytes.

    `words`: a template with the code of the byte.
    """
    before = data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = before.count(b"\n") + 1
    line_end = max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset))
    where = Where(file=file, line=line, column=offset - line_end)
    message = say(words, code=f"{data[offset]:02X}")
    hint = by_command(
        "save the file as UTF-8, or name the encoding of a report or a table:"
        " --encoding cp850",
        "save the file as UTF-8 and try again",
    )

    return Refused([Problem("text-encoding", message, where, hint)])


def recoded_as_utf_8(data: bytes, encoding: str, file: str | None) -> bytes:
    """Write a text anew as UTF-8; refuse the file where it has bytes that the encoding
    does not have.

    The encoding twice-utf-8 mends a text that was written as UTF-8 twice.
    """
    try:
        if encoding == TWICE:
            text = mended_twice(data.decode("utf-8-sig"))
        else:
            text = data.decode("utf-8-sig" if encoding == "utf-8" else encoding)

        return text.encode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        code = f"{data[error.start]:02X}"
        message = say(
            "the file is not {encoding} (byte {code})", encoding=encoding, code=code
        )
        hint = by_command("try another --encoding", "answer another encoding")
        where = Where(file, line)
        raise Refused(Problem("text-encoding", message, where, hint)) from None


class NameFault(NamedTuple):
    """A name that seems broken, and why. `encoding`: the likely one of the file;
    `meant`: the name in it.
    """

    why: Message
    encoding: str = ""
    meant: str = ""

    def words(self) -> Message:
        """Say what is wrong in a sentence for the officer."""
        if not self.encoding:
            return self.why

        return by_command(
            "{sentence}: with --encoding {encoding} it is {name}",
            "{sentence}: in {encoding} it is {name}",
            sentence=self.why,
            encoding=self.encoding,
            name=self.meant,
        )


def fault_of_name(name: str, eight_bit: bool) -> NameFault | None:
    """Find what seems broken in a name; `eight_bit`: the file has one byte a letter, so
    its encoding was guessed.

        M?ki             letters were lost
        MÃ¤ki            twice-utf-8, and Mäki is meant

    None: nothing seems broken.
    """
    if _LOST.search(name):
        return NameFault(say("letters of the name were lost"))

    meant = mended_text(name)
    if meant is not None:
        why = say("the name was written as UTF-8 and read as something else")
        return NameFault(why, TWICE, meant)

    for encodings, is_suspected in _SUSPECTED if eight_bit else _SUSPECTED[:3]:
        if not is_suspected(name):
            continue
        likely = _likeliest(name, encodings)
        if likely is not None:
            return _other_encoding(*likely, eight_bit)

    if _has_odd_signs(name):
        return NameFault(say("the name has characters that are not letters"))

    return None


def _other_encoding(encoding: str, meant: str, eight_bit: bool) -> NameFault:
    """Say that a name looks like another encoding."""
    if eight_bit:
        why = say("the letters of the name look like another encoding")
        return NameFault(why, encoding, meant)

    # another program read the file wrongly before it was saved: no encoding of this
    # file mends that
    why = say(
        "the letters of the name look like {encoding} read as cp1252: perhaps {name}",
        encoding=encoding,
        name=meant,
    )
    return NameFault(why)


def _likeliest(name: str, encodings: Sequence[str]) -> tuple[str, str] | None:
    """Find the encoding in which the words of the name are written like names, and the
    name in it.

    None: in each of them there would be signs, or capitals inside words, so the letters
    are right as they are.

    Of several, the one with the fewest words that are not written like names.
    """
    fitting = []
    for encoding in encodings:
        meant = recoded(name, "cp1252", encoding)
        if meant is None or _has_odd_signs(meant):
            continue
        if _capitals_inside(meant) <= _capitals_inside(name):
            fitting.append((encoding, meant))

    return min(fitting, key=lambda fit: _untidy_words(fit[1]), default=None)


def _capitals_inside(text: str) -> int:
    """Count the capitals that follow a small letter."""
    pairs = pairwise(text)
    return sum(one.islower() and other.isupper() for one, other in pairs)


def _untidy_words(text: str) -> int:
    """Count the words that are neither `Ivanov` nor `IVANOV`."""
    words = _WORD.findall(text)
    return sum(not (word.istitle() or word.isupper()) for word in words)


def _has_odd_signs(name: str) -> bool:
    """Return whether a sign that no name has, such as a currency or a corner of a
    frame, stands beside a letter.
    """
    for one, other in pairwise(name):
        if _is_odd(one) and not _is_odd(other) and other.isalpha():
            return True
        if _is_odd(other) and not _is_odd(one) and one.isalpha():
            return True

    return _TWO_SCRIPTS.search(name) is not None


def _is_odd(sign: str) -> bool:
    """Return whether a sign is one that no name has."""
    if sign == _APOSTROPHE or not "\x80" <= sign < _EMOJI:
        return False
    return category(sign) in _SYMBOLS or sign in _OTHER_SIGNS


def _has_cyrillic_signs(name: str) -> bool:
    """Return whether a word of four letters or more has nearly all of them accented, as
    Cyrillic read wrongly has.
    """
    for word in _WORD.findall(name):
        accented = len(_ACCENTED.findall(word))
        if len(word) > 3 and accented * 5 >= len(word) * 4:
            return True

    return False


def _has_baltic_signs(name: str) -> bool:
    """Return whether an eth or thorn is in a name not Icelandic: s or z with a caron,
    in the Baltic encoding.
    """
    if not _BALTIC.search(name):
        return False
    return re.search("[óáíúýÓÁÍÚÝ]|son\\b|dóttir\\b|ur\\b", name) is None


def _has_dos_signs(name: str) -> bool:
    """Return whether a sign stands in the name that is a letter in DOS."""
    return _PC.search(name) is not None


def _has_mac_signs(name: str) -> bool:
    """Return whether a sign stands in the name that is a letter on an old Mac."""
    return _MAC.search(name) is not None


def _has_central_signs(name: str) -> bool:
    """Return whether a sign that no name has stands beside a letter: a letter in the
    encoding of Central Europe.
    """
    return _SIGN.search(name) is not None


_SUSPECTED = (
    (("cp1251", "koi8-r", "iso8859-5"), _has_cyrillic_signs),
    (("cp1257",), _has_baltic_signs),
    (("cp1250", "iso8859-2"), _has_central_signs),
    (("cp850",), _has_dos_signs),
    (("mac-roman",), _has_mac_signs),
)
