"""Names as people see them: what a text holds that cannot be seen, or that shows it otherwise than it is stored."""

import re
from collections.abc import Iterator
from unicodedata import category

from messages import Message, say

Flaw = tuple[tuple[str | int, ...], str, Message, Message]  # path, code, message, hint

# what turns the rest of a line round, breaks it, or stands between letters and cannot be seen
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]")
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs by their class, blanks by their looks


def hidden(text: str, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    """Yield a flaw if a name cannot be seen, or reads otherwise than it is stored."""
    if match := _HIDDEN.search(text):
        message = say("{field} holds the hidden character U+{code}", field=path[-1], code=f"{ord(match.group()):04X}")
        yield path, "hidden-character", message, say("type the name again without it")
    elif all(letter in _FILLERS or category(letter)[0] in "CMZ" for letter in text):
        message = say("{field} has no character that can be seen", field=path[-1])
        yield path, "invisible", message, say("type the name again")
