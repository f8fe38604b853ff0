"""A rating's course as small as a word."""

from collections.abc import Sequence

from projections.charts.axes import Axes, Span, span
from projections.charts.colours import paint
from projections.charts.shapes import Point, number, quoted, stairs

WIDTH, HEIGHT = 96, 22


def spark(points: Sequence[Point], words: str, last: float | None = None) -> str:
    """Draw (day, rating) in order, the line going on to the day `last`; without words
    it is decoration.

    Days are ordinals. Without points the picture is empty.

    `words`: what a screen reader says of it. `last`: the line goes to the newest point
    where it is None or an earlier day.

        spark([(738946, 1580), (739007, 1602)], "1580, then 1602", last=739100)
    """
    size = f"width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}'"
    # of a decoration nothing is heard; of a picture with words, the words alone
    spoken = "aria-hidden='true'"
    if words:
        spoken = f"role='img' aria-label={quoted(words)}"
    head = f"<svg class='chart spark' {size} {spoken}>"

    if not points:
        return f"{head}</svg>"

    return f"{head}{_line(points, last or 0)}</svg>"


def _line(points: Sequence[Point], last: float) -> str:
    """Draw the line, with a dot at its end.

    The line ends at the later of `last` and the day of the newest point.

    `points`: (ordinal, rating), at least one. The plot is at least one day wide, and
    20 points high, so that a small change does not look like a great one.
    """
    first, _ = points[0]
    newest, rating_now = points[-1]

    end = max(newest, last)
    # one day without length could not be placed on an axis
    days = Span(first, first + max(1.0, end - first))
    ratings = span([rating for _, rating in points], 20)

    # the dot at the end has room beside the plot
    axes = Axes(
        left=1,
        top=2,
        width=WIDTH - 6,
        height=HEIGHT - 4,
        across=days,
        up=ratings,
    )

    x, y = axes.at(end, rating_now)
    commands = stairs([axes.at(day, rating) for day, rating in points], x)

    return (
        f"<path d='{commands}' {paint('none', '1')} stroke-width='1.5'/>"
        f"<circle cx='{number(x)}' cy='{number(y)}' r='2.2' {paint('1')}/>"
    )
