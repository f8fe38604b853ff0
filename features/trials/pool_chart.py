"""Draw how a list's pool of points goes: who is in it with what mean, how they drift,
and what put points in or took them out.
"""

from collections.abc import Iterator, Sequence

from features.trials.pool_answer import CAUSES, PoolPeriod, PoolReport
from messages import counted, say
from projections.charts.axes import Axes, Span, legend, plain, span, ticks
from projections.charts.colours import series
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import band, box, dot, line, path, text

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
    """Draw the picture of `pool`."""
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
    yield text((LEFT, 30), title, 16)
    if not rows:
        yield text((350, 200), translate(say("no entries")), 14, "middle", "soft")
        return
    across = Span(-0.5, len(rows) - 0.5)
    yield from _means(rows, across, translate)
    yield from _drift(rows, across, translate)
    yield from _causes(rows, across, translate)


def _means(
    rows: Sequence[PoolPeriod], across: Span, translate: Translate
) -> Iterator[str]:
    rated = [(index, row) for index, row in enumerate(rows) if row.deciles]
    values = [row.deciles[tenth] for _, row in rated for tenth in (LOWEST, HIGHEST)]
    axes = Axes(LEFT, 70, ACROSS, 220, across, span(values, 20))
    yield from _frame(axes, rows, translate(say("rating")), translate)
    spots = {
        tenth: [axes.at(i, row.deciles[tenth]) for i, row in rated]
        for tenth in (LOWEST, MIDDLE, HIGHEST)
    }
    yield band(spots[HIGHEST], spots[LOWEST], series(0))
    yield path(spots[MIDDLE], series(1), 2, "5 3")
    means = [(axes.at(i, row.mean), row) for i, row in rated if row.mean is not None]
    yield path([spot for spot, _ in means], series(0))
    for spot, row in means:
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
            yield dot(spot, 3.5, series(0), words)
    yield from legend(
        LEGEND,
        90,
        [(series(0), translate(say("mean"))), (series(1), translate(say("median")))],
    )
    yield box(LEGEND, 117, 10, 10, series(0), opacity=0.15)
    yield text((LEGEND + 16, 126), translate(say("10th to 90th percentile")), 12)
    if not all(row.active for row in rows):
        yield box(LEGEND, 135, 10, 10, "line", opacity=0.6)
        yield text((LEGEND + 16, 144), translate(say("no games")), 12)


def _drift(
    rows: Sequence[PoolPeriod], across: Span, translate: Translate
) -> Iterator[str]:
    """Draw the mean movement of the players who played, added up: a line that rises is
    a pool that inflates.
    """
    sums = [0.0]
    for row in rows:
        sums.append(sums[-1] + (row.drift.mean or 0))
    axes = Axes(LEFT, 352, ACROSS, 130, across, span(sums, 10))
    yield from _frame(
        axes,
        rows,
        translate(
            say(
                "drift: mean movement of those who played, added up from period to"
                " period"
            )
        ),
        translate,
    )
    yield line(axes.at(across.low, 0), axes.at(across.high, 0), "soft", 1.5)
    yield path(
        [axes.at(index, total) for index, total in enumerate(sums[1:])], series(2)
    )
    for index, row in enumerate(rows):
        if row.drift.mean is not None and row.active:
            about = {
                "period": row.period,
                "drift": f"{row.drift.mean:+.1f}",
                "total": f"{sums[index + 1]:+.1f}",
            }
            words = translate(
                counted(
                    "{period}: {drift} of {count} player, {total} since the beginning",
                    "{period}: {drift} on average of {count} players, {total} since the"
                    " beginning",
                    row.drift.players,
                    **about,
                )
            )
            yield dot(axes.at(index, sums[index + 1]), 3.5, series(2), words)
    yield from legend(
        LEGEND,
        372,
        [(series(2), translate(say("drift {points}", points=f"{sums[-1]:+.1f}")))],
    )


def _causes(
    rows: Sequence[PoolPeriod], across: Span, translate: Translate
) -> Iterator[str]:
    """Draw bars from the zero line: what was put in upwards, what was taken out
    downwards.
    """
    causes = [
        c
        for c in rows[0].causes
        if c not in WITH_PLAYERS and any(row.causes[c] for row in rows)
    ]
    ups = [sum(max(0, row.causes[cause]) for cause in causes) for row in rows]
    downs = [sum(min(0, row.causes[cause]) for cause in causes) for row in rows]
    axes = Axes(LEFT, 544, ACROSS, 200, across, span([*ups, *downs, 0], 10))
    yield from _frame(
        axes,
        rows,
        translate(
            say(
                "points put in and taken out; those of players who came or left are not"
                " counted"
            )
        ),
        translate,
    )
    wide = min(46.0, ACROSS / len(rows) * 0.6)
    for index, row in enumerate(rows):
        above = below = 0.0
        for place, cause in enumerate(causes):
            amount = row.causes[cause]
            # a bar stands on the one before it, on its own side of the zero line
            low = above if amount > 0 else below + amount
            x, top = axes.at(index, low + abs(amount))
            bottom = axes.at(index, low)[1]
            words = f"{row.period}: {_words(cause, translate)} {amount:+}"
            yield box(x - wide / 2, top, wide, bottom - top, series(place), words)
            above, below = (
                (above + amount, below) if amount > 0 else (above, below + amount)
            )
    yield line(axes.at(across.low, 0), axes.at(across.high, 0), "soft", 1.5)
    yield from legend(
        LEGEND,
        564,
        [
            (series(place), _words(cause, translate))
            for place, cause in enumerate(causes)
        ],
    )


def _words(cause: str, translate: Translate) -> str:
    return translate(say(CAUSES[cause].name))


def _frame(
    axes: Axes, rows: Sequence[PoolPeriod], words: str, translate: Translate
) -> Iterator[str]:
    """Draw the frame like Axes.drawn, but with the periods below, and behind everything
    those in which nobody
    played.
    """
    bottom = axes.top + axes.height
    for index, row in enumerate(rows):
        if not row.active:
            left, right = (axes.at(edge, 0)[0] for edge in (index - 0.5, index + 0.5))
            yield box(
                left,
                axes.top,
                right - left,
                axes.height,
                "line",
                f"{row.period}: {translate(say('no games'))}",
                0.6,
            )
    yield text((axes.left, axes.top - 10), words, 12, "start", "soft")
    for value in ticks(axes.up, 6 if axes.height > 150 else 4):
        y = axes.at(0, value)[1]
        yield line((axes.left, y), (axes.left + axes.width, y), "line")
        yield text((axes.left - 6, y + 4), plain(value), 11, "end", "soft")
    every = max(1, -(-len(rows) // 12))
    for index in range(0, len(rows), every):
        yield text(
            (axes.at(index, axes.up.low)[0], bottom + 18),
            rows[index].period,
            11,
            "middle",
            "soft",
        )
    yield line((axes.left, bottom), (axes.left + axes.width, bottom), "soft")
