"""What can be wrong in the header of a tournament: its days, and how long games were."""

from collections.abc import Iterator
from typing import Any

from ledger.flaws import FieldPath, Flaw, flaw
from ledger.playing_time import seconds_of, seconds_of_minutes
from messages import say


def header_flaws(
    start: str, end: str, minutes: float | None, time_control: str | None
) -> Iterator[Flaw]:
    """Yield flaws unless the days are in order and there is exactly one statement of
    how long the games were.
    """
    yield from ends_first(start, end)
    if (minutes is None) == (time_control is None):
        yield flaw(
            ("minutes",),
            "one-time",
            say("give either minutes or time_control"),
            say("for example 90, or `90+30`"),
        )
    yield from time_control_flaws(time_control, ("time_control",))
    yield from minutes_flaws(minutes, ("minutes",))


def ends_first(start: str, end: str) -> Iterator[Flaw]:
    """Yield the flaw of a tournament that ends before it starts. Days are YYYY-MM-DD,
    so they compare as texts.
    """
    if end < start:
        message = say("the end {end} is before the start {start}", end=end, start=start)
        yield flaw(("end",), "end-before-start", message)


def category_flaws(
    start_minutes: int | None, total_minutes: int | None
) -> Iterator[Flaw]:
    """Yield a flaw unless both times are given, or neither, and fit: Norway's
    categories go by both.
    """
    if (start_minutes is None) != (total_minutes is None):
        name = "start_minutes" if start_minutes is None else "total_minutes"
        yield flaw(
            (name,),
            "both-times",
            say("start_minutes and total_minutes go together"),
            say("give {name} too", name=name),
        )
    elif (
        start_minutes is not None
        and total_minutes is not None
        and total_minutes < start_minutes
    ):
        yield flaw(
            ("total_minutes",),
            "total-below-start",
            say("less time for 80 moves than for the first one"),
        )


def time_control_flaws(text: Any, path: FieldPath) -> Iterator[Flaw]:
    """Yield a flaw unless a text says how long games were; None and UNSET are both fine."""
    if isinstance(text, str) and seconds_of(text) is None:
        hint = say("write `90+30`, or stages like `40/90+30:30+30`")
        yield flaw(
            path,
            "no-time-control",
            say("{text} is not a time control", text=repr(text)),
            hint,
        )


def minutes_flaws(minutes: Any, path: FieldPath) -> Iterator[Flaw]:
    """Yield a flaw if minutes are no whole number of seconds; None and UNSET are both
    fine.
    """
    if isinstance(minutes, int | float) and seconds_of_minutes(minutes) is None:
        yield flaw(
            path,
            "no-whole-seconds",
            say("{minutes} minutes are not a whole number of seconds", minutes=minutes),
        )
