"""How well a list foresees results: every game's expected score before it is rated, beside what was scored.

A draw is half a point: its log loss is the mean of a win's and a loss's. A game in which somebody had no number before
the unit is not foreseen and only counted. Where the two players' expectations by the rules do not add up to one (the
cap), the forecast is the mean of both views.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from projections.answers.reading import Reading
from projections.replay.rows import PLAYER, STANDING, standing_of
from projections.trials.run import Run, facts
from rulebooks.base import Standing, Unit

NOBODY = Standing()
# the tables of expectation know whole percents only: 0 and 100 mean within half a percent of it
SUREST = 0.995
BINS = 10
KIND = 4


class Forecast(NamedTuple):
    """One game: White's expected score and the score made; `settled`: both were established before it."""

    game: tuple[str, str]
    expected: float
    score: float
    settled: bool


class Foreseen(NamedTuple):
    forecasts: list[Forecast]
    unrated: int


def forecasts(run: Run, start: str, end: str) -> Foreseen:
    """Every rated game of the units that end in the period, from the standings just before its unit."""
    found: list[Forecast] = []
    unrated = 0
    for unit, before in _before_each(run):
        if unit.given is not None or not start <= unit.end <= end:
            continue
        for game in unit.games:
            assert game.points is not None and unit.tournament is not None
            white, black = before.get(game.white, NOBODY), before.get(game.black, NOBODY)
            expected = _expected(run, unit, white, black)
            if expected is None:
                unrated += 1
                continue
            settled = all(run.asked.rules.established(held, unit.edition) for held in (white, black))
            found.append(Forecast((unit.tournament, game.id), expected, game.points[0] / 2, settled))
    return Foreseen(found, unrated)


def _before_each(run: Run) -> Iterator[tuple[Unit, dict[str, Standing]]]:
    """Each unit with everybody's standing before it; a step that comes before the games (3.7) is known."""
    rows = defaultdict(list)
    for row in run.rows:
        rows[row[1]].append(row)
    now: dict[str, Standing] = {}
    for unit in run.units:
        here = rows.get(unit.place, ())
        now.update((row[PLAYER], standing_of(row[STANDING])) for row in here if row[KIND] == "elo-step")
        yield unit, now
        now.update((row[PLAYER], standing_of(row[STANDING])) for row in here)


def _expected(run: Run, unit: Unit, white: Standing, black: Standing) -> float | None:
    own = run.asked.rules.expected(white, black, unit)
    other = run.asked.rules.expected(black, white, unit)
    return None if own is None or other is None else (own + 1 - other) / 2


def predict(reading: Reading, runs: Sequence[Run], start: str, end: str) -> dict[str, Any]:
    """Each list over its own games, and all of them over the games that every one foresaw."""
    seen = [forecasts(run, start, end) for run in runs]
    common = set.intersection(*({f.game for f in found.forecasts} for found in seen)) if seen else set()
    return {
        "from": start,
        "to": end,
        "lists": [_said(run, found, common) for run, found in zip(runs, seen, strict=True)],
        "common_games": len(common),
        "basis": reading.basis().as_dict(),
    }


def _said(run: Run, found: Foreseen, common: set[tuple[str, str]]) -> dict[str, Any]:
    every = found.forecasts
    return {
        **facts(run),
        "rated_games": len(every) + found.unrated,
        "unrated_games": found.unrated,
        **scored(every),
        "established": scored([f for f in every if f.settled]),
        "common": scored([f for f in every if f.game in common]),
        "calibration": calibration(every),
    }


def scored(found: Sequence[Forecast]) -> dict[str, Any]:
    """Log loss and Brier score, and those of the naive forecast that every game is even (its log loss is ln 2)."""
    return {
        "games": len(found),
        "draws": sum(f.score == 0.5 for f in found),
        "log_loss": _mean([log_loss(f) for f in found]),
        "brier": _mean([brier(f) for f in found]),
        "even": {
            "log_loss": round(math.log(2), 6) if found else None,
            "brier": _mean([(0.5 - f.score) ** 2 for f in found]),
        },
        "certain": sum(not 1 - SUREST <= f.expected <= SUREST for f in found),
    }


def log_loss(forecast: Forecast) -> float:
    """Natural logarithm; a forecast counts as at most 0.995, at least 0.005 sure."""
    sure = min(SUREST, max(1 - SUREST, forecast.expected))
    return -(forecast.score * math.log(sure) + (1 - forecast.score) * math.log(1 - sure))


def brier(forecast: Forecast) -> float:
    return (forecast.expected - forecast.score) ** 2


def calibration(found: Sequence[Forecast]) -> list[dict[str, Any]]:
    """What White was expected to score and scored, by tenths of the expectation."""
    bins: list[list[Forecast]] = [[] for _ in range(BINS)]
    for forecast in found:
        bins[min(BINS - 1, int(forecast.expected * BINS + 1e-9))].append(forecast)
    return [
        {
            "from": index / BINS,
            "to": (index + 1) / BINS,
            "games": len(held),
            "expected": _mean([f.expected for f in held]),
            "score": _mean([f.score for f in held]),
        }
        for index, held in enumerate(bins)
    ]


def _mean(values: Sequence[float]) -> float | None:
    return round(math.fsum(values) / len(values), 6) if values else None
