"""Measure a performance by the normal curve of 7.6 and 7.10, the rating whose expected
score is the score made; and find the best reliable one over any run of consecutive
games (5.5).
"""

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from rulebooks.base import (
    GamesInRow,
    Played,
)
from rulebooks.numbers import half_up_float

MAY_MOVE = 50  # 5.5: one more game may move a reliable performance by so much
SPREAD = 400.0  # 7.10: p(D) = 50 (1 + erf(D / 400))


def exact_percent(difference: float) -> float:
    """Return the exact p(D) of 7.10.

    It is in hundredths, 50 for equal players, and has neither a table nor a cap.
    `difference`: the player's rating less the opponent's.
    """
    return 50 * (1 + math.erf(difference / SPREAD))


def performance(games: Sequence[tuple[int, int]]) -> float | None:
    """Return the performance of 7.6 over (opponent's number, half points); none at 0 %
    and 100 %.

    A draw with each of two opponents is worth the rating between them, and no result
    but all or nothing is without one:

        performance([(1500, 1), (1700, 1)])  # 1600.0, to a billionth
        performance([(1500, 2), (1700, 2)])  # None
    """
    numbers = [number for number, _ in games]
    made = sum(half_points for _, half_points in games)
    return solve(numbers, made / 2)


def solve(numbers: Sequence[int], points: float) -> float | None:
    """Find the Rp with sum p(Rp - Ri) = 100 W, to 1e-9; safeguarded Newton, since the
    curve rises everywhere.

    `points`: W, in whole points. None without games, and where none or all points were
    made.
    """
    if not numbers or not 0 < points < len(numbers):
        return None

    low = min(numbers) - 4000.0
    high = max(numbers) + 4000.0
    guess = sum(numbers) / len(numbers)
    erf, exp, spread = math.erf, math.exp, SPREAD
    for _ in range(200):
        excess = slope = 0.0
        for number in numbers:
            z = (guess - number) / spread
            excess += 0.5 * erf(z)
            slope += exp(-z * z)
        excess += len(numbers) / 2 - points
        if excess > 0:
            high = guess
        else:
            low = guess
        slope /= SPREAD * math.sqrt(math.pi)

        following = math.inf
        if slope > 1e-12:
            following = guess - excess / slope
        # first: a guess that is the root has become a bound, and no step leads inside
        if abs(following - guess) < 1e-10:
            return following
        if not low < following < high:
            following = (low + high) / 2
        if high - low < 1e-10:
            return following
        guess = following

    return guess


# 5.5: one more game, won against an infinitely strong or lost against an infinitely
# weak opponent, is one point more or less over the same opponents (rules 1.6).
def reliable(numbers: Sequence[int], half_points: int) -> bool:
    """Tell whether one point more or less moves the performance by at most 50; not
    where it leaves no performance.

    `numbers`: the opponents' ratings, one per game.
    """
    return stays_reliable(numbers, half_points, solve(numbers, half_points / 2))


def stays_reliable(
    numbers: Sequence[int], half_points: int, here: float | None
) -> bool:
    """Tell whether a performance that is known already is `reliable`: the curve rises
    everywhere, so that 50 points further up or down it has to expect that one point
    more or less.

    `here`: the performance, None where there is none.
    """
    points = half_points / 2
    if here is None or points <= 1 or points + 1 >= len(numbers):
        return False
    if _expected_score(numbers, here + MAY_MOVE) < points + 1:
        return False
    return _expected_score(numbers, here - MAY_MOVE) <= points - 1


def _expected_score(numbers: Sequence[int], rating: float) -> float:
    """Return the score that 7.10 expects against these.

    In points: 1.5 against three opponents of the same rating.
    """
    percents = [exact_percent(rating - number) for number in numbers]
    return sum(percents) / 100


class HopefulRun(NamedTuple):
    """A run of consecutive games whose performance, about `near`, may be the best: from
    the game at `start` to the one before `end`.
    """

    near: float
    end: int
    start: int


TIE = 1e-6  # performances nearer than this are equal; the first one found stands


