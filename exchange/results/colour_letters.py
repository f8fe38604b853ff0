"""The letters that languages write for White and Black in the cells of a crosstable, as
chess-results has them in its forty languages.

Two letters that a language uses together tell which of them is White: b is White beside
n (Spanish, French, Italian) and Black beside w.
"""

import re
from collections import Counter
from collections.abc import Sequence

# White and Black as languages begin the two words
_PAIRS = (
    "wb",  # English
    "ws",  # German
    "wz",  # Dutch
    "bn",  # Spanish, French, Italian, Catalan
    "bp",  # Portuguese
    "bc",  # Polish, Croatian
    "bč",  # Czech, Slovak, Slovenian
    "bm",  # Latvian
    "bj",  # Lithuanian
    "bs",  # Turkish
    "bz",  # Albanian
    "an",  # Romanian
    "aq",  # Azerbaijani
    "vs",  # Hungarian, Swedish
    "vm",  # Finnish, Estonian
    "hs",  # Danish, Norwegian, Icelandic
    "ph",  # Indonesian
    "tđ",  # Vietnamese
    "бч",  # Russian, Bulgarian, Ukrainian
    "бц",  # Serbian, Macedonian
    "λμ",  # Greek
    "白黑",  # Chinese
    "白黒",  # Japanese
)
# opponent, letter, result, and K for a forfeit
_WRITTEN = r"([0-9]{1,4})([^\W\d_½])(1/2|0[.,]5|[210½=+-])?(k?)"
# a word of its own; where tabs part the columns a whole cell, for a club may be Team 4w1
_GAME = re.compile(rf'(?<![^\s;,|"]){_WRITTEN}(?![^\s;,|"])', re.IGNORECASE)
_CELL = re.compile(rf'(?<![^\t"]) *{_WRITTEN} *(?![^\t"])', re.IGNORECASE)


def with_plain_colours(lines: Sequence[str]) -> list[str]:
    """Write the colours of a crosstable with w and b; letters that no language uses
    together stay, and are refused by who reads them.

        28s1  11w0   German: s is schwarz, w is weiss    28b1  11w0
        28b1  11n0   Spanish: blancas, negras            28w1  11b0

    A table with one letter alone, or with three, has no pair: its lines are returned as
    they are. Where some games have results, the letters of those count.

    A game to come has no result yet, and names such as `3a` may look like one; so only
    finished games vote as soon as there are any.
    """
    games = [match for line in lines for match in _form(line).finditer(line)]
    finished = [match for match in games if match[3]]
    letters = Counter(match[2].casefold() for match in finished or games)
    written = sorted(letters)

    pair = next((pair for pair in _PAIRS if sorted(pair) == written), None)
    if pair is None:
        return [*lines]

    def plain(match: re.Match[str]) -> str:
        """Write one game with w or b. What has another letter is no game of this table,
        and stays as it is.
        """
        opponent, letter, result, forfeit = match.groups(default="")
        if letter.casefold() not in pair:
            return match[0]
        # the pair has White first
        colour = "w" if letter.casefold() == pair[0] else "b"
        return f"{opponent}{colour}{result}{forfeit}"

    return [_form(line).sub(plain, line) for line in lines]


def _form(line: str) -> re.Pattern[str]:
    """Return what a game looks like in a line: a whole cell where there are tabs."""
    return _CELL if "\t" in line else _GAME


def has_cells(line: str) -> bool:
    """Return whether a line has a cell like one of a crosstable, with or without a
    result.

        "28s1 11w0"      True
        "28s 11w"        True: of a round to come
        "Aho, Aino 1980" False
    """
    return bool(_form(line).search(line))


def has_games(line: str) -> bool:
    """Return whether a line has a cell like one of a crosstable, with a result and
    whatever letter for the colour.

        "28s1 11w0"      a crosstable, in German
        "28s 11w"        the games of a round to come: no result
        "Aho, Aino 1980" a name and a year
    """
    return any(match[3] for match in _form(line).finditer(line))
