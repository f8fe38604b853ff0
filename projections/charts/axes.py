"""A plot area with its two axes: from values to points on the page, round ticks, grid lines, a legend."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from projections.charts.svg import Point, box, line, text


class Span(NamedTuple):
    """The lowest and the highest value of an axis."""

    low: float
    high: float


def span(values: Sequence[float], least: float = 1) -> Span:
    """A span a little wider than the values, and never empty."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if high - low < least:
        middle = (low + high) / 2
        low, high = middle - least / 2, middle + least / 2
    room = (high - low) * 0.04
    return Span(low - room, high + room)


def ticks(values: Span, about: int = 6) -> list[float]:
    """Round values inside a span: steps of 1, 2 or 5 times a power of ten."""
    rough = (values.high - values.low) / max(1, about)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough * 0.999)
    first = math.ceil(values.low / step - 1e-9)
    last = math.floor(values.high / step + 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


def plain(value: float) -> str:
    """A tick in as few digits as it needs."""
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

    def drawn(self, x_words: str, y_words: str, x_tick: Callable[[float], str] = plain) -> Iterator[str]:
        """Grid, ticks and the titles of the axes."""
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


def legend(left: float, top: float, entries: Sequence[tuple[str, str]]) -> Iterator[str]:
    """(colour, words) one below the other."""
    for index, (fill, words) in enumerate(entries):
        y = top + index * 18
        yield box(left, y - 9, 10, 10, fill)
        yield text((left + 16, y), words, 12)
