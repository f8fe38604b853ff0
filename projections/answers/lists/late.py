"""Tell results that came in after a list was made from those that it had, though they
are of before its day.
"""

from collections.abc import Sequence

from rulebooks.entries import Entry


def late_in(career: Sequence[Entry], day: str, known_seq: int) -> list[Entry]:
    """Return the results of up to a day that were recorded after a seq: reports that
    came late.
    """
    return [
        entry
        for entry in career
        if entry.on <= day and entry.tournament is not None and entry.seq > known_seq
    ]


def beyond(
    career: Sequence[Entry], day: str, late: Sequence[Entry], published: int
) -> int | None:
    """Return how far the rating of a day differs from the published one by more than
    late reports moved it; None where there is no rating any more.
    """
    rating = next(
        (entry.figure.after for entry in reversed(career) if entry.on <= day), None
    )
    moved = sum(
        entry.figure.after - entry.figure.before
        for entry in late
        if entry.figure.before is not None
    )
    return None if rating is None else rating - published - moved
