"""Tell results that came in after a list was made from those that it had, though they
are of before its day.
"""

from collections.abc import Sequence

from rulebooks.entries import Entry


def late_results(career: Sequence[Entry], day: str, known_seq: int) -> list[Entry]:
    """Return the results of up to a day that were recorded after a seq: reports that
    came late.

    `day`: YYYY-MM-DD, included. Openings and rulings are no results.
    """
    late = []
    for entry in career:
        is_result = entry.tournament is not None
        if is_result and entry.on <= day and entry.seq > known_seq:
            late.append(entry)
    return late


def unexplained_difference(
    career: Sequence[Entry], day: str, late: Sequence[Entry], published: int
) -> int | None:
    """Return how far the rating of a day differs from the published one by more than
    late reports moved it; None where there is no rating any more.

    In rating points; 0 where late reports explain all of it. `published`: the rating on
    the list. `late`: results that came in later, as of `late_results`.

        published 1800, 1815 for that day now, late reports +10  ->  5
    """
    by_day = [entry for entry in career if entry.on <= day]
    if not by_day:
        return None
    moved = 0
    for entry in late:
        figure = entry.figure
        if figure.before is not None:
            moved += figure.after - figure.before
    return by_day[-1].figure.after - published - moved
