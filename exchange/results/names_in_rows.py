"""Find the name in a row of a table.

The name is the column with that header, else the first that looks like a name. Clubs
may be longer than names, but they follow them: the first field of two words is the
name.
"""

import re
from collections.abc import Sequence

WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"\s{2,}")
_RANK = re.compile(r"\A[0-9]{1,4}[.)]?\s+")
_NO_NAME = re.compile(r"[0-9.#]+")
# one blank after the name, where the longest name leaves no more
_RATING = re.compile(r"\s+[0-9]{3,4}\Z")


def name_of(fields: Sequence[str], column: int | None) -> str:
    """Find the name among the fields of a row whose columns are separated.

    `column`: the one headed as the name, or None. Of a row without any name, all that
    is no number is returned.
    """
    if column is not None and column < len(fields) and WORD.search(fields[column]):
        return fields[column]

    return likely(fields) or " ".join(
        field for field in fields if field and not _NO_NAME.fullmatch(field)
    )


def name_in(text: str) -> str:
    """Find the name in a text with blanks only: two of them part columns, or nothing
    shows where a name ends.

        1. Aho, Aino  TuTS  2100    Aho, Aino
        1 Aho Aino 2100             Aho Aino
    """
    pieces = [
        _RATING.sub("", _RANK.sub("", piece)) for piece in _COLUMNS.split(text.strip())
    ]
    if len(pieces) > 1 and (name := likely(pieces)):
        return name

    return " ".join(word for word in text.split() if not _NO_NAME.fullmatch(word))


def likely(fields: Sequence[str]) -> str:
    """Return the first field of two words or with a comma; else the one with the most
    letters.

    Empty: no field has a word of two letters.
    """
    of_two = (
        field
        for field in fields
        if len(WORD.findall(field)) > 1 or ("," in field and WORD.search(field))
    )
    longest = max(
        fields, key=lambda field: sum(map(len, WORD.findall(field))), default=""
    )
    return next(of_two, longest if WORD.search(longest) else "")


def before_word(text: str, count: int) -> str:
    """Return the text before the word with that number, counted from 0.

        "1 Aho Aino 4w1", 3    "1 Aho Aino "

    A text with fewer words is returned whole.
    """
    starts = [word.start() for word in re.finditer(r"\S+", text)]
    return text[: starts[count]] if count < len(starts) else text
