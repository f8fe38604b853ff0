"""Names compared: the same however it is spelt, or only alike. Alike is a reason to ask, never to merge."""

import re
import unicodedata

CUT = 33  # reports cut names here

_LETTERS = str.maketrans(
    {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
# one letter abroad: ä is written ae or a, ö oe or o, å aa or a, ü ue or u
_PAIRS = (("ae", "a"), ("oe", "o"), ("aa", "a"), ("ue", "u"), ("ss", "s"), ("w", "v"))
_WORD = re.compile(r"[^\W_]+")


def words(name: str) -> list[str]:
    """The words as written, case and punctuation aside."""
    return _WORD.findall(unicodedata.normalize("NFC", name).casefold())


def folded_words(name: str) -> list[str]:
    """The words without accents and without the ways of writing them abroad."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    text = "".join(c for c in plain if not unicodedata.combining(c)).translate(_LETTERS)
    for long, short in _PAIRS:
        text = text.replace(long, short)
    return _WORD.findall(text.replace("'", "").replace("’", ""))


def key_of(name: str) -> str:
    """One text for all spellings and for `Last, First` and `First Last`."""
    return " ".join(sorted(folded_words(name)))


def exact(one: str, other: str) -> bool:
    """The same words, letter by letter; their order and the comma do not matter."""
    return sorted(words(one)) == sorted(words(other))


def kin(one: str, other: str) -> bool:
    """At least a word in common: the same person may have married, another one rarely shares a name."""
    return bool(set(folded_words(one)) & set(folded_words(other)))
