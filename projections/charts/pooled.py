"""A pool over its periods: the mean inside its deciles above, the points put in and taken out by cause below."""

from collections.abc import Iterator, Sequence

from projections.charts.axes import Axes, Span, legend, plain, span, ticks
from projections.charts.style import series
from projections.charts.svg import Frame, band, box, dot, line, path, picture, text
from projections.trials.pool_answer import PoolPeriod, PoolReport

WIDTH, HEIGHT = 900, 720
LOWEST, MIDDLE, HIGHEST = 1, 5, 9  # deciles: a tenth, the median, nine tenths
# what comes with a player is a thousand points and more: beside it the other causes would be too small to see
WITH_PLAYERS = ("openings", "newcomers", "elo_steps", "leavers", "returned", "struck_off")


def pooled(report: PoolReport) -> str:
    """The picture of `pool`."""
    title = f"The pool of {report.list}"
    return picture(Frame(WIDTH, HEIGHT, title), _shapes(report.rows, title))


def _shapes(rows: Sequence[PoolPeriod], title: str) -> Iterator[str]:
    yield text((70, 30), title, 16)
    if not rows:
        yield text((350, 200), "no entries", 14, "middle", "soft")
        return
    across = Span(-0.5, len(rows) - 0.5)
    yield from _means(rows, across)
    yield from _causes(rows, across)


def _means(rows: Sequence[PoolPeriod], across: Span) -> Iterator[str]:
    rated = [(index, row) for index, row in enumerate(rows) if row.deciles]
    values = [row.deciles[tenth] for _, row in rated for tenth in (LOWEST, HIGHEST)]
    axes = Axes(70, 70, 620, 240, across, span(values, 20))
    yield from _frame(axes, rows, "rating")
    spots = {tenth: [axes.at(i, row.deciles[tenth]) for i, row in rated] for tenth in (LOWEST, MIDDLE, HIGHEST)}
    yield band(spots[HIGHEST], spots[LOWEST], series(0))
    yield path(spots[MIDDLE], series(5))
    means = [(axes.at(i, row.mean), row) for i, row in rated if row.mean is not None]
    yield path([spot for spot, _ in means], series(0))
    for spot, row in means:
        yield dot(spot, 3.5, series(0), f"{row.period}: mean {row.mean} of {row.players} players")
    yield from legend(710, 90, [(series(0), "mean"), (series(5), "median"), ("line", "10th to 90th percentile")])


def _causes(rows: Sequence[PoolPeriod], across: Span) -> Iterator[str]:
    """Bars from the zero line: what was put in upwards, what was taken out downwards."""
    causes = [c for c in rows[0].causes if c not in WITH_PLAYERS and any(row.causes[c] for row in rows)]
    ups = [sum(max(0, row.causes[cause]) for cause in causes) for row in rows]
    downs = [sum(min(0, row.causes[cause]) for cause in causes) for row in rows]
    axes = Axes(70, 390, 620, 240, across, span([*ups, *downs, 0], 10))
    yield from _frame(axes, rows, "points put in and taken out; those of players who came or left are not counted")
    wide = min(46.0, 620 / len(rows) * 0.6)
    for index, row in enumerate(rows):
        above = below = 0.0
        for place, cause in enumerate(causes):
            amount = row.causes[cause]
            # a bar stands on the one before it, on its own side of the zero line
            low = above if amount > 0 else below + amount
            x, top = axes.at(index, low + abs(amount))
            bottom = axes.at(index, low)[1]
            words = f"{row.period}: {_words(cause)} {amount:+}"
            yield box(x - wide / 2, top, wide, bottom - top, series(place), words)
            above, below = (above + amount, below) if amount > 0 else (above, below + amount)
    yield line(axes.at(across.low, 0), axes.at(across.high, 0), "soft", 1.5)
    yield from legend(710, 410, [(series(place), _words(cause)) for place, cause in enumerate(causes)])


def _words(cause: str) -> str:
    return cause.replace("_", " ")


def _frame(axes: Axes, rows: Sequence[PoolPeriod], words: str) -> Iterator[str]:
    """As Axes.drawn, with the periods below."""
    bottom = axes.top + axes.height
    yield text((axes.left, axes.top - 10), words, 12, "start", "soft")
    for value in ticks(axes.up):
        y = axes.at(0, value)[1]
        yield line((axes.left, y), (axes.left + axes.width, y), "line")
        yield text((axes.left - 6, y + 4), plain(value), 11, "end", "soft")
    every = max(1, -(-len(rows) // 12))
    for index in range(0, len(rows), every):
        yield text((axes.at(index, axes.up.low)[0], bottom + 18), rows[index].period, 11, "middle", "soft")
    yield line((axes.left, bottom), (axes.left + axes.width, bottom), "soft")
