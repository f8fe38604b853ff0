"""Find what a text holds that cannot be seen, or that reads otherwise than it is
stored.
"""

import re
from collections.abc import Iterator
from unicodedata import category

from ledger.flaws import FieldPath, Flaw, flaw
from messages import say

# what turns the rest of a line round, breaks it, or stands between letters and cannot
# be seen
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]"
)
# letters and signs by their class, blanks by their looks
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_LATIN, _CYRILLIC, _GREEK = "A-Za-zÀ-ɏḀ-ỿ", "Ѐ-ӿ", "Ͱ-Ͽἀ-῿"
_TWO_ALPHABETS = re.compile(
    "|".join(
        f"[{one}][{others}]"
        for one, others in (
            (_LATIN, _CYRILLIC + _GREEK),
            (_CYRILLIC, _LATIN + _GREEK),
            (_GREEK, _LATIN + _CYRILLIC),
        )
    )
)


def has_two_alphabets(name: str) -> bool:
    """Return whether a word has letters of two of Latin, Cyrillic and Greek. Some look
    the same, and nobody finds who is typed so.
    """
    return _TWO_ALPHABETS.search(name) is not None


def hidden_text_flaws(text: str, path: FieldPath) -> Iterator[Flaw]:
    """Yield a flaw if a name cannot be seen, or reads otherwise than it is stored."""
    field = path[-1]
    match = _HIDDEN.search(text)
    if match is not None:
        code = f"{ord(match.group()):04X}"
        message = say(
            "{field} holds the hidden character U+{code}", field=field, code=code
        )
        hint = say("type the name again without it")
        yield path, "hidden-character", message, hint
    elif all(_is_invisible(letter) for letter in text):
        message = say("{field} has no character that can be seen", field=field)
        hint = say("type the name again")
        yield path, "invisible", message, hint


def _is_invisible(letter: str) -> bool:
    """Tell whether a character alone shows nothing: a filler, a mark, a blank."""
    return letter in FILLERS or category(letter)[0] in "CMZ"


def untidy_text_flaws(text: str, path: FieldPath) -> Iterator[Flaw]:
    """Yield flaws of a text with blanks around it, or with characters that hide."""
    if text != text.strip():
        message = say("{field} begins or ends with a blank", field=path[-1])
        hint = say("remove it")
        yield flaw(path, "blank-edges", message, hint)
    else:
        yield from hidden_text_flaws(text, path)
