"""The highest rating of a history and the entry that first had it; what counts as a rating is each system's own."""

from collections.abc import Callable, Sequence

from rulebooks.base import Change, Entry


def first_highest(history: Sequence[Entry], rating_of: Callable[[Change], int | None]) -> tuple[int, Entry] | None:
    """`rating_of` reads figures only, so that no entry has to be worked out for it; None: the entry does not count."""
    highest: tuple[int, Entry] | None = None
    for entry in history:
        rating = rating_of(entry.change)
        if rating is not None and (highest is None or rating > highest[0]):
            highest = rating, entry
    return highest


def opened_with(change: Change) -> int:
    """An opening may bring a peak from before it."""
    return max(change.after, change.peak or change.after)
