"""The table `unit`: versions of units, written once, closed once, and checked whenever they are read."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ledger.store.database import Connection
from ledger.store.tables import batches
from projections.replay.unit_row import Spot, UnitRow
from projections.tables.seals import MISSING, checked, checksum, damaged, sealed

_COLUMNS = "number, list, place, kind, unit, tournament, player, edition, seq, known_from, known_to, body, checksum"
_INSERT = f"INSERT INTO unit ({_COLUMNS}) VALUES ({', '.join('?' * 13)})"
_SELECT = f"SELECT {_COLUMNS} FROM unit"


def row_in(stored: Sequence[Any]) -> UnitRow:
    return UnitRow(*checked("unit", stored)[:-1])


def insert(connection: Connection, rows: Iterable[UnitRow]) -> None:
    connection.executemany(_INSERT, (sealed(*row.stored()) for row in rows))


def close(connection: Connection, rows: Iterable[UnitRow]) -> None:
    """`known_to` is set in the rows already."""
    connection.executemany(
        "UPDATE unit SET known_to = ?, checksum = ? WHERE number = ? AND known_from = ?",
        [(row.known_to, checksum(row.stored()), row.number, row.known_from) for row in rows],
    )


def in_force(connection: Connection, spot: Spot) -> UnitRow | None:
    row = connection.execute(f"{_SELECT} WHERE list = ? AND place = ? AND known_to IS NULL", spot).fetchone()
    return None if row is None else row_in(row)


def in_force_at(connection: Connection, list_name: str, places: Sequence[str]) -> dict[str, UnitRow]:
    """The same of several places of a list, by place."""
    by_place: dict[str, UnitRow] = {}
    for part in batches(places):
        select = f"{_SELECT} WHERE list = ? AND place IN ({', '.join('?' * len(part))}) AND known_to IS NULL"
        rows = map(row_in, connection.execute(select, (list_name, *part)).fetchall())
        by_place.update((row.place, row) for row in rows)
    return by_place


def spots(connection: Connection, column: str, value: str) -> list[Spot]:
    """Units in force of a tournament, of a player's openings and rulings, or under an edition."""
    rows = connection.execute(f"SELECT list, place FROM unit WHERE {column} = ? AND known_to IS NULL", (value,))
    return [(row[0], row[1]) for row in rows.fetchall()]


def number_of(connection: Connection, spot: Spot) -> int | None:
    row = connection.execute("SELECT number FROM unit WHERE list = ? AND place = ? LIMIT 1", spot).fetchone()
    return None if row is None else row[0]


def highest_number(connection: Connection) -> int:
    return connection.execute("SELECT MAX(number) FROM unit").fetchone()[0] or 0


def places(connection: Connection, numbers: Sequence[int]) -> list[str]:
    """The places of some units, in the order given."""
    by_number = _column(connection, "place", numbers)
    if len(by_number) < len({*numbers}):
        raise damaged(MISSING)
    return [by_number[number] for number in numbers]


def tournaments_of(connection: Connection, player: str) -> list[str]:
    """The tournaments in whose units a player ever had a seat."""
    rows = connection.execute("SELECT units FROM seat WHERE player = ?", (player,)).fetchall()
    names: set[str | None] = set()
    for (numbers,) in rows:
        names.update(_column(connection, "tournament", msgspec.json.decode(numbers)).values())
    return sorted(name for name in names if name is not None)


def _column(connection: Connection, column: str, numbers: Sequence[int]) -> dict[int, Any]:
    """A column by the number of the unit; it is the same in all versions."""
    values: dict[int, Any] = {}
    for some in batches(numbers):
        marks = ", ".join("?" * len(some))
        select = f"SELECT DISTINCT number, {column} FROM unit WHERE number IN ({marks})"
        values.update(connection.execute(select, some).fetchall())
    return values


def versions(connection: Connection, condition: str, values: Sequence[Any]) -> Iterator[UnitRow]:
    """Rows in the order of places, and of knowledge at one place."""
    cursor = connection.execute(f"{_SELECT} WHERE {condition} ORDER BY place, list, known_from", values)
    return map(row_in, cursor)
