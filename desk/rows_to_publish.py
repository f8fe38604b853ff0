"""The rows that `publish` freezes: the list as it is known now, made twice, from the
read tables and from the events alone.

Whoever books documents hands this over (`Outside.rows_to_publish`), since booking
itself answers no questions.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial

from ledger.decide import Listing
from ledger.errors import Problem, Refused
from ledger.store.connection import Connection
from ledger.timeline import Timeline
from messages import by_command, say
from projections import revisions
from projections.tables.fresh import FreshTables


@contextmanager
def rows_to_publish(
    connection: Connection, timeline: Timeline
) -> Iterator[Callable[[str, str], Listing]]:
    """Open what gives the lists that one submission freezes, each by its name and day.
    What is made from the events for one list serves the next.
    """
    with closing(FreshTables(connection)) as fresh:
        yield partial(_list_to_publish, connection, timeline, fresh)


def _list_to_publish(
    connection: Connection,
    timeline: Timeline,
    fresh: FreshTables,
    list_name: str,
    as_of: str,
) -> Listing:
    """Return the list that `publish` freezes.

    Frozen rows never change again, and read tables can be wrong, so the list is also
    made from the events alone, and must be the same.
    """
    # hardly a submission publishes, and the others do without these
    from projections.answers.lists.listed import published_list
    from projections.answers.lists.published import listing
    from projections.answers.reading import Reading
    from projections.opened_ledger import OpenedLedger

    # or the two would differ for a reason that no rebuild mends
    revisions.check_written(timeline)
    stored = listing(connection, list_name, as_of, fresh)
    of_events = OpenedLedger(connection, fresh.known_at(stored.known_seq))
    reading = Reading(of_events, as_of, stored.known_seq)
    replayed = published_list(reading, list_name)

    if replayed != stored.rows:
        message = say(
            "the list {list} of the read tables is not what the events give, so it is"
            " not published",
            list=list_name,
        )
        hint = by_command(
            "run `selo ledger rebuild`, then publish again",
            "the administrator of the service has to make the read tables again",
        )
        raise Refused(Problem("conclusion-differs", message, hint=hint))

    return stored
