"""Draw a whole list: its players by bands of ratings."""

import math
from collections.abc import Iterator

from messages import counted, say
from projections.answers.lists.rating_list import BandRow, BandsAnswer
from projections.charts.axes import Axes, Span, ticks
from projections.charts.colours import colour_name
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import box, text

BANDS_WIDTH, BANDS_HEIGHT = 720, 300
BANDS_LEFT, BANDS_TOP, BANDS_ACROSS, BANDS_DOWN = 50, 50, 650, 210
LABELS = 14  # more would touch each other
NUMBERED = 30  # columns that are wide enough for how many they count


def bands_chart(
    answer: BandsAnswer, translate: Translate = str, *, alone: bool = True
) -> str:
    """Draw the picture of `list --bands`.

    `alone`: whether it is a file of its own. Returned is the SVG.

    `translate`: says a message in the language of the page; without it, in English.
    """
    title = translate(
        say("{list}: players per {width} points", list=answer.list, width=answer.width)
    )
    described = translate(counted("{count} player", "{count} players", answer.players))

    frame = Frame(BANDS_WIDTH, BANDS_HEIGHT, title, described, "bands", alone)
    return picture(frame, _columns(answer, title, translate))


def _columns(answer: BandsAnswer, title: str, translate: Translate) -> Iterator[str]:
    """Draw the title, the axes and a column for each band, or say that there are none.

    Every column stands on a width of 1, the first from 0 to 1.
    """
    yield text((BANDS_LEFT, 24), title, 14)

    rows = answer.rows
    if not rows:
        nothing = translate(say("no entries"))
        yield text((BANDS_LEFT, 120), nothing, 14, "start", "soft")
        return

    most = max(row.players for row in rows)
    axes = Axes(
        left=BANDS_LEFT,
        top=BANDS_TOP,
        width=BANDS_ACROSS,
        height=BANDS_DOWN,
        across=Span(0, len(rows)),
        up=Span(0, most * 1.1),
    )

    # half a player is no tick
    for value in ticks(axes.up, 4):
        if value == int(value):
            yield from axes.labelled_line(axes.y(value), str(int(value)), 12)

    # of many columns not each has room for its count and its label
    numbered = len(rows) <= NUMBERED
    every = math.ceil(len(rows) / LABELS)
    for index, row in enumerate(rows):
        yield from _column(axes, index, row, numbered)
        if index % every == 0:
            below = (axes.x(index + 0.08), axes.bottom + 16)
            yield text(below, str(row.low), 12, "start", "soft")


def _column(axes: Axes, index: int, row: BandRow, numbered: bool) -> Iterator[str]:
    """Draw the column of a band, with how many it counts if there is room for it.

    `numbered`: whether columns are wide enough for that.

    Beside the column a little room remains, so that neighbours do not touch. A mouse
    that rests on it is shown its band and its count, as `1500–1599: 12`.
    """
    left, top = axes.at(index + 0.08, row.players)
    right, bottom = axes.at(index + 0.92, 0)

    width = right - left
    height = bottom - top
    words = f"{row.low}–{row.high}: {row.players}"

    yield box(left, top, width, height, colour_name(0), title=words)
    if numbered and row.players:
        middle = (left + right) / 2
        above = (middle, top - 4)
        yield text(above, str(row.players), 11, "middle", "soft")
