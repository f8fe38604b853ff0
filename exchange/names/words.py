"""Split a name into words, and fold them to one spelling."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

CUT = 33  # reports cut names here

_PLAIN = str.maketrans(
    {
        "ø": "o",
        "œ": "oe",
        "æ": "ae",
        "ß": "ss",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ħ": "h",
    }
)

# one letter abroad: ä is written ae or a, ö oe or o, å aa or a, ü ue or u
_PAIRS = (("ae", "a"), ("oe", "o"), ("aa", "a"), ("ue", "u"), ("ss", "s"), ("w", "v"))

_WORD = re.compile(r"[^\W_]+")

_APOSTROPHES = re.compile("['’‘`´ʼʹ′]")


def words(name: str) -> list[str]:
    """Return the words of a name as written, case and punctuation aside."""
    return _WORD.findall(unicodedata.normalize("NFC", name).casefold())


def folded_words(name: str) -> list[str]:
    """Return the words of a name without accents and without the ways of writing them
    abroad.
    """
    return [word for part in name.split() for word in _folded_part(part)]


# people share their names, so a register of fifty thousand has only some ten thousand
# parts to fold
@lru_cache(maxsize=100_000)
def _folded_part(part: str) -> tuple[str, ...]:
    """Return the words of a part as `folded_words` does; what a sign stands between is
    two words.
    """
    text = _plain_letters(part)
    for long, short in _PAIRS:
        text = text.replace(long, short)

    return tuple(_WORD.findall(text))


def _plain_letters(part: str) -> str:
    """Return a part of a name in small letters, without accents and apostrophes, and
    with two letters for those that are two abroad, such as æ.
    """
    letters = _APOSTROPHES.sub("", part.casefold())
    text = unicodedata.normalize("NFKD", letters.translate(_PLAIN))
    bare = [letter for letter in text if not unicodedata.combining(letter)]
    return "".join(bare).translate(_PLAIN)


def plain_words(name: str) -> list[str]:
    """Return the words without accents alone: a slip may leave two letters side by side
    that are one letter abroad.
    """
    return [word for part in name.split() for word in _plain_part(part)]


@lru_cache(maxsize=100_000)
def _plain_part(part: str) -> tuple[str, ...]:
    """Return the words of a part as `plain_words` does."""
    text = _plain_letters(part)
    return tuple(_WORD.findall(text))


def key_of(name: str) -> str:
    """Return one text for all spellings of a name, and for both `Last, First` and
    `First Last`.
    """
    return " ".join(sorted(folded_words(name)))


# of a name: a broken file may have a hundred letters apart, and thousands of runs of
# them
MOST_WORDS = 8


def words_with_joined_runs(parts: Sequence[str]) -> list[list[str]]:
    """Return the words of a name as they would be without the blanks of one run of
    them: De la Cruz, Delacruz.

    A name of two words has no run: it would become one word. What has more words than
    any name has none either.
    """
    size = len(parts)
    if size > MOST_WORDS:
        return []

    names = []
    for start in range(size):
        for end in range(start + 2, size + 1):
            if end - start < size:
                run = "".join(parts[start:end])
                names.append([*parts[:start], run, *parts[end:]])

    return names