# 5.5: the best reliable performance over any run of consecutive games. The caller gives
# the games of the period at full coefficient (Kt = 1) in their order.
def best_performance(games: Sequence[Played]) -> GamesInRow | None:
    """Return the highest reliable performance; of equal ones the run that ended first,
    then the longest.

    No root is sought for a pair of ends that cannot win. The expectation at a round
    rating is summed once from the first game on, so a run's expectation there is one
    subtraction, and two of them tell between which round ratings its performance lies
    and whether one point more or less can move it past 50. What is left is tried from
    the highest down, and whatever does not reach the best so far falls by one
    subtraction too.

    None where no run is reliable. The rating is rounded, and stands in the answer
    exactly too.
    """
    sums = _Sums(games)
    hopeful = _hopeful_runs(sums)
    best: float | None = None
    bar: list[float] = []
    for near, end, start in sorted(hopeful, reverse=True):
        if best is not None:
            needed = bar[end] - bar[start]
            if sums.scored(start, end) <= needed:
                continue
        if sums.reliable(start, end, near):
            best = sums.performance(start, end)
            bar = sums.expected_sums(best + TIE)

    if best is None:
        return None

    start, end = _first_with(best, sums, hopeful)
    run = games[start:end]
    return GamesInRow(
        half_up_float(best),
        best,
        len(run),
        sum(game.half_points for game in run),
        run[0],
        run[-1],
    )


def _first_with(
    best: float, sums: "_Sums", hopeful: Iterable[HopefulRun]
) -> tuple[int, int]:
    """Return start and end of the run with the best performance: of equal ones that
    which ended first, then the longest.
    """
    bar = sums.expected_sums(best - TIE)
    equal = []
    for near, end, start in hopeful:
        needed = bar[end] - bar[start]
        if sums.scored(start, end) >= needed:
            equal.append((end, start, near))

    for end, start, near in sorted(equal):
        if sums.reliable(start, end, near):
            return start, end

    raise AssertionError("the best run is among those with its performance")


STEP = 10  # MAY_MOVE is a whole number of steps
REACH = MAY_MOVE // STEP
SURE = 1e-9  # what the sums may be wrong by
# over fewer games a point always moves more than 50
FEWEST = math.ceil(1 / math.erf(MAY_MOVE / 2 / SPREAD))


class _Sums:
    """The points and expectations summed from the first game on; a rating's sums are
    made when first asked for.
    """

    def __init__(self, games: Sequence[Played]) -> None:
        # the opponents' ratings
        self.numbers = [game.number for game in games]
        # the points made before each game, and after the last one
        made = [game.half_points / 2 for game in games]
        self.points = list(accumulate(made, initial=0.0))
        # likewise the points expected, by rating
        self._expected: dict[int, list[float]] = {}

    def expected_sums(self, rating: float) -> list[float]:
        """Return the expected score of 7.10 over the first games, for every number of
        them.

        The first is 0.0, over no games; the last is over all of them.
        """
        erf = math.erf
        differences = [rating - number for number in self.numbers]
        chances = [0.5 + 0.5 * erf(difference / SPREAD) for difference in differences]
        return list(accumulate(chances, initial=0.0))

    def sums_at_whole(self, rating: int) -> list[float]:
        """Return the points expected of a rating before each game, and after all."""
        row = self._expected.get(rating)
        if row is None:
            row = self.expected_sums(rating)
            self._expected[rating] = row
        return row

    def scored(self, start: int, end: int) -> float:
        """Return the points made in a run of games; `end` is behind its last one."""
        return self.points[end] - self.points[start]

    def expected(self, start: int, end: int, rating: int) -> float:
        """Return the points that a rating expects in a run of games."""
        row = self.sums_at_whole(rating)
        return row[end] - row[start]

    def performance(self, start: int, end: int) -> float:
        """Return the performance of a run that is known to have one."""
        exact = solve(self.numbers[start:end], self.scored(start, end))
        assert exact is not None
        return exact

    def reliable(self, start: int, end: int, near: float) -> bool:
        """Tell whether a run's performance is reliable: whole ratings around it settle
        most cases, a root the rest.

        `near`: about where its performance is. A sum may be wrong by `SURE`, and what
        lies so near the bound is left to the root.
        """
        score = self.scored(start, end)
        low = math.floor(near)
        while self.expected(start, end, low) > score:
            low -= 1

        while self.expected(start, end, low + 1) <= score:
            low += 1

        above = self.expected(start, end, low + 1 + MAY_MOVE)
        if above < score + 1 - SURE:
            return False

        below = self.expected(start, end, low - MAY_MOVE)
        if below > score - 1 + SURE:
            return False

        return reliable(self.numbers[start:end], int(2 * score))


class _Run(NamedTuple):
    """A run of consecutive games, from the one at `start` to the one before `end`, and
    the points made in it.
    """

    start: int
    end: int
    score: float

    def can_move_both_ways(self) -> bool:
        """Tell whether there is a performance with one point more too, and with one
        less: neither is all or nothing.
        """
        return 1 < self.score < self.end - self.start - 1


