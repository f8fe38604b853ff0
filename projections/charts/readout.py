"""What a chart of lines says under a pointer or a finger: the day and the values there,
in a line above the plot.

Nothing runs for that: each stretch between two points has a strip over the whole
height, and the style sheet shows what belongs to the strip that is pointed at, or to
the point that has the focus. It also says where the words stand, once for all of them.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from projections.charts.axes import Axes
from projections.charts.colours import READOUT_LEFT, paint, series
from projections.charts.course import RatingStep
from projections.charts.shapes import escape, group, number

MOST = 50  # strips: narrower ones no finger could tell apart
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
        hidden = "aria-hidden='true' visibility='hidden'"
        attributes = f"{hidden} font-size='{self.size}' {paint('line')}"
        return group(attributes, self._drawn_strips(axes))

    def _drawn_strips(self, axes: Axes) -> Iterator[str]:
        strips = self._strips(axes)
        ends = [strip.left for strip in strips[1:]]
        ends.append(axes.right)
        top, bottom = number(axes.top), number(axes.bottom)
        room = (axes.right - READOUT_LEFT) / (self.size * LETTER)
        days_of = [[step.day for step in steps] for _, steps in self.lines]
        for strip, end in zip(strips, ends, strict=False):
            left, right = number(strip.left), number(end)
            area = f"M{left} {top}V{bottom}H{right}V{top}z"
            words = self.told(strip.on, self._values(strip.day, days_of), room)
            yield f"<g class='at'><path tabindex='-1' d='{area}'/>{words}</g>"

    def told(self, on: str, values: Sequence[Value], room: float) -> str:
        """Write the day and the values of some lines, with their names if so many
        letters have room for them.
        """
        day = self.day(on)
        letters = len(day)
        for value in values:
            letters += len(f"  {value.words} {value.rating}")
        parts = [escape(day)]
        for value in values:
            name = escape(f"{value.words} ") if letters <= room else ""
            words = f"{name}{value.rating}"
            parts.append(f"<tspan class='fill-{value.colour}'>{words}</tspan>")
        return f"<text class='told'>{BETWEEN.join(parts)}</text>"

    def _strips(self, axes: Axes) -> list[Strip]:
        """Return where each strip begins, and the day it speaks of: of days side by
        side the last.
        """
        on_day: dict[int, str] = {}
        for _, steps in self.lines:
            for step in steps:
                on_day[step.day] = step.row.on
        strips = []
        begin = int(axes.across.low)
        if min(on_day, default=begin) < begin:
            # what holds at the beginning of a period came before it
            on = date.fromordinal(begin).isoformat()
            strips.append(Strip(axes.left, begin, on))
        narrow = axes.width / MOST
        for day in sorted(filter(axes.across.holds, on_day)):
            left = axes.x(day)
            if strips and left - strips[-1].left < narrow:
                left = strips.pop().left
            strips.append(Strip(left, day, on_day[day]))
        return strips

    def _values(self, day: int, days_of: Sequence[Sequence[int]]) -> list[Value]:
        """Return the value of each line on a day: that of its last step so far.
        `days_of`: of each line those of its steps.
        """
        values = []
        for index, (words, steps) in enumerate(self.lines):
            so_far = bisect_right(days_of[index], day)
            if so_far:
                rating = steps[so_far - 1].rating
                values.append(Value(words, rating, series(index)))
        return values
