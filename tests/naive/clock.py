"""Time for the first 60 moves (2.7, 2.8, 7.8), always as an exact number of minutes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

MOVES = 60


def exact_minutes(value: int | float | str) -> Fraction:
    """Minutes as written in a document: a whole number, or a decimal that is a whole
    number of seconds.
    """
    seconds = Fraction(str(value)) * 60
    return Fraction(round(seconds), 60)


def control_minutes(text: str) -> Fraction:
    """Minutes of a time control such as ``90+30`` or ``40/90+30:30+30`` for the first
    60 moves.
    """
    total = Fraction(0)
    first = 1
    increment = "0"
    for stage in text.split(":"):
        if first > MOVES:
            break
        moves, time = stage.split("/") if "/" in stage else (None, stage)
        base, increment = time.split("+") if "+" in time else (time, "0")
        last = MOVES if moves is None else min(MOVES, first + int(moves) - 1)
        total += Fraction(base) + (last - first + 1) * Fraction(increment) / 60
        first = last + 1
    if first <= MOVES:  # 40/80+12: the increments do not end with the control
        total += (MOVES - first + 1) * Fraction(increment) / 60
    return total


def header_minutes(header: dict[str, Any]) -> Fraction:
    """The playing time of a tournament, from ``minutes`` or ``time_control``."""
    if header.get("minutes") is not None:
        return exact_minutes(header["minutes"])
    return control_minutes(header["time_control"])


def game_minutes(game: dict[str, Any], default: Fraction) -> tuple[Fraction, Fraction]:
    """White's and Black's time: the game's own minutes, otherwise the tournament's."""
    white = (
        exact_minutes(game["minutes"]) if game.get("minutes") is not None else default
    )
    black = (
        exact_minutes(game["minutes_black"])
        if game.get("minutes_black") is not None
        else white
    )
    return white, black
