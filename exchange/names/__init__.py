"""Compare names of people: the same in another spelling, close to each other, looked
for with mistakes.

likeness   two names: the same, alike, close, a part in common; the forms of given names at home; ids near another
broken     letters that were broken on the way
index      looking for a name among many people, forgiving mistakes; what a search field asks

Pure: who the people are, and what follows from a match, is for others to say. Here:
words of names, folded to one spelling, sounding the same, a mistake apart: a letter
more, less or other, or two in turned order.

One skeleton for a word however a language writes its sounds: Sergei, Sergey and Sergej;
Tšernov and Chernov.

Two words of one skeleton may be one name: a reason to ask, never to merge. The steps
are coarse on purpose, and their order matters: longer groups of letters first.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import lru_cache


def mistakes(one: str, other: str, most: int) -> int:
    """Count the mistakes between two words; `most` + 1 where there are more."""
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for to, letter_there in enumerate(other, 1):
            cost = min(
                before[to] + 1, row[-1] + 1, before[to - 1] + (letter != letter_there)
            )
            if (
                at > 1
                and to > 1
                and letter == other[to - 2]
                and one[at - 2] == letter_there
            ):
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)
        if min(row) > most and min(before) > most:
            return most + 1
    return min(row[-1], most + 1)


def begins_about(word: str, start: str) -> bool:
    """Return whether a word begins like this, with at most one mistake in the
    beginning.
    """
    at = next(
        (
            at
            for at, (one, other) in enumerate(zip(word, start, strict=False))
            if one != other
        ),
        len(start),
    )
    if at >= min(len(word), len(start)):
        return len(start) <= len(word) + 1
    left, rest = word[at:], start[at:]
    return (
        left[1:].startswith(rest[1:])  # another letter
        or left.startswith(rest[1:])  # one more
        or left[1:].startswith(rest)  # one less
        # two turned round
        or (rest[:2] == left[1::-1] and left[2:].startswith(rest[2:]))
    )


def allowed(length: int) -> int:
    """Return how many mistakes a word of so many letters may have and still be that
    word: short words none.
    """
    return 0 if length < 4 else 1 if length < 8 else 2


# what stands before a surname and belongs to it
_PARTICLES = frozenset(
    [
        "af",
        "av",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "dos",
        "du",
        "la",
        "le",
        "ten",
        "ter",
        "van",
        "von",
        "zu",
        "zur",
    ]
)


def last_first(name: str) -> str:
    """Write a name as reports and pairing programs do, `Last, First`: the last word,
    with particles before it.

    A name with a comma, or of one word, stays as it is.
    """
    words = name.split()
    if "," in name or len(words) < 2:
        return name
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return f"{' '.join(words[at:])}, {' '.join(words[:at])}"


def surname_first(name: str) -> str:
    """Write a name without a comma whose surname stands first as `Last, First`: the
    first word, with particles.
    """
    words = name.split()
    if "," in name or len(words) < 2:
        return name
    at = next(
        (at for at, word in enumerate(words[:-1]) if word.casefold() not in _PARTICLES),
        len(words) - 2,
    )
    return f"{' '.join(words[: at + 1])}, {' '.join(words[at + 1 :])}"


_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "e", "є": "e", "ж": "z", "з": "z",
    "и": "i", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r",
    "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ъ": "", "ы": "i",
    "ь": "", "э": "e", "ю": "iu", "я": "ia",
}  # fmt: skip
_LATIN = str.maketrans(_CYRILLIC)

_STEPS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("schtsch|shtsh|stsh|shch|szcz", "s"),  # щ
        ("tsch|tsh|tch|dsch|dzh", "c"),
        ("sch|sh|sz|zh", "s"),
        ("cz|ch", "c"),
        ("ts|tz|z", "s"),
        ("kh|gh", "h"),
        ("ph", "f"),
        ("th|dt", "t"),
        ("qu", "kv"),
        ("ck|q|c(?=[aoulr]|$)", "k"),
        ("x", "ks"),
        ("w", "v"),
        ("[jy]", "i"),
        (r"\Aie", "e"),  # Yevgeni, Jevgeni, Evgeni
        ("(?<=[oe])f+$", "v"),  # Smirnoff
        (r"(.)\1+", r"\1"),  # doubled letters are the commonest mistake of all
    )
)


@lru_cache(maxsize=100_000)
def skeleton(word: str) -> str:
    """Return the sounds of a folded word; words of other scripts than Latin and
    Cyrillic stay as they are.
    """
    sounds = word.translate(_LATIN)
    for pattern, sound in _STEPS:
        sounds = pattern.sub(sound, sounds)
    return sounds


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
    text = _plain(part)
    for long, short in _PAIRS:
        text = text.replace(long, short)
    return tuple(_WORD.findall(text))


def _plain(part: str) -> str:
    text = unicodedata.normalize(
        "NFKD", _APOSTROPHES.sub("", part.casefold()).translate(_PLAIN)
    )
    return "".join(c for c in text if not unicodedata.combining(c)).translate(_PLAIN)


def plain_words(name: str) -> list[str]:
    """Return the words without accents alone: a slip may leave two letters side by side
    that are one letter abroad.
    """
    return [word for part in name.split() for word in _plain_part(part)]


@lru_cache(maxsize=100_000)
def _plain_part(part: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_plain(part)))


def key_of(name: str) -> str:
    """Return one text for all spellings of a name, and for both `Last, First` and
    `First Last`.
    """
    return " ".join(sorted(folded_words(name)))


# of a name: a broken file may have a hundred letters apart, and thousands of runs of
# them
MOST_WORDS = 8


def runs_joined(parts: Sequence[str]) -> list[list[str]]:
    """Return the words of a name as they would be without the blanks of one run of
    them: De la Cruz, Delacruz.

    A name of two words has no run: it would become one word. What has more words than
    any name has none either.
    """
    size = len(parts) if len(parts) <= MOST_WORDS else 0
    runs = [
        (start, end)
        for start in range(size)
        for end in range(start + 2, size + 1)
        if end - start < size
    ]
    return [
        [*parts[:start], "".join(parts[start:end]), *parts[end:]] for start, end in runs
    ]


def sounds_alike(one: str, other: str) -> bool:
    return skeleton(one) == skeleton(other)


def mistyped(one: str, other: str) -> bool:
    """Return whether so few mistakes lie between the words that one may be the other,
    as written or as it sounds.
    """
    most = allowed(max(len(one), len(other)))
    if not most:
        return False
    if mistakes(one, other, most) <= most:
        return True
    shorter, longer = sorted((skeleton(one), skeleton(other)), key=len)
    if len(longer) - len(shorter) == 2:
        return shorter in without_a_lost(longer)
    return mistakes(shorter, longer, 1) <= 1


def without_a_lost(sound: str) -> set[str]:
    """Return what is left where a letter between two equal ones is lost, as these
    become one: Majava, Maava, Mava.
    """
    return {
        sound[:at] + sound[at + 2 :]
        for at in range(1, len(sound) - 1)
        if sound[at - 1] == sound[at + 1]
    }


MAX_SLUG = 40


def slug(name: str, day: date | None) -> str | None:
    """Make an id from the first words of the name and the year; None where it has no
    Latin letter.
    """
    plain = "".join(
        c
        for c in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(c)
    )
    words = re.findall(r"[a-z0-9]+", plain)
    if not any(word.isalpha() for word in words):
        return None
    while len("-".join(words)) > MAX_SLUG and len(words) > 1:
        words.pop()
    year = [str(day.year)] if day and str(day.year) not in words else []
    return "-".join(["-".join(words)[:MAX_SLUG], *year])
