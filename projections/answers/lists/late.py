"""Tell results that came in after a list was made from those that it had, though they
are of before its day.
"""

from collections.abc import Sequence

from rulebooks import rulebook
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
    """Return how far the list of a day, as it comes out now, differs from the published
    one by more than late reports moved it; None where the player is not on it any more.

    In rating points; 0 where late reports explain all of it. `published`: the rating on
    the list. `late`: results that came in later, as `late_results` returns them.

        published 1800, 1815 for that day now, late reports +10  ->  5
    """
    by_day = [entry for entry in career if entry.on <= day]
    if not by_day:
        return None

    listed = _rating_on_list(by_day[-1], day)
    if listed is None:
        return None

    moved = 0
    for entry in late:
        figure = entry.figure
        waits_for_later_list = _rating_on_list(entry, day) != figure.after
        if figure.before is not None and not waits_for_later_list:
            moved += figure.after - figure.before
    return listed - published - moved


def _rating_on_list(entry: Entry, day: str) -> int | None:
    """Return the rating that the list of a day shows after an entry; None of a player
    who is not on it. What waits for a later list is not in it.
    """
    shown = rulebook(entry.list).shown(entry.figure.standing, day)
    return shown.rating if shown.listed else None
