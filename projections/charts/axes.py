"""A plot area with its two axes: from values and days to points on the page, round
ticks, grid lines, a legend.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from projections.charts.shapes import Point, box, line, text


class Span(NamedTuple):
    """The lowest and the highest value of an axis."""

    low: float
    high: float

    def share(self, value: float) -> float:
        """Return where a value stands: 0 for the lowest, 1 for the highest.

        A value outside the span stands below 0 or above 1.

            Span(1400, 1600).share(1450)  ->  0.25
        """
        return (value - self.low) / (self.high - self.low)

    def holds(self, value: float) -> bool:
        """Tell whether a value is inside; the ends are.

        A span of days that begins on a list's day holds that list.
        """
        return self.low <= value <= self.high


def span(values: Sequence[float], least: float = 1) -> Span:
    """Return a span a little wider than the values, and never empty.

    `least`: how far apart its ends are at least, before the room around them. Without
    values it goes from 0 to 1.

    Ratings, with 60 points at least:

        span([1500, 1500], 60)  ->  Span(1467.6, 1532.4)
        span([1400, 1600], 60)  ->  Span(1392, 1608)
    """
    low = min(values, default=0.0)
    high = max(values, default=1.0)

    # one value, or several that are equal, stands in the middle
    if high - low < least:
        middle = (low + high) / 2
        half = least / 2
        low = middle - half
        high = middle + half

    # nothing is drawn on the very edge
    room = (high - low) * 0.04
    return Span(low - room, high + room)


def ticks(values: Span, about: int = 6) -> list[float]:
    """Return round values inside a span: steps of 1, 2 or 5 times a power of ten.

    `about`: how many there are at most, but for one more at an end.

        ticks(Span(1480, 1620), 6)  ->  [1500, 1550, 1600]
    """
    low, high = values
    step = _round_step((high - low) / max(1, about))

    # a value at an end is inside, however it was rounded
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    numbers = range(first, last + 1)
    return [round(number * step, 10) for number in numbers]


def _round_step(rough: float) -> float:
    """Return the least round step that is no smaller than a rough one.

    23  -> 50
    7   -> 10
    """
    power: float = 10 ** math.floor(math.log10(rough))
    # a rough step a hair above a round one is that one: 50.01 gives 50
    enough = rough * 0.999
    for nice in (1, 2, 5):
        if power * nice >= enough:
            return power * nice
    return power * 10


def plain(value: float) -> str:
    """Write a tick in as few digits as it needs, with a true minus sign.

    1500.0 -> 1500
    -0.5   -> −0.5
    """
    # a true minus sign is as wide as a figure, a hyphen is narrower
    digits = f"{value:.6f}".rstrip("0").rstrip(".")
    return digits.replace("-", "−")


class Axes(NamedTuple):
    """A rectangle on the page and the values its sides stand for.

    left, top: the upper left corner of the plot, in pixels, as its width and height.
    across, up: the values from left to right and from the bottom up.
    """

    left: float
    top: float
    width: float
    height: float
    across: Span
    up: Span

    @property
    def right(self) -> float:
        """The right edge, in pixels.

        left 44, width 790  ->  834
        """
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge, in pixels from the top of the picture.

        top 54, height 256  ->  310
        """
        return self.top + self.height

    def x(self, value: float) -> float:
        """Return how far to the right a value stands on the page.

            of a plot from 44 to 834, for 2020 to 2030: 2025 stands at 439

        `value`: in the unit of `across`, for most charts an ordinal of a day. It may
        lie outside the plot; who draws it has to cut it off.
        """
        return self.left + self.across.share(value) * self.width

    def y(self, value: float) -> float:
        """Return how far down a value stands on the page: the highest is at the top.

            of a plot from 54 to 310, for 1400 to 1600: 1600 at 54, 1500 at 182

        `value`: in the unit of `up`, for most charts points of a rating. SVG counts
        downwards what a chart counts upwards.
        """
        return self.top + (1 - self.up.share(value)) * self.height

    def at(self, x: float, y: float) -> Point:
        """Return where two values stand on the page.

        `x` and `y`: values in the units of the two axes, not pixels; returned are
        pixels.
        """
        return self.x(x), self.y(y)

    def level(self, y: float, colour: str = "line") -> str:
        """Draw a line over the whole width, so far down on the page.

        `y`: in pixels from the top of the picture, as `Axes.y` returns it.
        `colour`: the name of that of the line.
        """
        return line((self.left, y), (self.right, y), colour)

    def drawn(
        self, x_words: str, y_words: str, x_tick: Callable[[float], str] = plain
    ) -> Iterator[str]:
        """Draw grid, ticks and the titles of the axes.

        `x_tick`: how a value of the axis below is written.

        `x_words`: the title at the right end below, `y_words` at the upper left corner.
        This suits plain numbers; `day_axis` draws days.
        """
        left, right, bottom = self.left, self.right, self.bottom
        above = (left, self.top - 10)
        yield text(above, y_words, 12, "start", "soft")

        below = (right, bottom + 38)
        yield text(below, x_words, 12, "end", "soft")

        for value in ticks(self.up):
            y = self.y(value)
            yield from self.labelled_line(y, plain(value))

        for value in ticks(self.across):
            x = self.x(value)
            yield from self.tick_below(x, x_tick(value), 18)

        # the axis itself covers the ends of the grid
        yield self.level(bottom, "soft")

    def labelled_line(self, y: float, words: str, size: int = 11) -> Iterator[str]:
        """Draw a line over the whole width, so far down on the page, with its words at
        the left, in letters of this size.

        `y`: in pixels. The words end 6 pixels left of the plot, so figures of any
        length are flush with it.
        """
        yield self.level(y)
        # words stand on a base line: 4 pixels lower their middle is at the grid's
        beside = (self.left - 6, y + 4)
        yield text(beside, words, size, "end", "soft")

    def tick_below(
        self, x: float, words: str, down: int, size: int = 11
    ) -> Iterator[str]:
        """Draw a tick of the axis below, with its words so far down from the axis, in
        letters of this size.

        `x`, `down` and the size are in pixels; the words have their middle below the
        tick.
        """
        axis, end = self.bottom, self.bottom + 4
        yield line((x, axis), (x, end), "soft")

        below = (x, axis + down)
        yield text(below, words, size, "middle", "soft")


