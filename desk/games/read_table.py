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
        """Whether the file says other points than its games and byes add up to; no
        where one of the two is not known.
        """
        return None not in (self.counted, self.stated) and self.counted != self.stated


class ReadTable(NamedTuple):
    """The crosstable of a file; players in the order of the file."""

    rounds: tuple[int, ...]
    rows: tuple[ReadRow, ...]

    @property
    def compared(self) -> int:
        """How many players have points in the file to be compared with.

        Nobody is compared where the report scores otherwise.
        """
        return sum(None not in (row.counted, row.stated) for row in self.rows)

    @property
    def differing(self) -> int:
        """How many players have other points in the file than their games and byes come
        to.
        """
        return sum(row.differs for row in self.rows)


def read_table(file: GamesFile) -> ReadTable:
    """Return the crosstable of a file of games, whatever is still to be answered.

    Only rounds in which somebody has a game or a bye are in it. Players without a game
    are in it too, in the order of the file.
    """
    games: dict[str, list[tuple[FileGame, int]]] = defaultdict(list)
    for game in file.games:
        games[game.white].append((game, 0))
        games[game.black].append((game, 1))

    rows = []
    rounds: set[int] = set()
    for entrant in file.people():
        row = _row(entrant, games[entrant.key], file)
        rows.append(row)
        rounds.update(row.cells)

    return ReadTable(rounds=tuple(sorted(rounds)), rows=tuple(rows))


def _row(
    entrant: Entrant, games: list[tuple[FileGame, int]], file: GamesFile
) -> ReadRow:
    """Make the row of a player; `games`: theirs, with the side that they had.

    Points are those of the games, counted in half points, and of the byes. They are not
    counted where the report says that it scores in another way.

    Somebody with two games in a round has both in one cell.
    """
    stated: Mapping[str, object] = {}
    counts_otherwise = False

    if file.report is not None:
        stated = file.report.players.get(entrant.key, {})
        counts_otherwise = bool(file.report.facts.get("scoring"))

    cells: dict[int, tuple[ReadCell, ...]] = {}
    half_points = 0

    for game, side in games:
        result = RESULTS[game.result]
        opponent = game.white if side else game.black
        cell = ReadCell(opponent, result.sides[side])
        cells[game.round] = (*cells.get(game.round, ()), cell)
        if result.scored:
            half_points += result.scored[side]

    of_byes = 0.0

    for number, mark in _byes(stated, set(cells)).items():
        cells[number] = (ReadCell(None, _bye_shown(mark)),)
        of_byes += BYES.get(mark, 0.0)

    points = stated.get("points")

    return ReadRow(
        key=entrant.key,
        name=entrant.name,
        born=entrant.born,
        club=entrant.club,
        federation=entrant.federation,
        cells=cells,
        counted=None if counts_otherwise else half_points / 2 + of_byes,
        stated=None if points is None else float(str(points)),
    )


def _byes(stated: Mapping[str, object], met: set[int]) -> dict[int, str]:
    """Return the marks of the rounds in which a report has something in the place of a
    game.

    `met`: the rounds with a game, which have no bye. A mark is the last letter of the
    cell, as reports write it.

    For example, of a player whose only game was in round 1:

        cells {"1": "+", "2": "H"}  ->  {2: "H"}
    """
    cells = stated.get("cells")
    assert cells is None or isinstance(cells, Mapping)

    byes = {}
    for key, mark in (cells or {}).items():
        number = int(key)
        if number not in met:
            byes[number] = mark[-1]

    return byes


def _bye_shown(mark: str) -> str:
    """Return the mark of a bye by its points: `1` for a whole point, `½` for a half,
    `–` for none.
    """
    points = BYES.get(mark, 0.0)
    if points == 1:
        return "1"
    return "½" if points else "–"
