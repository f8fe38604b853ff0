"""Score forecasts. Games of one forecast and one result are counted, not gone through
one by one.

How wrong a forecast was: logarithmic loss and Brier score, less is better.

The games that every one of some lists predicted: only they say which list is better,
and how sure it is: the difference of each game's loss is drawn again, games with
replacement, a thousand times, for the interval that holds nineteen of twenty means.
Over many games it is the interval of the normal distribution, which the draws come to.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import field

from messages.answer import Answer
from projections.runs.forecasts import Forecasts, Pair

# the tables of expectation know whole percents only: 0 and 100 mean within half a
# percent of it
SUREST = 0.995


# a table of expectation has a hundred values, a curve over whole ratings some thousands
@lru_cache(maxsize=1 << 16)
def log_loss(expected: float, score: float) -> float:
    """Return the loss in natural logarithm; a forecast counts as at most 0.995, at
    least 0.005 sure.

    expected, score: of White, from 0 to 1. A draw is half a win and half a loss.

        log_loss(0.5, 1)      0.6931
        log_loss(0.9, 0)      2.3026
    """
    # one certain forecast that fails would otherwise make the mean infinite
    sure = min(SUREST, max(1 - SUREST, expected))
    won = score * math.log(sure)
    lost = (1 - score) * math.log(1 - sure)
    return -(won + lost)


def brier(expected: float, score: float) -> float:
    """Return the square of what a forecast was wrong by.

    brier(0.9, 0.5)     0.16
    """
    return (expected - score) ** 2


BINS = 10
Counts = Mapping[Pair, int]  # how many games by expected score and score


class Even(Answer, frozen=True, kw_only=True):
    """What the naive forecast scores that every game is even (its log loss is ln 2)."""

    log_loss: float | None
    brier: float | None


class Scores(Answer, frozen=True, kw_only=True):
    """How good some forecasts were; less is better. `certain`: forecasts beyond 0.995,
    which count as 0.995.
    """

    games: int
    draws: int
    log_loss: float | None
    brier: float | None
    even: Even
    certain: int


class Bin(Answer, frozen=True, kw_only=True):
    """The forecasts of one tenth of the scale: White's mean expected score and mean
    score.
    """

    low: float = field(name="from")
    high: float = field(name="to")
    games: int
    expected: float | None
    score: float | None


def scored(counts: Counts) -> Scores:
    """Return log loss and Brier score of some forecasts, and those of the naive one.

    counts: how many games there are of each pair of an expected score and a score, both
    of White. Without games there are no losses.
    """
    games = sum(counts.values())
    draws = 0
    certain = 0
    for (expected, score), count in counts.items():
        if score == 0.5:
            draws += count
        if not 1 - SUREST <= expected <= SUREST:
            certain += count

    even = Even(log_loss=None, brier=None)
    if games:
        # who calls every game even is right about draws, and half a point off otherwise
        half_off = (games - draws) / 4 / games
        even = Even(log_loss=round(math.log(2), 6), brier=round(half_off, 6))

    return Scores(
        games=games,
        draws=draws,
        log_loss=_mean((log_loss(*pair), count) for pair, count in counts.items()),
        brier=_mean((brier(*pair), count) for pair, count in counts.items()),
        even=even,
        certain=certain,
    )


def calibration(counts: Counts) -> tuple[Bin, ...]:
    """Return White's expected score and score, by tenths of the expectation.

    counts: how many games there are of each pair of an expected score and a score, both
    from White's side.

    A tenth without games is returned too, so there are always ten.
    """
    bins: list[dict[Pair, int]] = [{} for _ in range(BINS)]
    for pair, count in counts.items():
        expected, _ = pair
        # 0.6 may have come out as 0.5999...; the tiny surplus puts it into the bin it
        # belongs to
        index = int(expected * BINS + 1e-9)
        inside = bins[min(BINS - 1, index)]
        inside[pair] = count

    numbered = enumerate(bins)
    return tuple(_bin(index, inside) for index, inside in numbered)


def _bin(index: int, inside: Counts) -> Bin:
    """Return one tenth of the scale, counted from 0, with its games.

    inside: the games whose expected score lies in it. Without any its means are None.
    """
    expectations = []
    scores = []
    for (expected, score), count in inside.items():
        expectations.append((expected, count))
        scores.append((score, count))

    return Bin(
        low=index / BINS,
        high=(index + 1) / BINS,
        games=sum(inside.values()),
        expected=_mean(expectations),
        score=_mean(scores),
    )


def _mean(counted_values: Iterable[tuple[float, int]]) -> float | None:
    """Return the mean of values, each with how many times it occurs, to six decimals;
    None of nothing.
    """
    games = 0
    # exact, as if every game were added by itself: a float times a power of two has no
    # remainder
    terms: list[float] = []
    for value, count in counted_values:
        games += count
        terms += [math.ldexp(value, bit) for bit in _bits(count)]

    if not games:
        return None

    return round(math.fsum(terms) / games, 6)


def _bits(count: int) -> Iterator[int]:
    """Yield the powers of two that a count is the sum of, by their exponents.

    13     0, 2, 3
    """
    for bit in range(count.bit_length()):
        if count >> bit & 1:
            yield bit


def common_games(made: Sequence[Forecasts]) -> list[list[bool]]:
    """Tell of each game that each list predicted whether all of them did.

    Returns a list for each of `made`, in its order, with a flag for each of its games.
    """
    first, *others = made
    # lists with the same units predicted the same games, and need not be compared
    if all(other.units == first.units for other in others):
        return [[True] * len(each) for each in made]

    shared = set(first.games())
    for other in others:
        shared.intersection_update(other.games())

    marked = []
    for each in made:
        marked.append([game in shared for game in each.games()])

    return marked


Both = tuple[Pair, Pair]  # of one game, by the first list and by the second

DRAWS = 1000
SEED = 2023  # the same question always has the same answer
TAIL = DRAWS // 40
# games; drawing a million games a thousand times would take half an hour
MOST_DRAWN = 2000
NINETEEN_OF_TWENTY = 1.959964  # standard errors to either side of the mean


class Interval(Answer, frozen=True, kw_only=True):
    """The mean loss of the second forecast less that of the first: below 0 it is
    better. `low` and `high` hold 95 of 100 draws; where 0 lies between them the games
    do not tell.
    """

    difference: float | None
    low: float | None
    high: float | None


class Paired(Answer, frozen=True, kw_only=True):
    """Both losses over the games that both have forecast."""

    games: int
    log_loss: Interval
    brier: Interval


def paired_losses(first: Forecasts, second: Forecasts) -> Paired:
    """Compare the losses of two forecasts game by game, in the order of the second.

    Each loss is that of the second less that of the first: below 0 the second predicts
    better. Up to two thousand games are drawn; of more the interval is that of the
    normal distribution.
    """
    counts = Counter(_forecast_pairs(first, second))
    games = counts.total()
    pairs = list(_forecast_pairs(first, second)) if games <= MOST_DRAWN else []
    return Paired(
        games=games,
        log_loss=_interval(pairs, counts, log_loss),
        brier=_interval(pairs, counts, brier),
    )


def _forecast_pairs(first: Forecasts, second: Forecasts) -> Iterator[Both]:
    """Return the forecasts of games that both have forecast, a pair for each game."""
    if first.units == second.units:
        return zip(first.pairs, second.pairs, strict=True)
    return _of_shared_games(first, second)


def _of_shared_games(first: Forecasts, second: Forecasts) -> Iterator[Both]:
    """Yield the forecasts of both, for each game that both predicted; in the order of
    the second.
    """
    known = dict(zip(first.games(), first.pairs, strict=True))
    rows = zip(second.games(), second.pairs, strict=True)
    for game, pair in rows:
        own = known.get(game)
        if own is not None:
            yield own, pair


def _interval(
    pairs: Sequence[Both],
    counts: Mapping[Both, int],
    loss: Callable[[float, float], float],
) -> Interval:
    """Return the interval of a loss.

    pairs: the games one by one, where they are few enough to be drawn; otherwise none.

    counts: how many games there are of each two forecasts.

    loss: of an expected score and a score.

    All three figures are rounded to six decimals, and None without games.
    """
    # there are few different ones
    differences: dict[Both, float] = {}
    for both in counts:
        first, second = both
        differences[both] = loss(*second) - loss(*first)

    if not differences:
        return Interval(difference=None, low=None, high=None)

    counted = [(differences[both], count) for both, count in counts.items()]
    total = math.fsum(difference * count for difference, count in counted)
    mean = total / sum(counts.values())
    if pairs:
        low, high = _interval_of_draws([differences[both] for both in pairs])
    else:
        low, high = _normal_interval(counted, mean)

    return Interval(difference=round(mean, 6), low=round(low, 6), high=round(high, 6))


def _interval_of_draws(differences: Sequence[float]) -> tuple[float, float]:
    """Return the interval of the means of a thousand draws, each of as many games.

    The draws are made with a fixed seed, so that the same differences always come to
    the same interval: the 26th lowest and the 26th highest mean.
    """
    chance = random.Random(SEED)
    count = len(differences)
    means = []
    for _ in range(DRAWS):
        drawn = chance.choices(differences, k=count)
        means.append(sum(drawn) / count)

    means.sort()

    return means[TAIL], means[-1 - TAIL]


def _normal_interval(
    counted: Sequence[tuple[float, int]], mean: float
) -> tuple[float, float]:
    """Return the interval around the mean of differences, each with how many times it
    occurs: 1.96 standard errors to either side.
    """
    games = 0
    squares = []
    for difference, count in counted:
        games += count
        off = difference - mean
        squares.append(count * off**2)

    variance = math.fsum(squares) / games
    half = NINETEEN_OF_TWENTY * math.sqrt(variance / games)

    return mean - half, mean + half
