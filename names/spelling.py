"""Names compared: the same however it is spelt, or only alike. Alike is a reason to ask, never to merge.

How many mistakes are between two words: a letter more, less or other, or two in turned order.

One skeleton for a word however a language writes its sounds: Sergei, Sergey and Sergej; Tšernov and Chernov.

Two words of one skeleton may be one name: a reason to ask, never to merge. The steps are coarse on purpose, and their
order matters: longer groups of letters first.
"""

import re
import unicodedata
from functools import lru_cache


def mistakes(one: str, other: str, most: int) -> int:
    """The number of mistakes, or `most` + 1 where there are more."""
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for to, letter_there in enumerate(other, 1):
            cost = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != letter_there))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == letter_there:
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)
        if min(row) > most and min(before) > most:
            return most + 1
    return min(row[-1], most + 1)


def begins_about(word: str, start: str) -> bool:
    """Whether a word begins like this with at most one mistake in the beginning."""
    at = next((at for at, (one, other) in enumerate(zip(word, start, strict=False)) if one != other), len(start))
    if at >= min(len(word), len(start)):
        return len(start) <= len(word) + 1
    left, rest = word[at:], start[at:]
    return (
        left[1:].startswith(rest[1:])  # another letter
        or left.startswith(rest[1:])  # one more
        or left[1:].startswith(rest)  # one less
        or (rest[:2] == left[1::-1] and left[2:].startswith(rest[2:]))  # two turned round
    )


def allowed(length: int) -> int:
    """How many mistakes a word of so many letters may have and still be that word: short words have none."""
    return 0 if length < 4 else 1 if length < 8 else 2


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
    """The sounds of a folded word; words of other scripts than Latin and Cyrillic stay as they are."""
    sounds = word.translate(_LATIN)
    for pattern, sound in _STEPS:
        sounds = pattern.sub(sound, sounds)
    return sounds


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
