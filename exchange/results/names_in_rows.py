"""Find the name in a row of a table.

The name is the column with that header, else the one in which most rows have what looks
like a name. Clubs may be longer than names, but they follow them: the first field of two
words is the name.
"""

import re
from collections import Counter
from collections.abc import Sequence

WORD = re.compile(r"[^\W\d_]{2,}")
_LETTER = re.compile(r"[^\W\d_]")
_BLANK_OR_COMMA = re.compile(r"[\s,]")
_COLUMNS = re.compile(r"\s{2,}")
_RANK = re.compile(r"\A[0-9]{1,4}[.)]?\s+")
_NO_NAME = re.compile(r"[0-9.#]+")
# one blank after the name, where the longest name leaves no more
_RATING = re.compile(r"\s[0-9]{3,4}\Z")


def name_of(fields: Sequence[str], column: int | None) -> str:
    """Find the name among the fields of a row whose columns are separated.

    column: the one headed as the name, or None; where it has no letter, it is looked
    for elsewhere. Of a row without any name, all that is no number is returned.
    """
    if column is not None and column < len(fields) and _LETTER.search(fields[column]):
        return fields[column]

    name = likely_name(fields)
    if name:
        return name

    words = [field for field in fields if field and not _NO_NAME.fullmatch(field)]
    return " ".join(words)


def usual_column(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the field, from 0, that is the name in most rows; None: most have it in no
    common one.

    rows: their fields before the results. A name of one word is told from a club of two
    by the other rows:

        1 | Aho, Aino | Lahti     1
        2 | Cho       | Turun S   1 too, though Turun S looks more like a name
        3 | Berg, Bea | Lahti     1
    """
    places: Counter[int] = Counter()
    for fields in rows:
        name = likely_name(fields)
        if name:
            places[fields.index(name)] += 1

    if not places:
        return None

    [(place, count)] = places.most_common(1)
    return place if 2 * count > len(rows) else None


def name_in(text: str) -> str:
    """Find the name in a text with blanks only: two of them part columns, or nothing
    shows where a name ends.

        1. Aho, Aino  TuTS  2100    Aho, Aino
        1 Aho Aino 2100             Aho Aino
    """
    pieces = []
    for piece in _COLUMNS.split(text.strip()):
        without_rank = _RANK.sub("", piece)
        pieces.append(_RATING.sub("", without_rank))

    name = likely_name(pieces)
    if len(pieces) > 1 and name:
        return name

    words = [word for word in text.split() if not _NO_NAME.fullmatch(word)]
    return " ".join(words)


def likely_name(fields: Sequence[str]) -> str:
    """Return the first field of two words or with a comma; else the one with the most
    letters, of several the first.

        GM | M, K | FIN    M, K

    Empty: no field has a word of two letters or a comma between two.
    """
    most_letters = 0
    longest = ""
    for field in fields:
        words = WORD.findall(field)
        if len(words) > 1 or (words and "," in field) or is_parted_by_comma(field):
            return field

        letters = sum(map(len, words))
        if letters > most_letters:
            most_letters = letters
            longest = field

    return longest


def is_parted_by_comma(text: str) -> bool:
    """Return whether a comma stands between two letters, as between a surname and a
    given name, which may be initials.

        M, K         True
        4, Berg      False
    """
    first = _LETTER.search(text)
    if first is None:
        return False

    _, _, behind = text[first.end() :].partition(",")
    return _LETTER.search(behind) is not None


def has_two_words(text: str) -> bool:
    """Return whether a word of two letters and a letter follow each other with a blank
    or a comma between.

        Berg B.      True
        Berg-B       False
    """
    word = WORD.search(text)
    if word is None:
        return False

    gap = _BLANK_OR_COMMA.search(text, word.end())
    return gap is not None and _LETTER.search(text, gap.end()) is not None


def text_before_word(text: str, count: int) -> str:
    """Return the text before the word with that number, counted from 0.

        "1 Aho Aino 4w1", 3    "1 Aho Aino "

    A text with fewer words is returned whole.
    """
    starts = [word.start() for word in re.finditer(r"\S+", text)]
    return text[: starts[count]] if count < len(starts) else text
