"""Make an id from a name."""

import re
import unicodedata
from datetime import date

MAX_SLUG = 40


def slug(name: str, day: date | None) -> str | None:
    """Make an id from the first words of the name and the year; None where it has no
    Latin letter.

    It has small letters, digits and hyphens alone.
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = [letter for letter in letters if not unicodedata.combining(letter)]
    words = re.findall(r"[a-z0-9]+", "".join(plain))
    if not any(word.isalpha() for word in words):
        return None
    while len("-".join(words)) > MAX_SLUG and len(words) > 1:
        words.pop()

    year = str(day.year) if day else ""
    if year in words:
        year = ""

    title = "-".join(words)[:MAX_SLUG]

    return f"{title}-{year}" if year else title
