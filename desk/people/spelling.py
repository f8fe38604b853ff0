"""Names compared: the same however it is spelt, or only alike. Alike is a reason to ask, never to merge."""

import re
import unicodedata
from collections import Counter

CUT = 33  # reports cut names here

_LETTERS = str.maketrans(
    {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
# one letter abroad: ä is written ae or a, ö oe or o, å aa or a, ü ue or u
_PAIRS = (("ae", "a"), ("oe", "o"), ("aa", "a"), ("ue", "u"), ("ss", "s"), ("w", "v"))
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = re.compile("['’‘`´ʼʹ′]")
LEAST_TYPED = 4  # letters of the longer of two words, of which one may be mistyped


def words(name: str) -> list[str]:
    """The words as written, case and punctuation aside."""
    return _WORD.findall(unicodedata.normalize("NFC", name).casefold())


def folded_words(name: str) -> list[str]:
    """The words without accents and without the ways of writing them abroad."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    text = "".join(c for c in plain if not unicodedata.combining(c)).translate(_LETTERS)
    for long, short in _PAIRS:
        text = text.replace(long, short)
    return _WORD.findall(_APOSTROPHES.sub("", text))


def key_of(name: str) -> str:
    """One text for all spellings and for `Last, First` and `First Last`."""
    return " ".join(sorted(folded_words(name)))


def exact(one: str, other: str) -> bool:
    """The same words, letter by letter; their order and the comma do not matter."""
    return sorted(words(one)) == sorted(words(other))


def kin(one: str, other: str) -> bool:
    """At least a word in common: the same person may have married, another one rarely shares a name."""
    return bool(set(folded_words(one)) & set(folded_words(other)))


def close(one: str, other: str) -> bool:
    """One name as a shorter or mistyped form of the other: each of its words is there, as an initial, or a letter off.

    At least one word is there as it is; an initial alone is nobody's name.
    """
    shorter, longer = sorted((Counter(folded_words(one)), Counter(folded_words(other))), key=Counter.total)
    shared = shorter & longer
    if not any(len(word) > 1 for word in shared):
        return False
    rest = list((longer - shared).elements())
    for word in (shorter - shared).elements():
        match = next((left for left in rest if _initial(word, left) or _typed(word, left)), None)
        if match is None:
            return False
        rest.remove(match)
    return True


def _initial(one: str, other: str) -> bool:
    return one[0] == other[0] and 1 in (len(one), len(other))


def _typed(one: str, other: str) -> bool:
    """Whether one letter more, less, other, or two in turned order make the words the same."""
    shorter, longer = sorted((one, other), key=len)
    if len(longer) < LEAST_TYPED or len(longer) - len(shorter) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    turned = (
        shorter[start : start + 2] == longer[start : start + 2][::-1] and shorter[start + 2 :] == longer[start + 2 :]
    )
    return turned or shorter[start + 1 :] == longer[start + 1 :]
