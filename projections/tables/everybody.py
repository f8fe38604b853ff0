"""What a list shows of everybody: their totals as they are kept, or added up anew for
another day.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.store.connection import Connection
from projections.replay.tally import Total
from projections.replay.unit_row import UnitRow
from projections.tables.checked_rows import count_name, refuse_uncounted
from projections.tables.entries import Cut, is_under_way, rows_in_force
from projections.tables.players import PlayerRow, added_up, read_players
from projections.tables.units import of_lists


class Everybody(NamedTuple):
    """Everybody with an entry on a list, by player, and the tournaments under way that
    may have more of them.

    totals: by player id; under_way: ids of tournaments, in order.
    """

    totals: list[Total]
    under_way: list[str]


def everybody(
    tables: Connection, cut: Cut, list_name: str, day: str, *, newest: bool
) -> Everybody:
    """Return everybody's totals on a list up to the cut. `newest`: the question knows
    everything that the tables follow.

    `day`: YYYY-MM-DD, by which a tournament has to have begun to be under way. The
    totals are by player id. They are read as they are kept where nobody sits in a unit
    after the cut, and else added up from all units.
    """
    if newest and not _is_anybody_after(tables, cut, list_name):
        rows = _player_rows(tables, list_name)
        # then nothing has to be added up: nobody sits in a unit after the cut
        if all(row.place < cut.before for row in rows):
            totals = [row.total() for row in rows]
            return Everybody([total for total in totals if total is not None], [])

    going_on: set[str] = set()

    def noted(rows: Iterable[UnitRow]) -> Iterator[UnitRow]:
        """Pass the rows on, noting the tournaments that are under way."""
        for row in rows:
            if row.tournament is not None and is_under_way(row, cut, day):
                going_on.add(row.tournament)
            yield row

    every_version = noted(of_lists(tables, list_name))
    added = list(added_up(rows_in_force(every_version, cut)))
    return Everybody(added, sorted(going_on))


def _player_rows(tables: Connection, list_name: str) -> list[PlayerRow]:
    """Return the rows of everybody on a list, by player, and prove that none is
    missing.

    The ledger is refused as damaged where one is false or missing.
    """
    rows = read_players(tables, "WHERE list = ? ORDER BY player", [list_name])
    refuse_uncounted(tables, "rows", {count_name("player", list_name): rows})
    return rows


def _is_anybody_after(tables: Connection, cut: Cut, list_name: str) -> bool:
    """Tell quickly whether the totals cannot serve. That really nobody is after the
    cut, their rows have to prove.

    True: somebody sits in a unit at the cut or behind it.
    """
    query = "SELECT MAX(place) FROM player WHERE list = ?"
    [last_place] = tables.execute(query, (list_name,)).fetchone()
    return last_place is not None and bool(last_place >= cut.before)
