"""Days along an axis: where a day stands, and at which days it pays to write something."""

from collections.abc import Callable, Iterator
from datetime import date

from projections.charts.axes import Axes
from projections.charts.svg import line, text

DAYS_A_MONTH = 30.44
STEPS = (1, 3, 6, 12, 24, 60, 120)  # months between two ticks


def ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


def month_words(day: date) -> str:
    """2026 for its January, 2026-04 for April."""
    return str(day.year) if day.month == 1 else f"{day.year}-{day.month:02}"


def firsts(first: float, last: float, room: float) -> list[date]:
    """The first days of months between two days, evenly spread, as many as there is room for."""
    months = (last - first) / DAYS_A_MONTH
    # a year is written shorter than a month, so more of them fit
    step = next((step for step in STEPS if months / step * (7 if step < 12 else 5) <= room), STEPS[-1])
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
    """The axis below, with as many months or years as there is room for."""
    bottom = axes.top + axes.height
    yield line((axes.left, bottom), (axes.left + axes.width, bottom), "soft")
    # room in letters, each about as wide as two thirds of its size
    for day in firsts(axes.across.low, axes.across.high, axes.width / (size * 0.66)):
        x = axes.at(day.toordinal(), axes.up.low)[0]
        yield line((x, bottom), (x, bottom + 4), "soft")
        yield text((x, bottom + 6 + size), words(day), size, "middle", "soft")
