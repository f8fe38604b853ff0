"""How good forecasts were. Games of one forecast and one result are counted, not gone through one by one.

How wrong a forecast was: logarithmic loss and Brier score, less is better.

The games that every one of some lists predicted: only they say which list is better.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import NamedTuple

from msgspec import field

from messages.answer import Answer
from projections.trials.forecasts.made import Forecasts

# the tables of expectation know whole percents only: 0 and 100 mean within half a percent of it
SUREST = 0.995


# a table of expectation has a hundred values, a curve over whole ratings some thousands
@lru_cache(maxsize=1 << 16)
def log_loss(expected: float, score: float) -> float:
    """Natural logarithm; a forecast counts as at most 0.995, at least 0.005 sure."""
    # one certain forecast that fails would otherwise make the mean infinite
    sure = min(SUREST, max(1 - SUREST, expected))
    return -(score * math.log(sure) + (1 - score) * math.log(1 - sure))


def brier(expected: float, score: float) -> float:
    return (expected - score) ** 2


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


EVERY: Collection[str] = ()  # stands for all games of a tournament that a list predicted


class Common(NamedTuple):
    """By tournament the ids of the common games, or `EVERY`; and how many they are."""

    by_tournament: Mapping[str, Collection[str]]
    games: int

    @classmethod
    def of(cls, made: Sequence[Forecasts]) -> "Common":
        by_tournament: dict[str, Collection[str]] = {}
        games = 0
        lists = [each.tournaments for each in made]
        for name in lists[0] if lists else ():
            if not all(name in each for each in lists):
                continue
            columns = [each[name].ids for each in lists]
            # most lists predict the same games of a tournament, all of it
            if all(ids == columns[0] for ids in columns):
                by_tournament[name], games = EVERY, games + len(columns[0])
            else:
                by_tournament[name] = shared = set.intersection(*map(set, columns))
                games += len(shared)
        return cls(by_tournament, games)

    def among(self, made: Forecasts) -> Iterator[bool]:
        """For each game of a list whether it is one of them."""
        for name, ids in made.units:
            shared = self.by_tournament.get(name)
            if shared is EVERY:
                yield from [True] * len(ids)
            elif shared is None:
                yield from [False] * len(ids)
            else:
                yield from [number in shared for number in ids]
