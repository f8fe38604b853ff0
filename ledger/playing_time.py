"""Work out how long a game was: exact seconds for a player's first 60 moves (rules
1.2).
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

MOVES = 60
LATER_MOVES = 80
_PLACES = 6  # decimals of a number
_ONE = 1_000_000  # sums are whole numbers of the last decimal, so they are exact
_NUMBER = rf"[0-9]{{1,4}}(?:\.[0-9]{{1,{_PLACES}}})?"
STAGE = rf"(?:([0-9]{{1,3}})/)?({_NUMBER})(?:\+({_NUMBER}))?"
_STAGE = re.compile(rf"{STAGE}\Z")


def seconds_of(time_control: str) -> int | None:
    """Return the seconds that a time control gives for 60 moves: a base, or stages;
    None: this is no time control.

        90+30               90 minutes and 30 seconds a move: 7200
        40/90+30:30+30      90 minutes for 40 moves, then 30 more, 30 seconds a move: 9000

    The minutes of every stage begun by move 60 count, and the increment of each of the
    first 60 moves: that of the last stage goes on after its move count, for nothing
    else is said of the moves that follow.
    """
    total = _millionths_until(time_control, MOVES)
    return (
        total // _ONE if total is not None and total > 0 and total % _ONE == 0 else None
    )


def start_and_total(time_control: str) -> tuple[int, int] | None:
    """Return whole minutes for the first move, without its increment, and for the first
    80 (Norway's categories).
    """
    total = _millionths_until(time_control, LATER_MOVES)
    first = _STAGE.match(time_control.replace(" ", "").replace(",", ".").split(":")[0])
    if total is None or first is None:
        return None
    return _millionths(first[2]) // _ONE, total // (60 * _ONE)


def stages_of(time_control: str) -> "list[tuple[int | None, Fraction, Fraction]]":
    """Return (moves or None for the rest of the game, minutes, seconds a move) of each
    stage; empty if it is none.
    """
    # every command that writes reads this module, and few ask for stages
    from fractions import Fraction

    stages = []
    for text in time_control.replace(" ", "").replace(",", ".").split(":"):
        stage = _STAGE.match(text)
        if stage is None:
            return []
        stages.append(
            (
                int(stage[1]) if stage[1] else None,
                Fraction(stage[2]),
                Fraction(stage[3] or 0),
            )
        )
    return stages


def _millionths_until(time_control: str, until: int) -> int | None:
    """Return the millionths of a second that a time control gives for so many moves;
    None: this is no time control.
    """
    total = moves = 0
    increment = "0"
    for text in time_control.replace(" ", "").replace(",", ".").split(":"):
        stage = _STAGE.match(text)
        if stage is None:
            return None
        if moves >= until:
            continue
        length, increment = int(stage[1]) if stage[1] else until, stage[3] or "0"
        played = min(length, until - moves)
        total += _millionths(stage[2]) * 60 + played * _millionths(increment)
        moves += length
    return total + max(0, until - moves) * _millionths(increment)


def _millionths(number: str) -> int:
    whole, _, part = number.partition(".")
    return int(whole) * _ONE + int(part.ljust(_PLACES, "0"))


def seconds_of_minutes(minutes: int | float) -> int | None:
    """Return the whole seconds; None for minutes that no clock can be set to, such as
    10.001.
    """
    seconds = round(minutes * 60)
    return seconds if abs(minutes * 60 - seconds) < 1e-6 else None
