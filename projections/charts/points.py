"""The points of a chart of ratings: where each step stands on the page, which of them
are drawn, and what each says.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from projections.charts.axes import Axes
from projections.charts.chart_words import ChartWords
from projections.charts.colours import colour_name, paint
from projections.charts.course import Course, RatingStep, WrittenPoint
from projections.charts.readout import BETWEEN
from projections.charts.shapes import (
    Point,
    escape,
    group,
    number,
    quoted,
    title_of_shape,
)

# two points nearer than this on the page cannot be told apart, so the later one stands
# for both
APART = 4.5
MOST = 70  # points: more would make a page heavy, and no line any clearer
SKIPPED = " tabindex='-1'"  # of a link that the keyboard does not stop at


class ChartPoint(NamedTuple):
    """A step, and where it stands on the page."""

    at: Point
    step: RatingStep


def points_of(axes: Axes, one: Course) -> list[ChartPoint]:
    """Return the points of a course, in the order of days.

    Points outside the plot are among them.

    A point's place is in pixels from the upper left corner of the picture.
    """
    points = []
    for step in one.steps:
        at = axes.at(step.day, step.rating)
        points.append(ChartPoint(at, step))

    return points


def draw_points(
    drawn: Sequence[Course],
    points: Sequence[Sequence[ChartPoint]],
    words: ChartWords,
    size: int,
) -> Iterator[str]:
    """Draw the points of each course, in a group for each, with letters of this size.

    `drawn` and `points`: one per course, in the order that gives each its colour.

    `points` are thinned out all together: more lists on a chart do not make it heavier.
    `size`: the height of the letters shown above the plot, in pixels.
    """
    spread = _thinned_points(points)
    # one stop for the keyboard, the newest point; from there a script goes on by arrows
    stop = next((own[-1] for own in spread if own), None)

    for index, (one, own) in enumerate(zip(drawn, spread, strict=True)):
        colour = colour_name(index)
        painted = paint("paper", colour, "points")
        attributes = f"{painted} stroke-width='1.5' font-size='{size}'"
        yield group(
            attributes,
            (_point(one, point, words, colour, stops=point is stop) for point in own),
        )


def _point(
    one: Course, point: ChartPoint, words: ChartWords, colour: str, *, stops: bool
) -> str:
    """Draw a point; what no other shape of the picture changes is written only once.

    `stops`: whether the keyboard stops at it.

    Returned is a link around a circle, or the circle alone:

        <a tabindex='-1' href="/players/FI-1"><title>...</title><circle cx='60' ...
    """
    key = id(point.step.row)
    written = one.written.get(key)
    if written is None:
        written = _written_point(one, point.step, words, colour)
        one.written[key] = written

    before, after = written
    if stops:
        before = before.replace(SKIPPED, "", 1)
    # only where it stands differs between the shapes, wide and narrow
    x, y = point.at
    return f"{before}<circle cx='{number(x)}' cy='{number(y)}' r='3'{after}"


def _written_point(
    one: Course, step: RatingStep, words: ChartWords, colour: str
) -> WrittenPoint:
    """Write what a point is in every shape of the picture: its title, its link, and
    what is shown of it above the plot.

    `colour`: the name of that of the course. A point without a link has nothing that is
    shown above the plot.

    The circle's place goes between the two parts:

        before  <a tabindex='-1' href="..."><title>2024-03-01: 1580</title>
        after   /><text class='told fill-1'>2024-03-01  1580</text></a>
    """
    answer, row = one.answer, step.row
    first = one.first.get(id(row))

    title = title_of_shape(words.point(answer, row, first))
    link = words.link(answer, row)
    if link is None:
        return WrittenPoint(before="", after=f">{title}</circle>")

    parts = map(escape, words.readout(answer, row))
    hidden = f"<text class='told fill-{colour}'>{BETWEEN.join(parts)}</text>"
    return WrittenPoint(
        before=f"<a{SKIPPED} href={quoted(link)}>{title}",
        after=f"/>{hidden}</a>",
    )


def _thinned_points(points: Sequence[Sequence[ChartPoint]]) -> list[list[ChartPoint]]:
    """Return the points of each list, thinned out until there are not too many.

    Each round takes points for one that stand somewhat further apart than before.

    At most 70 remain of all the lists together. Points that are drawn are points of the
    answer, never a mean of several.
    """
    peaks = [_peak(own) for own in points]
    apart = APART

    while True:
        spread = [
            _apart(own, peak, apart) for own, peak in zip(points, peaks, strict=True)
        ]
        if sum(map(len, spread)) <= MOST:
            return spread
        apart *= 1.3


def _peak(points: Sequence[ChartPoint]) -> ChartPoint | None:
    """Return the highest of some points, the first of several; None without points.

    It is kept when points are thinned out: a chart without it would say something else.

    Of equal ratings the first is the day on which the player reached it.
    """
    return max(points, key=lambda point: point.step.rating, default=None)


def _apart(
    points: Sequence[ChartPoint], peak: ChartPoint | None, apart: float
) -> list[ChartPoint]:
    """Thin out points that would cover each other: the last of a heap stands for it,
    and the highest point, the peak, always remains.

    `apart`: in pixels, across and down together.

    With 4.5 pixels, of points of one height:

        x = 10, 12, 14, 15, 30  ->  14, 15, 30

    The heap is measured from where it begins, at 10; else a slow line would be one
    heap.
    """
    thin: list[ChartPoint] = []
    # where the heap begins that the newest point stands for
    heap_x, heap_y = -apart, -apart
    for point in points:
        x, y = point.at

        near = abs(x - heap_x) + abs(y - heap_y) < apart
        if near and thin and thin[-1] is not peak:
            thin.pop()
        else:
            heap_x, heap_y = x, y
        thin.append(point)

    return thin
