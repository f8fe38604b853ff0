"""The forecasts of a list in columns: every game's expected score before its unit is
rated, and what was scored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import NamedTuple

from projections.replay.unit_row import UnitRow
from projections.runs.over_all_games import Run
from rulebooks.base import Standing, Unit
from rulebooks.games import WHITE
from rulebooks.protocol import Rulebook

Game = tuple[str, str]  # tournament, id
Pair = tuple[float, float]  # White's expected score, and the score made
SCORES = {letter: half_points / 2 for letter, half_points in WHITE.items()}


class Forecast(NamedTuple):
    """One game: White's expected score and the score made; `settled`: both were
    established before it.
    """

    game: Game
    expected: float
    score: float
    settled: bool


class Foreseen(NamedTuple):
    """A unit of games before it is rated: everybody's standing, whether they were
    established, and White's expected score of each game, None against somebody without
    a rating.
    """

    unit: Unit
    standings: Sequence[Standing]
    settled: Sequence[bool]
    expected: Sequence[float | None]


@dataclass
class Forecasts:
    """The forecasts of a list in columns with one value per game. `units` are the
    tournaments with the ids of the games that were predicted; `pairs` say what was
    expected and scored; `unrated` is how many games could not be predicted.
    """

    units: list[tuple[str, list[str]]] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    settled: list[bool] = field(default_factory=list)
    unrated: int = 0
    # a million games have some hundred different pairs
    _known: dict[Pair, Pair] = field(default_factory=dict)

    def add(self, before: Foreseen) -> None:
        """Add the forecasts of a unit. A game against somebody without a rating says
        nothing about the list.

        `before`: the unit as it was just before it was rated. Whether a game is settled
        goes by both players.
        """
        tournament = before.unit.tournament
        assert tournament is not None
        settled = before.settled

        games = before.unit.games
        predicted: list[str] = []
        rows = zip(
            games.numbers(),
            games.white,
            games.black,
            games.results,
            before.expected,
            strict=True,
        )
        for number, white, black, result, expected in rows:
            if expected is None:
                self.unrated += 1
                continue
            predicted.append(number)
            pair = expected, SCORES[result]
            self.pairs.append(self._known.setdefault(pair, pair))
            self.settled.append(settled[white] and settled[black])

        self.units.append((tournament, predicted))

    def __len__(self) -> int:
        """Return how many games were predicted."""
        return len(self.pairs)

    def games(self) -> Iterator[Game]:
        """Yield the games that were predicted."""
        for tournament, ids in self.units:
            for number in ids:
                yield tournament, number

    def rows(self) -> Iterator[Forecast]:
        """Yield one forecast after the other, a game each."""
        rows = zip(self.games(), self.pairs, self.settled, strict=True)
        for game, pair, settled in rows:
            expected, score = pair
            yield Forecast(
                game=game,
                expected=expected,
                score=score,
                settled=settled,
            )

    def counted(self, chosen: Iterable[bool] | None = None) -> dict[Pair, int]:
        """Count the games of each forecast and score, of all games or of the chosen
        ones.

        `chosen`: a yes or no for each game, in their order. Keys are White's expected
        score and the score made, both from 0 to 1:

            {(0.64, 1.0): 12, (0.64, 0.5): 7}
        """
        if chosen is None:
            return Counter(self.pairs)
        return Counter(compress(self.pairs, chosen))


def forecasts(run: Run, first: str, last: str) -> Forecasts:
    """Forecast every rated game of the units that end in the period, from the standings
    just before its unit.

    `first`, `last`: YYYY-MM-DD, included.
    """
    made = Forecasts()
    for before in units_foreseen(run, first, last):
        made.add(before)
    return made


def units_foreseen(run: Run, first: str, last: str) -> Iterator[Foreseen]:
    """Yield the units of games that end in the period, each as it was just before it.

    `first`, `last`: YYYY-MM-DD, included. Openings and rulings are no games. Standings
    are by seat, as games name their players.
    """
    rules = run.setup.rules
    for unit, row in zip(run.units, run.rows, strict=True):
        if unit.given is not None or not first <= unit.end <= last:
            continue

        standings = _standings(row)
        settled = []
        for standing in standings:
            is_established = rules.established(standing, unit.edition)
            settled.append(is_established)

        yield Foreseen(
            unit=unit,
            standings=standings,
            settled=settled,
            expected=_expected_scores(rules, unit, standings),
        )


def _standings(row: UnitRow) -> list[Standing]:
    """Return everybody's standing before the games; an Elo taken as the rating (3.7) is
    known before them.

    In the order of the unit's seats.
    """
    standings = row.standings_before()
    for figure in row.figures:
        if figure.kind == "elo-step":
            standings[figure.player] = figure.standing
    return [*standings.values()]


def _expected_scores(
    rules: Rulebook, unit: Unit, standings: Sequence[Standing]
) -> list[float | None]:
    """Return White's expected score of each game, as the mean of both players' views.

    From 0 to 1; None where either player has no expectation, as without a rating. The
    two views need not add up to 1.
    """
    expected: list[float | None] = []
    for white, black in zip(unit.games.white, unit.games.black, strict=True):
        of_white = standings[white]
        of_black = standings[black]
        own = rules.expected(of_white, of_black, unit)
        other = rules.expected(of_black, of_white, unit)
        if own is None or other is None:
            expected.append(None)
        else:
            expected.append(mean_of_both(own, other))
    return expected


def mean_of_both(own: float, other: float) -> float:
    """Return White's expected score as the mean of both players' views.

    `own`: what White is expected to score, `other`: what Black is, both from 0 to 1.

        mean_of_both(0.64, 0.36)  0.64
        mean_of_both(0.64, 0.40)  0.62
    """
    return (own + 1 - other) / 2
