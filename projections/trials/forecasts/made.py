"""The forecasts of a list in columns: every game's expected score before its unit is rated, and what was scored."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple

from projections.replay.unit_row import UnitRow
from projections.trials.run import Run
from rulebooks.base import Standing, Unit
from rulebooks.units.columns import WHITE

Game = tuple[str, str]  # tournament, id
SCORES = {letter: half_points / 2 for letter, half_points in WHITE.items()}


class Forecast(NamedTuple):
    """One game: White's expected score and the score made; `settled`: both were established before it."""

    game: Game
    expected: float
    score: float
    settled: bool


@dataclass(slots=True)
class Forecasts:
    """A place a game; `unrated` is how many games could not be predicted."""

    games: list[Game]
    expected: list[float]
    scores: list[float]
    settled: list[bool]
    unrated: int = 0

    def __len__(self) -> int:
        return len(self.games)

    def rows(self) -> Iterator[Forecast]:
        """A game after the other."""
        return map(Forecast, self.games, self.expected, self.scores, self.settled)

    def pairs(self, chosen: Sequence[bool] | None = None) -> Iterable[tuple[float, float]]:
        """Expected score and score, of all games or of the chosen ones."""
        pairs = zip(self.expected, self.scores, strict=True)
        return pairs if chosen is None else compress(pairs, chosen)


def forecasts(run: Run, first: str, last: str) -> Forecasts:
    """Every rated game of the units that end in the period, from the standings just before its unit."""
    made = Forecasts([], [], [], [])
    rows = {row.place: row for row in run.rows}
    for unit in run.units:
        row = rows.get(unit.place)
        if row is not None and unit.given is None and first <= unit.end <= last:
            _of_unit(run, unit, row, made)
    return made


def _of_unit(run: Run, unit: Unit, row: UnitRow, made: Forecasts) -> None:
    assert unit.tournament is not None
    name, standings, games = unit.tournament, _standings(row), unit.games
    forecast = _view(run, unit, standings)
    settled = [run.setup.rules.established(standing, unit.edition) for standing in standings]
    for number, white, black, letter in zip(games.numbers(), games.white, games.black, games.results, strict=True):
        expected = forecast(white, black)
        if expected is None:
            # a game against somebody without a rating says nothing about the list
            made.unrated += 1
            continue
        made.games.append((name, number))
        made.expected.append(expected)
        made.scores.append(SCORES[letter])
        made.settled.append(settled[white] and settled[black])


def _standings(row: UnitRow) -> list[Standing]:
    """Everybody's standing before the games; an Elo taken as the rating (3.7) is known before them."""
    standings = row.standings_before()
    for seat, standing in row.columns.steps:
        standings[seat] = standing
    return standings


def _view(run: Run, unit: Unit, standings: Sequence[Standing]) -> Callable[[int, int], float | None]:
    """White's expected score by the seats of the two players."""
    expects = run.setup.rules.expected

    def expected(white: int, black: int) -> float | None:
        own = expects(standings[white], standings[black], unit)
        other = expects(standings[black], standings[white], unit)
        return None if own is None or other is None else (own + 1 - other) / 2

    return expected
