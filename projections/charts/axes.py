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


def span(values: Sequence[float], least: float = 1) -> Span:
    """Return a span a little wider than the values, and never empty."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if high - low < least:
        middle = (low + high) / 2
        low, high = middle - least / 2, middle + least / 2
    room = (high - low) * 0.04
    return Span(low - room, high + room)


def ticks(values: Span, about: int = 6) -> list[float]:
    """Return round values inside a span: steps of 1, 2 or 5 times a power of ten."""
    rough = (values.high - values.low) / max(1, about)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough * 0.999)
    first = math.ceil(values.low / step - 1e-9)
    last = math.floor(values.high / step + 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


def plain(value: float) -> str:
    """Write a tick in as few digits as it needs."""
    return f"{value:.6f}".rstrip("0").rstrip(".").replace("-", "−")


class Axes(NamedTuple):
    """A rectangle on the page and the values its sides stand for."""

    left: float
    top: float
    width: float
    height: float
    across: Span
    up: Span

    def at(self, x: float, y: float) -> Point:
        across = (x - self.across.low) / (self.across.high - self.across.low)
        up = (y - self.up.low) / (self.up.high - self.up.low)
        return self.left + across * self.width, self.top + (1 - up) * self.height

    def drawn(
        self, x_words: str, y_words: str, x_tick: Callable[[float], str] = plain
    ) -> Iterator[str]:
        """Draw grid, ticks and the titles of the axes."""
        bottom = self.top + self.height
        yield text((self.left, self.top - 10), y_words, 12, "start", "soft")
        yield text((self.left + self.width, bottom + 38), x_words, 12, "end", "soft")
        for value in ticks(self.up):
            y = self.at(self.across.low, value)[1]
            yield line((self.left, y), (self.left + self.width, y), "line")
            yield text((self.left - 6, y + 4), plain(value), 11, "end", "soft")
        for value in ticks(self.across):
            x = self.at(value, self.up.low)[0]
            yield line((x, bottom), (x, bottom + 4), "soft")
            yield text((x, bottom + 18), x_tick(value), 11, "middle", "soft")
        yield line((self.left, bottom), (self.left + self.width, bottom), "soft")


def legend(
    left: float, top: float, entries: Sequence[tuple[str, str]]
) -> Iterator[str]:
    """Draw a legend of (colour, words), one below the other."""
    for index, (fill, words) in enumerate(entries):
        y = top + index * 18
        yield box(left, y - 9, 10, 10, fill)
        yield text((left + 16, y), words, 12)


DAYS_A_MONTH = 30.44
STEPS = (1, 3, 6, 12, 24, 60, 120)  # months between two ticks


def ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


def month_words(day: date) -> str:
    """Write a month: 2026 for its January, 2026-04 for April."""
    return str(day.year) if day.month == 1 else f"{day.year}-{day.month:02}"


def firsts(first: float, last: float, room: float) -> list[date]:
    """Return the first days of months between two days, evenly spread, as many as there
    is room for.
    """
    months = (last - first) / DAYS_A_MONTH
    # a year is written shorter than a month, so more of them fit
    step = next(
        (step for step in STEPS if months / step * (7 if step < 12 else 5) <= room),
        STEPS[-1],
    )
    day = date.fromordinal(int(first))
    count = day.year * 12 + day.month - 1
    count += -count % step
    days = []
    while (day := date(count // 12, count % 12 + 1, 1)).toordinal() <= last:
        if day.toordinal() >= first:
            days.append(day)
        count += step
    return days


def day_axis(axes: Axes, size: int, words: Callable[[date], str]) -> Iterator[str]:
    """Draw the axis below, with as many months or years as there is room for."""
    bottom = axes.top + axes.height
    yield line((axes.left, bottom), (axes.left + axes.width, bottom), "soft")
    # room in letters, each about as wide as two thirds of its size
    for day in firsts(axes.across.low, axes.across.high, axes.width / (size * 0.66)):
        x = axes.at(day.toordinal(), axes.up.low)[0]
        yield line((x, bottom), (x, bottom + 4), "soft")
        yield text((x, bottom + 6 + size), words(day), size, "middle", "soft")
