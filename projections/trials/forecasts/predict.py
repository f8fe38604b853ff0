"""How well a list predicts results: every game's expected score before it is rated, beside what was scored.

A draw is half a point: its log loss is the mean of a win's and a loss's. A game in which somebody had no rating before
the unit is not predicted, only counted. Where the two players' expectations by the rules do not add up to one (the
cap), the forecast is the mean of both views.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import field

from ledger.answer import UNSET, Answer, UnsetType
from ledger.errors import Problem, Usage, Where
from projections.answers.reading import Basis, Reading
from projections.replay.unit_row import UnitRow
from projections.trials.forecasts.intervals import Paired, paired_losses
from projections.trials.forecasts.losses import SUREST, Forecast, brier, log_loss
from projections.trials.periods import BEGINNING
from projections.trials.run import ListRun, Run
from rulebooks.base import Standing, Unit
from rulebooks.units.columns import WHITE

BINS = 10
SCORES = {letter: half_points / 2 for letter, half_points in WHITE.items()}


class Even(Answer, frozen=True, kw_only=True):
    """What the naive forecast scores that every game is even (its log loss is ln 2)."""

    log_loss: float | None
    brier: float | None


class Scores(Answer, frozen=True, kw_only=True):
    """How good some forecasts were; less is better. `certain`: forecasts beyond 0.995, which count as 0.995."""

    games: int
    draws: int
    log_loss: float | None
    brier: float | None
    even: Even
    certain: int


class Bin(Answer, frozen=True, kw_only=True):
    """The forecasts of one tenth of the scale: White's mean expected score and mean score."""

    low: float = field(name="from")
    high: float = field(name="to")
    games: int
    expected: float | None
    score: float | None


class PredictedList(ListRun, frozen=True, kw_only=True):
    """A list's forecasts: of all games, of those between established players, of those every list predicted."""

    rated_games: int
    unrated_games: int
    games: int
    draws: int
    log_loss: float | None
    brier: float | None
    even: Even
    certain: int
    established: Scores
    common: Scores
    calibration: tuple[Bin, ...]
    against_first: Paired | UnsetType = UNSET


class Predicted(Answer, frozen=True, kw_only=True):
    """The forecasts of some lists, without the basis: `what-if` holds one of these. Both days count."""

    first: str = field(name="from")
    last: str = field(name="to")
    lists: tuple[PredictedList, ...]
    common_games: int


class Prediction(Predicted, frozen=True, kw_only=True):
    """The answer of `predict`."""

    basis: Basis


class FlatScores(Answer, frozen=True, kw_only=True):
    """A list's scores as one row for a spreadsheet."""

    list: str
    rated_games: int
    unrated_games: int
    games: int
    draws: int
    certain: int
    log_loss: float | None
    brier: float | None
    even_log_loss: float | None
    even_brier: float | None
    common_games: int
    common_log_loss: float | None
    common_brier: float | None


class Forecasts(NamedTuple):
    """The forecasts of a list, and how many games it could not predict."""

    forecasts: list[Forecast]
    unrated: int


def forecasts(run: Run, first: str, last: str) -> Forecasts:
    """Every rated game of the units that end in the period, from the standings just before its unit."""
    made: list[Forecast] = []
    unrated = 0
    rows = {row.place: row for row in run.rows}
    for unit in run.units:
        row = rows.get(unit.place)
        if row is None or unit.given is not None or not first <= unit.end <= last:
            continue
        assert unit.tournament is not None
        standings = _standings(row)
        forecast = _pairs(run, unit, standings)
        settled = [run.setup.rules.established(standing, unit.edition) for standing in standings]
        games = unit.games
        for name, white, black, letter in zip(games.numbers(), games.white, games.black, games.results, strict=True):
            expected = forecast(white, black)
            if expected is None:
                # a game against somebody without a rating says nothing about the list
                unrated += 1
                continue
            both = settled[white] and settled[black]
            made.append(Forecast((unit.tournament, name), expected, SCORES[letter], both))
    return Forecasts(made, unrated)


def _standings(row: UnitRow) -> list[Standing]:
    """Everybody's standing before the games; an Elo taken as the rating (3.7) is known before them."""
    standings = row.standings_before()
    for seat, standing in row.columns.steps:
        standings[seat] = standing
    return standings


def _pairs(run: Run, unit: Unit, standings: Sequence[Standing]) -> Callable[[int, int], float | None]:
    """White's expected score by the seats of the two players."""
    rules = run.setup.rules

    def expected(white: int, black: int) -> float | None:
        own = rules.expected(standings[white], standings[black], unit)
        other = rules.expected(standings[black], standings[white], unit)
        return None if own is None or other is None else (own + 1 - other) / 2

    return expected


