"""Norway's cycle of the unrated goes on until it rests; what does not is warned about when it is booked."""

from collections.abc import Iterator

from desk.outcome import Caution, caution
from ledger.errors import Where
from ledger.timeline import Timeline
from projections.replay.book import Book
from projections.replay.build import People
from projections.replay.entry import worked_out
from projections.replay.unit_row import UnitRow
from rulebooks import rulebook

UNRATED_UNTIL = 5  # games before: only the unrated are computed in a cycle, and it takes two of them


def unresting(list_name: str, book: Book, timeline: Timeline) -> Iterator[Caution]:
    """A unit is worked out once more only where several unrated players sat in it."""
    rows = [new for (name, _), (_, new) in sorted(book.settled.items()) if name == list_name and new is not None]
    person_of = People(timeline)
    for row in rows:
        if row.kind != "games" or _unrated(row) < 2:
            continue
        changes = worked_out(row, book.shelf.unit(row.spot), person_of, rulebook(list_name))
        circling = sorted(change.player for change in changes if "circle" in change.detail)
        if circling:
            players = ", ".join(circling[:10]) + (" ..." if len(circling) > 10 else "")
            message = (
                f"{list_name}: the rounds over the unrated players never rest, and the mean of the states that come"
                f" back counts for {players}; `selo explain` shows them (Monradturneringer)"
            )
            yield caution(message, Where(field=row.tournament))


def _unrated(row: UnitRow) -> int:
    return sum(row.standing_before(seat).games <= UNRATED_UNTIL for seat in range(len(row.columns.players)))
