"""Look-ups in the tournament table. Little else is imported, for shell completion asks here."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ledger.store.tables import Connection, batches
from projections.tables.seals import checked

_COLUMNS = "tournament, name, start_day, end_day, withdrawn, version, games, checksum"


def starting_on(connection: Connection, day: str) -> list[str]:
    """Tournaments in force that begin on this day."""
    rows = connection.execute(
        "SELECT tournament FROM tournament WHERE start_day = ? AND withdrawn = 0 ORDER BY tournament", (day,)
    ).fetchall()
    return [row[0] for row in rows]


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """Tournament ids that begin with a text, in order."""
    rows = connection.execute(
        "SELECT tournament FROM tournament WHERE tournament >= ? AND tournament < ? ORDER BY 1 LIMIT ?",
        (start, start + "\x7f", limit),
    ).fetchall()
    return [row[0] for row in rows]


class TournamentLine(NamedTuple):
    """A tournament as it stands."""

    tournament: str
    name: str
    start: str
    end: str
    games: int
    version: int
    withdrawn: bool


def everything(connection: Connection) -> list[TournamentLine]:
    return _lines(connection, "")


def names_among(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Names by id."""
    names: dict[str, str] = {}
    for some in batches([*ids]):
        condition = f" WHERE tournament IN ({', '.join('?' * len(some))})"
        names |= {line.tournament: line.name for line in _lines(connection, condition, some)}
    return names


def _lines(connection: Connection, condition: str, values: Sequence[str] = ()) -> list[TournamentLine]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM tournament{condition}", values).fetchall()
    return [
        TournamentLine(tournament, name, start, end, games, version, bool(withdrawn))
        for tournament, name, start, end, withdrawn, version, games, _ in (checked("tournament", row) for row in rows)
    ]