def period(reading: Reading, first: str | None, last: str | None) -> tuple[str, str]:
    """The days asked for: from the beginning if not given, at most up to the day of the question."""
    # later games are not known on the day of the question
    until = min(last or reading.as_of, reading.as_of)
    if first and first > until:
        message = f"--from {first} is after the last day asked about, {until}"
        raise Usage(Problem("no-period", message, Where(field="from")))
    return first or BEGINNING, until


def predict(reading: Reading, runs: Sequence[Run], first: str, last: str) -> Prediction:
    """The answer of `predict`."""
    result = predicted([(run, forecasts(run, first, last)) for run in runs], first, last, sure=True)
    return Prediction(
        first=result.first,
        last=result.last,
        lists=result.lists,
        common_games=result.common_games,
        basis=reading.basis(),
    )


def predicted(by_list: Sequence[tuple[Run, Forecasts]], first: str, last: str, sure: bool = False) -> Predicted:
    """Each list over its own games, and all of them over the games that every one predicted; if asked, also how sure
    it is that a list is better than the first."""
    # lists predict different games, so only the common ones say which list is better
    common = set.intersection(*({f.game for f in made.forecasts} for _, made in by_list)) if by_list else set()
    return Predicted(
        first=first,
        last=last,
        lists=tuple(
            _predicted_list(run, own, common, by_list[0][1] if sure and place else None)
            for place, (run, own) in enumerate(by_list)
        ),
        common_games=len(common),
    )


def _predicted_list(run: Run, made: Forecasts, common: set[tuple[str, str]], first: Forecasts | None) -> PredictedList:
    """Beside the first list, where this is another."""
    every = made.forecasts
    scores = scored(every)
    return PredictedList(
        list=run.setup.label,
        editions=run.editions(),
        openings_from=run.setup.openings_from,
        rated_games=len(every) + made.unrated,
        unrated_games=made.unrated,
        games=scores.games,
        draws=scores.draws,
        log_loss=scores.log_loss,
        brier=scores.brier,
        even=scores.even,
        certain=scores.certain,
        established=scored([f for f in every if f.settled]),
        common=scores if len(every) == len(common) else scored([f for f in every if f.game in common]),
        calibration=calibration(every),
        against_first=UNSET if first is None else paired_losses(first.forecasts, every),
    )


def scored(made: Sequence[Forecast]) -> Scores:
    """Log loss and Brier score of some forecasts, and those of the naive one."""
    draws = [f.score for f in made].count(0.5)
    return Scores(
        games=len(made),
        draws=draws,
        log_loss=_mean([log_loss(f) for f in made]),
        brier=_mean([brier(f) for f in made]),
        # who calls every game even is right about draws, and half a point off otherwise
        even=Even(
            log_loss=round(math.log(2), 6) if made else None,
            brier=round((len(made) - draws) / 4 / len(made), 6) if made else None,
        ),
        certain=sum(not 1 - SUREST <= f.expected <= SUREST for f in made),
    )


def calibration(made: Sequence[Forecast]) -> tuple[Bin, ...]:
    """What White was expected to score and scored, by tenths of the expectation."""
    bins: list[list[Forecast]] = [[] for _ in range(BINS)]
    for forecast in made:
        # 0.6 may have come out as 0.5999...; the tiny surplus puts it into the bin it belongs to
        bins[min(BINS - 1, int(forecast.expected * BINS + 1e-9))].append(forecast)
    return tuple(
        Bin(
            low=index / BINS,
            high=(index + 1) / BINS,
            games=len(inside),
            expected=_mean([f.expected for f in inside]),
            score=_mean([f.score for f in inside]),
        )
        for index, inside in enumerate(bins)
    )


def flat(scores: PredictedList) -> FlatScores:
    """A list's row for a spreadsheet."""
    return FlatScores(
        list=scores.list,
        rated_games=scores.rated_games,
        unrated_games=scores.unrated_games,
        games=scores.games,
        draws=scores.draws,
        certain=scores.certain,
        log_loss=scores.log_loss,
        brier=scores.brier,
        even_log_loss=scores.even.log_loss,
        even_brier=scores.even.brier,
        common_games=scores.common.games,
        common_log_loss=scores.common.log_loss,
        common_brier=scores.common.brier,
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(math.fsum(values) / len(values), 6) if values else None
