"""What a chart of lines says under a pointer or a finger: the day and the values there,
in a line above the plot.

Nothing runs for that: each stretch between two points has a strip over the whole
height, and the style sheet shows what belongs to the strip that is pointed at, or to
the point that has the focus. It also says where the words stand, once for all of them.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from projections.charts.axes import Axes
from projections.charts.colours import READOUT_LEFT, colour_name, paint
from projections.charts.course import RatingStep
from projections.charts.shapes import escape, group, number

MOST = 50  # strips: narrower ones no finger could tell apart
LETTER = 0.56  # the width of a letter, against its height
BETWEEN = "\u00a0\u00a0"


class Value(NamedTuple):
    """A rating with the words for its line, in the colour of the line.

    words: what the line is called; colour: the name of its colour.
    """

    words: str
    rating: int
    colour: str


class Strip(NamedTuple):
    """A strip: where it begins on the page, and the day that it speaks of.

    left: in pixels; day: an ordinal.
    """

    left: float
    day: int

    @property
    def on(self) -> str:
        """The day as YYYY-MM-DD.

        Strip(left=44, day=738946)  ->  2024-03-01
        """
        return date.fromordinal(self.day).isoformat()


def _days(steps: Sequence[RatingStep]) -> list[int]:
    """Return the day of each step, as an ordinal.

    They are in the order of the steps, so that a day can be looked up by halves.

        2024-03-01 and 2024-05-01  ->  [738946, 739007]
    """
    return [step.day for step in steps]


def _area(axes: Axes, left: float, right: float) -> str:
    """Return the commands of a path around a strip over the whole height.

    It goes from the upper left corner down, to the right and up again, in pixels:

        M44 54V310H60V54z
    """
    top, bottom = number(axes.top), number(axes.bottom)
    return f"M{number(left)} {top}V{bottom}H{number(right)}V{top}z"


class Readout(NamedTuple):
    """What is written of some lines, each with what it is called: a day and their
    values, in letters of this size.

    lines: each with its name; day: writes a YYYY-MM-DD for people.
    size: the height of its letters, in pixels.
    """

    lines: Sequence[tuple[str, Sequence[RatingStep]]]
    day: Callable[[str], str]
    size: int

    def strips(self, axes: Axes) -> str:
        """Draw the strips from left to right; what each says is hidden until it is
        pointed at.

        A screen reader passes over them: it has the titles of the points.

        `axes`: the plot that they cover, from its left edge to its right one.
        """
        hidden = "aria-hidden='true' visibility='hidden'"
        attributes = f"{hidden} font-size='{self.size}' {paint('line')}"
        return group(attributes, self._drawn_strips(axes))

    def _drawn_strips(self, axes: Axes) -> Iterable[str]:
        """Return the strips from left to right, each with its words in a group.

        They are made from the right, for each ends where its neighbour begins.
        """
        # letters of about the same width are as near as one comes without a font
        room = (axes.right - READOUT_LEFT) / (self.size * LETTER)
        days_of = [_days(steps) for _, steps in self.lines]

        right = axes.right
        drawn = []
        # each ends where the next begins
        for strip in reversed(self._strips(axes)):
            area = _area(axes, strip.left, right)
            right = strip.left
            path = f"<path tabindex='-1' d='{area}'/>"
            values = self._values(strip.day, days_of)
            words = self._words_of(strip.on, values, room)
            drawn.append(f"<g class='at'>{path}{words}</g>")

        return reversed(drawn)

    def _words_of(self, on: str, values: Sequence[Value], room: float) -> str:
        """Write the day and the values of some lines, with their names if so many
        letters have room for them.

        `on`: YYYY-MM-DD. `room`: how many letters fit in the line above the plot.

        With names, and in too little room without them:

            2024-03-01  selo 1580  pika 1602
            2024-03-01  1580  1602

        Each value is in the colour of its line, so it can be read without its name.
        """
        day = self.day(on)
        named = [f"{words} {rating}" for words, rating, _ in values]
        # two spaces are between them
        letters = len("  ".join([day, *named]))

        parts = [escape(day)]
        for value, with_name in zip(values, named, strict=True):
            words = str(value.rating)
            # the colour of the figure still tells whose it is
            if letters <= room:
                words = escape(with_name)
            parts.append(f"<tspan class='fill-{value.colour}'>{words}</tspan>")

        return f"<text class='told'>{BETWEEN.join(parts)}</text>"

    def _strips(self, axes: Axes) -> list[Strip]:
        """Return where each strip begins, and the day it speaks of: of days side by
        side the last.

        The list is empty if no step lies inside the axis or before it.

        With strips of 17 pixels at least, these days make two strips:

            x = 100, 110, 130  ->  100 (for the day at 110), 130
        """
        days = sorted({step.day for _, steps in self.lines for step in steps})

        strips = []
        begin = int(axes.across.low)
        if days and days[0] < begin:
            # what holds at the beginning of a period came before it
            strips.append(Strip(axes.left, begin))

        narrow = axes.width / MOST
        for day in filter(axes.across.holds, days):
            left = axes.x(day)
            # the strip keeps its left edge, and speaks of the later day from now on
            if strips and left - strips[-1].left < narrow:
                left = strips.pop().left

            strips.append(Strip(left, day))

        return strips

    def _values(self, day: int, days_of: Sequence[Sequence[int]]) -> list[Value]:
        """Return the value of each line on a day: that of its last step so far.

        `days_of`: of each line those of its steps, in order. A line that has not begun
        on the day has no value, and its colour is not given to another.
        """
        values = []

        for index, (words, steps) in enumerate(self.lines):
            # the steps up to the day, that of the day among them
            so_far = bisect_right(days_of[index], day)
            if so_far:
                rating = steps[so_far - 1].rating
                values.append(Value(words, rating, colour_name(index)))

        return values
