"""Lay out a file of games as the crosstable that it reports, before anything of it is in
the ledger and whoever its players turn out to be: what was read, to be held against the
sheet on the table.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from desk.files.games_file import Entrant, FileGame, GamesFile
from messages.results import RESULTS
from projections.answers.tournaments.crosstable import BYES


class ReadCell(NamedTuple):
    """What a player has in a round: a game from their side, or a bye.

    opponent  the key of their row; None of a bye
    mark      as people read it: 1, ½, +
    """

    opponent: str | None
    mark: str


class ReadRow(NamedTuple):
    """A player as the file has them.

    cells    by round
    counted  the points that games and byes add up to; None where the file counts
             otherwise
    stated   the points that the file says, if it does
    """

    key: str
    name: str
    born: str | None
    club: str | None
    federation: str | None
    cells: Mapping[int, tuple[ReadCell, ...]]
    counted: float | None
    stated: float | None

    @property
    def differs(self) -> bool:
        return None not in (self.counted, self.stated) and self.counted != self.stated


class ReadTable(NamedTuple):
    """The crosstable of a file; players in the order of the file."""

    rounds: tuple[int, ...]
    rows: tuple[ReadRow, ...]

    @property
    def compared(self) -> int:
        """How many players have points in the file to be compared with."""
        return sum(None not in (row.counted, row.stated) for row in self.rows)

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)


def read_table(file: GamesFile) -> ReadTable:
    """Return the crosstable of a file of games, whatever is still to be answered."""
    games: dict[str, list[tuple[FileGame, int]]] = defaultdict(list)
    for game in file.games:
        games[game.white].append((game, 0))
        games[game.black].append((game, 1))
    rows = tuple(_row(entrant, games[entrant.key], file) for entrant in file.people())
    numbers = {number for row in rows for number in row.cells}
    return ReadTable(tuple(sorted(numbers)), rows)


def _row(
    entrant: Entrant, games: list[tuple[FileGame, int]], file: GamesFile
) -> ReadRow:
    """Make the row of a player; `games`: theirs, with the side that they had."""
    report = file.report
    stated = {} if report is None else report.players.get(entrant.key, {})
    byes = _byes(stated, {game.round for game, _ in games})
    cells: dict[int, tuple[ReadCell, ...]] = {}
    half_points = 0
    for game, side in games:
        result = RESULTS[game.result]
        opponent = game.white if side else game.black
        cell = ReadCell(opponent, result.sides[side])
        cells[game.round] = (*cells.get(game.round, ()), cell)
        half_points += (result.scored or (0, 0))[side]
    for number, mark in byes.items():
        cells[number] = (ReadCell(None, _bye_shown(mark)),)
    counted = half_points / 2 + sum(BYES.get(mark, 0.0) for mark in byes.values())
    counts_otherwise = report is not None and bool(report.facts.get("scoring"))
    points = stated.get("points")
    return ReadRow(
        key=entrant.key,
        name=entrant.name,
        born=entrant.born,
        club=entrant.club,
        federation=entrant.federation,
        cells=cells,
        counted=None if counts_otherwise else counted,
        stated=None if points is None else float(str(points)),
    )


def _byes(stated: Mapping[str, object], met: set[int]) -> dict[int, str]:
    """Return the marks of the rounds in which a report has something in the place of a
    game.
    """
    cells = stated.get("cells")
    assert cells is None or isinstance(cells, Mapping)
    return {
        int(number): mark[-1]
        for number, mark in (cells or {}).items()
        if int(number) not in met
    }


def _bye_shown(mark: str) -> str:
    points = BYES.get(mark, 0.0)
    if points == 1:
        return "1"
    return "½" if points else "–"
