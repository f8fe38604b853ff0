"""The crosstable of a tournament: one row a player by points, with the ratings before
and after on each list; and what was reported of it beside its games, with what games
and byes add up to here.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated

from ledger.bodies import GameFact
from ledger.field_types import Result
from ledger.reported import FACTS, ReportedPlayer, report_from_json
from ledger.timeline import TournamentNow
from messages.answer import Answer, Date, one_of
from messages.results import HALF_POINTS, RESULTS
from projections.answers.reading import Reading
from rulebooks.entries import Entry


class CrosstableGame(Answer, frozen=True, kw_only=True):
    """One game from one player's side."""

    round: int
    game: str
    opponent: str
    colour: str
    score: float | None
    result: Annotated[str, one_of(Result)]


class BeforeAfter(Answer, frozen=True, kw_only=True):
    """A rating before the tournament and after it."""

    before: int | None
    after: int

    @property
    def change(self) -> int | None:
        """Return the points won or lost; None for whoever had no rating before.

        In rating points.
        """
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
    tournament: TournamentNow,
    reading: Reading,
    entries: Iterable[Entry],
    names: dict[str, str],
) -> tuple[CrosstableRow, ...]:
    """Make a row for each player, by points, then id. The points are those of the
    tournament, forfeits too; only played games are counted.

    `entries`: of the tournament, in the order of computation; `names`: by id, without
    those that the asker may not see.
    """
    cells = _cells(tournament, reading)
    ratings: dict[str, dict[str, BeforeAfter]] = {player: {} for player in cells}

    for entry in entries:
        figure = entry.figure
        lists = ratings.setdefault(figure.player, {})
        # a player with several units keeps the rating before the first and gets the one
        # after the last
        first = lists.get(entry.list)
        before = figure.before if first is None else first.before
        lists[entry.list] = BeforeAfter(before=before, after=figure.after)

    rows = []
    for player, games in cells.items():
        row = _row(player, names.get(player), ratings[player], games)
        rows.append(row)

    rows.sort(key=lambda row: (-row.points, row.player))

    return tuple(rows)


def _row(
    player: str,
    name: str | None,
    ratings: dict[str, BeforeAfter],
    cells: list[CrosstableGame],
) -> CrosstableRow:
    """Make the row of one player; `ratings` by list, `cells` round by round."""
    played = sum(cell.score is not None for cell in cells)
    points = sum((_points(cell) for cell in cells), 0.0)

    return CrosstableRow(
        player=player,
        name=name,
        points=points,
        games=played,
        lists=ratings,
        cells=tuple(cells),
    )


def _points(cell: CrosstableGame) -> float:
    """Return the points that a game brought in the tournament, forfeits too; a bye is
    in no ledger.

    A game that is still to come brings none.

        1-0 as White, 1-0F as White    1.0 each
        1/2-1/2                        0.5
        0-0F                           0.0
    """
    white, black = RESULTS[cell.result].scored or (0, 0)
    half_points = white if cell.colour == "white" else black
    return half_points / 2


def _cells(
    tournament: TournamentNow, reading: Reading
) -> dict[str, list[CrosstableGame]]:
    """Return the games by player: each game twice, once for either side.

    A score is None for a game that was not played. Players are under the id that
    counts.

        F033 1-0 F034    {"F033": [a cell with 1.0], "F034": [a cell with 0.0]}
    """
    resolve = reading.timeline.resolve
    cells: dict[str, list[CrosstableGame]] = {}

    for game in tournament.games.values():
        white = resolve(game.white)
        black = resolve(game.black)

        of_white = of_black = None
        halves = HALF_POINTS.get(game.result)
        if halves is not None:
            of_white = halves[0] / 2
            of_black = halves[1] / 2

        cell = _cell(game, black, "white", of_white)
        cells.setdefault(white, []).append(cell)

        cell = _cell(game, white, "black", of_black)
        cells.setdefault(black, []).append(cell)

    return cells


