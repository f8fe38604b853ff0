"""Slips that an office makes and no rule refuses: what may be wrong though it is well formed, and would move a rating.

Each is looked for once everything is stored and rated, so at every door alike, and each has a code of its own. A
submission of very many tournaments is a ledger that moves house: nobody reads warnings about each of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from desk.game_slips import of_games, of_results
from desk.ledger_view import LedgerView
from desk.player_slips import of_number, of_opening, of_opening_gone, of_title
from desk.tournament_slips import lists_of, of_correction, of_tournament
from ledger.bodies import ExternalRatingTold, FactWithdrawn, OpeningSet, RulingGiven
from ledger.decided import Slip, TitleConfirmed
from ledger.events import Event
from ledger.store.database import Connection
from messages import say
from projections.replay.book import Book
from projections.replay.unit_row import UnitRow

MOST = 500  # events of one submission
JUMP = 400  # points that no tournament of people with a rating brings
SET_ANEW = ("ruling", "opening")  # kinds of units that set a rating instead of moving it


def slips(connection: Connection, events: Sequence[Event], ledger: LedgerView, book: Book) -> list[Slip]:
    """Return the slips that the events of one submission may be."""
    if len(events) > MOST:
        return []
    likely: list[Slip] = []
    rows: dict[str | None, list[UnitRow]] = defaultdict(list)  # of each tournament that was rated
    for _, row in book.settled.values():
        if row is not None and row.kind == "games":
            rows[row.tournament].append(row)
    earlier = ledger.before(events[0].seq)
    looked_at: set[str] = set()  # one tournament may be corrected hundreds of times at once
    for event in events:
        if event.stream.startswith("tournament:"):
            current = ledger.tournament(event.target)
            if current is not None and not current.withdrawn and event.target not in looked_at:
                looked_at.add(event.target)
                was, today = earlier.tournament(current.id), event.recorded_at[:10]
                lists = lists_of(current, ledger)
                odd = of_games(current, lists)
                likely += odd if was is None else sorted({*odd}.difference(of_games(was, lists)))
                likely += of_tournament(current, was, lists, today, connection, ledger, looked_at)
                likely += of_results(current, rows[current.id], ledger)
                likely += of_correction(was, current, lists, today, ledger) if was is not None else ()
        else:
            likely += _of_a_fact(event, connection, ledger)
    return [*dict.fromkeys([*likely, *_jumps(book)])]


def _of_a_fact(event: Event, connection: Connection, ledger: LedgerView) -> Iterator[Slip]:
    match event.body:
        case OpeningSet() as body:
            yield from of_number(body, connection, ledger)
            yield from of_opening(body, connection, ledger)
        case RulingGiven(rating=int()) | ExternalRatingTold() as body:
            yield from of_number(body, connection, ledger)
        case TitleConfirmed() as body:
            yield from of_title(body, connection, ledger)
        case FactWithdrawn() as body:
            yield from of_opening_gone(event, body, ledger)
        case _:
            return


def _jumps(book: Book) -> Iterator[Slip]:
    """Yield the rulings and openings that set a rating far from where it stood."""
    # a correction of last year settles thousands of units: they are picked before anything is put in order
    rows = [row for old, row in book.settled.values() if old is None and row is not None and row.kind in SET_ANEW]
    for row in sorted(rows, key=lambda row: row.spot):
        before, after = row.standing_before(0).rating, row.columns.after[0]
        if before is not None and after is not None and abs(after - before) >= JUMP:
            yield Slip("jump", say(
                "{player} on {list}: from {before} to {after}; is that right?",
                player=row.columns.players[0], list=row.list, before=before, after=after,
            ), player=row.columns.players[0])  # fmt: skip
