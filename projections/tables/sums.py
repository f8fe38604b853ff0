"""Add up again what follows from the stored units alone: everybody's seats and totals, without a rule or an event.

So they can be compared in a ledger whose events are altered too, and where this version has no code to replay by.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ledger.store.database import Connection
from messages import Message, say
from projections.replay.tally import Tally, take_all
from projections.replay.unit_row import UnitRow
from projections.tables import units
from projections.tables.compare import Rows, between, rows_of
from projections.tables.players import player_row, seat_row

Key = tuple[str, str]  # list, player


def unlike_units(connection: Connection) -> list[Message]:
    """Return, as sentences, the seats and totals that the stored units do not add up to."""
    seats: dict[Key, list[int]] = defaultdict(list)
    tallies: dict[Key, Tally] = {}
    for row in units.versions(connection):
        keys = [(row.list, player) for player in row.columns.players]
        for key in keys:
            numbers = seats[key]
            if not numbers or numbers[-1] != row.number:  # an earlier version of the unit has it already
                numbers.append(row.number)
            tallies.setdefault(key, Tally(key))
        if row.known_to is None:
            _add(row, [tallies[key] for key in keys])
    added = {
        "seat": [seat_row(player, list_name, numbers) for (list_name, player), numbers in seats.items()],
        "player": list(map(player_row, tallies.values())),
    }
    sentences: list[Message] = []
    for table, rows in added.items():
        sentences += between(
            table, rows_of(connection, table), _by_key(connection, table, rows), say("what its units add up to")
        )
    return sentences


def _add(row: UnitRow, tallies: Sequence[Tally]) -> None:
    """Add a unit behind everything that was added up of its players."""
    if row.plain:
        take_all(row, tallies)
        return
    for seat, tally in enumerate(tallies):
        for figure in row.figures(seat):
            tally.add(figure, row.spot)
        tally.place, tally.standing = row.place, row.standing_after(seat)


def _by_key(connection: Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> Rows:
    names = [column[0] for column in connection.execute(f"SELECT * FROM {table} LIMIT 0").description]
    named = (dict(zip(names, row, strict=True)) for row in rows)
    return {(row["player"], row["list"]): row for row in named}
