"""What a chart of lines says under a pointer or a finger: the day and the values there, in a line above the plot.

Nothing runs for it: each stretch between two points has a strip over the whole height, and the style sheet shows what
belongs to the strip that is pointed at, or to the point that has the focus. It also places the words (`PLACE`), once
for all of them.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from projections.charts.axes import Axes
from projections.charts.course import Step
from projections.charts.svg import PLACE, escape, group, number, paint, series

MOST = 50  # strips: narrower ones no finger would tell apart
LETTER = 0.56  # the width of a letter, against its height
BETWEEN = "\u00a0\u00a0"


class Value(NamedTuple):
    """A rating with the words for its line, in the colour of the line."""

    words: str
    rating: int
    colour: str


class Place(NamedTuple):
    """A strip: where it begins on the page, and the day that it speaks of, as a number and as text."""

    left: float
    day: int
    on: str


class Readout(NamedTuple):
    """What is written of some lines, each with what it is called: a day and their values, in letters of this size."""

    lines: Sequence[tuple[str, Sequence[Step]]]
    day: Callable[[str], str]
    size: int

    def strips(self, axes: Axes) -> str:
        """Draw the strips from left to right; what each says is hidden until it is pointed at."""
        places = self._places(axes)
        ends = [place.left for place in places[1:]] + [axes.left + axes.width] * bool(places)
        top, bottom = number(axes.top), number(axes.top + axes.height)
        room = (axes.left + axes.width - PLACE[0]) / (self.size * LETTER)
        strips = (
            f"<g class='at'><path tabindex='-1' d='M{number(place.left)} {top}V{bottom}H{number(end)}V{top}z'/>"
            f"{self.told(place.on, self._values(place.day), room)}</g>"
            for place, end in zip(places, ends, strict=True)
        )
        return group(f"aria-hidden='true' visibility='hidden' font-size='{self.size}' {paint('line')}", strips)

    def told(self, on: str, values: Sequence[Value], room: float) -> str:
        """Write the day and the values of some lines, with their names if so many letters have room for them."""
        day = self.day(on)
        named = len(day) + sum(len(f"  {value.words} {value.rating}") for value in values) <= room
        spans = [
            f"<tspan class='fill-{value.colour}'>{escape(f'{value.words} ') if named else ''}{value.rating}</tspan>"
            for value in values
        ]
        return f"<text class='told'>{BETWEEN.join([escape(day), *spans])}</text>"

    def _places(self, axes: Axes) -> list[Place]:
        """Return where each strip begins, and the day it speaks of: of days side by side the last."""
        days = {step.day: step.row.on for _, steps in self.lines for step in steps}
        low = int(axes.across.low)
        # what holds at the beginning of a period came before it
        before = min(days, default=low) < low
        places = [Place(axes.left, low, date.fromordinal(low).isoformat())] if before else []
        for day in sorted(day for day in days if axes.across.low <= day <= axes.across.high):
            left = axes.at(day, axes.up.low)[0]
            if places and left - places[-1].left < axes.width / MOST:
                places[-1] = Place(places[-1].left, day, days[day])
            else:
                places.append(Place(left, day, days[day]))
        return places

    def _values(self, day: int) -> list[Value]:
        """Return the value of each line on a day: that of its last step so far."""
        values = []
        for index, (words, steps) in enumerate(self.lines):
            place = bisect_right(steps, day, key=lambda step: step.day)
            if place:
                values.append(Value(words, steps[place - 1].rating, series(index)))
        return values
