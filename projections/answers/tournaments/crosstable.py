"""The crosstable of a tournament: one row a player by points, with the ratings before and after on each list."""

from collections.abc import Iterable

from ledger.timeline import TournamentNow
from messages.answer import Answer
from projections.answers.reading import Reading
from projections.replay.handlers import HALF_POINTS
from rulebooks.entries import Entry


class CrosstableGame(Answer, frozen=True, kw_only=True):
    """One game from one player's side."""

    round: int
    game: str
    opponent: str
    colour: str
    score: float | None
    result: str


class BeforeAfter(Answer, frozen=True, kw_only=True):
    """A rating before the tournament and after it."""

    before: int | None
    after: int

    @property
    def change(self) -> int | None:
        return None if self.before is None else self.after - self.before


class CrosstableRow(Answer, frozen=True, kw_only=True):
    """One player: points, the ratings by list, and the games round by round."""

    player: str
    name: str | None
    points: float
    games: int
    lists: dict[str, BeforeAfter]
    cells: tuple[CrosstableGame, ...]


def crosstable(
    tournament: TournamentNow, reading: Reading, entries: Iterable[Entry], names: dict[str, str]
) -> tuple[CrosstableRow, ...]:
    """Make a row for each player, by points, then id. The points are those of the tournament, forfeits too; only played
    games are counted.
    """
    cells = _cells(tournament, reading)
    ratings: dict[str, dict[str, BeforeAfter]] = {player: {} for player in cells}
    for entry in entries:
        figure = entry.figure
        lists = ratings.setdefault(figure.player, {})
        # a player with several units keeps the rating before the first and gets the one after the last
        first = lists.get(entry.list)
        before = figure.before if first is None else first.before
        lists[entry.list] = BeforeAfter(before=before, after=figure.after)
    rows = [_row(player, names.get(player), ratings[player], games) for player, games in cells.items()]
    return tuple(sorted(rows, key=lambda row: (-row.points, row.player)))


def _row(player: str, name: str | None, ratings: dict[str, BeforeAfter], cells: list[CrosstableGame]) -> CrosstableRow:
    played = sum(cell.score is not None for cell in cells)
    points = sum((_points(cell) for cell in cells), 0.0)
    return CrosstableRow(player=player, name=name, points=points, games=played, lists=ratings, cells=tuple(cells))


FORFEITS = {"1-0F": (1.0, 0.0), "0-1F": (0.0, 1.0), "1/2-1/2F": (0.5, 0.5)}


def _points(cell: CrosstableGame) -> float:
    """Return the points that a game brought in the tournament, forfeits too; a bye is in no ledger."""
    if cell.score is not None:
        return cell.score
    return FORFEITS.get(cell.result, (0.0, 0.0))[0 if cell.colour == "white" else 1]


def _cells(tournament: TournamentNow, reading: Reading) -> dict[str, list[CrosstableGame]]:
    """Return the games by player: each game twice, once for either side."""
    cells: dict[str, list[CrosstableGame]] = {}
    for game in tournament.games.values():
        white, black = reading.timeline.resolve(game.white), reading.timeline.resolve(game.black)
        halves = HALF_POINTS.get(game.result)
        for index, (player, opponent, colour) in enumerate(((white, black, "white"), (black, white, "black"))):
            cell = CrosstableGame(
                round=game.round,
                game=game.game,
                opponent=opponent,
                colour=colour,
                score=None if halves is None else halves[index] / 2,
                result=game.result,
            )
            cells.setdefault(player, []).append(cell)
    return cells