class _Grid:
    """Round ratings, `STEP` apart, at which the points expected in a run are one
    subtraction. A cell lies between one of them and the next; it is called by the
    position of its lower end.
    """

    def __init__(self, sums: _Sums) -> None:
        self.ratings = _round_ratings(sums.numbers)
        self._points = sums.points
        self._sums = [sums.sums_at_whole(rating) for rating in self.ratings]
        # cells from which one can look `REACH` round ratings down and up
        self.lowest = REACH
        self._highest = len(self.ratings) - 2 - REACH

    def runs_from(self, cell: int, end: int) -> list[_Run]:
        """Return the runs that end there, are long enough, and have their performance
        at the lower end of a cell or above.
        """
        sums = self._sums[cell]
        points = self._points
        runs = []
        for start in range(end - FEWEST + 1):
            score = points[end] - points[start]
            if score >= sums[end] - sums[start] - SURE:
                runs.append(_Run(start, end, score))
        return runs

    def cell_of(self, run: _Run, cell: int) -> int:
        """Return the cell that the performance of a run lies in, sought from another
        cell on: up, then down.
        """
        while cell < self._highest and self._expected(run, cell + 1) <= run.score:
            cell += 1
        while cell > self.lowest and self._expected(run, cell) > run.score:
            cell -= 1
        return cell

    def may_be_reliable(self, run: _Run, cell: int) -> bool:
        """Tell whether there is a place in its cell from which one point more or less
        does not move the performance past `MAY_MOVE`.
        """
        one_more = run.score + 1 - SURE
        one_less = run.score - 1 + SURE
        above = self._expected(run, cell + 1 + REACH)
        below = self._expected(run, cell - REACH)
        return below <= one_less and one_more <= above

    def is_surely_reliable(self, run: _Run, cell: int) -> bool:
        """Tell whether it does not move it so far from any place in its cell."""
        one_more = run.score + 1 + SURE
        one_less = run.score - 1 - SURE
        above = self._expected(run, cell + REACH)
        below = self._expected(run, cell + 1 - REACH)
        return below <= one_less and one_more <= above

    def near(self, run: _Run, cell: int) -> float:
        """Return about where the performance is in its cell, as if the curve were
        straight in it.
        """
        low = self._sums[cell]
        high = self._sums[cell + 1]
        start = low[run.start]
        above_low = run.score - low[run.end] + start
        width = high[run.end] - high[run.start] - low[run.end] + start

        part_of_cell = STEP * above_low / width
        return self.ratings[cell] + part_of_cell

    def _expected(self, run: _Run, position: int) -> float:
        """Return the points that the rating at a position of the grid expects in a run."""
        sums = self._sums[position]
        return sums[run.end] - sums[run.start]


def _round_ratings(numbers: Sequence[int]) -> range:
    """Return round ratings from MAY_MOVE below to MAY_MOVE above everything that can be
    a reliable performance.

    So far above or below everybody, not even a point over all the games moves by 50 or
    less.

    They are `STEP` apart.
    """
    steepest = len(numbers) * MAY_MOVE / SPREAD / math.sqrt(math.pi)
    far = math.sqrt(max(0.0, math.log(steepest)))
    margin = math.ceil(SPREAD * far) + 2 * MAY_MOVE
    lowest = min(numbers) - margin
    highest = max(numbers) + margin
    return range(lowest, highest + STEP, STEP)


def _hopeful_runs(sums: _Sums) -> list[HopefulRun]:
    """Return every run whose performance may be reliable and the best.

    A surely reliable one has been seen in the cell `floor`: what lies below cannot be
    the best any more.
    """
    if len(sums.numbers) < FEWEST:
        return []

    grid = _Grid(sums)
    hopeful: list[HopefulRun] = []
    # mostly the same cell as that of the run before
    floor = cell = grid.lowest
    for end in range(FEWEST, len(sums.points)):
        for run in grid.runs_from(floor, end):
            if not run.can_move_both_ways():
                continue
            cell = grid.cell_of(run, cell)
            if not grid.may_be_reliable(run, cell):
                continue
            hopeful.append(HopefulRun(grid.near(run, cell), run.end, run.start))
            if cell > floor and grid.is_surely_reliable(run, cell):
                floor = cell

    lowest_of_best = grid.ratings[floor] - TIE
    return [run for run in hopeful if run.near > lowest_of_best]
