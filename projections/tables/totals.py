"""Add up everybody's entries on a list: as the sums are kept beside the units, or anew for any other day."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.store.database import Connection
from ledger.store.dialects.choice import spoken
from projections.replay.tally import Total
from projections.replay.unit_row import UnitRow
from projections.tables import schema
from projections.tables.entries import Cut, in_force, under_way
from projections.tables.players import total_in
from projections.tables.seals import checked, proven, whole
from projections.tables.units import of_lists
from rulebooks.base import Standing

OF_ENTRIES = 4  # up to this version of the tables there was a row for each entry, and no totals


class Everybody(NamedTuple):
    """Everybody with an entry on a list, by player, and the tournaments under way that may have more of them."""

    totals: list[Total]
    under_way: list[str]


def everybody(tables: Connection, cut: Cut, list_name: str, day: str, *, newest: bool) -> Everybody:
    """Return everybody's totals on a list up to the cut. `newest`: the question knows everything that the tables
    follow.
    """
    if newest and not _anybody_after(tables, cut, list_name):
        rows = tables.execute("SELECT * FROM player WHERE list = ? ORDER BY player", (list_name,)).fetchall()
        proven(tables, "rows", {whole("player", list_name): [checked("player", row) for row in rows]})
        # then nothing has to be added up: nobody sits in a unit after the cut
        if all(row[2] < cut.before for row in rows):
            return Everybody([total for row in rows if (total := total_in(row)) is not None], [])
    going_on: dict[str, None] = {}

    def passing() -> Iterator[UnitRow]:
        for row in of_lists(tables, list_name):
            if row.tournament is not None and under_way(row, cut, day):
                going_on[row.tournament] = None
            yield row

    totals = list(added_up(in_force(passing(), cut)))
    return Everybody(totals, sorted(going_on))


def _anybody_after(tables: Connection, cut: Cut, list_name: str) -> bool:
    """Tell quickly whether the totals cannot serve. That really nobody is after the cut, their rows have to prove."""
    last = tables.execute("SELECT MAX(place) FROM player WHERE list = ?", (list_name,)).fetchone()[0]
    return last is not None and bool(last >= cut.before)


def current_titles(tables: Connection) -> dict[tuple[str, str], tuple[str | None, ...]] | None:
    """Return where titles are reached by (player, title), the day first; None of tables that keep none."""
    if not schema.has_tables(tables) or not spoken(tables).has_table(tables, "title"):
        return None
    rows = tables.execute("SELECT player, title, on_day, tournament, game FROM title WHERE known_to IS NULL").fetchall()
    return {(player, title): (on, tournament, game) for player, title, on, tournament, game in rows}


def current_ratings(tables: Connection) -> dict[tuple[str, str], int]:
    """Return the ratings by (player, list), of tables of earlier versions too: nothing else is ever read of those."""
    if not schema.has_tables(tables):
        return {}
    version, _ = schema.projected(tables)
    if 0 < version <= OF_ENTRIES:
        select = "SELECT player, list, after FROM entry WHERE known_to IS NULL ORDER BY list, place, step"
    elif spoken(tables).has_table(tables, "player"):
        select = "SELECT player, list, rating FROM player"
    else:
        return {}
    rows = tables.execute(select).fetchall()
    return {(player, list_name): rating for player, list_name, rating in rows if rating is not None}


def added_up(rows: Iterable[UnitRow]) -> Iterator[Total]:
    """Add up half of history for one list: what needs no sum is taken from the last unit of each player."""
    games: dict[str, int] = defaultdict(int)
    faster: dict[str, int] = defaultdict(int)  # games that were not at normal time
    seated: dict[str, UnitRow] = {}
    rated: dict[str, UnitRow] = {}
    played: dict[str, UnitRow] = {}
    for unit in rows:
        columns = unit.columns
        seated.update(dict.fromkeys(columns.players, unit))
        if not unit.plain or None in columns.after:
            for figure in unit.every_figure():
                player = figure.player
                rated[player] = unit
                if figure.kind == "opening":  # it carries its own count of games, whatever came before it
                    games[player] = faster[player] = 0
                elif figure.kind == "unit":
                    played[player] = unit
                games[player] += figure.games
                faster[player] += figure.games - figure.normal_games
            continue
        coming = dict.fromkeys(columns.players, unit)
        rated.update(coming)
        played.update(coming)
        for player, count in zip(columns.players, columns.games, strict=True):
            games[player] += count
        if columns.normal_games is not None:
            for player, count, normal in zip(columns.players, columns.games, unit.every_normal_games(), strict=True):
                faster[player] += count - normal
    for player, unit in sorted(rated.items()):
        last = played.get(player)
        yield Total(
            player, _rating(unit, player), _standing(seated[player], player), games[player],
            games[player] - faster[player], None if last is None else last.on,
        )  # fmt: skip


def _rating(row: UnitRow, player: str) -> int:
    """Return the rating that the player's last change in the unit came to."""
    seat = row.columns.players.index(player)
    after = row.columns.after[seat]
    return row.figures(seat)[-1].after if after is None else after


def _standing(row: UnitRow, player: str) -> Standing:
    return row.standing_after(row.seat(player) or 0)
