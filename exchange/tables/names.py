"""Which part of a printed row is the name: the column with that header, else the first that looks like a name.

Clubs may be longer than names, but they follow them: the first field of two words is the name.
"""

import re
from collections.abc import Sequence

HEADS = frozenset(["name", "nimi", "namn", "navn", "player", "pelaaja", "spieler", "spelare", "nombre", "nom"])
_WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"\s{2,}")
_RANK = re.compile(r"\A[0-9]{1,4}[.)]?\s+")
_NO_NAME = re.compile(r"[0-9.#]+")
_RATING = re.compile(r"\s+[0-9]{3,4}\Z")  # one blank after the name, where the longest name leaves no more


def name_column(heads: Sequence[Sequence[str]]) -> int | None:
    """Of the lines above the table, the column that is headed as the name."""
    return next((at for line in heads for at, cell in enumerate(line) if cell.casefold().rstrip(":.") in HEADS), None)


def name_of(fields: Sequence[str], column: int | None) -> str:
    """The name among the fields of a row whose columns are separated."""
    if column is not None and column < len(fields) and _WORD.search(fields[column]):
        return fields[column]
    return _likely(fields) or " ".join(field for field in fields if field and not _NO_NAME.fullmatch(field))


def name_in(text: str) -> str:
    """The name in a text with blanks only: columns are apart by two of them, or nothing shows where a name ends."""
    pieces = [_RATING.sub("", _RANK.sub("", piece)) for piece in _COLUMNS.split(text.strip())]
    if len(pieces) > 1 and (likely := _likely(pieces)):
        return likely
    return " ".join(word for word in text.split() if not _NO_NAME.fullmatch(word))


def _likely(fields: Sequence[str]) -> str:
    """The first of two words or with a comma; else the one with the most letters."""
    of_two = (field for field in fields if len(_WORD.findall(field)) > 1 or ("," in field and _WORD.search(field)))
    longest = max(fields, key=lambda field: sum(map(len, _WORD.findall(field))), default="")
    return next(of_two, longest if _WORD.search(longest) else "")


def before_word(text: str, count: int) -> str:
    """The text before the word with that number, counted from 0."""
    starts = [word.start() for word in re.finditer(r"\S+", text)]
    return text[: starts[count]] if count < len(starts) else text
