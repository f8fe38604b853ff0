"""Count from scratch what ledger/store/counted.py keeps with every write.

Counted are, of each player, the rows of their totals, seats and titles, of each
tournament its row, of each stream its units, of each list all rows of a table. A write
changes rows that were proven when they were read, so it adds what comes and takes away
what goes.
"""

from ledger.events import player_stream, tournament_stream
from ledger.store import counted, persons
from ledger.store.beside_log import sum_of
from ledger.store.checkpoints import unchecked_checkpoints
from ledger.store.connection import Connection
from ledger.store.counted import Counting
from ledger.store.details import all_detail_sums, sealed_rows
from ledger.store.people_facts import PeopleFacts, sums_by_events
from ledger.store.source_files import source_files
from projections.tables.checked_rows import OF_PLAYERS, PUBLISHED, bucket, count_row
from projections.tables.units import stream_of


def count_ratings(connection: Connection, counting: Counting) -> None:
    """Count every rating, seat, title and unit that was poured into empty tables, which
    went past `count_row`.

    They are added to `counting`; nothing is written.
    """
    for table in OF_PLAYERS:
        rows = connection.execute(f"SELECT player, list, checksum FROM {table}")
        for player, list_name, checksum in rows:
            stream = player_stream(player)
            count_row(counting, table, stream, list_name, checksum)

    rows = connection.execute("SELECT tournament, player, list, checksum FROM unit")
    for tournament, player, list_name, checksum in rows:
        stream = stream_of(tournament, player)
        count_row(counting, "unit", stream, list_name, checksum)


def count_all(connection: Connection, upto: int, facts: PeopleFacts | None) -> None:
    """Count everything anew, in a ledger with all that stands beside the log.

    `facts`: what its events say of people, whose rows count only as they say. Without,
    only the read tables are counted, which stand alone.

    `upto`: the last event that the tables follow.
    """
    if facts is None:
        columns = _table_counts(connection)
        columns["events"] = {counted.LOG: upto}
    else:
        columns = actual_counts(connection, upto, facts)
    counted.fill(connection, columns)


def _table_counts(connection: Connection) -> dict[str, dict[str, int]]:
    """Count the rows of the read tables, by column and name."""
    counting = Counting()
    count_ratings(connection, counting)
    _count_notes(connection, counting)
    return {
        "rows": counting.from_nothing("rows"),
        "units": counting.from_nothing("units"),
    }


def _count_notes(connection: Connection, counting: Counting) -> None:
    """Count what is noted of events: the rows of `said`, of published lists and of
    tournaments.

    They are added to `counting`; nothing is written.
    """
    rows = connection.execute("SELECT mark, checksum FROM said")
    for mark, checksum in rows:
        counting.add("rows", bucket(mark), checksum)

    rows = connection.execute("SELECT checksum FROM published")
    for (checksum,) in rows:
        counting.add("rows", PUBLISHED, checksum)

    rows = connection.execute("SELECT tournament, checksum FROM tournament")
    for tournament, checksum in rows:
        stream = tournament_stream(tournament)
        counting.add("rows", stream, checksum)


def actual_counts(
    connection: Connection, upto: int, facts: PeopleFacts | None = None
) -> dict[str, dict[str, int]]:
    """Count from scratch what there is up to an event, by column and name. `facts`:
    what the events say of people, if their rows are to be held against it.

    The columns are `rows`, `units`, `events` and `people`; under each name stands what
    the checksums add up to, or how many events there are.
    """
    people = _people(connection) if facts is None else sums_by_events(connection, facts)
    columns = _table_counts(connection) | {
        "events": counted.every_event(connection, upto),
        "people": people,
    }
    columns["rows"] |= {
        "checkpoint": sum_of(unchecked_checkpoints(connection)),
        "source_file": sum_of(source_files(connection)),
    }
    return columns


def _people(connection: Connection) -> dict[str, int]:
    """Return what the rows of people add up to as they are, held against no event.

    It is by name, their sealed details included.
    """
    return persons.unchecked_people(connection).sums() | all_detail_sums(
        sealed_rows(connection)
    )
