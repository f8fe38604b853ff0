"""Draw how far one event reached through time: a lane for each player it moved, at
every entry that came out differently a dot as large as the difference. Days go across,
so the picture shows where the change began and how it faded, or not.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from messages import counted, say
from projections.answers.events.impact import (
    ChangedEntry,
    ImpactAnswer,
    with_moved_rating,
)
from projections.charts.axes import Axes, Span, day_axis, month_words, ordinal
from projections.charts.picture import Frame, Translate, picture
from projections.charts.shapes import dot, text

LANE = 24
SMALLEST, LARGEST = 2.5, 11  # radius of a dot


class PictureSize(NamedTuple):
    """The size of the picture: its width, the room for names at its left and for
    figures at its right, and how many lanes.

    most: lanes that are drawn; further players are only counted.
    """

    width: int
    left: int
    right: int
    most: int
    longest: int  # name with its list, in characters


WIDE, PHONE = PictureSize(880, 190, 60, 25, 30), PictureSize(360, 126, 36, 15, 18)

SHORTEST = 6  # letters of a name that stay, however long the name of its list is


class MovedEntry(NamedTuple):
    """A changed entry, and by how many points it differs."""

    row: ChangedEntry
    change: int


class Lane(NamedTuple):
    """One player on one list, their changed entries in date order.

    words: the player's name, with the list's where there are several.
    """

    words: str
    entries: tuple[MovedEntry, ...]

    @property
    def farthest(self) -> int:
        """Return the largest difference, in points.

        +4, -7, +1    7
        """
        return max(abs(entry.change) for entry in self.entries)


def dot_in_english(row: ChangedEntry, change: int) -> str:
    """Describe a dot in English: the day, the unit, and both ratings.

    2024-03-01 espoo-open: 1580 → 1584 (+4)
    """
    ratings = f"{row.rating_before} → {row.rating_after}"
    return f"{row.on} {row.unit}: {ratings} ({change:+d})"


class ImpactWords(NamedTuple):
    """The words of the picture, in the language of its page: `point` is called for
    every dot, with by how many points it differs; `month` writes a date of the axis.
    """

    point: Callable[[ChangedEntry, int], str] = dot_in_english
    month: Callable[[date], str] = month_words


ENGLISH = ImpactWords()


def impacted(
    answer: ImpactAnswer,
    translate: Translate = str,
    *,
    alone: bool = True,
    shape: PictureSize = WIDE,
    name: str = "impact",
    words: ImpactWords = ENGLISH,
) -> str:
    """Draw the picture of `log impact`: players moved farthest first. As part of a page
    it leaves the title to the page.

    `alone`: whether it is a file of its own, with title and summary drawn inside.
    `name`: makes its ids differ from those of other charts on the page. `words`: of its
    dots and its axis.
    """
    # counted as the page does, first ratings too, which no lane can show
    moved = with_moved_rating(answer.rows)
    lanes = _lanes(moved, shape.longest)
    shown = lanes[: shape.most]
    hidden = len(lanes) - len(shown)

    title = translate(say("What event {seq} moved", seq=answer.seq))
    summary = translate(_summary(moved, lanes))

    shapes: list[str] = []
    top = 10
    if alone:
        top = 60
        shapes.append(text((16, 26), title, 16))
        shapes.append(text((16, 46), summary, 12, "start", "soft"))

    height = top + LANE * max(1, len(shown)) + 30
    shapes += _shapes(shown, top, shape, translate, words)
    if hidden:
        height += 24
        more = counted("and {count} more player", "and {count} more players", hidden)
        shapes.append(text((16, height - 8), translate(more), 12, "start", "soft"))

    return picture(Frame(shape.width, height, title, summary, name, alone), shapes)


def _summary(moved: Sequence[ChangedEntry], lanes: Sequence[Lane]) -> str:
    """Say how many ratings moved, whose, and how far.

    It counts first ratings too; the points are of those that had a rating before.
    """
    players = {row.player for row in moved}
    farthest = max((lane.farthest for lane in lanes), default=0)
    return say(
        "{ratings} {players} differ, by {points} at most",
        ratings=counted("{count} rating", "{count} ratings", len(moved)),
        players=counted("of {count} player", "of {count} players", len(players)),
        points=counted("{count} point", "{count} points", farthest),
    )


def _lanes(rows: Sequence[ChangedEntry], longest: int) -> list[Lane]:
    """Gather what moved of each player on each list, the farthest first; `longest`: how
    many letters have room, those of the list beside a name among them.

    A first rating, or one that is gone, has no difference and no lane.

    Of players who moved as far, the first by name comes first.
    """
    entries_of: dict[tuple[str, str], list[MovedEntry]] = {}
    for row in rows:
        before, after = row.rating_before, row.rating_after
        if before is not None and after is not None:
            entries = entries_of.setdefault((row.player, row.list), [])
            entries.append(MovedEntry(row, after - before))

    # with one list alone its name would stand in every lane
    lists = {list_name for _, list_name in entries_of}
    lanes = []
    for (player, list_name), entries in entries_of.items():
        first, *_ = entries
        beside = f", {list_name}" if len(lists) > 1 else ""
        name = _shortened(
            first.row.name or player, max(longest - len(beside), SHORTEST)
        )

        entries.sort(key=attrgetter("row.on"))
        lanes.append(Lane(f"{name}{beside}", tuple(entries)))

    return sorted(lanes, key=lambda lane: (-lane.farthest, lane.words))


def _shortened(name: str, longest: int) -> str:
    """Return a name in no more letters than these, with "…" as the last if it is cut.

    _shortened("Aleksandra Esimerkki", 10)  ->  Aleksandr…
    """
    if len(name) <= longest:
        return name

    return f"{name[: longest - 1]}…"


def _shapes(
    lanes: Sequence[Lane],
    top: int,
    shape: PictureSize,
    translate: Translate,
    words: ImpactWords,
) -> Iterator[str]:
    """Draw the axis of days and the lanes, or say that nothing differs.

    `top`: where the lanes begin, in pixels from the top of the picture.
    """
    if not lanes:
        middle = (shape.width / 2, top + 20)
        yield text(middle, translate(say("no rating changed")), 14, "middle", "soft")
        return

    height = LANE * len(lanes)
    axes = Axes(
        left=shape.left,
        top=top,
        width=shape.width - shape.left - shape.right,
        height=height,
        across=_days(lanes),
        up=Span(0, height),
    )

    yield from day_axis(axes, 11, words.month)

    most = max(lane.farthest for lane in lanes)
    y = top + LANE / 2
    for lane in lanes:
        yield text((axes.left - 8, y + 4), lane.words, 11, "end")
        yield axes.level(y)
        yield from _lane(axes, lane, y, most, words)
        y += LANE


def _days(lanes: Sequence[Lane]) -> Span:
    """Return the days of all lanes, with a little room before and after them.

    They are ordinals; the room is at least 20 days.
    """
    days: list[int] = []
    for lane in lanes:
        days += [ordinal(row.on) for row, _ in lane.entries]
    first, last = min(days), max(days)

    length = last - first
    room = max(20.0, length * 0.03)
    return Span(first - room, last + room)


def _lane(
    axes: Axes, lane: Lane, y: float, most: int, words: ImpactWords
) -> Iterator[str]:
    """Draw a dot at each entry that differs, its area as the difference, and at the
    right the largest of them; `most` is the largest of all lanes.

    `y`: how far down its middle is, in pixels.

    A mouse that rests on a dot is shown its words.

    The area grows with the difference, not the radius: a difference four times as large
    has a dot of about twice the radius.
    """
    largest = 0
    for row, change in lane.entries:
        x = axes.x(ordinal(row.on))

        share = math.sqrt(abs(change) / most)
        radius = SMALLEST + (LARGEST - SMALLEST) * share

        point = words.point(row, change)
        yield dot((x, y), radius, _colour(change), point, 0.7)
        if abs(change) > abs(largest):
            largest = change

    # a hyphen is narrower than a plus sign
    figure = f"{largest:+d}".replace("-", "−")
    beside = (axes.right + 6, y + 4)
    colour = _colour(largest)
    yield text(beside, figure, 11, "start", colour)


def _colour(change: int) -> str:
    """Return one of two colours that colour-blind readers can tell apart, as they
    cannot green and red.

    "1" is for more points, "2" for fewer.
    """
    return "1" if change > 0 else "2"
