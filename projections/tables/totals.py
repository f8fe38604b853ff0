"""What everybody's entries on a list add up to: as it is kept beside the units, or of any other day added up anew."""

from collections import defaultdict
from collections.abc import Iterator

from ledger.store.database import Connection
from ledger.store.dialects.choice import spoken
from projections.replay.tally import Total
from projections.replay.unit_row import UnitRow
from projections.tables import schema
from projections.tables.entries import Cut, is_current, rows_in_force
from projections.tables.seals import MISSING, checked, damaged
from projections.tables.shelf import total_in
from rulebooks.base import Standing

OF_ENTRIES = 4  # up to this version of the tables there was a row for each entry, and no totals


def totals(tables: Connection, cut: Cut, list_name: str) -> Iterator[Total]:
    """Everybody with an entry on the list, by player."""
    return _kept(tables, list_name) if is_current(tables, cut, list_name) else _added_up(tables, cut, list_name)


def _kept(tables: Connection, list_name: str) -> Iterator[Total]:
    rows = tables.execute("SELECT * FROM player WHERE list = ? ORDER BY player", (list_name,)).fetchall()
    seats = tables.execute("SELECT COUNT(*) FROM seat WHERE list = ?", (list_name,)).fetchone()[0]
    if len(rows) != seats:
        raise damaged(MISSING)  # whoever ever had a seat has a row, also with nothing in it
    for row in rows:
        total = total_in(checked("player", row))
        if total is not None:
            yield total


def current_ratings(tables: Connection) -> dict[tuple[str, str], int]:
    """By player and list, of tables of earlier versions too: nothing else is ever read of those."""
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


def _added_up(tables: Connection, cut: Cut, list_name: str) -> Iterator[Total]:
    """Half of history for one list: what needs no sum is taken from the last unit of each player."""
    games: dict[str, int] = defaultdict(int)
    faster: dict[str, int] = defaultdict(int)  # games that were not at normal time
    seated: dict[str, UnitRow] = {}
    rated: dict[str, UnitRow] = {}
    played: dict[str, UnitRow] = {}
    for unit in rows_in_force(tables, cut, "list = ?", (list_name,)):
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
    """What the player's last change in the unit came to."""
    seat = row.columns.players.index(player)
    after = row.columns.after[seat]
    return row.figures(seat)[-1].after if after is None else after


def _standing(row: UnitRow, player: str) -> Standing:
    return row.standing_after(row.seat(player) or 0)
