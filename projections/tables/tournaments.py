"""Look-ups in the tournament table. Little else is imported, for shell completion asks here."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from ledger.store import counted
from ledger.store.tables import Connection, batches
from projections.tables.seals import checked, damaged

_COLUMNS = "tournament, name, start_day, end_day, withdrawn, version, games, checksum"
_STREAM = "tournament:"


def starting_on(connection: Connection, day: str) -> list[str]:
    """Return the tournaments in force that begin on this day.

    Only these are held against what is counted: a booking asks, and of 20,000 tournaments all would take 160 ms.
    """
    rows = connection.execute(f"SELECT {_COLUMNS} FROM tournament WHERE start_day = ?", (day,)).fetchall()
    counts = counted.held(connection, "rows", [_STREAM + row[0] for row in rows])
    return sorted(line.tournament for line in _lines(connection, rows, counts) if not line.withdrawn)


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """Return the tournament ids that begin with a text, in order."""
    rows = connection.execute(
        "SELECT tournament FROM tournament WHERE tournament >= ? AND tournament < ? ORDER BY 1 LIMIT ?",
        (start, start + "\x7f", limit),
    ).fetchall()
    return [row[0] for row in rows]


class TournamentLine(NamedTuple):
    """A row of the tournament table: a tournament as it stands."""

    tournament: str
    name: str
    start: str
    end: str
    games: int
    version: int
    withdrawn: bool


def everything(connection: Connection) -> list[TournamentLine]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM tournament").fetchall()
    counts = counted.held_under(connection, "rows", _STREAM)
    return _lines(connection, rows, dict.fromkeys((_STREAM + row[0] for row in rows), 0) | counts)


def names_among(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return the names of tournaments by id."""
    names: dict[str, str] = {}
    for some in batches([*ids]):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(f"SELECT {_COLUMNS} FROM tournament WHERE tournament IN ({marks})", some).fetchall()
        counts = counted.held(connection, "rows", [_STREAM + name for name in some])
        names |= {line.tournament: line.name for line in _lines(connection, rows, counts)}
    return names


def _lines(connection: Connection, rows: Sequence[Sequence[Any]], counts: counted.Counts) -> list[TournamentLine]:
    """Return the rows, proven by their counts. A row that the asking transaction wrote itself is not counted yet."""
    found = {_STREAM + row[0]: row[-1] for row in rows}
    for stream, checksum in counts.items():
        if found.get(stream, 0) != checksum and not counted.is_ours(connection, stream):
            raise damaged(counted.differs(stream))
    return [
        TournamentLine(tournament, name, start, end, games, version, bool(withdrawn))
        for tournament, name, start, end, withdrawn, version, games, _ in (checked("tournament", row) for row in rows)
    ]
