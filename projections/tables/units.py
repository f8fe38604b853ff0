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
from ledger.store.database import Connection
from ledger.store.tables import batches, worth
from projections.replay.unit_row import UnitRow
from projections.tables.schema import MISSING, checked, damaged, proven, sealed
from rulebooks import LISTS
from rulebooks.numbers import whose

_COLUMNS = (
    "number, list, place, kind, unit, tournament, player, edition, seq, known_from,"
    " known_to, body, checksum"
)
_INSERT = f"INSERT INTO unit ({_COLUMNS}) VALUES ({', '.join('?' * 13)})"
_SELECT = f"SELECT {_COLUMNS} FROM unit"
_ORDER = "ORDER BY place, list, known_from"
in_order = attrgetter("place", "list", "known_from")


def row_in(stored: Sequence[Any]) -> UnitRow:
    """Check that a stored row is as it was written, and return its unit."""
    return _unit_of(checked("unit", stored))


def _unit_of(stored: Sequence[Any]) -> UnitRow:
    """Return the unit of a stored row, whose last column is its checksum."""
    return UnitRow(*stored[:-1])


def insert(connection: Connection, rows: Iterable[UnitRow]) -> None:
    connection.executemany(_INSERT, (sealed(*row.stored()) for row in rows))


def close(connection: Connection, rows: Iterable[UnitRow]) -> None:
    """Store that rows are closed; `known_to` is set in them already."""
    connection.executemany(
        "UPDATE unit SET known_to = ?, checksum = ? WHERE number = ? AND"
        " known_from = ?",
        [
            (row.known_to, worth(row.stored()), row.number, row.known_from)
            for row in rows
        ],
    )


def seal_before_closing(row: UnitRow) -> int:
    *before, _, body = row.stored()
    return worth((*before, None, body))


def stream_of(tournament: str | None, player: str | None) -> str:
    """Name the stream with whose units a unit is counted: that of its tournament, or of
    its player.
    """
    return (
        tournament_stream(tournament)
        if tournament is not None
        else player_stream(player or "")
    )


def stream_at(place: str) -> str:
    """Name the stream with whose units the unit at a place is counted."""
    return stream_of(*whose(place))


def whole_list(list_name: str) -> str:
    """Return the name under which all units of a list are counted."""
    return f"unit {list_name}"


def of_streams(
    connection: Connection, streams: Collection[str]
) -> dict[str, list[UnitRow]]:
    """Map each stream to every version of every unit in it, in the order in which they
    became known.
    """
    stored = _stored(connection, streams)
    return {stream: [_unit_of(row) for row in own] for stream, own in stored.items()}


def _stored(
    connection: Connection, streams: Collection[str]
) -> dict[str, list[Sequence[Any]]]:
    """Read every row of some streams and check that each is as it was written, and that
    none is missing.
    """
    stored: dict[str, list[Sequence[Any]]] = {stream: [] for stream in streams}
    for column, at, kind in (
        ("tournament", 5, "tournament:"),
        ("player", 6, "player:"),
    ):
        names = [
            stream.removeprefix(kind) for stream in streams if stream.startswith(kind)
        ]
        for some in batches(names):
            select = (
                f"{_SELECT} WHERE {column} IN ({', '.join('?' * len(some))}) ORDER BY"
                " known_from"
            )
            for row in connection.execute(select, some).fetchall():
                stored[f"{kind}{row[at]}"].append(row)
    proven(connection, "units", stored)
    for row in chain.from_iterable(stored.values()):
        checked("unit", row)
    return stored


def of_stream(connection: Connection, stream: str) -> list[UnitRow]:
    """Return every version of the units of one tournament, or of one player's openings
    and rulings, in the order of places.
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
    """
    condition, values = (
        ("", ()) if list_name is None else ("WHERE list = ?", (list_name,))
    )
    names = LISTS if list_name is None else (list_name,)
    sums = dict.fromkeys(map(whole_list, names), 0)
    for stored in connection.execute(f"{_SELECT} {condition} {_ORDER}", values):
        row = row_in(stored)
        name = whole_list(row.list)
        sums[name] = sums.get(name, 0) + stored[-1]
        yield row
    counted.compare(
        connection,
        "rows",
        {name: counted.added([total]) for name, total in sums.items()},
        damaged,
    )


def of_numbers(connection: Connection, numbers: Sequence[int]) -> list[UnitRow]:
    """Return every version of the units of these numbers, in the order of places."""
    wanted, streams = {*numbers}, dict[str, None]()
    for some in batches(numbers):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT tournament, player FROM unit WHERE number IN ({marks})", some
        ).fetchall()
        streams.update((stream_of(*row), None) for row in rows)
    # the others of these streams were read to know that none is missing
    read = [
        _unit_of(row)
        for own in _stored(connection, streams).values()
        for row in own
        if row[0] in wanted
    ]
    if {row.number for row in read} != wanted:
        raise damaged(MISSING)
    return sorted(read, key=in_order)


def highest_number(connection: Connection) -> int:
    return connection.execute("SELECT MAX(number) FROM unit").fetchone()[0] or 0


def places(connection: Connection, numbers: Sequence[int]) -> list[str]:
    """Return the places of some units, in the order given. They are proven when the row
    at one of them is read.
    """
    by_number: dict[int, str] = {}
    for some in batches(numbers):
        marks = ", ".join("?" * len(some))
        # a unit that others come late beside has many versions, which all stand at one
        # place: one of them is read
        first = (
            f"SELECT number, MIN(known_from) FROM unit WHERE number IN ({marks}) GROUP"
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
    """
    return map(row_in, connection.execute(f"{_SELECT} {_ORDER}"))
