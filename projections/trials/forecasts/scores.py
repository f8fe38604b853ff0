"""How good forecasts were. Games of one forecast and one result are counted, not gone through one by one."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, repeat

from msgspec import field

from ledger.answer import Answer
from projections.trials.forecasts.losses import SUREST, brier, log_loss

BINS = 10
Counts = Mapping[tuple[float, float], int]  # how many games by expected score and score


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


def counted(pairs: Iterable[tuple[float, float]]) -> Counts:
    return Counter(pairs)


def scored(counts: Counts) -> Scores:
    """Log loss and Brier score of some forecasts, and those of the naive one."""
    games = sum(counts.values())
    draws = sum(count for (_, score), count in counts.items() if score == 0.5)
    return Scores(
        games=games,
        draws=draws,
        log_loss=_mean((log_loss(*pair), count) for pair, count in counts.items()),
        brier=_mean((brier(*pair), count) for pair, count in counts.items()),
        # who calls every game even is right about draws, and half a point off otherwise
        even=Even(
            log_loss=round(math.log(2), 6) if games else None,
            brier=round((games - draws) / 4 / games, 6) if games else None,
        ),
        certain=sum(count for (expected, _), count in counts.items() if not 1 - SUREST <= expected <= SUREST),
    )


def calibration(counts: Counts) -> tuple[Bin, ...]:
    """What White was expected to score and scored, by tenths of the expectation."""
    bins: list[list[tuple[float, float, int]]] = [[] for _ in range(BINS)]
    for (expected, score), count in counts.items():
        # 0.6 may have come out as 0.5999...; the tiny surplus puts it into the bin it belongs to
        bins[min(BINS - 1, int(expected * BINS + 1e-9))].append((expected, score, count))
    return tuple(
        Bin(
            low=index / BINS,
            high=(index + 1) / BINS,
            games=sum(count for _, _, count in inside),
            expected=_mean((expected, count) for expected, _, count in inside),
            score=_mean((score, count) for _, score, count in inside),
        )
        for index, inside in enumerate(bins)
    )


def _mean(counted_values: Iterable[tuple[float, int]]) -> float | None:
    """Of values that occur so many times."""
    values = list(counted_values)
    total = math.fsum(chain.from_iterable(repeat(value, count) for value, count in values))
    games = sum(count for _, count in values)
    return round(total / games, 6) if games else None
