"""Pictures of a list: a spark line in a row, a rating's course as small as a word; a column for each band."""

from collections.abc import Iterator, Sequence

from messages import counted, say
from projections.answers.lists.rating_list import BandsAnswer
from projections.charts import Frame, Translate, box, line, number, paint, picture, quoted, series, stairs, text
from projections.charts.axes import Axes, Span, span, ticks

SPARK_WIDTH, SPARK_HEIGHT = 96, 22


def spark(points: Sequence[tuple[float, float]], words: str, last: float | None = None) -> str:
    """Draw (day, rating) in order, the line going on to the day `last`; without words it is decoration."""
    heard = f"role='img' aria-label={quoted(words)}" if words else "aria-hidden='true'"
    size = f"width='{SPARK_WIDTH}' height='{SPARK_HEIGHT}' viewBox='0 0 {SPARK_WIDTH} {SPARK_HEIGHT}'"
    head = f"<svg class='chart spark' {size} {heard}>"
    if not points:
        return f"{head}</svg>"
    first, end = points[0][0], max(points[-1][0], last or 0)
    ratings = span([rating for _, rating in points], 20)
    wide = max(1.0, end - first)

    def place(day: float, rating: float) -> tuple[float, float]:
        up = (rating - ratings.low) / (ratings.high - ratings.low)
        return 1 + (day - first) / wide * (SPARK_WIDTH - 6), 2 + (1 - up) * (SPARK_HEIGHT - 4)

    spots = [place(day, rating) for day, rating in points]
    x, y = place(end, points[-1][1])
    return (
        f"{head}<path d='{stairs(spots, x)}' {paint('none', '1')} stroke-width='1.5'/>"
        f"<circle cx='{number(x)}' cy='{number(y)}' r='2.2' {paint('1')}/></svg>"
    )


WIDTH, HEIGHT = 720, 300
LEFT, TOP, ACROSS, DOWN = 50, 50, 650, 210
LABELS = 14  # more would touch each other
NUMBERED = 30  # columns that are wide enough for how many they count


def banded(answer: BandsAnswer, translate: Translate = str, *, alone: bool = True) -> str:
    """Draw the picture of `list --bands`."""
    title = translate(say("{list}: players per {width} points", list=answer.list, width=answer.width))
    described = translate(counted("{count} player", "{count} players", answer.players))
    return picture(Frame(WIDTH, HEIGHT, title, described, "bands", alone), _shapes(answer, title, translate))


def _shapes(answer: BandsAnswer, title: str, translate: Translate) -> Iterator[str]:
    yield text((LEFT, 24), title, 14)
    if not answer.rows:
        yield text((LEFT, 120), translate(say("no entries")), 14, "start", "soft")
        return
    most = max(row.players for row in answer.rows)
    axes = Axes(LEFT, TOP, ACROSS, DOWN, Span(0, len(answer.rows)), Span(0, most * 1.1))
    for value in ticks(axes.up, 4):
        if value == int(value):
            a, b = axes.at(0, value), axes.at(len(answer.rows), value)
            yield line(a, b, "line")
            yield text((LEFT - 6, a[1] + 4), str(int(value)), 12, "end", "soft")
    every = -(-len(answer.rows) // LABELS)
    for at, row in enumerate(answer.rows):
        left, top = axes.at(at + 0.08, row.players)
        right, bottom = axes.at(at + 0.92, 0)
        yield box(left, top, right - left, bottom - top, series(0), f"{row.low}–{row.high}: {row.players}")
        if row.players and len(answer.rows) <= NUMBERED:
            yield text(((left + right) / 2, top - 4), str(row.players), 11, "middle", "soft")
        if at % every == 0:
            yield text((left, bottom + 16), str(row.low), 12, "start", "soft")
