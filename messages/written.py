"""Days, sums and results as each language writes them."""

import re
from datetime import date
from functools import lru_cache

MINUS = "\u2212"
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
# the same in every language
RESULT = {"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "1-0F": "+ –", "0-1F": "– +", "0-0F": "– –", "1/2-1/2F": "= =",
          "*": "*", "0-0": "0–0", "1/2-0": "½–0", "0-1/2": "0–½"}  # fmt: skip
_ARTICLE = re.compile(r"(\([0-9]+(?:\.[0-9]+)+\))")


@lru_cache(8192)
def day(text: str, language: str) -> str:
    """7.6.2026 in Finnish and Swedish, 7 June 2026 in English; a text that is no day stays."""
    try:
        read = date.fromisoformat(text[:10])
    except ValueError:
        return text
    if language == "en":
        return f"{read.day} {MONTHS[read.month - 1]} {read.year}"
    return f"{read.day}.{read.month}.{read.year}"


def sum_text(text: str, language: str) -> str:
    """A sum that was written exactly: points and minuses as the language has them, a real times sign. An article, as
    (7.2), is no quantity."""
    parts = _ARTICLE.split(text.replace(" x ", " × "))
    return "".join(part if odd % 2 else number(part, language) for odd, part in enumerate(parts))


def number(text: str, language: str) -> str:
    """A decimal number with a real minus, and a comma where the language has one."""
    text = text.replace("-", MINUS)
    return text if language == "en" else text.replace(".", ",")
