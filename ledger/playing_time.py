"""Work out how long a game was: exact seconds for a player's first 60 moves (rules
1.2).
"""

import re
from typing import TYPE_CHECKING, NamedTuple

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
    if total is None or total <= 0 or total % _ONE != 0:
        return None
    return total // _ONE


def start_and_total(time_control: str) -> tuple[int, int] | None:
    """Return whole minutes for the first move, without its increment, and for the first
    80 (Norway's categories); None: this is no time control.
    """
    total = _millionths_until(time_control, LATER_MOVES)
    stages = _stages(time_control)
    if total is None or not stages:
        return None
    start = _millionths(stages[0].minutes) // _ONE
    return start, total // (60 * _ONE)


def stages_of(time_control: str) -> "list[tuple[int | None, Fraction, Fraction]]":
    """Return (moves or None for the rest of the game, minutes, seconds a move) of each
    stage; empty if it is none.
    """
    # every command that writes reads this module, and few ask for stages
    from fractions import Fraction

    return [
        (stage.moves, Fraction(stage.minutes), Fraction(stage.increment))
        for stage in _stages(time_control)
    ]


class _Stage(NamedTuple):
    """A stage of a time control. `moves`: None for the rest of the game; `minutes` and
    `increment`, which is seconds a move, are decimal numbers as they were written.
    """

    moves: int | None
    minutes: str
    increment: str


def _stages(time_control: str) -> list[_Stage]:
    """Read the stages of a time control; [] if it is none."""
    stages = []
    for text in time_control.replace(" ", "").replace(",", ".").split(":"):
        match = _STAGE.match(text)
        if match is None:
            return []
        moves, minutes, increment = match.groups()
        stages.append(
            _Stage(None if moves is None else int(moves), minutes, increment or "0")
        )
    return stages


def _millionths_until(time_control: str, until: int) -> int | None:
    """Return the millionths of a second that a time control gives for so many moves;
    None: this is no time control.
    """
    stages = _stages(time_control)
    if not stages:
        return None
    total = 0
    moves = 0
    increment = "0"
    for stage in stages:
        if moves >= until:
            break
        length = until if stage.moves is None else stage.moves
        played = min(length, until - moves)
        increment = stage.increment
        total += _millionths(stage.minutes) * 60 + played * _millionths(increment)
        moves += length

    moves_left = max(0, until - moves)
    return total + moves_left * _millionths(increment)


def _millionths(number: str) -> int:
    """Return a decimal number in millionths: "1.5" is 1,500,000."""
    whole, _, decimals = number.partition(".")
    return int(whole) * _ONE + int(decimals.ljust(_PLACES, "0"))


def seconds_of_minutes(minutes: int | float) -> int | None:
    """Return the whole seconds; None for minutes that no clock can be set to, such as
    10.001.
    """
    exact = minutes * 60
    seconds = round(exact)
    return seconds if abs(exact - seconds) < 1e-6 else None
