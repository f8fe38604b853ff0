"""Letters that were broken on the way: lost, or read in another encoding than they were written in.

A name is only looked at, never mended: the officer is told the likely encoding and reads the file again with it.
"""

import re
from typing import NamedTuple

_LOST = re.compile("(?<=[^\\W\\d_])[?]+(?=[^\\W\\d_])|\\ufffd|(?:\\A|(?<=[ ,-]))[?](?=[^\\W\\d_]{2})")
# bytes 80 to 9F are letters in old encodings of PCs and Macs, and signs that no name has in the one of Windows
_PC = re.compile("[„”†™Ž](?=[^\\W\\d_])|(?<=[^\\W\\d_])[„”†™]")
_MAC = re.compile("(?<=[a-z])[Šš](?=[a-z])|[€…](?=[^\\W\\d_])|(?<=[^\\W\\d_])[…]")
_ACCENTED = re.compile("[À-ÖØ-öø-ÿ]")
_SIGN = re.compile("[£¥¯¹³¼¾¿](?=[^\\W\\d_])|(?<=[^\\W\\d_])[£¥¯¹³¼¾¿]")
_WORD = re.compile(r"[^\W\d_]+")
_BALTIC = re.compile("[ÐðÞþ]|[àáèëïñ](?=[a-z]*[ðþ])")


TWICE = "twice-utf-8"
_READ_AS = ("cp1252", "cp1257", "cp1251", "cp1250")
_AFTER_A_LETTER = re.compile("(?<=[^\x00-\x7f]) ")


class Broken(NamedTuple):
    """What is wrong with a name. `encoding`: the likely one of the file; `meant`: the name in it."""

    why: str
    encoding: str = ""
    meant: str = ""

    def words(self) -> str:
        """As a sentence for the officer."""
        return f"{self.why}: with --encoding {self.encoding} it is {self.meant}" if self.encoding else self.why


def broken(name: str, eight_bit: bool = True) -> Broken | None:
    """What seems to be broken in a name; `eight_bit`: the file has one byte a letter, so its encoding was guessed."""
    if _LOST.search(name):
        return Broken("letters of the name were lost")
    if (meant := _once(name)) is not None:
        return Broken("the name was written as UTF-8 and read as something else", TWICE, meant)
    for encoding, suspected in _SUSPECTED if eight_bit else _SUSPECTED[:3]:
        if suspected(name) and (meant := _recoded(name, "cp1252", encoding)) is not None:
            if eight_bit:
                return Broken("the letters of the name look like another encoding", encoding, meant)
            # another program read the file wrongly before it was saved: no encoding of this file mends that
            return Broken(f"the letters of the name look like {encoding} read as cp1252: perhaps {meant}")
    return None


def _once(text: str) -> str | None:
    """The text with its UTF-8 taken for UTF-8, if it is UTF-8 that was read as an encoding with a byte a letter."""
    # the second byte of some letters is a blank that does not break; as any other blank it would be lost
    for spelling in dict.fromkeys((text, _AFTER_A_LETTER.sub("\xa0", text))):
        for encoding in _READ_AS:
            meant = _recoded(spelling, encoding, "utf-8")
            if meant not in (None, spelling):
                return meant
    return None


def mended_twice(text: str) -> str:
    """A text that was written as UTF-8 twice, line by line; lines that were not stay as they are."""
    lines = text.split("\n")
    return "\n".join(_once(line) or line for line in lines)


def _recoded(text: str, read_as: str, written_as: str) -> str | None:
    """The text as it reads when its bytes are taken for another encoding."""
    try:
        # cp1252 has no character for five bytes; readers often let them through as they are
        data = b"".join(bytes([ord(c)]) if "\x80" <= c <= "\x9f" else c.encode(read_as) for c in text)
        return data.decode(written_as)
    except (UnicodeDecodeError, UnicodeEncodeError):
        return None


def _cyrillic(name: str) -> bool:
    """A word of four letters or more, nearly all of them accented."""
    words = [word for word in _WORD.findall(name) if len(word) > 3]
    return any(len(_ACCENTED.findall(word)) * 5 >= len(word) * 4 for word in words)


def _baltic(name: str) -> bool:
    """An eth or thorn in a name that is not Icelandic: s and z with a caron, in the Baltic encoding."""
    icelandic = re.search("[óáíúýÓÁÍÚÝ]|son\\b|dóttir\\b|ur\\b", name)
    return bool(_BALTIC.search(name)) and not icelandic


def _pc(name: str) -> bool:
    return bool(_PC.search(name))


def _mac(name: str) -> bool:
    return bool(_MAC.search(name))


def _central(name: str) -> bool:
    """A sign that no name has, beside a letter: a letter in the encoding of Central Europe."""
    return bool(_SIGN.search(name))


_SUSPECTED = (
    ("cp1251", _cyrillic), ("cp1257", _baltic), ("cp1250", _central), ("cp850", _pc), ("mac-roman", _mac),
)  # fmt: skip
