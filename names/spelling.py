"""Names compared: the same however it is spelt, or only alike. Alike is a reason to ask, never to merge."""

import re
import unicodedata
from functools import lru_cache

from names.distance import allowed, mistakes
from names.sounds import skeleton

CUT = 33  # reports cut names here

_LETTERS = str.maketrans(
    {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
# one letter abroad: ä is written ae or a, ö oe or o, å aa or a, ü ue or u
_PAIRS = (("ae", "a"), ("oe", "o"), ("aa", "a"), ("ue", "u"), ("ss", "s"), ("w", "v"))
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = re.compile("['’‘`´ʼʹ′]")


def words(name: str) -> list[str]:
    """The words as written, case and punctuation aside."""
    return _WORD.findall(unicodedata.normalize("NFC", name).casefold())


def folded_words(name: str) -> list[str]:
    """The words without accents and without the ways of writing them abroad."""
    return [word for part in name.split() for word in _folded_part(part)]


# people share their names, so a register of fifty thousand has only some ten thousand parts to fold
@lru_cache(maxsize=100_000)
def _folded_part(part: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", part.casefold()).translate(_LETTERS))
    text = "".join(c for c in plain if not unicodedata.combining(c)).translate(_LETTERS)
    for long, short in _PAIRS:
        text = text.replace(long, short)
    return tuple(_WORD.findall(text))


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
    """One name as a shorter or mistyped form of the other.

    Each of its words is there: the same, sounding the same, with a letter or two off, or as an initial. At least one
    word is there as it is or as it sounds; an initial alone is nobody's name.
    """
    shorter, longer = sorted((folded_words(one), folded_words(other)), key=len)
    rest = [*longer]
    whole = False
    # the surest pairs first, so that no word takes the place of a better one
    for same in (str.__eq__, _sounds, _typed, _initial):
        for word in [*shorter]:
            match = next((left for left in rest if same(word, left)), None)
            if match is None:
                continue
            whole = whole or (same in (str.__eq__, _sounds) and len(word) > 1)
            shorter.remove(word)
            rest.remove(match)
    return whole and not shorter


def _sounds(one: str, other: str) -> bool:
    return skeleton(one) == skeleton(other)


def _initial(one: str, other: str) -> bool:
    return one[0] == other[0] and 1 in (len(one), len(other))


def _typed(one: str, other: str) -> bool:
    """Whether so few mistakes lie between the words that one may be the other, as written or as it sounds."""
    most = allowed(max(len(one), len(other)))
    return most > 0 and (mistakes(one, other, most) <= most or mistakes(skeleton(one), skeleton(other), 1) <= 1)
