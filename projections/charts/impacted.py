"""Draw how far one event reached through time: a lane for each player it moved, at
every entry that came out differently a dot as large as the difference. Days go across,
so the picture shows where the change began and how it faded, or not.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from messages import counted, say
from projections.answers.events.impact import ChangedEntry, ImpactAnswer, moved_of
from projections.charts.axes import Axes, Span, day_axis, month_words, ordinal
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import dot, line, text

LANE = 24
SMALLEST, LARGEST = 2.5, 11  # radius of a dot


class PictureSize(NamedTuple):
    """The size of the picture: its width, the room for names at its left and for
    figures at its right, and how many lanes.
    """

    width: int
    left: int
    right: int
    most: int
    longest: int  # name, in characters


WIDE, PHONE = PictureSize(880, 190, 60, 25, 24), PictureSize(360, 112, 36, 15, 15)


class Lane(NamedTuple):
    """One player on one list, their changed entries in date order."""

    words: str
    entries: tuple[tuple[ChangedEntry, int], ...]

    @property
    def farthest(self) -> int:
        return max(abs(change) for _, change in self.entries)


def impacted(
    answer: ImpactAnswer,
    translate: Translate = str,
    *,
    alone: bool = True,
    shape: PictureSize = WIDE,
    name: str = "impact",
) -> str:
    """Draw the picture of `log impact`: players moved farthest first. As part of a page it
    leaves the title to the page.
    """
    # counted as the page does, first ratings too, which no lane can show
    moved = moved_of(answer.rows)
    lanes = _lanes(moved, shape.longest)
    shown = lanes[: shape.most]
    title = translate(say("What event {seq} moved", seq=answer.seq))
    summary = translate(
        say(
            "{ratings} {players} differ, by {points} at most",
            ratings=counted(
                "{count} rating",
                "{count} ratings",
                len(moved),
            ),
            players=counted(
                "of {count} player",
                "of {count} players",
                len({row.player for row in moved}),
            ),
            points=counted(
                "{count} point",
                "{count} points",
                max((lane.farthest for lane in lanes), default=0),
            ),
        )
    )
    top = 60 if alone else 10
    height = (
        top + LANE * max(1, len(shown)) + 30 + (24 if len(lanes) > shape.most else 0)
    )
    shapes = (
        [text((16, 26), title, 16), text((16, 46), summary, 12, "start", "soft")]
        if alone
        else []
    )
    shapes += _shapes(shown, top, shape, translate)
    if len(lanes) > shape.most:
        more = translate(
            counted(
                "and {count} more player",
                "and {count} more players",
                len(lanes) - shape.most,
            )
        )
        shapes.append(text((16, height - 8), more, 12, "start", "soft"))
    return picture(Frame(shape.width, height, title, summary, name, alone), shapes)


def _lanes(rows: Sequence[ChangedEntry], longest: int) -> list[Lane]:
    by_player: dict[tuple[str, str], list[tuple[ChangedEntry, int]]] = {}
    for row in rows:
        before, after = row.rating_before, row.rating_after
        if before is not None and after is not None:
            by_player.setdefault((row.player, row.list), []).append(
                (row, after - before)
            )
    several = len({list_name for _, list_name in by_player}) > 1
    lanes = []
    for (player, list_name), entries in by_player.items():
        name = entries[0][0].name or player
        name = name if len(name) <= longest else f"{name[: longest - 1]}…"
        words = f"{name}, {list_name}" if several else name
        lanes.append(Lane(words, tuple(sorted(entries, key=lambda pair: pair[0].on))))
    return sorted(lanes, key=lambda lane: (-lane.farthest, lane.words))


def _shapes(
    lanes: Sequence[Lane], top: int, shape: PictureSize, translate: Translate
) -> Iterator[str]:
    if not lanes:
        yield text(
            (shape.width / 2, top + 20),
            translate(say("no rating differs")),
            14,
            "middle",
            "soft",
        )
        return
    days = [ordinal(row.on) for lane in lanes for row, _ in lane.entries]
    first, last = min(days), max(days)
    room = max(20.0, (last - first) * 0.03)
    height = LANE * len(lanes)
    axes = Axes(
        shape.left,
        top,
        shape.width - shape.left - shape.right,
        height,
        Span(first - room, last + room),
        Span(0, height),
    )
    yield from day_axis(axes, 11, month_words)
    most = max(lane.farthest for lane in lanes)
    for index, lane in enumerate(lanes):
        y = top + index * LANE + LANE / 2
        yield text((axes.left - 8, y + 4), lane.words, 11, "end")
        yield line((axes.left, y), (axes.left + axes.width, y), "line")
        yield from _lane(axes, lane, y, most)


def _lane(axes: Axes, lane: Lane, y: float, most: int) -> Iterator[str]:
    """Draw a dot at each entry that differs, its area as the difference, and at the
    right the largest of them.
    """
    for row, change in lane.entries:
        x = axes.at(ordinal(row.on), 0)[0]
        radius = SMALLEST + (LARGEST - SMALLEST) * math.sqrt(abs(change) / most)
        words = (
            f"{row.on} {row.unit}: {row.rating_before} → {row.rating_after}"
            f" ({change:+d})"
        )
        yield dot((x, y), radius, _colour(change), words, 0.7)
    farthest = max((change for _, change in lane.entries), key=abs)
    words, colour = f"{farthest:+d}".replace("-", "−"), _colour(farthest)
    yield text((axes.left + axes.width + 6, y + 4), words, 11, "start", colour)


def _colour(change: int) -> str:
    """Return one of two colours that colour-blind readers can tell apart, as they
    cannot green and red.
    """
    return "1" if change > 0 else "2"
