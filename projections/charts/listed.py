"""Draw a whole list: its players by bands of ratings."""

from collections.abc import Iterator

from messages import counted, say
from projections.answers.lists.rating_list import BandsAnswer
from projections.charts.axes import Axes, Span, ticks
from projections.charts.colours import series
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import box, line, text

BANDS_WIDTH, BANDS_HEIGHT = 720, 300
BANDS_LEFT, BANDS_TOP, BANDS_ACROSS, BANDS_DOWN = 50, 50, 650, 210
LABELS = 14  # more would touch each other
NUMBERED = 30  # columns that are wide enough for how many they count


def banded(
    answer: BandsAnswer, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `list --bands`."""
    title = translate(
        say("{list}: players per {width} points", list=answer.list, width=answer.width)
    )
    described = translate(counted("{count} player", "{count} players", answer.players))
    return picture(
        Frame(BANDS_WIDTH, BANDS_HEIGHT, title, described, "bands", alone),
        _columns(answer, title, translate),
    )


def _columns(answer: BandsAnswer, title: str, translate: Translate) -> Iterator[str]:
    yield text((BANDS_LEFT, 24), title, 14)
    if not answer.rows:
        yield text((BANDS_LEFT, 120), translate(say("no entries")), 14, "start", "soft")
        return
    most = max(row.players for row in answer.rows)
    axes = Axes(
        BANDS_LEFT,
        BANDS_TOP,
        BANDS_ACROSS,
        BANDS_DOWN,
        Span(0, len(answer.rows)),
        Span(0, most * 1.1),
    )
    for value in ticks(axes.up, 4):
        if value == int(value):
            a, b = axes.at(0, value), axes.at(len(answer.rows), value)
            yield line(a, b, "line")
            yield text((BANDS_LEFT - 6, a[1] + 4), str(int(value)), 12, "end", "soft")
    every = -(-len(answer.rows) // LABELS)
    for at, row in enumerate(answer.rows):
        left, top = axes.at(at + 0.08, row.players)
        right, bottom = axes.at(at + 0.92, 0)
        yield box(
            left,
            top,
            right - left,
            bottom - top,
            series(0),
            f"{row.low}–{row.high}: {row.players}",
        )
        if row.players and len(answer.rows) <= NUMBERED:
            yield text(
                ((left + right) / 2, top - 4), str(row.players), 11, "middle", "soft"
            )
        if at % every == 0:
            yield text((left, bottom + 16), str(row.low), 12, "start", "soft")
