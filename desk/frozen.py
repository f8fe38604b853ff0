"""What a document freezes of the conclusions: the rows of a published list, and what accepting corrected rules moves.

Both are made from the events alone; nothing of it is imported for other documents.
"""

from collections.abc import Iterator

from ledger.decide.context import Listing
from ledger.errors import Problem, Refused
from ledger.events import RatingMoved
from ledger.store.database import Connection
from ledger.timeline import Timeline
from messages import by_command, say
from projections import revisions


def published_rows(connection: Connection, timeline: Timeline, list_name: str, as_of: str) -> Listing:
    """The list that `publish` freezes.

    Frozen rows are for ever, and read tables can be wrong: the list is also made from the events alone, and must be the
    same.
    """
    from projections.answers.lists.publishing import listing
    from projections.answers.lists.rating_list import published_list
    from projections.answers.reading import Reading
    from projections.replay.build import rebuild
    from projections.tables.memory import memory_tables

    revisions.check(timeline)  # or the two would differ for a reason that no rebuild mends
    stored = listing(connection)(list_name, as_of)
    with memory_tables() as fresh:
        rebuild(connection, fresh, stored.known_seq)
        replayed = published_list(Reading(connection, fresh, as_of, stored.known_seq), list_name)
    if replayed != stored.rows:
        message = say(
            "the list {list} of the read tables is not what the events give, so it is not published", list=list_name
        )
        raise Refused(
            Problem(
                "conclusion-differs",
                message,
                hint=by_command(
                    "run `selo rebuild`, then publish again",
                    "whoever runs the service has to make the read tables again",
                ),
            )
        )
    return stored


def once_moved(connection: Connection, *, importing: bool) -> Iterator[tuple[RatingMoved, ...]]:
    """What the rules of this code move, for the first acceptance of a submission; then nothing more moves.

    A ledger that is imported was rated by this code from its first event on.
    """
    if not importing:
        yield moved_by_this_code(connection)
    while True:
        yield ()


def moved_by_this_code(connection: Connection) -> tuple[RatingMoved, ...]:
    """Every current rating that comes out different when this program computes it from the same events.

    The stored ones may be those of an earlier version.
    """
    from projections.replay.build import rebuild
    from projections.tables.memory import memory_tables
    from projections.tables.schema import projected_if_any
    from projections.tables.totals import current_ratings

    before = current_ratings(connection)
    with memory_tables() as fresh:
        rebuild(connection, fresh, projected_if_any(connection)[1])
        after = current_ratings(fresh)
    return tuple(
        RatingMoved(*key, before.get(key), after.get(key))
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    )
