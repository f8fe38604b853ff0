"""The rows about players: what everybody's entries add up to, where they have seats, their titles. Those of one player
are read together, for together they are counted."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from ledger.events import player_stream
from ledger.store.database import Connection
from ledger.store.tables import batches
from projections.replay.tally import Tally, TitleAt, Total
from projections.tables.seals import OF_PLAYERS, Row, checked, proven, sealed, whole
from rulebooks.base import Standing

_STANDING = msgspec.json.Decoder(Standing)
_NUMBERS = msgspec.json.Decoder(list[int])
_encode = msgspec.json.Encoder().encode
INSERT_SEAT = "INSERT INTO seat (player, list, units, checksum) VALUES (?, ?, ?, ?)"
INSERT_PLAYER = f"INSERT INTO player VALUES ({', '.join('?' * 14)})"
INSERT_TITLE = f"INSERT INTO title VALUES ({', '.join('?' * 10)})"
DELETE_TITLE = "DELETE FROM title WHERE player = ? AND list = ? AND title = ? AND known_from = ?"


def seat_row(player: str, list_name: str, numbers: list[int]) -> tuple[Any, ...]:
    return sealed(player, list_name, _encode(numbers).decode())


class Own(NamedTuple):
    """All rows about one player that are proven together."""

    totals: dict[str, Row]  # by list
    seats: dict[str, Row]
    titles: list[Row]

    def numbers(self, list_name: str) -> list[int]:
        """Return the numbers of the units of a list in which the player ever had a seat, in order."""
        row = self.seats.get(list_name)
        return [] if row is None else _NUMBERS.decode(row[2])

    def every_number(self) -> set[int]:
        """Return the numbers of the units of all lists in which the player ever had a seat."""
        return {number for list_name in self.seats for number in self.numbers(list_name)}

    def tally(self, list_name: str) -> Tally | None:
        """Return what all entries in force on a list add up to; None for a player without an entry."""
        row = self.totals.get(list_name)
        if row is None:
            return None
        tally = tally_in(row)
        tally.titles = {title.title: title for title, known_to in self.titles_in(list_name) if known_to is None}
        return tally

    def titles_in(self, list_name: str) -> list[tuple[TitleAt, int | None]]:
        """Return the titles of a list, each with the seq that closed it, in the order in which they became known."""
        return _in_order(row for row in self.titles if row[0] == list_name)


def own_rows(connection: Connection, players: Collection[str]) -> dict[str, Own]:
    """Read and prove all rows of some players, by player; each player asked for is in the result."""
    found: dict[str, dict[str, list[Row]]] = {player: {table: [] for table in OF_PLAYERS} for player in players}
    for some in batches([*players]):
        marks = ", ".join("?" * len(some))
        for table, at in (("player", 0), ("seat", 0), ("title", 1)):
            rows = connection.execute(f"SELECT * FROM {table} WHERE player IN ({marks})", some).fetchall()
            for row in rows:
                found[row[at]][table].append(checked(table, row))
    every = {player_stream(player): [*chain.from_iterable(own.values())] for player, own in found.items()}
    proven(connection, "rows", every)
    return {
        player: Own({row[1]: row for row in own["player"]}, {row[1]: row for row in own["seat"]}, own["title"])
        for player, own in found.items()
    }


def seat_numbers(connection: Connection, list_name: str, players: Sequence[str]) -> dict[str, list[int]]:
    """Map each player to the numbers of the units in which they ever had a seat. The caller proves them with all their
    rows.
    """
    numbers: dict[str, list[int]] = {}
    for some in batches(players):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(f"SELECT * FROM seat WHERE list = ? AND player IN ({marks})", [list_name, *some])
        numbers.update((row[0], _NUMBERS.decode(checked("seat", row)[2])) for row in rows.fetchall())
    return numbers


def player_row(tally: Tally) -> tuple[Any, ...]:
    list_name, player = tally.key
    return sealed(player, list_name, *tally.stored(), _encode(tally.standing).decode())


def tally_in(row: Row) -> Tally:
    """Return the tally in a row of the table `player`, without the titles."""
    tally = Tally((row[1], row[0]))
    tally.place, tally.rated_place, tally.rating = row[2:5]
    tally.changes, tally.games, tally.normal_games, tally.last_played = row[5:9]
    tally.peak, tally.peak_place, tally.opened = row[9:12]
    tally.standing = _STANDING.decode(row[12])
    return tally


def total_in(row: Row) -> Total | None:
    """Return the total in a row of the table `player`, as a list shows it; None for a player with a seat and no
    entry."""
    return Total(row[0], row[4], _STANDING.decode(row[12]), *row[6:9]) if row[5] else None


def titles_in(connection: Connection, list_name: str) -> list[tuple[TitleAt, int | None]]:
    """Return every title of a list with the seq that closed it, in the order in which each player's became known."""
    rows = [checked("title", row) for row in connection.execute("SELECT * FROM title WHERE list = ?", (list_name,))]
    proven(connection, "rows", {whole("title", list_name): rows})
    return _in_order(rows)


def _in_order(rows: Iterable[Row]) -> list[tuple[TitleAt, int | None]]:
    return [(TitleAt(*row[:8]), row[8]) for row in sorted(rows, key=lambda row: (row[1], row[7], row[2]))]


def title_row(title: TitleAt, known_to: int | None) -> tuple[Any, ...]:
    return sealed(*title, known_to)
