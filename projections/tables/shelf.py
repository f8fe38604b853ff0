"""The read tables as a shelf for the loop: a command touches only what its cone reaches."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ledger.store.database import Connection
from projections.replay.rows import COLUMNS, Key, Row, Stored, row_in, standing_of
from projections.replay.shelf import Career, MemoryShelf, Spot
from projections.tables.schema import INSERT_ENTRY
from rulebooks.base import Unit

_UNIT = msgspec.json.Decoder(Unit)
_ENCODER = msgspec.json.Encoder()


class TableShelf:
    """Units and seats are written at once, entries when the step is kept."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def _units(self, condition: str, value: str) -> dict[Spot, Unit]:
        rows = self._db.execute(f"SELECT list, place, body FROM unit WHERE {condition} = ?", (value,)).fetchall()
        return {(list_name, place): _UNIT.decode(body) for list_name, place, body in rows}

    def unit(self, spot: Spot) -> Unit | None:
        row = self._db.execute("SELECT body FROM unit WHERE list = ? AND place = ?", spot).fetchone()
        return None if row is None else _UNIT.decode(row[0])

    def units_of(self, tournament: str) -> dict[Spot, Unit]:
        return self._units("tournament", tournament)

    def givens_of(self, player: str) -> dict[Spot, Unit]:
        return self._units("player", player)

    def units_under(self, edition: str) -> list[Spot]:
        rows = self._db.execute("SELECT list, place FROM unit WHERE edition = ?", (edition,)).fetchall()
        return [(row[0], row[1]) for row in rows]

    def put(self, unit: Unit) -> None:
        put_units(self._db, [unit])

    def drop(self, unit: Unit) -> None:
        self._db.execute("DELETE FROM unit WHERE list = ? AND place = ?", (unit.list, unit.place))
        self._db.executemany(
            "DELETE FROM seat WHERE player = ? AND list = ? AND place = ?",
            [(player, unit.list, unit.place) for player in unit.seats()],
        )

    def next_seat(self, list_name: str, player: str, after: str) -> str | None:
        row = self._db.execute(
            "SELECT MIN(place) FROM seat WHERE player = ? AND list = ? AND place > ?", (player, list_name, after)
        ).fetchone()
        return None if row is None else row[0]

    def seats_from(self, player: str, day: str) -> list[Spot]:
        rows = self._db.execute(
            "SELECT list, place FROM seat WHERE player = ? AND place >= ?", (player, day)
        ).fetchall()
        return [(row[0], row[1]) for row in rows]

    def rows(self, spot: Spot) -> list[Row]:
        rows = self._db.execute(
            f"SELECT {', '.join(COLUMNS)} FROM entry WHERE list = ? AND place = ? AND known_to IS NULL", spot
        ).fetchall()
        return [row_in(row) for row in rows]

    def career(self, list_name: str, player: str, since: str = "") -> Career:
        """One standing a place: a 3.7 step and its unit share theirs, and the unit comes last. From the last place
        before a given one."""
        rows = self._db.execute(
            "SELECT place, standing FROM entry WHERE player = ?1 AND list = ?2 AND known_to IS NULL AND place >="
            " COALESCE((SELECT MAX(place) FROM entry WHERE player = ?1 AND list = ?2 AND known_to IS NULL"
            " AND place < ?3), '') ORDER BY place, step",
            (player, list_name, since),
        ).fetchall()
        return list({place: (place, standing_of(standing)) for place, standing in rows}.values())

    def keep(
        self, careers: dict[tuple[str, str], Career], closed: Iterable[Row], written: Iterable[Row], seq: int
    ) -> None:
        self._db.executemany(
            "UPDATE entry SET known_to = ? WHERE list = ? AND place = ? AND step = ? AND player = ?"
            " AND known_to IS NULL",
            [(seq, *row.key) for row in closed],
        )
        self._db.executemany(INSERT_ENTRY, [(*row, seq, None) for row in written])


def put_units(connection: Connection, units: Iterable[Unit]) -> None:
    bodies: list[tuple[Any, ...]] = []
    seats: list[tuple[str, str, str]] = []
    for unit in units:
        given = unit.given.player if unit.given is not None else None
        body = _ENCODER.encode(unit).decode()
        bodies.append((unit.list, unit.place, unit.tournament, given, unit.edition, body))
        seats.extend((player, unit.list, unit.place) for player in unit.seats())
    connection.executemany(
        "INSERT INTO unit (list, place, tournament, player, edition, body) VALUES (?, ?, ?, ?, ?, ?)", bodies
    )
    connection.executemany("INSERT INTO seat (player, list, place) VALUES (?, ?, ?)", sorted(seats))


def pour(connection: Connection, shelf: MemoryShelf) -> None:
    """A whole rebuild at once into empty tables."""
    put_units(connection, shelf.units.values())
    # in the order of the primary key: every page is written once
    versions = [(row, known_from, known_to) for (_, known_from), (row, known_to) in shelf.versions.items()]
    versions.sort(key=lambda version: (version[0].player, version[0].list, *version[0].order, version[1]))
    connection.executemany(INSERT_ENTRY, [(*row, known_from, known_to) for row, known_from, known_to in versions])


def stored_versions(connection: Connection) -> dict[tuple[Key, int], Stored]:
    """Every stored row with its known_from and known_to, for comparing with a fresh replay."""
    rows = connection.execute(f"SELECT {', '.join(COLUMNS)}, known_from, known_to FROM entry").fetchall()
    return {(row_in(row).key, row[len(COLUMNS)]): tuple(row) for row in rows}
