"""Follow a rating's course: what stands in force, and what was first calculated where a
correction came later.

Draw it as small as a word; and write what a chart of lines says of it under a pointer
or a finger, the day and the values there, in a line above the plot. Nothing runs for
that: each stretch between two points has a strip over the whole height, and the style
sheet shows what belongs to the strip that is pointed at, or to the point that has the
focus. It also places the words (`READOUT_LEFT`), once for all of them.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from messages.answer import UNSET
from projections.answers.players.history import HistoryAnswer, HistoryRow
from projections.charts.axes import Axes, ordinal, span
from projections.charts.colours import READOUT_LEFT, paint, series
from projections.charts.shapes import escape, group, number, quoted, stairs


class RatingStep(NamedTuple):
    """A rating that holds from a day on; `row` is the entry it comes from."""

    day: int
    rating: int
    row: HistoryRow


class Believed(NamedTuple):
    """Some steps as first calculated, the level they start from, and where the lines
    meet again, if they do.
    """

    level: int | None
    steps: tuple[RatingStep, ...]
    meets: RatingStep | None


class Course(NamedTuple):
    """The course of a player's rating on a list: the steps in force, what was first
    calculated for each (`first`, by the row's identity: hashing all of its fields takes
    longer than the rest), and the stretches in between. `written`: what a picture has
    written of its points, for the same picture in another shape.
    """

    answer: HistoryAnswer
    steps: tuple[RatingStep, ...]
    first: dict[int, int]
    believed: tuple[Believed, ...]
    written: dict[int, tuple[str, str]]


def course(answer: HistoryAnswer) -> Course:
    """Make a course of an answer. Asked with all versions, it also has what was
    believed before; else the course alone.
    """
    by_entry: dict[tuple[str, ...], list[HistoryRow]] = {}
    for row in answer.rows:
        by_entry.setdefault(_entry(row), []).append(row)
    steps, first, pairs = [], dict[int, int](), []
    for versions in by_entry.values():
        oldest = min(versions, key=lambda row: row.known_from or 0)
        current = next((row for row in versions if not _superseded(row)), None)
        if current is not None:
            steps.append(_step(current))
            if oldest.after != current.after:
                first[id(current)] = oldest.after
        pairs.append(
            (
                _step(oldest),
                current is None
                or (current.on, current.after) != (oldest.on, oldest.after),
            )
        )
    order = {id(row): index for index, row in enumerate(answer.rows)}
    steps.sort(key=lambda step: (step.day, order[id(step.row)]))
    pairs.sort(key=lambda pair: (pair[0].day, order[id(pair[0].row)]))
    return Course(answer, tuple(steps), first, tuple(_stretches(pairs)), {})


def _entry(row: HistoryRow) -> tuple[str, ...]:
    """Return what two versions of one entry have in common; openings and rulings have
    no name but their day.
    """
    return (row.kind, row.unit) if row.kind == "unit" else (row.kind, row.unit, row.on)


def _superseded(row: HistoryRow) -> bool:
    return row.known_to is not UNSET and row.known_to is not None


def _step(row: HistoryRow) -> RatingStep:
    return RatingStep(ordinal(row.on), row.after, row)


def _stretches(pairs: Sequence[tuple[RatingStep, bool]]) -> list[Believed]:
    """Return the runs of entries that came out differently at first."""
    stretches: list[Believed] = []
    run: list[RatingStep] = []
    level: int | None = None
    for step, differs in pairs:
        if differs:
            run.append(step)
        elif run:
            stretches.append(Believed(level, tuple(run), step))
            run = []
        if not run:
            level = step.rating
    return [*stretches, Believed(level, tuple(run), None)] if run else stretches


MOST = 50  # strips: narrower ones no finger would tell apart
LETTER = 0.56  # the width of a letter, against its height
BETWEEN = "\u00a0\u00a0"


class Value(NamedTuple):
    """A rating with the words for its line, in the colour of the line."""

    words: str
    rating: int
    colour: str


class Strip(NamedTuple):
    """A strip: where it begins on the page, and the day that it speaks of, as a number
    and as text.
    """

    left: float
    day: int
    on: str


class Readout(NamedTuple):
    """What is written of some lines, each with what it is called: a day and their
    values, in letters of this size.
    """

    lines: Sequence[tuple[str, Sequence[RatingStep]]]
    day: Callable[[str], str]
    size: int

    def strips(self, axes: Axes) -> str:
        """Draw the strips from left to right; what each says is hidden until it is
        pointed at.
        """
        places = self._places(axes)
        ends = [place.left for place in places[1:]] + [axes.left + axes.width] * bool(
            places
        )
        top, bottom = number(axes.top), number(axes.top + axes.height)
        room = (axes.left + axes.width - READOUT_LEFT) / (self.size * LETTER)
        days = [[step.day for step in steps] for _, steps in self.lines]
        strips = (
            f"<g class='at'><path tabindex='-1' d='M{number(place.left)}"
            f" {top}V{bottom}H{number(end)}V{top}z'/>"
            f"{self.told(place.on, self._values(place.day, days), room)}</g>"
            for place, end in zip(places, ends, strict=True)
        )
        return group(
            f"aria-hidden='true' visibility='hidden' font-size='{self.size}'"
            f" {paint('line')}",
            strips,
        )

    def told(self, on: str, values: Sequence[Value], room: float) -> str:
        """Write the day and the values of some lines, with their names if so many
        letters have room for them.
        """
        day = self.day(on)
        named = (
            len(day) + sum(len(f"  {value.words} {value.rating}") for value in values)
            <= room
        )
        spans = [
            "<tspan"
            f" class='fill-{value.colour}'>{escape(f'{value.words} ') if named else ''}{value.rating}</tspan>"
            for value in values
        ]
        return f"<text class='told'>{BETWEEN.join([escape(day), *spans])}</text>"

    def _places(self, axes: Axes) -> list[Strip]:
        """Return where each strip begins, and the day it speaks of: of days side by
        side the last.
        """
        days = {step.day: step.row.on for _, steps in self.lines for step in steps}
        low = int(axes.across.low)
        # what holds at the beginning of a period came before it
        before = min(days, default=low) < low
        places = (
            [Strip(axes.left, low, date.fromordinal(low).isoformat())] if before else []
        )
        for day in sorted(
            day for day in days if axes.across.low <= day <= axes.across.high
        ):
            left = axes.at(day, axes.up.low)[0]
            if places and left - places[-1].left < axes.width / MOST:
                places[-1] = Strip(places[-1].left, day, days[day])
            else:
                places.append(Strip(left, day, days[day]))
        return places

    def _values(self, day: int, days: Sequence[Sequence[int]]) -> list[Value]:
        """Return the value of each line on a day: that of its last step so far. `days`:
        of each line those of its steps.
        """
        values = []
        for index, (words, steps) in enumerate(self.lines):
            place = bisect_right(days[index], day)
            if place:
                values.append(Value(words, steps[place - 1].rating, series(index)))
        return values


SPARK_WIDTH, SPARK_HEIGHT = 96, 22


def spark(
    points: Sequence[tuple[float, float]], words: str, last: float | None = None
) -> str:
    """Draw (day, rating) in order, the line going on to the day `last`; without words
    it is decoration.
    """
    spoken = f"role='img' aria-label={quoted(words)}" if words else "aria-hidden='true'"
    size = (
        f"width='{SPARK_WIDTH}' height='{SPARK_HEIGHT}' viewBox='0 0 {SPARK_WIDTH}"
        f" {SPARK_HEIGHT}'"
    )
    head = f"<svg class='chart spark' {size} {spoken}>"
    if not points:
        return f"{head}</svg>"
    first, end = points[0][0], max(points[-1][0], last or 0)
    ratings = span([rating for _, rating in points], 20)
    wide = max(1.0, end - first)

    def place(day: float, rating: float) -> tuple[float, float]:
        up = (rating - ratings.low) / (ratings.high - ratings.low)
        return 1 + (day - first) / wide * (SPARK_WIDTH - 6), 2 + (1 - up) * (
            SPARK_HEIGHT - 4
        )

    spots = [place(day, rating) for day, rating in points]
    x, y = place(end, points[-1][1])
    return (
        f"{head}<path d='{stairs(spots, x)}' {paint('none', '1')} stroke-width='1.5'/>"
        f"<circle cx='{number(x)}' cy='{number(y)}' r='2.2' {paint('1')}/></svg>"
    )
