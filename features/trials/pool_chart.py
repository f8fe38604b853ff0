"""Draw how a list's pool of points goes: who is in it with what mean, how they drift,
and what put points in or took them out.
"""

from collections.abc import Iterator, Sequence

from features.trials.pool_answer import CAUSES, PoolPeriod, PoolReport
from messages import counted, say
from projections.charts.axes import Axes, Span, legend, plain, span, ticks
from projections.charts.colours import colour_name
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import Point, band, box, dot, line, path, text

WIDTH, HEIGHT = 900, 790
LEFT, ACROSS, LEGEND = 70, 620, 712
LOWEST, MIDDLE, HIGHEST = 1, 5, 9  # deciles: a tenth, the median, nine tenths
# what comes with a player is a thousand points and more: beside it the other causes
# would be too small to see
WITH_PLAYERS = (
    "openings",
    "newcomers",
    "elo_steps",
    "leavers",
    "returned",
    "struck_off",
)


def pooled(
    report: PoolReport, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `trial pool`.

    The words that describe it for whoever does not see it say how far those who played
    moved in all periods together.

    alone: whether it is a file of its own, or part of a page.
    """
    title = translate(say("The pool of {list}", list=report.list))
    drift = [row.drift.mean for row in report.rows if row.drift.mean is not None]
    described = translate(
        counted(
            "{count} period; those who played moved by {drift} points on average",
            "{count} periods; those who played moved by {drift} points on average"
            " altogether",
            len(report.rows),
            drift=f"{sum(drift):+.1f}",
        )
    )

    return picture(
        Frame(WIDTH, HEIGHT, title, described, "pooled", alone),
        _shapes(report.rows, title, translate),
    )


def _shapes(
    rows: Sequence[PoolPeriod], title: str, translate: Translate
) -> Iterator[str]:
    """Yield the shapes of the chart: means, drift and causes under each other, over the
    same periods.

    Without periods there are only the title and a word that says so.
    """
    yield text((LEFT, 30), title, 16)
    if not rows:
        yield text((350, 200), translate(say("no entries")), 14, "middle", "soft")
        return

    across = Span(-0.5, len(rows) - 0.5)
    yield from _means(rows, across, translate)
    yield from _drift(rows, across, translate)
    yield from _causes(rows, across, translate)


# periods in which somebody had a rating, each with its index among all
Rated = Sequence[tuple[int, PoolPeriod]]


def _means(
    rows: Sequence[PoolPeriod], across: Span, translate: Translate
) -> Iterator[str]:
    """Draw mean and median of the ratings, and the band that holds eight of ten.

    across: the axis of the periods, the same in all three charts. Periods in which
    nobody had a rating are gaps that the lines bridge.
    """
    rated = [(index, row) for index, row in enumerate(rows) if row.deciles]
    values: list[int] = []
    for _, row in rated:
        values += [row.deciles[LOWEST], row.deciles[HIGHEST]]

    axes = Axes(LEFT, 70, ACROSS, 220, across, span(values, 20))
    yield from _frame(axes, rows, translate(say("rating")), translate)

    lowest = _course_of_decile(axes, rated, LOWEST)
    middle = _course_of_decile(axes, rated, MIDDLE)
    highest = _course_of_decile(axes, rated, HIGHEST)
    yield band(highest, lowest, colour_name(0))
    yield path(middle, colour_name(1), 2, "5 3")
    yield from _course_of_means(axes, rated, translate)

    somebody_always_played = all(row.active for row in rows)
    yield from _legend_of_means(somebody_always_played, translate)


def _legend_of_means(
    somebody_always_played: bool, translate: Translate
) -> Iterator[str]:
    """Say beside the chart what its two lines, its band and its pale boxes are; the
    boxes only where there are any.
    """
    mean = translate(say("mean"))
    median = translate(say("median"))
    yield from legend(LEGEND, 90, [(colour_name(0), mean), (colour_name(1), median)])

    left = LEGEND + 16
    percentiles = translate(say("10th to 90th percentile"))
    yield box(LEGEND, 117, 10, 10, colour_name(0), opacity=0.15)
    yield text((left, 126), percentiles, 12)

    if not somebody_always_played:
        no_games = translate(say("no games"))
        yield box(LEGEND, 135, 10, 10, "line", opacity=0.6)
        yield text((left, 144), no_games, 12)


def _course_of_decile(axes: Axes, rated: Rated, decile: int) -> list[Point]:
    """Return the points of the line of one decile, a point for each period with
    ratings.

    decile: 0 is the lowest rating, 5 the median, 10 the highest.
    """
    points = []
    for index, row in rated:
        rating = row.deciles[decile]
        points.append(axes.at(index, rating))

    return points


def _course_of_means(axes: Axes, rated: Rated, translate: Translate) -> Iterator[str]:
    """Draw the means, with a dot for each period in which somebody played; a mean that
    only stayed as it was has none.
    """
    points = []
    dots = []
    for index, row in rated:
        if row.mean is None:
            continue
        point = axes.at(index, row.mean)
        points.append(point)
        if row.active:
            words = translate(
                counted(
                    "{period}: mean {mean} of {count} player",
                    "{period}: mean {mean} of {count} players",
                    row.players,
                    period=row.period,
                    mean=row.mean,
                )
            )
            dots.append(dot(point, 3.5, colour_name(0), words))

    yield path(points, colour_name(0))
    yield from dots


def _drift(
    rows: Sequence[PoolPeriod], across: Span, translate: Translate
) -> Iterator[str]:
    """Draw the mean movement of the players who played, added up: a line that rises is
    a pool that inflates.

    Periods without a movement leave the line level. A dot says how far it is since the
    beginning.
    """
    sums = [0.0]
    for row in rows:
        sums.append(sums[-1] + (row.drift.mean or 0))

    axes = Axes(LEFT, 352, ACROSS, 130, across, span(sums, 10))
    title = translate(
        say("drift: mean movement of those who played, added up from period to period")
    )
    yield from _frame(axes, rows, title, translate)
    yield _zero_line(axes)

    totals = sums[1:]
    points = [axes.at(index, total) for index, total in enumerate(totals)]
    yield path(points, colour_name(2))

    for row, total, point in zip(rows, totals, points, strict=True):
        # a period without games has its pale box instead
        if row.drift.mean is None or not row.active:
            continue
        words = translate(
            counted(
                "{period}: {drift} of {count} player, {total} since the beginning",
                "{period}: {drift} on average of {count} players, {total} since the"
                " beginning",
                row.drift.players,
                period=row.period,
                drift=f"{row.drift.mean:+.1f}",
                total=f"{total:+.1f}",
            )
        )
        yield dot(point, 3.5, colour_name(2), words)

    drift = translate(say("drift {points}", points=f"{sums[-1]:+.1f}"))
    yield from legend(LEGEND, 372, [(colour_name(2), drift)])


def _zero_line(axes: Axes) -> str:
    """Draw the line at 0, across the whole chart."""
    low = axes.at(axes.across.low, 0)
    high = axes.at(axes.across.high, 0)
    return line(low, high, "soft", 1.5)


def _causes(
    rows: Sequence[PoolPeriod], across: Span, translate: Translate
) -> Iterator[str]:
    """Draw bars from the zero line: what was put in upwards, what was taken out
    downwards.

    The axis is as high as the highest pile of bars above the line, and as low as the
    lowest below it.
    """
    causes = _causes_drawn(rows)
    ends = [0.0]
    for row in rows:
        amounts = [row.causes[cause] for cause in causes]
        ends.append(sum(max(0, amount) for amount in amounts))
        ends.append(sum(min(0, amount) for amount in amounts))

    axes = Axes(LEFT, 544, ACROSS, 200, across, span(ends, 10))
    title = translate(
        say(
            "points put in and taken out; those of players who came or left are not"
            " counted"
        )
    )
    yield from _frame(axes, rows, title, translate)
    for index, row in enumerate(rows):
        yield from _bars(axes, index, row, causes, translate)

    yield _zero_line(axes)
    entries = []
    for number, cause in enumerate(causes):
        entries.append((colour_name(number), _words(cause, translate)))

    yield from legend(LEGEND, 564, entries)


def _causes_drawn(rows: Sequence[PoolPeriod]) -> list[str]:
    """Return the causes that ever were, in the order of the report, without those of
    players who came or left.

    rows: at least one; all periods have the same causes.
    """
    causes = []
    for cause in rows[0].causes:
        if cause in WITH_PLAYERS:
            continue
        if any(row.causes[cause] for row in rows):
            causes.append(cause)

    return causes


def _bars(
    axes: Axes,
    index: int,
    row: PoolPeriod,
    causes: Sequence[str],
    translate: Translate,
) -> Iterator[str]:
    """Draw the bars of a period: each stands on the one before it, on its own side of
    the zero line.

    index: of the period, from 0. causes: those of the legend, each with its colour.
    """
    periods = axes.across.high - axes.across.low

    # at most so wide that periods stand apart
    wide = min(46.0, ACROSS / periods * 0.6)
    above = below = 0.0
    for number, cause in enumerate(causes):
        amount = row.causes[cause]
        if amount > 0:
            low = above
            above += amount
        else:
            below += amount
            low = below

        x, top = axes.at(index, low + abs(amount))
        _, bottom = axes.at(index, low)
        words = f"{row.period}: {_words(cause, translate)} {amount:+}"
        yield box(x - wide / 2, top, wide, bottom - top, colour_name(number), words)


def _words(cause: str, translate: Translate) -> str:
    """Return the name of a cause in the language of the reader."""
    name = CAUSES[cause].name
    return translate(say(name))


def _frame(
    axes: Axes, rows: Sequence[PoolPeriod], words: str, translate: Translate
) -> Iterator[str]:
    """Draw the frame like Axes.drawn, but with the periods below, and behind everything
    those in which nobody played.

    words: what the heights mean, said above the frame.

    At most twelve periods are named below, evenly spread, so that their names do not
    run into each other.
    """
    left = axes.left
    right = left + axes.width
    bottom = axes.top + axes.height
    for index, row in enumerate(rows):
        if not row.active:
            yield _period_without_games(axes, index, row, translate)

    yield text((left, axes.top - 10), words, 12, "start", "soft")
    about = 6 if axes.height > 150 else 4
    for value in ticks(axes.up, about):
        _, y = axes.at(0, value)
        yield line((left, y), (right, y), "line")
        yield text((left - 6, y + 4), plain(value), 11, "end", "soft")

    # names of periods, below the frame
    every = max(1, -(-len(rows) // 12))
    low = axes.up.low
    for index in range(0, len(rows), every):
        x, _ = axes.at(index, low)
        period = rows[index].period
        yield text((x, bottom + 18), period, 11, "middle", "soft")

    yield line((left, bottom), (right, bottom), "soft")


def _period_without_games(
    axes: Axes, index: int, row: PoolPeriod, translate: Translate
) -> str:
    """Draw a pale box, with words, over a period in which nobody played."""
    left, _ = axes.at(index - 0.5, 0)
    right, _ = axes.at(index + 0.5, 0)
    return box(
        x=left,
        y=axes.top,
        width=right - left,
        height=axes.height,
        fill="line",
        title=f"{row.period}: {translate(say('no games'))}",
        opacity=0.6,
    )
