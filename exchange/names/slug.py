"""Make an id from a name."""

import re
import unicodedata
from datetime import date

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
