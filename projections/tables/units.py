"""The table `unit`: versions of units, written once, closed once, and checked whenever
they are read.

They are read with all the others of their tournament, or of a player's openings and
rulings, or with the whole list: then it is known that none is missing.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from ledger.events import player_stream, tournament_stream
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.tables import batches, marks, summed_checksum
from projections.replay.unit_row import UnitRow
from projections.tables.checked_rows import (
    MISSING,
    checked_row,
    damaged,
    refuse_uncounted,
    with_checksum,
)
from rulebooks import LISTS
from rulebooks.numbers import owner_at

_COLUMNS = (
    "number, list, place, kind, unit, tournament, player, edition, seq, known_from,"
    " known_to, body, checksum"
)
_INSERT = f"INSERT INTO unit ({_COLUMNS}) VALUES ({', '.join('?' * 13)})"
_SELECT = f"SELECT {_COLUMNS} FROM unit"
_ORDER = "ORDER BY place, list, known_from"
in_order = attrgetter("place", "list", "known_from")


# where a stored row says which unit it is, and whose: by what its stream begins with
NUMBER = 0
COLUMNS_OF_STREAMS = {"tournament": 5, "player": 6}


def row_in(stored: Sequence[Any]) -> UnitRow:
    """Check that a stored row is as it was written, and return its unit.

    `stored`: the columns of `_COLUMNS`. The ledger is refused as damaged where the
    checksum does not fit.
    """
    return _unit_of(checked_row("unit", stored))


def _unit_of(stored: Sequence[Any]) -> UnitRow:
    """Return the unit of a stored row, whose last column is its checksum."""
    *columns, _ = stored
    return UnitRow(*columns)


def insert(connection: Connection, rows: Iterable[UnitRow]) -> None:
    """Write new versions of units, each with its checksum. What has to be counted of
    them, the caller counts.
    """
    connection.executemany(_INSERT, (with_checksum(*row.stored()) for row in rows))


def close(connection: Connection, rows: Iterable[UnitRow]) -> None:
    """Store that rows are closed; `known_to` is set in them already.

    Their checksums change with it; what has to be counted, the caller counts.
    """
    query = (
        "UPDATE unit SET known_to = ?, checksum = ? WHERE number = ? AND known_from = ?"
    )
    closed = []
    for row in rows:
        checksum = summed_checksum(row.stored())
        closed.append((row.known_to, checksum, row.number, row.known_from))

    connection.executemany(query, closed)


def seal_before_closing(row: UnitRow) -> int:
    """Return the checksum that a row had while it was in force.

    The caller takes it off the count when the row is closed.
    """
    *before, _, body = row.stored()
    return summed_checksum((*before, None, body))


def stream_of(tournament: str | None, player: str | None) -> str:
    """Name the stream with whose units a unit is counted: that of its tournament, or of
    its player.

    One of the two is given:

        stream_of("espoo-open", None)  # "tournament:espoo-open"
        stream_of(None, "fi-1")  # "player:fi-1"
    """
    if tournament is not None:
        return tournament_stream(tournament)
    return player_stream(player or "")


def stream_at(place: str) -> str:
    """Name the stream with whose units the unit at a place is counted."""
    return stream_of(*owner_at(place))


def whole_list(list_name: str) -> str:
    """Return the name under which all units of a list are counted.

    It is `unit selo` for the list selo.
    """
    return f"unit {list_name}"


def of_streams(
    connection: Connection, streams: Collection[str]
) -> dict[str, list[UnitRow]]:
    """Map each stream to every version of every unit in it, in the order in which they
    became known.

    Each stream asked for is in the result, with [] where it has no unit. The ledger is
    refused as damaged where a row is false or missing.
    """
    units_of: dict[str, list[UnitRow]] = {}
    for stream, rows in _checked_rows(connection, streams).items():
        units_of[stream] = [_unit_of(row) for row in rows]
    return units_of


def _checked_rows(
    connection: Connection, streams: Collection[str]
) -> dict[str, list[Sequence[Any]]]:
    """Read every row of some streams and check that each is as it was written, and that
    none is missing.

    `streams`: names such as `tournament:espoo-open` and `player:fi-1`, all of the
    streams that have units. The rows of a stream are in the order of `known_from`.
    """
    stored: dict[str, list[Sequence[Any]]] = {stream: [] for stream in streams}
    names_of: dict[str, list[str]] = {"tournament": [], "player": []}
    for stream in streams:
        column, _, name = stream.partition(":")
        names_of[column].append(name)

    for column, names in names_of.items():
        position = COLUMNS_OF_STREAMS[column]
        for some in batches(names):
            condition = f"{column} IN ({marks(some)})"
            query = f"{_SELECT} WHERE {condition} ORDER BY known_from"
            for row in connection.execute(query, some).fetchall():
                stream = f"{column}:{row[position]}"
                stored[stream].append(row)

    refuse_uncounted(connection, "units", stored)
    for row in chain.from_iterable(stored.values()):
        checked_row("unit", row)

    return stored


def of_stream(connection: Connection, stream: str) -> list[UnitRow]:
    """Return every version of the units of one tournament, or of one player's openings
    and rulings, in the order of places.

    Versions of one place are in the order in which they became known.
    """
    return sorted(of_streams(connection, [stream])[stream], key=in_order)


def of_tournament(connection: Connection, tournament: str) -> list[UnitRow]:
    """Return every version of every unit of one tournament, in the order of places."""
    return of_stream(connection, tournament_stream(tournament))


def of_lists(connection: Connection, list_name: str | None = None) -> Iterator[UnitRow]:
    """Yield every version of every unit of a list, or of all, in the order of places,
    and of knowledge at one place.

    They have to be read to the end: only then is it known whether all of them were
    there.

    The ledger is refused as damaged at a false row, or behind the last one where one is
    missing.
    """
    if list_name is None:
        lists: Sequence[str] = LISTS
        rows = connection.execute(f"{_SELECT} {_ORDER}")
    else:
        lists = [list_name]
        query = f"{_SELECT} WHERE list = ? {_ORDER}"
        rows = connection.execute(query, (list_name,))

    sums = {whole_list(name): 0 for name in lists}
    for stored in rows:
        row = row_in(stored)
        name = whole_list(row.list)
        *_, checksum = stored
        sums[name] = sums.get(name, 0) + checksum
        yield row

    there = {name: counted.wrapped_sum([total]) for name, total in sums.items()}
    counted.refuse_miscounted(connection, "rows", there, damaged)


def of_numbers(connection: Connection, numbers: Sequence[int]) -> list[UnitRow]:
    """Return every version of the units of these numbers, in the order of places.

    A number that no unit has is one that was lost: the ledger is refused as damaged.
    """
    wanted = set(numbers)
    stored = _checked_rows(connection, _streams_of_numbers(connection, numbers))
    # the others of these streams were read to know that none is missing
    every_row = chain.from_iterable(stored.values())
    rows = [_unit_of(row) for row in every_row if row[NUMBER] in wanted]
    if {row.number for row in rows} != wanted:
        raise damaged(MISSING)

    return sorted(rows, key=in_order)


def _streams_of_numbers(
    connection: Connection, numbers: Sequence[int]
) -> Collection[str]:
    """Return the streams with whose units these are counted, each once.

    A number that no unit has brings none, which the caller sees from its rows.
    """
    streams: dict[str, None] = {}
    for some in batches(numbers):
        query = f"SELECT tournament, player FROM unit WHERE number IN ({marks(some)})"
        for tournament, player in connection.execute(query, some).fetchall():
            streams[stream_of(tournament, player)] = None
    return streams


def highest_number(connection: Connection) -> int:
    """Return the last number that a unit has; 0 where there is no unit.

    Numbers begin with 1 and are never given twice.
    """
    [highest] = connection.execute("SELECT MAX(number) FROM unit").fetchone()
    return highest or 0


def places(connection: Connection, numbers: Sequence[int]) -> list[str]:
    """Return the places of some units, in the order given. They are proven when the row
    at one of them is read.

    The ledger is refused as damaged where a unit is not there.
    """
    by_number: dict[int, str] = {}
    for some in batches(numbers):
        # a unit that others come late beside has many versions, which all stand at one
        # place: one of them is read
        first = (
            f"SELECT number, MIN(known_from) FROM unit WHERE number IN ({marks(some)}) GROUP"
            " BY number"
        )
        rows = connection.execute(
            f"SELECT number, place FROM unit WHERE (number, known_from) IN ({first})",
            some,
        )
        by_number.update(rows.fetchall())

    if len(by_number) < len({*numbers}):
        raise damaged(MISSING)

    return [by_number[number] for number in numbers]


def versions(connection: Connection) -> Iterator[UnitRow]:
    """Yield all versions that there are, for an audit: in the order of places, and of
    knowledge at one place.

    Each row is checked, but not whether any is missing.
    """
    return map(row_in, connection.execute(f"{_SELECT} {_ORDER}"))
