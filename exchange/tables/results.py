"""Results as people write them to results as documents write them.

A table may count two points a win and one a draw. Its numbers mean something else then, so it is asked about.
"""

from typing import Literal

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
