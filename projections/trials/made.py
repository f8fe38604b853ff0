"""The forecasts of a list in columns: every game's expected score before its unit is rated, and what was scored."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import compress, islice
from typing import NamedTuple, cast

from projections.replay.unit_row import UnitRow
from projections.trials import Run
from rulebooks.base import Standing, Unit
from rulebooks.games import WHITE
from rulebooks.units import read_sign, sign

Game = tuple[str, str]  # tournament, id
Pair = tuple[float, float]  # White's expected score, and the score made
SCORES = {letter: half_points / 2 for letter, half_points in WHITE.items()}
_MADE = {letter: sign(0, half_points) for letter, half_points in WHITE.items()}


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
    that were predicted; `kinds` are positions among the `values`, the different forecasts with what was scored;
    `unrated` is how many games could not be predicted.
    """

    units: list[tuple[str, Sequence[str]]] = field(default_factory=list)
    kinds: "list[int] | array[int]" = field(default_factory=list)
    settled: list[bool] | bytearray = field(default_factory=list)
    unrated: int = 0
    values: list[Pair] = field(default_factory=list)
    _kind_of: dict[Pair, int] = field(default_factory=dict)

    def kind(self, expected: float, score: float) -> int:
        """Return the position of a value."""
        known = self._kind_of.setdefault((expected, score), len(self.values))
        if known == len(self.values):
            self.values.append((expected, score))
        return known

    def __len__(self) -> int:
        return len(self.kinds)

    def rows(self) -> Iterator[Forecast]:
        """Yield one forecast after the other, a game each."""
        games = ((tournament, number) for tournament, ids in self.units for number in ids)
        return (
            Forecast(game, *self.values[kind], bool(settled))
            for game, kind, settled in zip(games, self.kinds, self.settled, strict=True)
        )

    @property
    def expected(self) -> list[float]:
        """The expected score of each game."""
        return [self.values[kind][0] for kind in self.kinds]

    def counted(self, chosen: Iterable[int] | None = None) -> dict[Pair, int]:
        """Count the games of each value, of all games or of the chosen ones."""
        counts = Counter(self.kinds if chosen is None else compress(self.kinds, chosen))
        return {self.values[kind]: count for kind, count in counts.items()}

    def beside(self, other: "Forecasts") -> Mapping[tuple[int, int], int]:
        """Count the games by their kinds here and in another list's forecasts of the same games."""
        return Counter(zip(self.kinds, other.kinds, strict=True))

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


def forecasts(run: Run, first: str, last: str) -> Forecasts:
    """Forecast every rated game of the units that end in the period, from the standings just before its unit."""
    made = Forecasts()
    curves = Curves(run, made)
    for unit, row in zip(run.units, run.rows, strict=True):
        if unit.given is None and first <= unit.end <= last:
            of_unit(run, unit, row, made, curves)
    return made


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
    by_edition: dict[str, Callable[[int], float] | None] = {}
    for unit, row in zip(run.units, run.rows, strict=True):
        if unit.given is not None or not first <= unit.end <= last:
            continue
        if unit.edition not in by_edition:
            expects = run.setup.rules.by_difference(unit.edition)
            by_edition[unit.edition] = None if expects is None else _shares(expects)
        standings, seats = _standings(row), list(zip(unit.games.white, unit.games.black, strict=True))
        view = _view(run, unit, standings, by_edition[unit.edition])
        yield Foreseen(unit, standings, seats, [view(white, black) for white, black in seats])


def _shares(expects: Callable[[int], float]) -> Callable[[int], float]:
    """Return White's expected score by the difference of the ratings, worked out once for each that occurs."""
    return cache(lambda difference: of_both(expects(difference), expects(-difference)))


class Curves(dict[str, "_Curve | None"]):
    """The curves by edition, where a forecast depends on the difference of the two ratings alone, else None."""

    def __init__(self, run: Run, made: Forecasts) -> None:
        self._rules = run.setup.rules
        self._made = made

    def __missing__(self, edition: str) -> "_Curve | None":
        expects = self._rules.by_difference(edition)
        self[edition] = curve = None if expects is None else _Curve(expects, self._made)
        return curve


