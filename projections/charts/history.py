"""A player's ratings over the years: a line in steps for each list, since a rating
holds until the next unit; dashed, what was first calculated where a correction came
later; published lists as ticks on the axis.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from projections.answers.lists.published import PublishedListRow
from projections.answers.players.history import HistoryAnswer
from projections.charts.axes import Axes, Span, day_axis, ordinal, span, ticks
from projections.charts.chart_words import ChartWords, words_in_english
from projections.charts.colours import READOUT_LEFT, colour_name, paint
from projections.charts.course import BelievedSteps, Course, course
from projections.charts.picture import Frame, picture
from projections.charts.points import ChartPoint, draw_points, points_of
from projections.charts.readout import LETTER, Readout
from projections.charts.shapes import (
    area,
    group,
    line,
    number,
    stairs,
    text,
    title_of_shape,
)

TOP, BOTTOM, LEFT, RIGHT = 54, 30, READOUT_LEFT, 46  # room around the plot
DASHES = "4 3"  # of what was first calculated


class Size(NamedTuple):
    """The size of a chart in its own units, and that of its letters; a page scales it to
    its width, so a phone needs proportions of its own.
    """

    width: int
    height: int
    size: int


WIDE, PHONE = Size(880, 340, 12), Size(360, 300, 12)


class Window(NamedTuple):
    """The days that a picture is of. `name`: that of the picture, for ids of its own.

    period: the first and the last day, YYYY-MM-DD; None: everything.
    """

    name: str
    period: tuple[str, str] | None

    @property
    def first(self) -> int:
        """The first day as an ordinal; 0 where the picture is of everything."""
        return 0 if self.period is None else ordinal(self.period[0])

    def seen(self, one: Course) -> Course:
        """Leave out the steps before and after, but for the one that holds at the
        beginning; of days that have not come yet nothing is seen.

        With the window 2024-01-01 to 2024-12-31:

            2023-11-01, 2023-12-05, 2024-03-01, 2025-01-12  ->  2023-12-05, 2024-03-01
        """
        if self.period is None:
            return one

        first, last = map(ordinal, self.period)
        if first > ordinal(one.answer.basis.until):
            return one._replace(steps=())

        seen = []
        for step in one.steps:
            if step.day < first:
                seen = [step]
            elif step.day <= last:
                seen.append(step)

        return one._replace(steps=tuple(seen))

    def drawn(self, courses: Iterable[Course]) -> list[Course]:
        """Return the courses of which something is seen, as far as it is."""
        seen = map(self.seen, courses)

        return [one for one in seen if one.steps]

    def clipped(self, axes: Axes, shapes: Iterable[str]) -> Iterator[str]:
        """Cut off what lies beside the plot, where there may be any.

        Without a period nothing lies beside it, and nothing is cut off.
        """
        if self.period is None:
            yield from shapes
            return

        # a little room above and below, for lines have a width
        plot = area(axes.left, axes.right, axes.top - 2, axes.bottom + 2)
        name = f"{self.name}-plot"
        yield f"<clipPath id='{name}'><path d='{plot}'/></clipPath>"
        yield group(f"clip-path='url(#{name})'", shapes)


def history_chart(
    answers: Sequence[HistoryAnswer],
    published: Sequence[PublishedListRow] = (),
    words: ChartWords | None = None,
    shape: Size = WIDE,
    *,
    name: str = "history",
    alone: bool = False,
    courses: Sequence[Course] = (),
    period: tuple[str, str] | None = None,
) -> str:
    """Draw a chart with a line for each answer, one a list; asked with all versions,
    they show what was believed before corrections too. `courses`: those of the answers,
    where a picture in another shape was made of them already. `period`: the first and
    the last day, where the picture is not of everything.

    `published`: lists that get a tick; `words`: in the language of a page, else
    English. `name`: makes its ids differ from those of other charts; `alone`: whether
    it is a file of its own. Returned is the SVG.
    """
    words = words or words_in_english(answers)
    courses = courses or [course(answer) for answer in answers]
    window = Window(name, period)
    links = any(_has_links(one, words) for one in courses)
    frame = Frame(
        width=shape.width,
        height=shape.height,
        title=words.title,
        description=words.description,
        name=name,
        alone=alone,
        links=links,
        days=_days(courses, shape, window) if links else "",
    )

    return picture(frame, shapes(courses, published, words, shape, window))


def _has_links(one: Course, words: ChartWords) -> bool:
    """Tell whether any point of a course leads to a page.

    Without any, the picture needs no days for a script.
    """
    return any(words.link(one.answer, step.row) for step in one.steps)


def _days(courses: Sequence[Course], shape: Size, window: Window) -> str:
    """Return the attributes by which a script knows the days of the plot, to look at
    some of them alone.

    Days are written YYYY-MM-DD, edges in pixels of the picture. Nothing where nothing
    is drawn.

         data-first='2020-01-01' data-last='2024-06-30' data-left='44' data-right='834'
    """
    drawn = window.drawn(courses)
    if not drawn:
        return ""

    axes = _axes(drawn, shape, window)
    first, last = map(_iso_day, axes.across)
    left, right = number(axes.left), number(axes.right)
    return (
        f" data-first='{first}' data-last='{last}' data-left='{left}'"
        f" data-right='{right}'"
    )


def _iso_day(ordinal: float) -> str:
    """Write an ordinal as YYYY-MM-DD."""
    return date.fromordinal(int(ordinal)).isoformat()


def shapes(
    courses: Sequence[Course],
    published: Sequence[PublishedListRow],
    words: ChartWords,
    shape: Size,
    window: Window,
) -> Iterator[str]:
    """Yield the shapes of the chart, for a picture that has more than it.

    Without any rating, a dash stands in the middle.

    The order is from back to front: the legend, the grid, the axis with its ticks, the
    strips of the readout, the lines, the points, and the ratings beside the ends.
    """
    drawn = window.drawn(courses)
    yield from _legend(_legend_entries(drawn, words, bool(published)), shape)
    if not drawn:
        yield text((shape.width / 2, shape.height / 2), "–", 20, "middle", "soft")
        return

    axes = _axes(drawn, shape, window)
    yield from _levels(axes, shape)
    yield from day_axis(axes, shape.size, words.month)
    yield from _publication_ticks(axes, published)

    lines = [(words.label(one.answer), one.steps) for one in drawn]
    yield Readout(lines, words.day, shape.size).strips(axes)
    points = [points_of(axes, one) for one in drawn]
    yield from window.clipped(axes, _lines(axes, drawn, points))

    inside = [_from_day(window.first, own) for own in points]
    yield from draw_points(drawn, inside, words, shape.size)
    yield from _last(axes, points, shape)


def _levels(axes: Axes, shape: Size) -> Iterator[str]:
    """Draw the lines of round ratings, each with its figure at the left.

    There are about as many as the height has room for, fewer in a low picture.
    """
    about = 5 if shape.height < 320 else 6
    for value in ticks(axes.up, about):
        y = axes.y(value)
        yield from axes.labelled_line(y, f"{value:.0f}", shape.size)


def _from_day(first: int, points: Sequence[ChartPoint]) -> list[ChartPoint]:
    """Return the points of a day and later.

    `first`: an ordinal. An earlier point only gives the height at the left edge.
    """
    return [point for point in points if point.step.day >= first]


def _axes(drawn: Sequence[Course], shape: Size, window: Window) -> Axes:
    """Return the plot with the days and the ratings of everything drawn in it, what was
    believed included.
    """
    first, last = _first_and_last(drawn, window)

    ratings = []
    for one in drawn:
        ratings += [step.rating for step in one.steps]
        for stretch in one.believed:
            ratings += _ratings_believed(stretch, first, last)

    # a rating of yesterday would have an axis without any length
    across = Span(first, max(last, first + 28))
    return Axes(
        left=LEFT,
        top=TOP,
        width=shape.width - LEFT - RIGHT,
        height=shape.height - TOP - BOTTOM,
        across=across,
        up=span(ratings, 60),
    )


def _first_and_last(drawn: Sequence[Course], window: Window) -> tuple[int, int]:
    """Return the first and the last day of the plot: from the first step to the day of
    the question, as far as it is in the window.

    They are ordinals.
    """
    days = []
    for one in drawn:
        # a course is in the order of days
        days.append(one.steps[0].day)
        days.append(one.steps[-1].day)
        days.append(ordinal(one.answer.basis.until))

    first, last = min(days), max(days)
    if window.period is None:
        return first, last

    window_first, window_last = map(ordinal, window.period)
    return max(window_first, first), min(window_last, last)


def _ratings_believed(stretch: BelievedSteps, first: int, last: int) -> Iterator[int]:
    """Yield what was believed between two days, at their beginning too.

    Days are ordinals; the ratings are those as first calculated.
    """
    *_, newest = stretch.steps

    for step, following in pairwise(stretch.steps):
        if step.day <= last and following.day >= first:
            yield step.rating

    # the last of them holds until the lines meet again
    end = last if stretch.meets is None else stretch.meets.day
    if newest.day <= last and end >= first:
        yield newest.rating


class LegendEntry(NamedTuple):
    """What a line of this colour means, or a tick on the axis (`tick`).

    colour: its name; dash: as SVG writes it, empty for an unbroken line.
    """

    label: str
    colour: str
    dash: str = ""
    tick: bool = False

    @property
    def sign(self) -> int:
        """Return how wide the sign before the words is, with the room behind it."""
        return 11 if self.tick else 21

    def drawn(self, x: float, y: float, size: int) -> Iterator[str]:
        """Draw the sign at a point, and the words beside it in letters of this size.

        A line is as long as 16 pixels, a tick as high as 10, both in the colour of what
        they stand for.
        """
        if self.tick:
            top = (x + 4, y - 5)
            bottom = (x + 4, y + 5)
            yield line(top, bottom, self.colour, 1.5)
        else:
            end = (x + 16, y)
            yield line((x, y), end, self.colour, 2, self.dash)

        beside = (x + self.sign, y + 4)
        yield text(beside, self.label, size)


def _legend_entries(
    drawn: Sequence[Course], words: ChartWords, published: bool
) -> Iterator[LegendEntry]:
    """Yield each list in its colour, then what the dashes and the ticks mean, as far as
    they are there.

    `published`: whether any published list has a tick.
    """
    for index, one in enumerate(drawn):
        yield LegendEntry(words.label(one.answer), colour_name(index))
    if any(one.believed for one in drawn):
        yield LegendEntry(words.first, "ghost", dash=DASHES)
    if published:
        yield LegendEntry(words.published, "soft", tick=True)


def _legend(entries: Iterable[LegendEntry], shape: Size) -> Iterator[str]:
    """Draw the legend above the plot, in another row where one is full.

    How wide an entry is can only be guessed from its letters: nothing here measures a
    font.
    """
    size = shape.size
    x: float = LEFT
    y = 14
    for entry in entries:
        wide = entry.sign + len(entry.label) * size * LETTER
        is_full = x + wide > shape.width

        if is_full and x > LEFT:
            x = LEFT
            y += size + 2
        yield from entry.drawn(x, y, size)
        x += wide + 14


def _lines(
    axes: Axes, drawn: Sequence[Course], points: Sequence[Sequence[ChartPoint]]
) -> Iterator[str]:
    """Draw each course in its colour, over what was believed of it.

    `points`: those of each course, in the order of `drawn`, which gives the colours.
    """
    for index, one in enumerate(drawn):
        if one.believed:
            yield _ghost(axes, one)

        corners = [point.at for point in points[index]]
        commands = stairs(corners, axes.right)
        colours = paint("none", colour_name(index))
        yield f"<path d='{commands}' {colours} stroke-width='2'/>"


def _ghost(axes: Axes, one: Course) -> str:
    """Draw every stretch that was believed.

    They are one path, so that their dashes and their colour are written once.
    """
    commands = "".join(_stretch(axes, stretch) for stretch in one.believed)
    colours = paint("none", "ghost")
    dashed = f"stroke-width='1.5' stroke-dasharray='{DASHES}'"
    return f"<path d='{commands}' {colours} {dashed}/>"


def _stretch(axes: Axes, stretch: BelievedSteps) -> str:
    """Return the commands of a path from the level before the first difference to where
    the lines meet again, or to the right edge.

    The end of the path is upright: where the lines meet, what was believed gave way to
    the rating in force.
    """
    steps, meets = stretch.steps, stretch.meets
    corners = [axes.at(step.day, step.rating) for step in steps]
    if stretch.level is not None:
        begin = axes.at(steps[0].day, stretch.level)
        corners.insert(0, begin)

    if meets is None:
        return stairs(corners, axes.right)

    x, y = axes.at(meets.day, meets.rating)
    return f"{stairs(corners, x)}V{number(y)}"


def _last(
    axes: Axes, points: Sequence[Sequence[ChartPoint]], shape: Size
) -> Iterator[str]:
    """Draw the rating that each line ends with, beside its end; two that end close
    together move apart.

    They are looked at from the top down, and pushed down as far as the letters above
    need it.
    """
    ends = [own[-1] for own in points]
    heights = [y for (_, y), _ in ends]
    size = shape.size
    lowest = -1.0 * shape.height

    for index in sorted(range(len(ends)), key=heights.__getitem__):
        lowest = max(heights[index] + 4, lowest + size + 1)

        beside = (axes.right + 5, lowest)
        rating = str(ends[index].step.rating)
        yield text(beside, rating, size, "start", colour_name(index))


def _publication_ticks(
    axes: Axes, published: Sequence[PublishedListRow]
) -> Iterator[str]:
    """Draw a tick for each published list of these days.

    Its title is the list's name and its label, as `selo 2024-03`.
    """
    bottom = number(axes.bottom)

    marks = []
    for row in published:
        day = ordinal(row.as_of)

        if axes.across.holds(day):
            x = number(axes.x(day))
            title = title_of_shape(f"{row.list} {row.label}")
            marks.append(f"<path d='M{x} {bottom}v-8'>{title}</path>")

    if marks:
        soft = paint(stroke="soft")
        yield group(f"{soft} stroke-width='1.5'", marks)