def legend(
    left: float, top: float, entries: Sequence[tuple[str, str]]
) -> Iterator[str]:
    """Draw a legend of (colour, words), one below the other.

    `entries`: (name of a colour, words); `left` and `top`: where the first begins, in
    pixels.

        legend(60, 80, [("1", "rapid"), ("2", "blitz")])

    draws squares of 10 pixels, each with its words beside it, 18 pixels a row. The
    legend of `history` is another: its entries stand side by side.
    """
    y = top
    for fill, words in entries:
        yield box(left, y - 9, 10, 10, fill)
        yield text((left + 16, y), words, 12)
        y += 18


DAYS_A_MONTH = 30.44
STEPS = (1, 3, 6, 12, 24, 60, 120)  # months between two ticks


def ordinal(day: str) -> int:
    """Return a day, written YYYY-MM-DD, as its number since the year 1.

        2024-03-01  ->  738946

    What is no day of the calendar raises ValueError; answers have none.
    """
    return date.fromisoformat(day).toordinal()


def month_words(day: date) -> str:
    """Write a month: 2026 for its January, 2026-04 for April.

    The year alone is enough at a January, and tells where years begin.
    """
    if day.month == 1:
        return str(day.year)

    return f"{day.year}-{day.month:02}"


def firsts(first: float, last: float, room: float) -> list[date]:
    """Return the first days of months between two days, evenly spread, as many as there
    is room for: so many letters.

    `first` and `last` are ordinals, as `ordinal` counts them.

    With room for 20 letters:

        2021-03-10 to 2024-06-01  ->  2022-01-01, 2023-01-01, 2024-01-01
    """
    step = _months_between_ticks((last - first) / DAYS_A_MONTH, room)

    begin = date.fromordinal(int(first))
    # months are counted from the year 0
    count = begin.year * 12 + begin.month - 1
    # the first tick is a round month: January of a year, the first of a quarter
    count += -count % step

    days = []
    day = _first_day(count)
    while day.toordinal() <= last:
        # the round month may lie before the axis begins
        if day.toordinal() >= first:
            days.append(day)
        count += step
        day = _first_day(count)

    return days


def _months_between_ticks(months: float, room: float) -> int:
    """Return how many months lie between two ticks, so that the words of all the ticks
    have room for their letters.

    `months`: how long the axis is. `room`: the letters that fit beside each other.
    The widest step is returned when none leaves room enough.

        24 months, room for 60 letters  ->  3
        120 months, room for 60 letters ->  12
    """
    for step in STEPS:
        # a year is written shorter than a month, so more of them fit
        letters = 7 if step < 12 else 5
        if months / step * letters <= room:
            return step
    return STEPS[-1]


def _first_day(count: int) -> date:
    """Return the first day of a month that is counted from the year 0.

    24290  ->  2024-03-01
    """
    year, month = divmod(count, 12)
    return date(year, month + 1, 1)


def day_axis(axes: Axes, size: int, words: Callable[[date], str]) -> Iterator[str]:
    """Draw the axis below, with as many months or years as there is room for.

    `size`: the height of its letters. `words`: how the first day of a month is written.
    The values across are ordinals of days.

    `words` is given a day rather than a text, so that a page can write it in its
    language.
    """
    yield axes.level(axes.bottom, "soft")
    # room in letters, each about as wide as two thirds of its size
    room = axes.width / (size * 0.66)

    first, last = axes.across
    down = 6 + size
    for day in firsts(first, last, room):
        x = axes.x(day.toordinal())
        yield from axes.tick_below(x, words(day), down, size)
