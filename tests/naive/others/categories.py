"""Norway's categories of playing time, and which games reach the lowest of them."""

from __future__ import annotations

from fractions import Fraction

from ..clock import exact_minutes
from ..records import Document, Game, Tournament
from .pages import played

# Category, minutes at the start, minutes in all after 80 moves; the smallest that will
# do.
LEAST = (
    ("I", 60, 160),
    ("II", 50, 130),
    ("III", 40, 100),
    ("IV", 30, 70),
    ("V", 20, 25),
)
# Category I only if the time is enough for it.
LISTED = ("title", "landskamp", "eliteserien", "landsturneringen")
# Always category I if rated at all.
ALWAYS = ("nordic", "olympiad", "team-european", "world", "european", "youth", "senior")
MOVES = 80


def times(header: Document) -> tuple[Fraction, Fraction]:
    """Minutes for the first move, and in all for 80 moves."""
    if header.get("minutes") is not None:
        start = total = exact_minutes(header["minutes"])
    else:
        start, total = control_times(header["time_control"])
    if header.get("start_minutes") is not None:
        start = exact_minutes(header["start_minutes"])
    if header.get("total_minutes") is not None:
        total = exact_minutes(header["total_minutes"])
    return start, total


def control_times(text: str) -> tuple[Fraction, Fraction]:
    """A time control such as ``40/90+30:30+30``: its first stage, and all stages begun
    by move 80 with increments.
    """
    total, first, start, increment = Fraction(0), 1, None, "0"
    for stage in text.split(":"):
        if first > MOVES:
            break
        moves, time = stage.split("/") if "/" in stage else (None, stage)
        base, increment = time.split("+") if "+" in time else (time, "0")
        last = MOVES if moves is None else min(MOVES, first + int(moves) - 1)
        start = Fraction(base) if start is None else start
        total += Fraction(base) + (last - first + 1) * Fraction(increment) / 60
        first = last + 1
    if first <= MOVES:  # the increments go on after the last control
        total += (MOVES - first + 1) * Fraction(increment) / 60
    assert start is not None
    return start, total


def category_of(header: Document) -> str | None:
    """The officer's category, else by the time and the kind of event; None below
    category V.
    """
    if header.get("category") is not None:
        return "I" if header.get("event_kind") in ALWAYS else str(header["category"])
    start, total = times(header)
    reached = [
        name
        for name, least_start, least_total in LEAST
        if start >= least_start and total >= least_total
    ]
    if not reached:
        return None
    if header.get("event_kind") in ALWAYS:
        return "I"
    if reached[0] == "I" and header.get("event_kind") not in LISTED:
        return "II"
    return reached[0]


def counts(game: Game, tournament: Tournament, header: Document) -> bool:
    """Played with equal time, in a tournament with a category; a game's own time must
    not be faster than V.
    """
    if not played(game) or category_of(header) is None:
        return False
    own = game.white_minutes
    return own == tournament.minutes or own >= 25
