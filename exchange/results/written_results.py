"""Read results as people write them.

A table may count two points a win and one a draw; its numbers mean something else then,
so it is asked about.
"""

from typing import Literal

from messages.results import RESULTS

Points = Literal["usual", "doubled"]  # 1 and a half, or 2 and 1
_DASHES = str.maketrans(
    {"–": "-", "—": "-", "−": "-", ":": "-", ",": ".", " ": "", "\u00a0": ""}
)
_NUMBERS = {"1.0": "1", "0.0": "0", "0.5": "1/2", ".5": "1/2", "=": "1/2"}
# one number is White's score, as in most Finnish tables; a loss then means that Black
# won
_READ = {
    text: row.word
    for row in RESULTS.values()
    for text in (row.word, row.alone, *row.signs)
    if text
}
_READ_DOUBLED = {
    text: row.word
    for row in RESULTS.values()
    for text in (row.doubled, *row.signs)
    if text
}


def result(text: str) -> str | None:
    """Read a result: 1-0, ½-½, 0,5-0,5, 1:0, =, 1-0F, 1-0K, +:-, * and their like; None
    for anything else.

        0,5-0,5    1/2-1/2
        1          1-0: a number alone is White's score
        1-0K       1-0F

    What is returned is a word of `messages.results`, as documents have it.
    """
    plain = _plain_result(text)
    score = plain.removesuffix("F")
    numbers = "-".join(_NUMBERS.get(side, side) for side in score.split("-"))
    return _READ.get(numbers + plain[len(score) :])


def has_both_sides(text: str) -> bool:
    """Return whether a text is a result that says what each side got.

    1 - 0, ½:½, + - -    True
    1, ½, =, *           False
    """
    return "-" in _plain_result(text)[1:-1] and result(text) is not None


def doubled_result_in(text: str) -> str | None:
    """Read a result of two points a game: 2-0, 1-1, 0-2; a forfeit, `*` and `=` are as
    ever.

    None for anything else.

        2-0     1-0
        1-1     1/2-1/2
        1-0     None
    """
    return _READ_DOUBLED.get(_plain_result(text))


def _plain_result(text: str) -> str:
    """Return a result with one kind of dash and of half, no blanks, and an F behind a
    forfeit.

        ½ – ½     1/2-1/2
        1:0 K     1-0F
    """
    plain = text.translate(_DASHES).replace("½", "1/2").upper()
    return f"{plain[:-1]}F" if plain.endswith("K") else plain


def as_unplayed(text: str) -> str | None:
    """Return a result as that of a game that was not played, where a column of its own
    says so.

        1-0    1-0F
        0-1    0-1F

    `text`: a result as documents have it. None: there is no such result without play.
    """
    scored = RESULTS[text].scored
    for row in RESULTS.values():
        if not row.is_played and row.scored == scored:
            return row.word

    return None
