"""Find letters that were lost on the way, or read in another encoding than they were written in.

A name is only looked at, never mended: the officer is told the likely encoding and reads the file again with it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from unicodedata import category

from messages import Message, by_command, say

_LOST = re.compile("(?<=[^\\W\\d_])[?]+(?=[^\\W\\d_])|\\ufffd|(?:\\A|(?<=[ ,-]))[?](?=[^\\W\\d_]{2})")
# bytes 80 to 9F are letters in old encodings of PCs and Macs, and signs that no name has in the one of Windows
_PC = re.compile("[„”†™Ž¤‚](?=[^\\W\\d_])|(?<=[^\\W\\d_])[„”†™¤‚]")
_MAC = re.compile("(?<=[a-z])[Šš](?=[a-z])|[€…](?=[^\\W\\d_])|(?<=[^\\W\\d_])[…]")
_ACCENTED = re.compile("[À-ÖØ-öø-ÿ]")
_SIGN = re.compile("[£¥¯¹³¼¾¿](?=[^\\W\\d_])|(?<=[^\\W\\d_])[£¥¯¹³¼¾¿]")
_WORD = re.compile(r"[^\W\d_]+")
_BALTIC = re.compile("[ÐðÞþ]|[àáèëïñ](?=[a-z]*[ðþ])")
_TWO_SCRIPTS = re.compile("[A-Za-z][Ͱ-Ͽ]|[Ͱ-Ͽ][A-Za-z]")  # Latin beside Greek, as the other old page of PCs has it
_NO_LETTERS = frozenset(["Sm", "Sc", "Sk", "So", "Cc"])
_OTHER_SIGNS = "‚‰ⁿ§¶¡¿"
_APOSTROPHE = "´"
_EMOJI = "\u2600"  # from here on: somebody meant them


TWICE = "twice-utf-8"
_READ_AS = ("cp1252", "cp1257", "cp1251", "cp1250")
_AFTER_A_LETTER = re.compile("(?<=[^\x00-\x7f]) ")


class Broken(NamedTuple):
    """A name that seems broken, and why. `encoding`: the likely one of the file; `meant`: the name in it."""

    why: Message
    encoding: str = ""
    meant: str = ""

    def words(self) -> Message:
        """Say what is wrong in a sentence for the officer."""
        return (
            by_command(
                "{sentence}: with --encoding {encoding} it is {name}",
                "{sentence}: in {encoding} it is {name}",
                sentence=self.why,
                encoding=self.encoding,
                name=self.meant,
            )
            if self.encoding
            else self.why
        )


def broken(name: str, eight_bit: bool = True) -> Broken | None:
    """Find what seems broken in a name; `eight_bit`: the file has one byte a letter, so its encoding was guessed."""
    if _LOST.search(name):
        return Broken(say("letters of the name were lost"))
    if (meant := _once(name)) is not None:
        return Broken(say("the name was written as UTF-8 and read as something else"), TWICE, meant)
    for encodings, suspected in _SUSPECTED if eight_bit else _SUSPECTED[:3]:
        if suspected(name) and (likely := _likeliest(name, encodings)) is not None:
            encoding, meant = likely
            if eight_bit:
                return Broken(say("the letters of the name look like another encoding"), encoding, meant)
            # another program read the file wrongly before it was saved: no encoding of this file mends that
            return Broken(
                say(
                    "the letters of the name look like {encoding} read as cp1252: perhaps {name}",
                    encoding=encoding,
                    name=meant,
                )
            )
    return Broken(say("the name holds signs that are no letters")) if _odd_signs(name) else None


def _likeliest(name: str, encodings: Sequence[str]) -> tuple[str, str] | None:
    """Find the encoding in which the words of the name are written like names, and the name in it.

    None: in each of them there would be signs, or capitals inside words, so the letters are right as they are.
    """
    read = [(encoding, meant) for encoding in encodings if (meant := _recoded(name, "cp1252", encoding)) is not None]
    fits = [(encoding, meant) for encoding, meant in read if not _odd_signs(meant) and _inside(meant) <= _inside(name)]
    return min(fits, key=lambda fit: _untidy(fit[1]), default=None)


def _inside(text: str) -> int:
    """Count the capitals that follow a small letter."""
    return sum(one.islower() and other.isupper() for one, other in pairwise(text))


def _untidy(text: str) -> int:
    """Count the words that are neither `Ivanov` nor `IVANOV`."""
    return sum(not (word.istitle() or word.isupper()) for word in _WORD.findall(text))


def _odd_signs(name: str) -> bool:
    """Return whether a sign that no name has, such as a currency or a corner of a frame, stands beside a letter."""
    odd = [
        "\x80" <= sign < _EMOJI and sign != _APOSTROPHE and (category(sign) in _NO_LETTERS or sign in _OTHER_SIGNS)
        for sign in name
    ]
    beside = any(odd[at] != odd[at + 1] and (one + other)[odd[at]].isalpha()
                 for at, (one, other) in enumerate(pairwise(name)))  # fmt: skip
    return beside or _TWO_SCRIPTS.search(name) is not None


def _once(text: str) -> str | None:
    """Undo one reading of UTF-8 as an encoding with a byte a letter; None where the text was not read so."""
    # the second byte of some letters is a blank that does not break; as any other blank it would be lost
    for spelling in dict.fromkeys((text, _AFTER_A_LETTER.sub("\xa0", text))):
        for encoding in _READ_AS:
            meant = _recoded(spelling, encoding, "utf-8")
            if meant not in (None, spelling):
                return meant
    return None


def mended_twice(text: str) -> str:
    """Mend a text that was written as UTF-8 twice, line by line; lines that were not stay as they are."""
    lines = text.split("\n")
    return "\n".join(_once(line) or line for line in lines)


def _recoded(text: str, read_as: str, written_as: str) -> str | None:
    """Read a text as if its bytes were of another encoding; None where they cannot be."""
    try:
        # cp1252 has no character for five bytes; readers often let them through as they are
        data = b"".join(bytes([ord(c)]) if "\x80" <= c <= "\x9f" else c.encode(read_as) for c in text)
        return data.decode(written_as)
    except (UnicodeDecodeError, UnicodeEncodeError):
        return None


def _cyrillic(name: str) -> bool:
    """Return whether a word of four letters or more has nearly all of them accented, as Cyrillic read wrongly has."""
    words = [word for word in _WORD.findall(name) if len(word) > 3]
    return any(len(_ACCENTED.findall(word)) * 5 >= len(word) * 4 for word in words)


def _baltic(name: str) -> bool:
    """Return whether an eth or thorn is in a name not Icelandic: s or z with a caron, in the Baltic encoding."""
    icelandic = re.search("[óáíúýÓÁÍÚÝ]|son\\b|dóttir\\b|ur\\b", name)
    return bool(_BALTIC.search(name)) and not icelandic


def _pc(name: str) -> bool:
    return bool(_PC.search(name))


def _mac(name: str) -> bool:
    return bool(_MAC.search(name))


def _central(name: str) -> bool:
    """Return whether a sign that no name has stands beside a letter: a letter in the encoding of Central Europe."""
    return bool(_SIGN.search(name))


_SUSPECTED = (
    (("cp1251", "koi8-r", "iso8859-5"), _cyrillic), (("cp1257",), _baltic), (("cp1250", "iso8859-2"), _central),
    (("cp850",), _pc), (("mac-roman",), _mac),
)  # fmt: skip
