"""Make one skeleton for a word however a language writes its sounds: Sergei, Sergey and
Sergej; Tšernov and Chernov.

Two words of one skeleton may be one name: a reason to ask, never to merge. The steps
are coarse on purpose, and their order matters: longer groups of letters first.
"""

import re
from functools import lru_cache

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


def sounds_alike(one: str, other: str) -> bool:
    """Return whether two folded words have one skeleton."""
    return skeleton(one) == skeleton(other)
