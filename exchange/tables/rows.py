"""What stands in a row of a table: the name, and results as people write them.

The name is the column with that header, else the first that looks like a name. Clubs may be longer than names, but they
follow them: the first field of two words is the name. Ratings, points and ranks are only read under a heading that says
so. A table may count two points a win and one a draw; its numbers mean something else then, so it is asked about.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player of the table, with the text before the rounds and the name in it; numbers as they are printed."""

    line: int
    position: int
    name: str
    text: str
    fide_id: str = ""
    rating: str = ""
    points: str = ""
    rank: str = ""


FIDE_HEADS = frozenset(["fide", "fideid", "fide-id", "fide id", "intl id"])
HEADS = frozenset(["name", "nimi", "namn", "navn", "player", "pelaaja", "spieler", "spelare", "nombre", "nom"])
RATING_HEADS = frozenset(["rtg", "rtgi", "rtgn", "rating", "elo", "selo", "pelo", "vahvuusluku"])
POINT_HEADS = frozenset(["pts", "points", "p", "pist", "pisteet", "poäng", "pkt", "punkte", "total", "score"])
RANK_HEADS = frozenset(["rk", "rank", "sija", "rg", "pl", "plac", "plats", "place"])
_WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"\s{2,}")
_RANK = re.compile(r"\A[0-9]{1,4}[.)]?\s+")
_NO_NAME = re.compile(r"[0-9.#]+")
_RATING = re.compile(r"\s+[0-9]{3,4}\Z")  # one blank after the name, where the longest name leaves no more


def name_column(heads: Sequence[Sequence[str]], words: Collection[str] = HEADS) -> int | None:
    """Find, in the lines above the table, the column that is headed as the name, or by one of other words."""
    return next((at for line in heads for at, cell in enumerate(line) if cell.casefold().rstrip(":.") in words), None)


def printed_columns(heads: Sequence[Sequence[str]]) -> list[int | None]:
    """Find the columns of what `CrossRow` has of a player behind its text, in that order."""
    return [name_column(heads, words) for words in (FIDE_HEADS, RATING_HEADS, POINT_HEADS, RANK_HEADS)]


def printed_in(fields: Sequence[str], columns: Sequence[int | None]) -> list[str]:
    """Return what a row has in those columns; empty where it has none."""
    return [fields[at] if at is not None and at < len(fields) else "" for at in columns]


def name_of(fields: Sequence[str], column: int | None) -> str:
    """Find the name among the fields of a row whose columns are separated."""
    if column is not None and column < len(fields) and _WORD.search(fields[column]):
        return fields[column]
    return likely(fields) or " ".join(field for field in fields if field and not _NO_NAME.fullmatch(field))


def name_in(text: str) -> str:
    """Find the name in a text with blanks only: two of them part columns, or nothing shows where a name ends."""
    pieces = [_RATING.sub("", _RANK.sub("", piece)) for piece in _COLUMNS.split(text.strip())]
    if len(pieces) > 1 and (name := likely(pieces)):
        return name
    return " ".join(word for word in text.split() if not _NO_NAME.fullmatch(word))


def likely(fields: Sequence[str]) -> str:
    """Return the first field of two words or with a comma; else the one with the most letters."""
    of_two = (field for field in fields if len(_WORD.findall(field)) > 1 or ("," in field and _WORD.search(field)))
    longest = max(fields, key=lambda field: sum(map(len, _WORD.findall(field))), default="")
    return next(of_two, longest if _WORD.search(longest) else "")


def before_word(text: str, count: int) -> str:
    """Return the text before the word with that number, counted from 0."""
    starts = [word.start() for word in re.finditer(r"\S+", text)]
    return text[: starts[count]] if count < len(starts) else text


Points = Literal["usual", "doubled"]  # 1 and a half, or 2 and 1

_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-", ",": ".", " ": "", "\u00a0": ""})
_SCORES = {"1": "1", "1.0": "1", "0": "0", "0.0": "0", "1/2": "1/2", "0.5": "1/2", ".5": "1/2", "=": "1/2"}
_FORFEITS = {"+--": "1-0F", "+-": "1-0F", "--+": "0-1F", "-+": "0-1F", "---": "0-0F", "--": "0-0F"}
_LEGAL = {"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"}
_FORFEITED = {"1-0", "0-1", "0-0", "1/2-1/2"}
# One number is White's score, as in most Finnish tables. A loss then means that Black won.
_ALONE = {"1": "1-0", "0": "0-1", "1/2": "1/2-1/2"}


def result(text: str) -> str | None:
    """Read a result: 1-0, ½-½, 0,5-0,5, 1:0, =, 1-0F, 1-0K, +:-, * and their like; None for anything else."""
    plain = text.translate(_DASHES).replace("½", "1/2").upper()
    if plain == "*":
        return "*"
    if plain in _FORFEITS:
        return _FORFEITS[plain]
    forfeit = len(plain) > 1 and plain[-1] in "FK"
    plain = plain[:-1] if forfeit else plain
    white, dash, black = plain.partition("-")
    if dash:
        played = f"{_SCORES.get(white, '?')}-{_SCORES.get(black, '?')}"
    else:
        played = _ALONE.get(_SCORES.get(white, "?"), "?")
    if forfeit:
        return f"{played}F" if played in _FORFEITED else None
    return played if played in _LEGAL else None


_DOUBLED = {"2-0": "1-0", "1-1": "1/2-1/2", "0-2": "0-1", "0-0": "0-0"}


def doubled(text: str) -> str | None:
    """Read a result of two points a game: 2-0, 1-1, 0-2; a forfeit, `*` and `=` are as ever."""
    plain = text.translate(_DASHES).upper()
    forfeit = len(plain) > 1 and plain[-1] in "FK"
    if (score := _DOUBLED.get(plain[:-1] if forfeit else plain)) is not None:
        return f"{score}F" if forfeit else score
    return result(text) if plain in ("*", "=", *_FORFEITS) else None


def unplayed(text: str) -> str | None:
    """Return a result as that of a game that was not played, where a column of its own says so."""
    if text.endswith("F") or text == "*":
        return text
    return f"{text}F" if text in _FORFEITED else None
