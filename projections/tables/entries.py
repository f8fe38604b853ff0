"""Reading entries and steps: the queries of all answers, cut at a day and at what was known.

An entry is one player's change in one unit. `known_from` and `known_to` are the last seq of the submission that wrote
the row and of the one that closed it.
"""

from typing import Any, NamedTuple

from ledger.store.database import Connection
from projections.replay.rows import COLUMNS, ListEntry


class Cut(NamedTuple):
    """The two times of a question: entries whose place sorts before `before`, as known at `known_seq`."""

    before: str
    known_seq: int


_IN_FORCE = "place < ? AND known_from <= ? AND (known_to IS NULL OR known_to > ?)"


def rows(
    tables: Connection,
    cut: Cut,
    *,
    player: str | None = None,
    list_name: str | None = None,
    tournament: str | None = None,
    unit: str | None = None,
    before_place: str | None = None,
    changed_by: int | None = None,
    all_versions: bool = False,
) -> list[tuple[Any, ...]]:
    """Entries in order, with known_from and known_to behind the columns.

    `changed_by`: only what the step with this last seq wrote or closed; `all_versions`: superseded rows too.
    """
    where, given = ["place < ?", "known_from <= ?"], [cut.before, cut.known_seq]
    if not all_versions:
        where.append("(known_to IS NULL OR known_to > ?)")
        given.append(cut.known_seq)
    equal = {"player": player, "list": list_name, "tournament": tournament, "unit": unit}
    for column, value in equal.items():
        if value is not None:
            where.append(f"{column} = ?")
            given.append(value)
    if before_place is not None:
        where.append("place < ?")
        given.append(before_place)
    if changed_by is not None:
        where.append("(known_from = ? OR known_to = ?)")
        given += [changed_by, changed_by]
    rows: list[tuple[Any, ...]] = tables.execute(
        f"SELECT {', '.join(COLUMNS)}, known_from, known_to FROM entry WHERE {' AND '.join(where)}"
        " ORDER BY place, step, known_from",
        given,
    ).fetchall()
    return rows


def list_entries(tables: Connection, cut: Cut, list_name: str) -> list[ListEntry]:
    """Only the columns a list needs, by player, in order."""
    rows = tables.execute(
        "SELECT player, kind, on_day, after, games, normal_games, standing FROM entry"
        f" WHERE list = ? AND {_IN_FORCE} ORDER BY player, place, step",
        (list_name, cut.before, cut.known_seq, cut.known_seq),
    )
    return list(map(ListEntry._make, rows))


def rating(tables: Connection, cut: Cut, list_name: str, player: str) -> int | None:
    """A player's rating after their last entry before the cut."""
    row = tables.execute(
        f"SELECT after FROM entry WHERE player = ? AND list = ? AND {_IN_FORCE} ORDER BY place DESC, step DESC LIMIT 1",
        (player, list_name, cut.before, cut.known_seq, cut.known_seq),
    ).fetchone()
    return None if row is None else row[0]


def changed(tables: Connection, cut: Cut, list_name: str, step: int) -> list[tuple[str, str | None]]:
    """(player, tournament) of the entries that a step wrote or closed; no tournament: an opening or a ruling."""
    rows = tables.execute(
        "SELECT DISTINCT player, tournament FROM entry WHERE list = ? AND place < ?"
        " AND (known_from = ? OR known_to = ?)",
        (list_name, cut.before, step, step),
    ).fetchall()
    return [(player, tournament) for player, tournament in rows]


def title_candidates(tables: Connection, cut: Cut, list_name: str, least: int) -> set[str]:
    """Players with a rating that a title may need, or an opening that brought one, in any version."""
    rows = tables.execute(
        "SELECT DISTINCT player FROM entry WHERE list = ? AND known_from <= ? AND (best >= ? OR titles IS NOT NULL)",
        (list_name, cut.known_seq, least),
    ).fetchall()
    return {row[0] for row in rows}


def in_force(tables: Connection) -> set[tuple[Any, ...]]:
    """The entries in force now, without since when they are."""
    return set(tables.execute(f"SELECT {', '.join(COLUMNS)} FROM entry WHERE known_to IS NULL").fetchall())


def steps(tables: Connection, after: int, upto: int) -> list[int]:
    """The last seq of every submission in (after, upto]."""
    rows = tables.execute("SELECT seq FROM step WHERE seq > ? AND seq <= ? ORDER BY seq", (after, upto)).fetchall()
    return [row[0] for row in rows]


def step_of(tables: Connection, seq: int) -> tuple[int, int] | None:
    """(first, last) seq of the submission an event belongs to."""
    row = tables.execute("SELECT first, seq FROM step WHERE seq >= ? ORDER BY seq LIMIT 1", (seq,)).fetchone()
    return None if row is None or row[0] > seq else (row[0], row[1])


def is_step(tables: Connection, seq: int) -> bool:
    """Whether the tables know this state: the end of a submission, or the beginning."""
    return seq == 0 or tables.execute("SELECT 1 FROM step WHERE seq = ?", (seq,)).fetchone() is not None
