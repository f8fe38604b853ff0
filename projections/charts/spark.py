"""A spark line: a rating's course as small as a word, for a row of a list."""

from collections.abc import Sequence

from projections.charts.axes import span
from projections.charts.svg import number, paint, quoted, stairs

WIDTH, HEIGHT = 96, 22


def spark(points: Sequence[tuple[float, float]], words: str, last: float | None = None) -> str:
    """(day, rating) in order, the line going on to the day `last`; without words it is decoration."""
    heard = f"role='img' aria-label={quoted(words)}" if words else "aria-hidden='true'"
    head = f"<svg class='chart spark' width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}' {heard}>"
    if not points:
        return f"{head}</svg>"
    first, end = points[0][0], max(points[-1][0], last or 0)
    ratings = span([rating for _, rating in points], 20)
    wide = max(1.0, end - first)

    def place(day: float, rating: float) -> tuple[float, float]:
        up = (rating - ratings.low) / (ratings.high - ratings.low)
        return 1 + (day - first) / wide * (WIDTH - 6), 2 + (1 - up) * (HEIGHT - 4)

    spots = [place(day, rating) for day, rating in points]
    x, y = place(end, points[-1][1])
    return (
        f"{head}<path d='{stairs(spots, x)}' {paint('none', '1')} stroke-width='1.5'/>"
        f"<circle cx='{number(x)}' cy='{number(y)}' r='2.2' {paint('1')}/></svg>"
    )
