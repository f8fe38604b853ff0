"""The forecasts of a list in columns: every game's expected score before its unit is rated, and what was scored."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, islice
from typing import NamedTuple

from projections.replay.unit_row import UnitRow
from projections.trials.run import Run
from rulebooks.base import Standing, Unit
from rulebooks.games import WHITE

Game = tuple[str, str]  # tournament, id
SCORES = {letter: half_points / 2 for letter, half_points in WHITE.items()}


class Forecast(NamedTuple):
    """One game: White's expected score and the score made; `settled`: both were established before it."""

    game: Game
    expected: float
    score: float
    settled: bool


class OfTournament(NamedTuple):
    """The games of a tournament that a list predicted, and what it expected of them."""

    ids: Sequence[str]
    expected: Sequence[float]

    def by_id(self) -> dict[str, float]:
        return dict(zip(self.ids, self.expected, strict=True))


@dataclass
class Forecasts:
    """The forecasts of a list in columns with a place a game. `units` are the tournaments with the ids of the games
    that were predicted; `unrated` is how many games could not be predicted.
    """

    units: list[tuple[str, Sequence[str]]] = field(default_factory=list)
    expected: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    settled: list[bool] = field(default_factory=list)
    unrated: int = 0

    def __len__(self) -> int:
        return len(self.expected)

    def rows(self) -> Iterator[Forecast]:
        """Yield one forecast after the other, a game each."""
        games = ((tournament, number) for tournament, ids in self.units for number in ids)
        return map(Forecast, games, self.expected, self.scores, self.settled)

    def pairs(self, chosen: Iterable[bool] | None = None) -> Iterable[tuple[float, float]]:
        """Return expected score and score, of all games or of the chosen ones."""
        pairs = zip(self.expected, self.scores, strict=True)
        return pairs if chosen is None else compress(pairs, chosen)

    @cached_property
    def tournaments(self) -> dict[str, OfTournament]:
        """The predicted games by tournament, whose games may be in several units."""
        by_name: dict[str, OfTournament] = {}
        several: dict[str, tuple[list[str], list[float]]] = {}
        expected = iter(self.expected)
        for name, ids in self.units:
            own = OfTournament(ids, list(islice(expected, len(ids))))
            if name in several:
                several[name][0].extend(own.ids)
                several[name][1].extend(own.expected)
            elif name in by_name:
                known = by_name.pop(name)
                several[name] = [*known.ids, *own.ids], [*known.expected, *own.expected]
            else:
                by_name[name] = own
        return by_name | {name: OfTournament(*columns) for name, columns in several.items()}


class Foreseen(NamedTuple):
    """A unit of games before it is rated: everybody's standing, who sits where, White's expected score of each game,
    None against somebody without a rating.
    """

    unit: Unit
    standings: Sequence[Standing]
    seats: Sequence[tuple[int, int]]
    expected: Sequence[float | None]


def foreseen(run: Run, first: str, last: str) -> Iterator[Foreseen]:
    """Yield the units of games that end in the period, each as it was just before it."""
    rows, curves = {row.place: row for row in run.rows}, _Curves(run)
    for unit in run.units:
        row = rows.get(unit.place)
        if row is not None and unit.given is None and first <= unit.end <= last:
            standings, seats = _standings(row), list(zip(unit.games.white, unit.games.black, strict=True))
            yield Foreseen(unit, standings, seats, _expected(run, unit, standings, seats, curves[unit.edition]))


def forecasts(run: Run, first: str, last: str) -> Forecasts:
    """Forecast every rated game of the units that end in the period, from the standings just before its unit."""
    made = Forecasts()
    for each in foreseen(run, first, last):
        _of_unit(run, each, made)
    return made


class _Curves(dict[str, "_Curve | None"]):
    """The curves by edition, where a forecast depends on the difference of the two ratings alone, else None."""

    def __init__(self, run: Run) -> None:
        self._rules = run.setup.rules

    def __missing__(self, edition: str) -> "_Curve | None":
        expects = self._rules.by_difference(edition)
        self[edition] = curve = None if expects is None else _Curve(expects)
        return curve


class _Curve(dict[int, float]):
    """White's expected score by the difference of the ratings, worked out once for each that occurs."""

    def __init__(self, expects: Callable[[int], float]) -> None:
        self._expects = expects

    def __missing__(self, difference: int) -> float:
        self[difference] = both = _of_both(self._expects(difference), self._expects(-difference))
        return both


def _of_both(own: float, other: float) -> float:
    """Return White's expected score as the mean of both players' views."""
    return (own + 1 - other) / 2


def _of_unit(run: Run, foreseen: Foreseen, made: Forecasts) -> None:
    unit, standings, seats, expected = foreseen
    assert unit.tournament is not None
    games, is_settled = unit.games, run.setup.rules.established
    settled = [is_settled(standing, unit.edition) for standing in standings]
    ids, scores = games.numbers(), [SCORES[letter] for letter in games.results]
    known = [settled[white] and settled[black] for white, black in seats]
    if None in expected:
        # a game against somebody without a rating says nothing about the list
        predicted = [share is not None for share in expected]
        made.unrated += expected.count(None)
        ids, scores, known = (
            list(compress(ids, predicted)),
            list(compress(scores, predicted)),
            list(compress(known, predicted)),
        )
    made.units.append((unit.tournament, ids))
    made.expected += [share for share in expected if share is not None]
    made.scores += scores
    made.settled += known


def _expected(
    run: Run, unit: Unit, standings: Sequence[Standing], seats: Sequence[tuple[int, int]], curve: _Curve | None
) -> list[float | None]:
    """Return White's expected score of each game."""
    if curve is None:
        forecast = _view(run, unit, standings)
        return [forecast(white, black) for white, black in seats]
    ratings = [standing.rating for standing in standings]
    pairs = ((ratings[white], ratings[black]) for white, black in seats)
    return [None if own is None or other is None else curve[own - other] for own, other in pairs]


def _standings(row: UnitRow) -> list[Standing]:
    """Return everybody's standing before the games; an Elo taken as the rating (3.7) is known before them."""
    standings = row.standings_before()
    for seat, standing in row.columns.steps:
        standings[seat] = standing
    return standings


def _view(run: Run, unit: Unit, standings: Sequence[Standing]) -> Callable[[int, int], float | None]:
    """Return a function from two seats to White's expected score, by the rules where more than the difference of
    ratings counts.
    """
    expects = run.setup.rules.expected

    def expected(white: int, black: int) -> float | None:
        own = expects(standings[white], standings[black], unit)
        other = expects(standings[black], standings[white], unit)
        return None if own is None or other is None else _of_both(own, other)

    return expected
