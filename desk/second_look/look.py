"""Look once more at what a submission brings, for what an officer should look at again:
warnings about each document, and what may be a slip. Nothing of it changes what is
recorded.

Slips are what an office makes and no rule refuses: what may be wrong though it is well
formed, and would move a rating. Each is looked for once everything is stored and rated,
so always in the same way, and each has a code of its own.

Whoever books documents hands this over (`Outside.second_look`), since booking itself
knows no slip.

Why: docs/design/017-slips.md
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from desk.ledger_view import LedgerView
from desk.second_look.games import slips_of_games, slips_of_results
from desk.second_look.players import (
    slips_of_number,
    slips_of_opening,
    slips_of_title,
    slips_of_withdrawn_opening,
)
from desk.second_look.tournaments import (
    UnitsPlayed,
    lists_of,
    slips_of_correction,
    slips_of_tournament,
)
from desk.second_look.warnings import warnings_of
from desk.slips import MOST
from desk.submit import SecondLook
from ledger.bodies import ExternalRatingTold, FactWithdrawn, OpeningSet, RulingGiven
from ledger.decisions import Slip, TitleConfirmed
from ledger.events import Event
from ledger.office import local_day, settings_of
from ledger.store.connection import Connection
from ledger.timeline import Timeline
from messages import say
from projections.replay.book import Book
from projections.replay.unit_row import UnitRow

JUMP = 400  # points that no tournament of people with a rating brings
# kinds of units that set a rating instead of moving it
SET_ANEW = ("ruling", "opening")


def slips(
    connection: Connection,
    events: Sequence[Event],
    ledger: LedgerView,
    before: Timeline,
    book: Book,
) -> list[Slip]:
    """Return the slips that the events of one submission may be."""
    if len(events) > MOST:
        return []

    likely: list[Slip] = []
    # of each tournament that was rated
    rows: dict[str | None, list[UnitRow]] = defaultdict(list)
    played = UnitsPlayed()  # each unit once, however many leagues meet in a file

    for _, row in book.settled.values():
        if row is not None and row.kind == "games":
            rows[row.tournament].append(row)

    for own in rows.values():
        played.take(own)

    zone = settings_of(connection).time_zone
    # one tournament may be corrected hundreds of times at once
    looked_at: set[str] = set()
    coming = Counter(
        event.target for event in events if event.stream.startswith("tournament:")
    )
    for event in events:
        if not event.stream.startswith("tournament:"):
            likely += _slips_of_fact(event, connection, ledger)
            continue

        coming -= Counter([event.target])
        current = ledger.tournament(event.target)
        if current is None or current.withdrawn or event.target in looked_at:
            continue

        looked_at.add(event.target)
        units = rows[current.id]
        was = before.tournament(current.id)
        today = local_day(event.recorded_at, zone)
        if was is None:
            # every unit of a new tournament was rated just now
            lists = sorted({unit.list for unit in units})
            likely += slips_of_games(current, lists)
        else:
            lists = lists_of(current, ledger)
            odd_before = slips_of_games(was, lists)
            likely += sorted({*slips_of_games(current, lists)}.difference(odd_before))

        likely += slips_of_tournament(
            current=current,
            was=was,
            lists=lists,
            today=today,
            connection=connection,
            ledger=ledger,
            looked_at=looked_at,
            coming=coming,
            played=played,
        )
        likely += slips_of_results(current, units, ledger)
        if was is not None:
            likely += slips_of_correction(was, current, lists, today, ledger)

    # a number that nobody has is a jump as well; one question is enough
    asked = {slip.player for slip in likely if slip.code == "out-of-range"}
    jumps = [slip for slip in _jumps(book) if slip.player not in asked]
    return [*dict.fromkeys([*likely, *jumps])]


def _slips_of_fact(
    event: Event, connection: Connection, ledger: LedgerView
) -> Iterator[Slip]:
    """Yield what may be a slip in an event about a single player: a number, an opening,
    a title, or the withdrawal of one of these.
    """
    match event.body:
        case OpeningSet() as body:
            yield from slips_of_number(body, connection, ledger)
            yield from slips_of_opening(body, ledger)
        case RulingGiven(rating=int()) | ExternalRatingTold() as body:
            yield from slips_of_number(body, connection, ledger)
        case TitleConfirmed() as body:
            yield from slips_of_title(body, connection, ledger)
        case FactWithdrawn() as body:
            yield from slips_of_withdrawn_opening(event, body, ledger)
        case _:
            return


def _jumps(book: Book) -> Iterator[Slip]:
    """Yield the rulings and openings that set a rating far from where it stood."""
    # a correction of last year settles thousands of units: they are picked before
    # anything is put in order
    rows = [
        row
        for old, row in book.settled.values()
        if old is None and row is not None and row.kind in SET_ANEW
    ]
    for row in sorted(rows, key=lambda row: row.key):
        for figure in row.figures:
            before = row.standing_before(figure.player).rating
            if before is None or abs(figure.after - before) < JUMP:
                continue

            text = say(
                "{player} on {list}: from {before} to {after}; is that right?",
                player=figure.player,
                list=row.list,
                before=before,
                after=figure.after,
            )

            yield Slip("jump", text, player=figure.player)


SECOND_LOOK = SecondLook(warnings_of, slips)