def _cell(
    game: GameFact, opponent: str, colour: str, score: float | None
) -> CrosstableGame:
    """Make one side of a game; `score`: 0, 0.5, 1 or None."""
    return CrosstableGame(
        round=game.round,
        game=game.game,
        opponent=opponent,
        colour=colour,
        score=score,
        result=game.result,
    )


# what else stands where no game does brings nothing
BYES = dict.fromkeys("UF+", 1.0) | dict.fromkeys("H=", 0.5)


class ReportedStanding(Answer, frozen=True, kw_only=True):
    """A player as the report has them. `cells`: byes and absences by round, and games
    that were not played as they are written there; `counted`: the points that games and
    byes add up to; none where other points were given for them.
    """

    player: str
    name: str | None
    number: int | None
    title: str | None
    federation: str | None
    rating: int | None
    points: float | None
    rank: int | None
    cells: dict[str, str]
    counted: float | None

    @property
    def differs(self) -> bool:
        """Tell whether the points in the report are others than those that are counted
        here.
        """
        return None not in (self.points, self.counted) and self.points != self.counted


class TournamentReported(Answer, frozen=True, kw_only=True):
    """What the report says beside the games; it moves no rating. `stands`: no game was
    changed since.
    """

    stands: bool
    place: str | None
    federation: str | None
    kind: str | None
    time: str | None
    time_code: str | None
    rounds: int | None
    first_colour: str | None
    scoring: str | None
    order: str | None
    program: str | None
    system: str | None
    tie_breaks: str | None
    standings: str | None
    round_days: dict[str, Date]
    records: tuple[str, ...]
    rows: tuple[ReportedStanding, ...]


def reported_standing(
    tournament: TournamentNow,
    reading: Reading,
    table: Iterable[CrosstableRow],
    names: Mapping[str, str],
) -> TournamentReported | None:
    """Return what was reported, the players by rank and those without one behind them
    by number.

    `table`: the crosstable, for the points of games. None where nothing was reported.
    Where the tournament gives other points than usual, nothing is counted.
    """
    if tournament.reported is None:
        return None
    report = report_from_json(tournament.reported)
    games = {row.player: row for row in table}
    rows: dict[str, ReportedStanding] = {}

    for row in report.players:
        player = reading.timeline.resolve(row.player)

        # two rows of one player: they were merged since
        if player in rows:
            continue
        counted = None
        if not report.scoring:
            counted = _counted_points(row, games.get(player))
        rows[player] = _standing(row, player, names.get(player), counted)

    # ranks and numbers are below this
    last = len(rows) + 10_000
    ordered = sorted(
        rows.values(),
        key=lambda row: (row.rank or last, row.number or last, row.player),
    )

    facts = {name: getattr(report, name) for name in FACTS}
    return TournamentReported(
        stands=tournament.as_reported,
        round_days=report.round_days,
        records=tuple(report.records),
        rows=tuple(ordered),
        **facts,
    )


def _standing(
    row: ReportedPlayer, player: str, name: str | None, counted: float | None
) -> ReportedStanding:
    """Make the row of a player as reported; points are written there as text."""
    return ReportedStanding(
        player=player,
        name=name,
        number=row.number,
        title=row.title,
        federation=row.federation,
        rating=row.rating,
        points=None if row.points is None else float(row.points),
        rank=row.rank,
        cells=row.cells,
        counted=counted,
    )


def _counted_points(row: ReportedPlayer, games: CrosstableRow | None) -> float:
    """Add up games and byes. A game takes the place of what the report has for its
    round.

    `games`: the row of the player in the crosstable; None where they have no game.

        {"2": "H", "5": "U"} and a game that was won  ->  2.5
    """

    met = set()
    points = 0.0

    if games is not None:
        met = {str(cell.round) for cell in games.cells}
        points = games.points

    byes = 0.0
    for number, mark in row.cells.items():
        if number not in met:
            byes += BYES.get(mark[-1], 0.0)

    return byes + points
