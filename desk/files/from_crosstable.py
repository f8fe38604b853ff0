"""Crosstables and matrices: the games, and what is printed beside them, which is kept as a report's is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from desk.files.from_table import counted_by, span
from desk.files.from_trf import cells_beside, fide_number
from desk.files.games_file import Entrant, FileGame, FileReport, GamesFile, source_of
from desk.files.settings import Settings
from exchange.tables import CrossRow
from exchange.tables.crosstable import read_crosstable
from exchange.tables.matrix import read_matrix
from exchange.text.cells import Game
from exchange.text.separated import whole
from exchange.trf import points
from messages import say

MOST = 9999  # ratings, points and ranks of a report


def read_cross(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a crosstable; its players are called by their position, for nothing else but a name is known of them."""
    table = read_crosstable(data, file, points=settings.points)
    start, end = span((), settings)
    cells = cells_beside(table.cells, table.games)
    return GamesFile(
        source=source_of(table.source, say("crosstable ({style})", style=table.style)),
        entrants=[
            Entrant(str(row.position), row.name, row.line, fide_id=fide_number(row.fide_id)) for row in table.players
        ],
        games=_games(table.games, settings),
        name=table.title,
        start=start,
        end=end,
        byes=counted_by(bye.reason for bye in table.byes),
        warnings=table.warnings,
        doubled="games" if table.doubled else None,
        report=_printed(table.players, cells, table.doubled),
    )  # fmt: skip


def read_round_robin(data: bytes, file: str, settings: Settings) -> GamesFile:
    """Read a round robin from a matrix; who had White is asked for, or stated not to be known."""
    table = read_matrix(data, file, colours=settings.colours, points=settings.points)
    start, end = span((), settings)
    return GamesFile(
        source=source_of(table.source, say("round robin")),
        entrants=[Entrant(str(player.position), player.name, player.line) for player in table.players],
        games=_games(table.games, settings),
        start=start,
        end=end,
        warnings=table.warnings,
        without_colours="matrix",
        doubled="matches" if table.doubled else None,
        report=_printed(table.players, {}, table.doubled),
    )  # fmt: skip


def _games(games: Sequence[Game], settings: Settings) -> list[FileGame]:
    """Return the games of a table, on the days that are stated for its rounds."""
    return [
        FileGame(
            game.round, str(game.white), str(game.black), game.result, game.reason,
            settings.round_days.get(str(game.round)), None, game.line,
        )
        for game in games
    ]  # fmt: skip


def _printed(players: Sequence[CrossRow], cells: Mapping[int, Mapping[str, str]], doubled: bool) -> FileReport | None:
    """Return what a table prints beside its games; None where it prints nothing. Doubled points are left out."""
    rows = {
        str(row.position): _as_printed(replace(row, points="") if doubled else row, cells.get(row.position, {}))
        for row in players
    }
    return FileReport({}, rows) if any(rows.values()) else None


def _as_printed(row: CrossRow, cells: Mapping[str, str]) -> dict[str, object]:
    """Return what a table prints of a player beside the games; what is no number of that kind is left out."""
    printed, score = dict[str, object](), points(row.points)
    if 0 < (rating := whole(row.rating) or 0) <= MOST:
        printed["rating"] = rating
    if score is not None and score < MOST:
        printed["points"] = f"{float(score):.2f}".rstrip("0").rstrip(".")
    if 0 < (rank := whole(row.rank.rstrip(".")) or 0) <= MOST:
        printed["rank"] = rank
    return printed | ({"cells": cells} if cells else {})