class _Curve(dict[int, int]):
    """The kind of a game by the difference of the ratings, with White's half points as the rank of its sign; worked out
    once for each that occurs.
    """

    def __init__(self, expects: Callable[[int], float], made: Forecasts) -> None:
        self._expects = expects
        self._made = made

    def __missing__(self, played: int) -> int:
        difference, half_points = read_sign(played)
        share = of_both(self._expects(difference), self._expects(-difference))
        self[played] = kind = self._made.kind(share, half_points / 2)
        return kind


def of_both(own: float, other: float) -> float:
    """Return White's expected score as the mean of both players' views."""
    return (own + 1 - other) / 2


def of_unit(run: Run, unit: Unit, row: UnitRow, made: Forecasts, curves: Curves) -> None:
    """Add a unit's forecasts to those made."""
    assert unit.tournament is not None
    games, curve, ratings = unit.games, curves[unit.edition], _ratings(row)
    ids, white, black, results = games.numbers(), games.white, games.black, games.results
    shares: list[float | None] = []
    predicted: list[bool] = []
    if curve is None:
        shares = list(map(_view(run, unit, _standings(row)), white, black))
        predicted = [share is not None for share in shares]
    elif None in ratings:
        rated = [rating is not None for rating in ratings]
        predicted = [rated[own] and rated[other] for own, other in zip(white, black, strict=True)]
    if not all(predicted):
        # a game against somebody without a rating says nothing about the list
        made.unrated += predicted.count(False)
        ids, shares = list(compress(ids, predicted)), list(compress(shares, predicted))
        white, black = tuple(compress(white, predicted)), tuple(compress(black, predicted))
        results = "".join(compress(results, predicted))
    if curve is None:
        made.kinds.extend(
            [made.kind(share or 0, SCORES[letter]) for share, letter in zip(shares, results, strict=True)]
        )
    else:
        shown = [rating or 0 for rating in ratings] if predicted else cast(list[int], ratings)
        seats = zip(white, black, results, strict=True)
        made.kinds.extend([curve[shown[own] - shown[other] + _MADE[letter]] for own, other, letter in seats])
    made.units.append((unit.tournament, ids))
    settled = _settled(run, unit, row)
    made.settled.extend(
        [True] * len(white)
        if all(settled)
        else [settled[own] and settled[other] for own, other in zip(white, black, strict=True)]
    )


def _settled(run: Run, unit: Unit, row: UnitRow) -> list[bool]:
    """Tell of each player whether they were established. The rules ask for a standing's games and state, and whether
    there is a rating: a verdict for each of the few that differ does, and no standing is made for every seat.
    """
    is_settled, edition, columns = run.setup.rules.established, unit.edition, row.columns
    if columns.steps:
        return [is_settled(standing, edition) for standing in _standings(row)]
    unrated, rated = (
        [is_settled(Standing(rating, *state), edition) for state in columns.states] for rating in (None, 0)
    )
    rows = zip(columns.ratings, row.every_before(), strict=True)
    return [rated[state] if rating is not None else unrated[state] for rating, state in rows]


def _ratings(row: UnitRow) -> list[int | None]:
    """Return everybody's rating before the games; an Elo taken as the rating (3.7) is known before them."""
    columns = row.columns
    return [standing.rating for standing in _standings(row)] if columns.steps else columns.ratings


def _standings(row: UnitRow) -> list[Standing]:
    """Return everybody's standing before the games."""
    standings = row.standings_before()
    for seat, standing in row.columns.steps:
        standings[seat] = standing
    return standings


def _view(
    run: Run, unit: Unit, standings: Sequence[Standing], shares: Callable[[int], float] | None = None
) -> Callable[[int, int], float | None]:
    """Return a function from two seats to White's expected score: by the difference of the ratings, or by the rules
    where more than that counts.
    """
    expects = run.setup.rules.expected

    def expected(white: int, black: int) -> float | None:
        own = expects(standings[white], standings[black], unit)
        other = expects(standings[black], standings[white], unit)
        return None if own is None or other is None else of_both(own, other)

    def by_difference(white: int, black: int) -> float | None:
        own, other = standings[white].rating, standings[black].rating
        return None if shares is None or own is None or other is None else shares(own - other)

    return expected if shares is None else by_difference
