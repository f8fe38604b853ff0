"""The counts of the read tables (ledger/store/counted.py), kept by every write: of each player the rows of their
totals, seats and titles, of each tournament its row, of each stream its units, of each list all rows of a table.

A write changes rows that were proven when they were read, so it adds what comes and takes away what goes.
"""

from ledger.errors import LedgerUnusable
from ledger.events import player_stream, tournament_stream
from ledger.store import counted, persons
from ledger.store.checkpoints import beside
from ledger.store.counted import Counting
from ledger.store.database import Connection
from ledger.store.details import PeopleFacts, every_sum, sealed_rows, sums_by_events
from messages import Message
from projections.tables.seals import OF_PLAYERS, PUBLISHED, bucket, checked, whole
from projections.tables.units import stream_of

READ = (*OF_PLAYERS, "unit", "tournament", "said", "published", "step")


def count_row(counting: Counting, table: str, stream: str, list_name: str, checksum: int) -> None:
    """Count a row about a player, or of a unit, that comes; or that goes, if its checksum is given as a negative."""
    counting.add("units" if table == "unit" else "rows", stream, checksum)
    if table != "seat":  # nobody asks for those of a whole list
        counting.add("rows", whole(table, list_name), checksum)


def count_ratings(connection: Connection, counting: Counting) -> None:
    """Count every rating, seat, title and unit that was poured into empty tables, which went past `count_row`."""
    for table in OF_PLAYERS:
        for player, list_name, checksum in connection.execute(f"SELECT player, list, checksum FROM {table}"):
            count_row(counting, table, player_stream(player), list_name, checksum)
    rows = connection.execute("SELECT tournament, player, list, checksum FROM unit")
    for tournament, player, list_name, checksum in rows:
        count_row(counting, "unit", stream_of(tournament, player), list_name, checksum)


def count_all(connection: Connection, upto: int, facts: PeopleFacts | None) -> None:
    """Count everything anew, in a ledger with all that stands beside the log.

    `facts`: what its events say of people, whose rows count only as they say. Without, only the read tables are
    counted, which stand alone.
    """
    if facts is None:
        counted.fill(connection, _of_tables(connection) | {"events": {counted.LOG: upto}})
    else:
        counted.fill(connection, everything(connection, upto, facts))


def _of_tables(connection: Connection) -> dict[str, dict[str, int]]:
    """Count the rows of the read tables, by column and name."""
    counting = Counting()
    count_ratings(connection, counting)
    for mark, checksum in connection.execute("SELECT mark, checksum FROM said"):
        counting.add("rows", bucket(mark), checksum)
    for (checksum,) in connection.execute("SELECT checksum FROM published"):
        counting.add("rows", PUBLISHED, checksum)
    for tournament, checksum in connection.execute("SELECT tournament, checksum FROM tournament"):
        counting.add("rows", tournament_stream(tournament), checksum)
    return {column: counting.from_nothing(column) for column in ("rows", "units")}


def everything(connection: Connection, upto: int, facts: PeopleFacts | None = None) -> dict[str, dict[str, int]]:
    """Count from scratch what there is up to an event, by column and name. `facts`: what the events say of people, if
    their rows are to be held against it.
    """
    people = _people(connection) if facts is None else sums_by_events(connection, facts)
    columns = _of_tables(connection) | {"events": counted.every_event(connection, upto), "people": people}
    columns["rows"] |= beside(connection)
    return columns


def unsound(connection: Connection, upto: int) -> list[Message]:
    """Say what is wrong with the rows that questions read, as far as that is seen without an event or a rule: a row
    whose checksum does not fit, and names under which something else is counted than there is.
    """
    try:
        for table in READ:
            for row in connection.execute(f"SELECT * FROM {table}"):
                checked(table, row)
        return miscounted(connection, upto)
    except LedgerUnusable as damaged:
        return [damaged.message]


def miscounted(connection: Connection, upto: int, facts: PeopleFacts | None = None) -> list[Message]:
    """Say of which names something else is counted than there is; `facts` as in `everything`."""
    there, held = everything(connection, upto, facts), counted.all_held(connection)
    names = {
        name
        for column in counted.COLUMNS
        for name in there[column].keys() | held[column].keys()
        if there[column].get(name, 0) != held[column].get(name, 0)
    }
    return [counted.differs(name) for name in sorted(names)]


def _people(connection: Connection) -> dict[str, int]:
    """Return what the rows of people add up to as they are, held against no event."""
    return persons.as_they_are(connection).sums() | every_sum(sealed_rows(connection))
